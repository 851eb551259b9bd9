/** `compare`: is B better than A on the same items. */

import { existsSync } from "node:fs";
import { basename } from "node:path";
import { compare, type Comparison } from "../analysis/compare.ts";
import { flipBands } from "../analysis/flip-bands.ts";
import { flipLists, type Pair } from "../analysis/flips.ts";
import type { Gates } from "../analysis/verdict.ts";
import { itemKey, itemLabel } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { matchesPattern } from "../outcomes/pattern.ts";
import {
  bandTable,
  compareCsvColumns,
  compareLead,
  compareRows,
  compareSentences,
  compareTable,
} from "../report/compare-view.ts";
import { csv } from "../report/csv.ts";
import { markdownTable, markdownText } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import { wrapLines } from "../report/wrap.ts";
import { terminalTable } from "../report/terminal.ts";
import type { TextTable } from "../report/table.ts";
import { bootstrap } from "../stats/bootstrap.ts";
import { commandLine } from "./command-line.ts";
import { marginFrom } from "./margin.ts";
import { modelIndex } from "./model-index.ts";
import type { FitFlags, OutputFlags, ReadFlags, ResampleFlags } from "./options.ts";
import { deliver, formatOf, json, tell, widthOf, type Format } from "./output.ts";
import { fitPool, readPool, seedOf, type Pool } from "./pool.ts";
import { exitCode, type CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import { textsOf, type ItemText } from "./texts.ts";

interface CompareFlags extends ReadFlags, FitFlags, ResampleFlags, OutputFlags {
  readonly pool?: readonly string[];
  readonly maxDrop?: string;
  readonly minGain?: string;
  readonly correction?: "holm" | "bh";
  readonly show?: "flips";
}

/** Items of a list on a screen; `--all`, files and pipes show every one. */
const screenful = 10;

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: CompareFlags,
): Promise<number> {
  const format = formatOf(flags, context);
  margin("--max-drop", flags.maxDrop);
  margin("--min-gain", flags.minGain);
  const { pool, pairs, paths } = await operandsOf(context, words as string[], flags);
  const check = commandLine(context, "check", paths);
  if (!flags.quiet) await tell(context.stderr, readingSummary(pool, check));
  const settings = pool.reading.settings.config.compare ?? {};
  const gates = {
    maxDrop: margin("--max-drop", flags.maxDrop ?? settings["max-drop"]),
    minGain: margin("--min-gain", flags.minGain ?? settings["min-gain"]),
  };
  const level = flags.level ?? 0.95;
  const fitted = fitPool(pool, flags);
  const seed = seedOf(pool.reading, flags);
  const others = pool.matrix.models.length;
  const replicates = flags.bootstrap ?? 1000;
  const correction = flags.correction ?? settings.correction ?? "holm";
  const compared = compare(pool.matrix, pairs, {
    ...gates,
    level,
    correction,
    cluster: pool.cluster,
    seed,
    weighted:
      others < 5
        ? undefined
        : {
            weightedAccuracy: fitted.fit.weightedAccuracy,
            bootstrap:
              replicates === 0
                ? undefined
                : bootstrap(fitted, { replicates, seed, cluster: pool.cluster }),
          },
  });
  if (format === "json")
    await deliver(json({ schema: "eip-compare/1", pairs: compared }), flags, context);
  else if (format === "csv")
    await deliver(csv(compareCsvColumns, compareRows(compared)), flags, context);
  else {
    const parts = [];
    for (const [index, pair] of compared.entries()) {
      const drawn = draw(pair, { format, gates, level, correction, poolModels: others, context });
      const flips =
        flags.show === "flips"
          ? await flipText(pool, pairs[index]!, { format, flags, context, paths })
          : "";
      parts.push(drawn + flips);
    }
    await deliver(parts.join("\n"), flags, context);
  }
  const gated = worst(compared);
  return gated === exitCode.fine ? strictExit(flags.strict ?? false, pool, pool.notices) : gated;
}

function margin(flag: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : marginFrom(flag, text);
}

interface Operands {
  readonly pool: Pool;
  readonly pairs: readonly Pair[];
  readonly paths: readonly string[];
}

/** Two operands are paths with one model each; of three or more the first two are models. */
async function operandsOf(
  context: CommandContext,
  words: readonly string[],
  flags: CompareFlags,
): Promise<Operands> {
  const more = flags.pool ?? [];
  if (words.length < 2) {
    throw new EipError("usage", {
      found: `${count(words.length, "operand")} to compare`,
      expected: "two paths, or two models and a path",
      try: `${context.program.name} compare MODEL OTHER results/`,
    });
  }
  if (words.length === 2) return comparePaths(context, words as [string, string], flags);
  const [a, b, ...paths] = words as [string, string, ...string[]];
  const pool = await readPool(context, [...paths, ...more], flags);
  return { pool, pairs: pairsOf(pool.matrix, a, b, commandLine(context, "check", paths)), paths };
}

