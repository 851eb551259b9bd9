/** The items of a pool as plain, versioned data: what `items --json` prints. */

import { decisiveItems } from "../analysis/decisive-items.ts";
import type { Fitted } from "../analysis/explain.ts";
import { discriminating, type DropReason } from "../matrix/discriminating.ts";
import { readItem } from "../matrix/response-matrix.ts";
import type { CsvColumn } from "./csv.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

export interface ItemReport {
  readonly schema: "eip-items/1";
  readonly data: { readonly models: number; readonly items: number; readonly itemsKept: number };
  /** Items that tell models apart by difficulty, then the others. */
  readonly items: readonly ItemRow[];
}

export type ItemFlag = DropReason | "decisive";

export interface ItemRow {
  readonly item: string;
  readonly benchmark: string;
  /** `null` for an item that tells no models apart. */
  readonly difficulty: number | null;
  /** Difficulty times the number of such items: 1 is the average of the pool. */
  readonly relative: number | null;
  /** Mean score of the models that were asked; `null` when none was. */
  readonly facility: number | null;
  readonly solvedBy: readonly string[];
  readonly failedBy: readonly string[];
  /** Models that were asked. */
  readonly asked: number;
  readonly flags: readonly ItemFlag[];
}

export function itemReport(pool: Fitted): ItemReport {
  const { matrix, fit } = pool;
  const split = discriminating(matrix);
  const decisive = new Set(decisiveItems(pool).map(({ item }) => item));
  const place = new Map([...fit.keptItems].map((item, index) => [item, index]));
  const scores = new Float64Array(matrix.models.length);
  const rows = matrix.items.map((name, item) => {
    const index = place.get(item);
    const difficulty = index === undefined ? null : fit.difficulty[index]!;
    const column = [...readItem(matrix, item, scores).entries()].filter(
      ([, score]) => !Number.isNaN(score),
    );
    const earned = column.reduce((sum, [, score]) => sum + score, 0);
    const named = (chosen: (score: number) => boolean) =>
      column.filter(([, score]) => chosen(score)).map(([model]) => matrix.models[model]!);
    const reason = index === undefined ? (split.reasonOf(item) ?? "unobserved") : undefined;
    return {
      item: name,
      benchmark: matrix.benchmarks[matrix.benchmarkOf[item]!]!,
      difficulty,
      relative: difficulty === null ? null : difficulty * fit.keptItems.length,
      facility: column.length === 0 ? null : earned / column.length,
      solvedBy: named((score) => score === 1),
      failedBy: named((score) => score === 0),
      asked: column.length,
      flags: [...(reason ? [reason] : []), ...(decisive.has(item) ? (["decisive"] as const) : [])],
    } satisfies ItemRow;
  });
  return {
    schema: "eip-items/1",
    data: {
      models: matrix.models.length,
      items: matrix.items.length,
      itemsKept: fit.keptItems.length,
    },
    items: rows.toSorted((a, b) => (b.difficulty ?? -1) - (a.difficulty ?? -1)),
  };
}

export function itemTable(
  { items, data }: ItemReport,
  { top, wide = false }: { readonly top?: number | undefined; readonly wide?: boolean | undefined },
): TextTable {
  const several = new Set(items.map(({ benchmark }) => benchmark)).size > 1;
  const columns: readonly Column<ItemRow>[] = [
    {
      header: "item",
      align: "left",
      cell: ({ benchmark, item }) => (several ? `${benchmark}:${item}` : item),
      mayShrink: true,
    },
    {
      header: "difficulty",
      align: "right",
      cell: ({ relative }) => (relative === null ? "none" : `${relative.toFixed(2)}x`),
    },
    {
      header: "solved by",
      align: "right",
      cell: ({ solvedBy, asked }) => `${solvedBy.length} of ${asked}`,
    },
    {
      header: data.models > 6 ? "by" : "namely",
      align: "left",
      cell: ({ solvedBy }) => namedFew(solvedBy, wide ? Infinity : 3),
      dropFirst: 1,
    },
    { header: "note", align: "left", cell: ({ flags }) => flags.map(flagText).join(", ") },
  ];
  return textTable(columns, items.slice(0, top));
}

function namedFew(names: readonly string[], most: number): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

const flagTexts: Readonly<Record<ItemFlag, string>> = {
  "all-solved": "solved by all",
  "all-failed": "solved by none",
  "same-observed": "all who were asked did the same",
  unobserved: "put to no model",
  decisive: "decides a model's place",
};

const flagText = (flag: ItemFlag) => flagTexts[flag];

/** Columns of `items --csv`. */
export const itemCsvColumns: readonly CsvColumn<ItemRow>[] = [
  { name: "item_id", value: (row) => row.item },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "difficulty", value: (row) => row.difficulty },
  { name: "relative", value: (row) => row.relative },
  { name: "facility", value: (row) => row.facility },
  { name: "solved_by", value: (row) => row.solvedBy.length },
  { name: "failed_by", value: (row) => row.failedBy.length },
  { name: "flags", value: (row) => row.flags.join(" ") },
  { name: "n", value: (row) => row.asked },
];
