/** What any reader gives out, by the run and under every metric it can be read by. */

import { EipError } from "../errors.ts";
import type {
  Adapter,
  BenchmarkSummary,
  Outcome,
  ReadOptions,
  ReadSummary,
} from "../outcomes/adapter.ts";
import type { GradedMetric, GradedRun } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { patternLookup } from "../outcomes/pattern.ts";
import { isAsked, pairRequest, pairText } from "./choose-pair.ts";
import { RunColumns } from "./run-columns.ts";
import { sourceHashOf } from "./source-hash.ts";

/**
 * Reads logs into runs: a first time as the reader would by itself, and again for each other metric
 * that its summary offers, so that a store need not be filled anew for another metric. With
 * `metrics` in the options, the benchmarks these fit have only what was asked for. Problems and the
 * summary are those of the first reading. Holds ids and scores of all runs, never texts.
 *
 * @throws EipError whatever the reader throws.
 * @example
 * ```ts
 * for await (const run of gradedRuns(lmEval, ["results"])) await store.add(run);
 * ```
 */
export async function* gradedRuns(
  adapter: Adapter,
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<GradedRun> {
  let summary: ReadSummary | undefined;
  const runs = new Runs();
  for await (const outcome of adapter.read(paths, {
    ...options,
    text: false,
    onSummary(given) {
      summary = given;
      options.onSummary?.(given);
    },
  })) {
    runs.add(outcome);
  }
  const benchmarks = new Map(summary?.benchmarks.map((one) => [one.benchmark, one]));
  runs.note(benchmarks.values());
  for (const asked of passes([...benchmarks.values()], options)) {
    await readAgain({ adapter, paths, options }, asked, runs);
  }
  const sources = sourcesOf(summary, paths);
  const expected = expectedOf(summary);
  const hashes = new Map<string, Promise<string>>();
  for (const run of runs.sorted()) {
    const from = sources(run);
    const source = from[0]!;
    const key = from.join("\0");
    if (!hashes.has(key)) hashes.set(key, sourceHashOf(from, options.signal));
    const sourceHash = await hashes.get(key)!;
    yield run.finish({
      source,
      sourceHash,
      hashKind: adapter.name,
      expected: expected(run),
      usual: benchmarks.get(run.benchmark),
    });
  }
}

/** The runs of all models on all benchmarks. */
class Runs {
  readonly #runs = new Map<string, RunColumns>();

  /** Takes an outcome of the first reading, under the metric that it names. */
  add(outcome: Outcome): void {
    const key = nameKey(outcome);
    let run = this.#runs.get(key);
    if (!run) this.#runs.set(key, (run = new RunColumns(outcome)));
    run.add(outcome);
  }

  /** Takes an outcome of a later reading: of the same run, and of the metric asked for only. */
  addAs(outcome: Outcome, pair: GradedMetric): void {
    const { metric = pair.metric, filter = pair.filter } = outcome;
    if (metric !== pair.metric || filter !== pair.filter) return;
    const run = this.#runs.get(nameKey(outcome));
    if (run?.run === outcome.run) run?.add({ ...outcome, metric, filter });
  }

  /** Keeps the harness's own means. */
  note(benchmarks: Iterable<BenchmarkSummary>): void {
    for (const { benchmark, metric, filter, means } of benchmarks) {
      for (const { model, harnessMean } of means) {
        const run = this.#runs.get(nameKey({ model, benchmark }));
        if (harnessMean !== null) run?.harnessMeans.set(pairText({ metric, filter }), harnessMean);
      }
    }
  }

  /** A reading may have been in vain: what it gave is not to be mixed with the next. */
  nextReading(): void {
    for (const run of this.#runs.values()) run.nextReading();
  }

  sorted(): RunColumns[] {
    return [...this.#runs.values()].toSorted(
      (a, b) => byCodeUnit(a.benchmark, b.benchmark) || byCodeUnit(a.model, b.model),
    );
  }
}

/** Benchmarks of one more reading, each with the metric to read it by. */
type Asked = ReadonlyMap<string, string>;

/** As few readings as there are metrics of the benchmark that has the most. */
function passes(benchmarks: readonly BenchmarkSummary[], options: ReadOptions): Asked[] {
  const given = patternLookup(options.metrics ?? {});
  const asked: Map<string, string>[] = [];
  const alone: Asked[] = [];
  for (const { benchmark, alternatives } of benchmarks) {
    if (given.find(benchmark) !== undefined) continue;
    for (const [at, pair] of alternatives.entries()) {
      // As a pattern it might fit other benchmarks as well.
      if (/[*?]/.test(benchmark)) alone.push(new Map([[benchmark, pair]]));
      else (asked[at] ??= new Map()).set(benchmark, pair);
    }
  }
  return [...asked.filter((pass) => pass !== undefined), ...alone];
}

interface Reading {
  readonly adapter: Adapter;
  readonly paths: readonly string[];
  readonly options: ReadOptions;
}

/** A metric that cannot be read after all is left out; the others of the pass are read by themselves. */
async function readAgain(reading: Reading, asked: Asked, runs: Runs): Promise<void> {
  const outcomes: [Outcome, GradedMetric][] = [];
  const { adapter, paths, options } = reading;
  let summary: ReadSummary | undefined;
  try {
    for await (const outcome of adapter.read(paths, {
      ...options,
      text: false,
      metrics: { ...options.metrics, ...Object.fromEntries(asked) },
      wants: (benchmark) => asked.has(benchmark),
      onProblem: () => undefined,
      onProgress: undefined,
      onSummary: (given) => void (summary = given),
    })) {
      const pair = asked.get(outcome.benchmark);
      if (pair !== undefined) outcomes.push([outcome, pairOf(pair)]);
    }
  } catch (error) {
    if (!EipError.isInstance(error)) throw error;
    if (asked.size === 1) return;
    for (const one of asked) await readAgain(reading, new Map([one]), runs);
    return;
  }
  runs.nextReading();
  for (const [outcome, pair] of outcomes) runs.addAs(outcome, pair);
  const found = summary?.benchmarks ?? [];
  runs.note(found.filter((one) => isAsked(one, pairRequest(asked.get(one.benchmark) ?? ""))));
}

function pairOf(text: string): GradedMetric {
  const { metric, filter = "none" } = pairRequest(text);
  return { metric, filter };
}

/** The files of a run, as the summary names them. */
function sourcesOf(
  summary: ReadSummary | undefined,
  paths: readonly string[],
): (run: RunName) => readonly string[] {
  const known = new Map<string, Set<string>>();
  for (const { path, used, ...run } of summary?.runs ?? []) {
    if (used) known.set(nameKey(run), (known.get(nameKey(run)) ?? new Set()).add(path));
  }
  return (run) => {
    const found = known.get(nameKey(run));
    return (found ? [...found] : [...paths]).toSorted(byCodeUnit);
  };
}

/** How many items each run was asked, where its log says so. */
function expectedOf(summary: ReadSummary | undefined): (run: RunName) => number | undefined {
  const used = (summary?.runs ?? []).filter((run) => run.used);
  const counts = new Map(used.map((run) => [nameKey(run), run.expected]));
  return (run) => counts.get(nameKey(run));
}

type RunName = Pick<GradedRun, "model" | "benchmark">;

function nameKey({ model, benchmark }: RunName): string {
  return JSON.stringify([model, benchmark]);
}
