/** Tables of what was read. */

import { propagate, type MissingPolicy, type PropagateOptions } from "../estimate/propagate.ts";
import { isComplete, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { BenchmarkSummary } from "../outcomes/adapter.ts";
import { ranks } from "../stats/ranks.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

/** Benchmarks with the metric that counts, and whether our means are the harness's. */
export function benchmarkTable(benchmarks: readonly BenchmarkSummary[]): TextTable {
  const columns: readonly Column<BenchmarkSummary>[] = [
    { header: "benchmark", align: "left", cell: ({ benchmark }) => benchmark },
    { header: "metric", align: "left", cell: ({ metric }) => metric },
    { header: "filter", align: "left", cell: ({ filter }) => filter },
    { header: "models", align: "right", cell: ({ models }) => String(models) },
    { header: "items", align: "right", cell: ({ items }) => items.toLocaleString("en-US") },
    { header: "means equal the harness's", align: "left", cell: agreement },
    { header: "also usable", align: "left", cell: ({ alternatives }) => alternatives.join(" ") },
  ];
  return textTable(columns, benchmarks);
}

function agreement({ means }: BenchmarkSummary): string {
  const compared = means.filter(({ agrees }) => agrees !== null);
  if (compared.length === 0) return "nothing to compare";
  return `${compared.filter(({ agrees }) => agrees).length} of ${compared.length}`;
}

/** More benchmarks than this are not told apart in the coverage table. */
const mostBenchmarks = 10;

/** What each model was asked and graded on; where there are gaps, benchmark by benchmark. */
export function coverageTable(matrix: ResponseMatrix): TextTable {
  const number = (header: string, value: (model: number) => number): Column<number> => ({
    header,
    align: "right",
    cell: (model) => value(model).toLocaleString("en-US"),
  });
  const columns: readonly Column<number>[] = [
    { header: "model", align: "left", cell: (model) => matrix.models[model]! },
    number("graded", (model) => matrix.graded[model]!),
    number("without a grade", (model) => matrix.ungraded[model]!),
    number(
      "not asked",
      (model) => matrix.items.length - matrix.graded[model]! - matrix.ungraded[model]!,
    ),
    ...(isComplete(matrix) || matrix.benchmarks.length > mostBenchmarks
      ? []
      : benchmarkColumns(matrix)),
  ];
  return textTable(columns, [...matrix.models.keys()]);
}

/** Share of each benchmark that a model was asked. */
function benchmarkColumns(matrix: ResponseMatrix): readonly Column<number>[] {
  const width = matrix.benchmarks.length;
  const items = new Uint32Array(width);
  const asked = new Uint32Array(matrix.models.length * width);
  const scores = new Float64Array(matrix.models.length);
  for (let item = 0; item < matrix.items.length; item += 1) {
    const benchmark = matrix.benchmarkOf[item]!;
    items[benchmark]! += 1;
    for (const [model, score] of readItem(matrix, item, scores).entries()) {
      if (!Number.isNaN(score)) asked[model * width + benchmark]! += 1;
    }
  }
  return matrix.benchmarks.map((header, benchmark) => ({
    header,
    align: "right",
    cell: (model) => shareText(asked[model * width + benchmark]! / items[benchmark]!),
  }));
}

function shareText(share: number): string {
  return share === 0 ? "none" : `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

const policies: readonly MissingPolicy[] = ["weighted", "common", "wrong"];

/** The rank of each model under the three rules for gaps, by the first of them. */
export function policyTable(matrix: ResponseMatrix, settings: PropagateOptions): TextTable {
  const fits = policies.map((missing) => propagate(matrix, { ...settings, missing }));
  const places = fits.map(({ competency, errorBound }) => ranks(competency, errorBound));
  const order = [...matrix.models.keys()].toSorted(
    (a, b) => (places[0]![a]! || Infinity) - (places[0]![b]! || Infinity),
  );
  const columns: readonly Column<number>[] = [
    { header: "model", align: "left", cell: (model) => matrix.models[model]! },
    ...policies.map((policy, index): Column<number> => ({
      header: `${policy} (${fits[index]!.keptItems.length.toLocaleString("en-US")} items)`,
      align: "right",
      cell: (model) => rankText(places[index]![model]!),
    })),
  ];
  return textTable(columns, order);
}

function rankText(rank: number): string {
  return Number.isNaN(rank) ? "none" : String(rank);
}
