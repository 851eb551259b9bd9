/** `explain`: which items put a model where it is, or above another. */

import { existsSync } from "node:fs";
import {
  competencyTerms,
  differenceTerms,
  effectiveItems,
  itemShares,
} from "../analysis/explain.ts";
import { itemKey, itemLabel, type ItemKey } from "../analysis/wording.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { readItem, scoreAt } from "../matrix/response-matrix.ts";
import { csv, type CsvColumn } from "../report/csv.ts";
import { markdownTable, markdownText } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import { terminalTable } from "../report/terminal.ts";
import { textTable, type Column } from "../report/table.ts";
import { ranks } from "../stats/ranks.ts";
import { commandLine } from "./command-line.ts";
import { modelIndex } from "./model-index.ts";
import type { FitFlags, OutputFlags, ReadFlags } from "./options.ts";
import { deliver, formatOf, json, tell, widthOf } from "./output.ts";
import { fitPool, readPool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

const rowsShown = 10;

export async function run(
  context: CommandContext,
  [model, words]: readonly unknown[],
  flags: ReadFlags & FitFlags & OutputFlags,
): Promise<number> {
  const format = formatOf(flags, context);
  const { other, paths } = operandsOf(words as string[]);
  const pool = await readPool(context, paths, flags);
  const check = commandLine(context, "check", paths);
  if (!flags.quiet) await tell(context.stderr, readingSummary(pool, check));
  const fitted = fitPool(pool, flags);
  const place = (name: string) => modelIndex(pool.matrix, name, check);
  const explanation =
    other === undefined
      ? explainModel(fitted, place(model as string))
      : explainDifference(fitted, place(model as string), place(other));
  const shown = explanation.items.slice(0, flags.top ?? (flags.all ? undefined : rowsShown));
  if (format === "json") await deliver(json(explanation), flags, context);
  else if (format === "csv") await deliver(csv(csvColumns, explanation.items), flags, context);
  else {
    const table = textTable(columnsFor(explanation), shown);
    const drawn =
      format === "terminal" ? terminalTable(table, widthOf(context)) : `\n${markdownTable(table)}`;
    const lead =
      format === "terminal" ? plainText(explanation.lead) : markdownText(explanation.lead);
    await deliver(`${lead}\n${drawn}`, flags, context);
  }
  const hidden = explanation.items.length - shown.length;
  if (hidden > 0 && !flags.quiet && format !== "json" && format !== "csv") {
    await write(
      context.stderr,
      `${hidden.toLocaleString("en-US")} smaller ones: --all shows them.\n`,
    );
  }
  return strictExit(flags.strict ?? false, pool, pool.notices);
}

/** The second word is a model unless it is a path. */
function operandsOf(words: readonly string[]) {
  const [first, ...rest] = words;
  return first !== undefined && rest.length > 0 && !existsSync(first)
    ? { other: first, paths: rest }
    : { other: undefined, paths: words };
}

interface Explanation {
  readonly schema: "eip-explain/1";
  readonly model: string;
  readonly other: string | null;
  /** The result in words. */
  readonly lead: string;
  /** Difference of the two competencies, or the competency of the one model. */
  readonly total: number;
  /** How many items carry it, if all weighed the same; `null` for a difference. */
  readonly effectiveItems: number | null;
  readonly items: readonly ItemPart[];
}

interface ItemPart extends ItemKey {
  readonly label: string;
  /** What the item adds to the total; competencies of a pool sum to 1. */
  readonly term: number;
  /** The same as a share of the total. */
  readonly share: number;
  readonly score: number | null;
  readonly otherScore: number | null;
  readonly solvedBy: number;
  readonly asked: number;
}

function explainModel(pool: Fitted, model: number): Explanation {
  const { matrix, fit } = pool;
  const shares = itemShares(pool, model);
  const terms = competencyTerms(pool, model);
  const items = [...fit.keptItems.keys()]
    .filter((place) => terms[place]! > 0)
    .toSorted((a, b) => terms[b]! - terms[a]!)
    .map((place) =>
      itemPart(pool, fit.keptItems[place]!, { model, term: terms[place]!, share: shares[place]! }),
    );
  const rank = ranks(fit.competency, fit.errorBound)[model]!;
  const carried = effectiveItems(shares);
  const name = matrix.models[model]!;
  return {
    schema: "eip-explain/1",
    model: name,
    other: null,
    lead: Number.isNaN(rank)
      ? `${name} was asked no item that tells models apart, so Empirical Interaction Propagation (EIP) gives it no place.`
      : `${name} is number ${rank} of ${matrix.models.length} by Empirical Interaction Propagation (EIP). Its score rests on ${items.length.toLocaleString("en-US")} solved items and is spread as if over ${Math.round(carried).toLocaleString("en-US")} equal ones. The largest parts:`,
    total: fit.competency[model]!,
    effectiveItems: carried,
    items,
  };
}

function explainDifference(pool: Fitted, model: number, other: number): Explanation {
  const { matrix, fit } = pool;
  const total = fit.competency[model]! - fit.competency[other]!;
  const [above, below] = total >= 0 ? [model, other] : [other, model];
  const items = differenceTerms(pool, above, below).map(({ item, term }) =>
    itemPart(pool, item, { model: above, other: below, term, share: term / Math.abs(total) }),
  );
  const forAbove = items.filter(({ term }) => term > 0).length;
  const names = [matrix.models[above]!, matrix.models[below]!] as const;
  return {
    schema: "eip-explain/1",
    model: names[0],
    other: names[1],
    lead:
      total === 0
        ? `${names[0]} and ${names[1]} stand level by Empirical Interaction Propagation (EIP).`
        : `${names[0]} stands above ${names[1]} by Empirical Interaction Propagation (EIP): ${forAbove.toLocaleString("en-US")} items speak for the first, ${(items.length - forAbove).toLocaleString("en-US")} for the second. Shares of the difference, largest first:`,
    total: Math.abs(total),
    effectiveItems: null,
    items,
  };
}

function itemPart(
  { matrix }: Fitted,
  item: number,
  part: {
    readonly model: number;
    readonly other?: number;
    readonly term: number;
    readonly share: number;
  },
): ItemPart {
  const asked = readItem(matrix, item, new Float64Array(matrix.models.length)).filter(
    (score) => !Number.isNaN(score),
  );
  const scoreOf = (model: number | undefined) => {
    const score = model === undefined ? Number.NaN : scoreAt(matrix, model, item);
    return Number.isNaN(score) ? null : score;
  };
  return {
    ...itemKey(matrix, item),
    label: itemLabel(matrix, item),
    term: part.term,
    share: part.share,
    score: scoreOf(part.model),
    otherScore: scoreOf(part.other),
    solvedBy: asked.filter((score) => score === 1).length,
    asked: asked.length,
  };
}

function columnsFor({ model, other }: Explanation): readonly Column<ItemPart>[] {
  const score = (header: string, value: (row: ItemPart) => number | null): Column<ItemPart> => ({
    header,
    align: "right",
    cell: (row) => shownScore(value(row)),
  });
  return [
    { header: "item", align: "left", cell: ({ label }) => label, mayShrink: true },
    { header: "share", align: "right", cell: ({ share }) => `${(share * 100).toFixed(1)} %` },
    ...(other === null
      ? []
      : [score(model, (row) => row.score), score(other, (row) => row.otherScore)]),
    {
      header: "solved by",
      align: "right",
      cell: ({ solvedBy, asked }) => `${solvedBy} of ${asked}`,
    },
  ];
}

function shownScore(score: number | null): string {
  if (score === null) return "not asked";
  return score === 1 ? "solved" : score === 0 ? "failed" : score.toFixed(2);
}

const csvColumns: readonly CsvColumn<ItemPart>[] = [
  { name: "item_id", value: (row) => row.item },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "term", value: (row) => row.term },
  { name: "share", value: (row) => row.share },
  { name: "score", value: (row) => row.score },
  { name: "other_score", value: (row) => row.otherScore },
  { name: "solved_by", value: (row) => row.solvedBy },
  { name: "n", value: (row) => row.asked },
];
