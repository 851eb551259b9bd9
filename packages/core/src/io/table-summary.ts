import { exactSum, type ExactSum } from "../numeric/sum.ts";
import type {
  BenchmarkSummary,
  IgnoredFile,
  Notice,
  Outcome,
  ReadSummary,
  RunSummary,
} from "../outcomes/adapter.ts";

/** One model's outcomes on one benchmark, from one file. */
interface Run {
  readonly firstTrial: number | undefined;
  items: number;
}

interface Grades {
  readonly sum: ExactSum;
  graded: number;
}

interface Benchmark {
  readonly metrics: Set<string>;
  readonly filters: Set<string>;
  readonly items: Set<string>;
  readonly models: Map<string, Grades>;
  /** By path, then by model. */
  readonly runs: Map<string, Map<string, Run>>;
}

/** Keeps count of what a reader of tables yields. Holds ids, never outcomes. */
export class TableSummary {
  readonly notices: Notice[] = [];
  readonly ignored: IgnoredFile[] = [];
  filesFound = 0;
  filesRead = 0;
  readonly #benchmarks = new Map<string, Benchmark>();

  /** Whether any outcome was counted. */
  get isEmpty(): boolean {
    return this.#benchmarks.size === 0;
  }

  get benchmarkNames(): readonly string[] {
    return [...this.#benchmarks.keys()];
  }

  /** Counts one outcome of a file whose scores are in the column `metric`. */
  add(outcome: Outcome, { path, metric }: { path: string; metric: string }): void {
    const benchmark = this.#benchmark(outcome.benchmark);
    benchmark.items.add(outcome.item);
    const grades = gradesOf(benchmark, outcome.model);
    if (outcome.score !== null) {
      grades.sum.add(outcome.score);
      grades.graded += 1;
    }
    const run = runOf(benchmark, outcome, path);
    if (run.items === 0 || outcome.metric !== undefined || outcome.filter !== undefined) {
      benchmark.metrics.add(outcome.metric ?? metric);
      benchmark.filters.add(outcome.filter ?? "none");
    }
    if (outcome.trial === run.firstTrial) run.items += 1;
  }

  finish(adapter: string): ReadSummary {
    const benchmarks = [...this.#benchmarks].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return {
      adapter,
      filesFound: this.filesFound,
      filesRead: this.filesRead,
      runs: benchmarks.flatMap(([name, benchmark]) => runsOf(name, benchmark)),
      benchmarks: benchmarks.map(([name, benchmark]) => benchmarkSummary(name, benchmark)),
      ignored: this.ignored,
      notices: this.notices,
    };
  }

  #benchmark(name: string): Benchmark {
    let benchmark = this.#benchmarks.get(name);
    if (!benchmark) {
      benchmark = {
        metrics: new Set(),
        filters: new Set(),
        items: new Set(),
        models: new Map(),
        runs: new Map(),
      };
      this.#benchmarks.set(name, benchmark);
    }
    return benchmark;
  }
}

function gradesOf({ models }: Benchmark, model: string): Grades {
  let grades = models.get(model);
  if (!grades) {
    grades = { sum: exactSum(), graded: 0 };
    models.set(model, grades);
  }
  return grades;
}

function runOf({ runs }: Benchmark, { model, trial }: Outcome, path: string): Run {
  let ofFile = runs.get(path);
  if (!ofFile) runs.set(path, (ofFile = new Map()));
  let run = ofFile.get(model);
  if (!run) ofFile.set(model, (run = { firstTrial: trial, items: 0 }));
  return run;
}

function runsOf(benchmark: string, { runs }: Benchmark): RunSummary[] {
  return [...runs].flatMap(([path, models]) =>
    [...models].map(([model, { items }]) => ({ model, benchmark, path, items, used: true })),
  );
}

function benchmarkSummary(name: string, benchmark: Benchmark): BenchmarkSummary {
  const [metric = "score", ...alternatives] = [...benchmark.metrics].toSorted();
  const [filter = "none"] = [...benchmark.filters].toSorted();
  const models = [...benchmark.models].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    benchmark: name,
    metric,
    filter,
    models: models.length,
    items: benchmark.items.size,
    alternatives,
    means: models
      .filter(([, { graded }]) => graded > 0)
      .map(([model, { sum, graded }]) => ({
        model,
        mean: sum.total() / graded,
        harnessMean: null,
        agrees: null,
      })),
  };
}
