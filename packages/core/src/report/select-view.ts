/** A small set of items as people read it. */

import type { SizeQuality } from "../analysis/select-validation.ts";
import { list, percent } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import type { SelectedItem, SelectReport } from "./select-report.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

/** One line above the tables. */
export function selectLead({ models, items, itemsKept, selection }: SelectReport): string {
  const pool = `${itemsKept.toLocaleString("en-US")} of ${count(items, "item")} tell the ${count(models, "model")} apart (Empirical Interaction Propagation, EIP)`;
  return selection === null
    ? `${pool}. How many of them keep the order:`
    : `${pool}; ${count(selection.size, "item")} chosen.`;
}

/** How well each size does; both figures are for models that were held out. */
export function sizeTable({ sizes }: SelectReport): TextTable {
  const right = (header: string, cell: (row: SizeQuality) => string): Column<SizeQuality> => ({
    header,
    align: "right",
    cell,
  });
  return textTable<SizeQuality>(
    [
      right("items", ({ size }) => size.toLocaleString("en-US")),
      right("order kept (tau)", ({ chosen }) => chosen.tau.toFixed(2)),
      right("tau of random ones", ({ random }) => random.tau.toFixed(2)),
      right("error", ({ chosen }) => points(chosen.error)),
      right("error of random ones", ({ random }) => points(random.error)),
    ],
    sizes,
  );
}

const points = (value: number) => `${(value * 100).toFixed(1)} pt`;

/** What was chosen, the first `top` of it. */
export function selectionTable({ selection }: SelectReport, top?: number): TextTable {
  const right = (header: string, cell: (row: SelectedItem) => string): Column<SelectedItem> => ({
    header,
    align: "right",
    cell,
  });
  return textTable<SelectedItem>(
    [
      { header: "benchmark", align: "left", cell: ({ benchmark }) => benchmark, dropFirst: 1 },
      { header: "item", align: "left", cell: ({ item }) => item, mayShrink: true },
      right("difficulty", ({ relative }) => `${relative.toFixed(2)}x`),
      right("solved by", ({ facility }) => percent(facility)),
    ],
    selection?.items.slice(0, top) ?? [],
  );
}

/** What the tables do not say. */
export function selectSentences(report: SelectReport, tau?: number): readonly string[] {
  const { sizes, selection } = report;
  return [
    sizes.length === 0
      ? "Fewer than five models: how well a small set would do for others cannot be tried."
      : 'Each model was held out of the choice and then scored: "tau" compares the order by the few items with that by all (1 is the same, 0 is chance), "error" is the mean distance in weighted accuracy. Random items are drawn within each benchmark.',
    tau !== undefined && selection === null && sizes.length > 0
      ? `No size tried keeps the order to ${tau}; the best is ${Math.max(...sizes.map(({ chosen }) => chosen.tau)).toFixed(2)}.`
      : "",
    selection === null ? "" : calibrationText(report),
    selection?.quality && selection.quality.randomBetter > 0.5
      ? "For so many items choosing is no better than drawing at random within each benchmark."
      : "",
    selection !== null && selection.benchmarksWithout.length > 0
      ? `No item of ${list(selection.benchmarksWithout)}: more items, or --benchmark.`
      : "",
    selection === null
      ? ""
      : "The items were chosen by the answers of these models and flatter them: figures for these same models on these items are no evidence. Use the set for new models.",
  ].filter((sentence) => sentence !== "");
}

function calibrationText({ selection }: SelectReport): string {
  const { intercept, slope } = selection!.calibration;
  const start = (intercept * 100).toFixed(1);
  return `Weighted accuracy on all items is about ${start} pt + ${slope.toFixed(2)} times that on the chosen ones.`;
}

/** Columns of `select --csv` with a selection. */
export const selectCsvColumns: readonly CsvColumn<SelectedItem>[] = [
  { name: "item_id", value: (row) => row.item },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "difficulty", value: (row) => row.difficulty },
  { name: "weight", value: (row) => row.weight },
  { name: "facility", value: (row) => row.facility },
];

/** Columns of `select --csv` without one. */
export const sizeCsvColumns: readonly CsvColumn<SizeQuality>[] = [
  { name: "items", value: (row) => row.size },
  { name: "tau", value: (row) => row.chosen.tau },
  { name: "tau_random", value: (row) => row.random.tau },
  { name: "error", value: (row) => row.chosen.error },
  { name: "error_random", value: (row) => row.random.error },
  { name: "random_better", value: (row) => row.randomBetter },
];
