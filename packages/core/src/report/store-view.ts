import { groupBy } from "../outcomes/group-by.ts";
import type { RunHead } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { textTable, type TextTable } from "./table.ts";

interface BenchmarkRuns {
  readonly benchmark: string;
  readonly runs: readonly RunHead[];
}

/** What a store holds: a line for each benchmark. */
export function storedRunsTable(runs: readonly RunHead[]): TextTable {
  const benchmarks = [...groupBy(runs, ({ benchmark }) => benchmark)]
    .map(([benchmark, ofBenchmark]): BenchmarkRuns => ({ benchmark, runs: ofBenchmark }))
    .toSorted((a, b) => byCodeUnit(a.benchmark, b.benchmark));
  return textTable<BenchmarkRuns>(
    [
      { header: "benchmark", align: "left", cell: ({ benchmark }) => benchmark, mayShrink: true },
      { header: "models", align: "right", cell: (one) => String(distinct(one, "model").length) },
      { header: "runs", align: "right", cell: (one) => String(one.runs.length) },
      { header: "items", align: "right", cell: itemsText },
      { header: "metrics", align: "left", cell: metricsText, dropFirst: 1 },
    ],
    benchmarks,
  );
}

function distinct({ runs }: BenchmarkRuns, key: "model"): string[] {
  return [...new Set(runs.map((run) => run[key]))];
}

/** Rows of the smallest and the largest run, where they differ. */
function itemsText({ runs }: BenchmarkRuns): string {
  const rows = runs.map((run) => run.rows);
  const [least, most] = [Math.min(...rows), Math.max(...rows)];
  const text = (number: number): string => number.toLocaleString("en-US");
  return least === most ? text(most) : `${text(least)} to ${text(most)}`;
}

function metricsText({ runs }: BenchmarkRuns): string {
  const names = runs.flatMap(({ metrics }) =>
    metrics.map(({ metric, filter }) => (filter === "none" ? metric : `${metric},${filter}`)),
  );
  return [...new Set(names)].join(" ");
}