async function comparePaths(
  context: CommandContext,
  words: readonly [string, string],
  flags: CompareFlags,
): Promise<Operands> {
  for (const path of words) {
    if (existsSync(path)) continue;
    throw new EipError("not-found", {
      found: `no file or folder "${path}"`,
      try: `${context.program.name} compare MODEL OTHER PATH for two models of one path`,
    });
  }
  const [first, second] = [
    await readPool(context, [words[0]], flags),
    await readPool(context, [words[1]], flags),
  ];
  const [a, b] = [onlyModel(first.matrix, words[0]), onlyModel(second.matrix, words[1])];
  const names = a === b ? words.map((path) => `${a} (${basename(path)})`) : [a, b];
  const pool = await readPool(context, [...words, ...(flags.pool ?? [])], flags, {
    rename: (path, model) => (model === a || model === b ? renamed(path, model) : model),
  });
  const index = (name: string) => pool.matrix.models.indexOf(name);
  return { pool, pairs: [{ a: index(names[0]!), b: index(names[1]!) }], paths: words };

  function renamed(path: string, model: string): string {
    const place = words.indexOf(path);
    return place < 0 ? model : names[place]!;
  }
}

function onlyModel({ models }: ResponseMatrix, path: string): string {
  if (models.length === 1) return models[0]!;
  throw new EipError("usage", {
    where: path,
    found: `${models.length} models`,
    expected: "one, or two models named before the paths",
    try: `compare ${models.slice(0, 2).join(" ")} ${path}`,
  });
}

/** Each model that fits the first pattern with each that fits the second. */
function pairsOf(
  matrix: ResponseMatrix,
  first: string,
  second: string,
  checkCommand: string,
): readonly Pair[] {
  const fitting = (pattern: string) =>
    matrix.models.includes(pattern) || !/[*?]/.test(pattern)
      ? [modelIndex(matrix, pattern, checkCommand)]
      : [...matrix.models.keys()].filter((model) => matchesPattern(pattern, matrix.models[model]!));
  const pairs = fitting(first).flatMap((a) =>
    fitting(second).flatMap((b) => (a === b ? [] : [{ a, b }])),
  );
  if (pairs.length > 0) return pairs;
  throw new EipError("no-such-model", {
    found: `no two models fit "${first}" and "${second}"`,
    try: `${checkCommand} lists them`,
  });
}

/** The worst gate of all pairs decides. */
function worst(pairs: readonly Comparison[]): number {
  const gates = pairs.map(({ gate }) => gate);
  if (gates.includes("failed")) return exitCode.gateFailed;
  return gates.includes("undecided") ? exitCode.undecided : exitCode.fine;
}

interface Drawing {
  readonly format: Format;
  readonly gates: Gates;
  readonly level: number;
  readonly correction: "holm" | "bh";
  readonly poolModels: number;
  readonly context: CommandContext;
}

function draw(pair: Comparison, drawing: Drawing): string {
  const { format, gates, level, context } = drawing;
  const table = drawTable(compareTable(pair, level), format, context);
  const lead = compareLead(pair, gates);
  const sentences = compareSentences(pair, drawing);
  if (format === "markdown") {
    return `${markdownText(lead)}\n\n${table}\n${sentences.map((text) => `${markdownText(text)}\n\n`).join("")}`;
  }
  const width = widthOf(context);
  const paragraph = (text: string) => `${wrapLines(plainText(text), width)}\n`;
  return `${paragraph(lead)}${table}${sentences.map(paragraph).join("")}`;
}

function drawTable(table: TextTable, format: Format, context: CommandContext): string {
  return format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
}

/** Where the two differ: by difficulty, then item by item. */
async function flipText(
  pool: Pool,
  pair: Pair,
  options: {
    readonly format: Format;
    readonly flags: CompareFlags;
    readonly context: CommandContext;
    readonly paths: readonly string[];
  },
): Promise<string> {
  const { format, flags, context, paths } = options;
  const { matrix } = pool;
  const lists = flipLists(matrix, pair);
  const bands = flipBands(matrix, pair);
  const short = format === "terminal" && flags.output === undefined && !flags.all;
  const shown = (items: readonly number[]) => (short ? items.slice(0, screenful) : items);
  const texts = flags.text
    ? await textsOf(
        context,
        paths,
        flags,
        [...shown(lists.onlyA), ...shown(lists.onlyB)].map((item) => itemKey(matrix, item)),
      )
    : undefined;
  const plain = format === "terminal" ? plainText : markdownText;
  const section = (title: string, items: readonly number[], easy: readonly number[]) => {
    const every = easy.length === 0 ? "" : `, ${easy.length} of them solved by every other model`;
    const rows = shown(items).map((item) => `  ${plain(itemText(matrix, item, texts))}\n`);
    const rest = items.length - rows.length;
    const left = rest > 0 ? `  ${rest.toLocaleString("en-US")} more: --all\n` : "";
    return `${plain(`${title}: ${count(items.length, "item")}${every}`)}\n${rows.join("")}${left}`;
  };
  return [
    bands === null ? "" : drawTable(bandTable(bands), format, context),
    section(`Only ${matrix.models[pair.a]!} (A)`, lists.onlyA, lists.onlyAEasy),
    section(`Only ${matrix.models[pair.b]!} (B)`, lists.onlyB, lists.onlyBEasy),
  ]
    .filter((part) => part !== "")
    .map((part) => `\n${part}`)
    .join("");
}

function itemText(
  matrix: ResponseMatrix,
  item: number,
  texts: ReadonlyMap<string, ItemText> | undefined,
): string {
  const label = itemLabel(matrix, item);
  const { benchmark, item: id } = itemKey(matrix, item);
  const text = texts?.get(`${benchmark}\t${id}`)?.text;
  return text === undefined ? label : `${label}: ${text.replaceAll(/\s+/g, " ").slice(0, 200)}`;
}
