/** Runs of many models to one pool: what a reader of a store, or of downloaded details, gives out. */

import { EipError } from "../errors.ts";
import type { IgnoredFile, Notice, Outcome, ReadOptions } from "../outcomes/adapter.ts";
import { groupBy } from "../outcomes/group-by.ts";
import type { GradedMetric, GradedRun, RunHead } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import {
  columnarOutcomes,
  outcomesOfColumns,
  type ColumnarOutcomes,
  type OutcomeColumns,
  type OutcomePart,
} from "../outcomes/outcome-columns.ts";
import { patternLookup } from "../outcomes/pattern.ts";
import { pairRequest } from "./choose-pair.ts";
import { itemsBuilder, type JoinedItems } from "./join-identity.ts";
import { planJoin, type JoinPlan } from "./join-plan.ts";
import { leftOut, subsetCandidates, type Candidate } from "./join-subsets.ts";
import { JoinTally } from "./join-tally.ts";
import { ProblemReport } from "./problem-report.ts";
import { refusedOnly, type Refused } from "./refused.ts";
import { repeatFinder, withoutRepeats, type Repeats } from "./repeated-rows.ts";

/** Runs that are to be joined, known by their heads. */
export interface RunPool {
  /** Name of the reader, for the summary. */
  readonly adapter: string;
  /** In the order in which reading them is cheapest. */
  readonly heads: readonly RunHead[];
  /** The rows of a run under one of its metrics; runs with the same items may share the lists. */
  load(head: RunHead, wanted: { readonly metric: GradedMetric }): Promise<GradedRun>;
  /** What else the outcome of a row says, for instance texts. */
  readonly details?: ((run: GradedRun, row: number) => Partial<Outcome>) | undefined;
  /** The file of a run, where that is not its source. */
  readonly pathOf?: ((head: RunHead) => string) | undefined;
  readonly filesFound: number;
  readonly filesRead: number;
  readonly ignored?: readonly IgnoredFile[] | undefined;
  readonly notices?: readonly Notice[] | undefined;
  /** The error for paths in which nothing is to be had. */
  readonly nothing?: (() => EipError) | undefined;
  readonly close?: (() => Promise<void>) | undefined;
}

/**
 * Joins runs: decides over all of them which run of a model counts, by which metric, and what
 * identifies an item, and then loads them one after the other. Holds the items of one benchmark and
 * the scores of one run.
 *
 * @throws EipError `no-outcomes` where nothing can be used, and the one reason where there is one.
 */
export function joinRuns(
  pool: () => RunPool | Promise<RunPool>,
  options: ReadOptions = {},
): ColumnarOutcomes {
  return columnarOutcomes(() => new Join(options).parts(pool));
}

class Join {
  readonly #options: ReadOptions;
  readonly #report: ProblemReport;
  readonly #repeatsOf = repeatFinder();

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#report = new ProblemReport(options.onProblem);
  }

  async *parts(open: () => RunPool | Promise<RunPool>): AsyncGenerator<OutcomePart> {
    let pool: RunPool | undefined;
    try {
      pool = await open();
      yield* this.#pool(pool);
    } catch (error) {
      throw this.#report.fatal(error, pool?.heads[0]?.source ?? "");
    } finally {
      await pool?.close?.();
    }
  }

  async *#pool(pool: RunPool): AsyncGenerator<OutcomePart> {
    const { wants = () => true, onSummary } = this.#options;
    const wanted = pool.heads.filter(({ benchmark }) => wants(benchmark));
    const plans = planAll(wanted, this.#options);
    const refusals = plans.flatMap(({ refused }) => refused);
    if (plans.every(({ runs }) => runs.length === 0)) throw nothingJoined(pool, refusals);
    for (const { error, path } of refusals) this.#report.skipped(error, { path });
    const tally = new JoinTally(pool, this.#options);
    const { without, identities } = await this.#withoutSubsets(pool, plans, tally);
    for (const plan of plans) {
      if (without.has(plan.benchmark)) tally.leaveOut(plan);
      else yield* this.#benchmark(pool, plan, { tally, known: identities.get(plan.benchmark) });
    }
    onSummary?.(tally.summary());
  }

  async *#benchmark(
    pool: RunPool,
    plan: JoinPlan,
    { tally, known }: { tally: JoinTally; known: JoinedItems | undefined },
  ): AsyncGenerator<OutcomePart> {
    const isOneList = new Set(plan.runs.map(listKey)).size <= 1;
    const items = known ?? (isOneList ? itemsBuilder().finish() : await this.#items(pool, plan));
    const ofBenchmark = tally.begin(plan, items);
    for (const head of plan.runs) {
      this.#options.signal?.throwIfAborted();
      const run = await this.#load(pool, head, plan.pair);
      if (!run) {
        ofBenchmark.unreadable(head);
        continue;
      }
      const columns = this.#columns(run, plan, items);
      ofBenchmark.add(head, run, columns);
      if (pool.details) yield* detailed(run, columns, pool.details);
      else yield columns;
    }
    ofBenchmark.end();
  }

  #columns(run: GradedRun, { pair }: JoinPlan, items: JoinedItems): OutcomeColumns {
    const { model, benchmark, contentHashes, trials } = run;
    const repeats = this.#repeatsOf(run.items, trials);
    const { scores, conflicting } = withoutRepeats(run.scores[0] ?? [], repeats);
    if (conflicting.length > 0) this.#conflict(run, conflicting, repeats);
    return {
      model,
      benchmark,
      metric: pair.metric,
      filter: pair.filter,
      run: run.run,
      items: items.kindOf(run).itemsOf(run),
      contentHashes,
      trials,
      scores,
    };
  }

  #conflict(run: GradedRun, rows: readonly number[], repeats: Repeats): void {
    const alike = repeats.find((ones) => ones.includes(rows[0]!)) ?? [];
    const scores = alike.map((row) => run.scores[0]![row]).filter((score) => score !== undefined);
    const more = rows.length > 1 ? `, and ${rows.length - 1} more like it` : "";
    const error = new EipError("conflicting-outcomes", {
      where: run.source,
      found: `scores ${[...new Set(scores)].map((score) => score ?? "none").join(" and ")} for item ${run.items[rows[0]!]!} of ${run.benchmark} by ${run.model}${more}`,
      expected: "one score for each item and trial",
      try: "leave these out, or give a run in which each is once",
    });
    this.#report.skipped(error, { path: run.source });
  }

  /** One run of each list of items is looked at. */
  async #items(pool: RunPool, plan: JoinPlan): Promise<JoinedItems> {
    const lists = groupBy(plan.runs, listKey);
    const joined = itemsBuilder();
    for (const runs of lists.values()) {
      this.#options.signal?.throwIfAborted();
      const run = await this.#firstOf(pool, runs, plan.pair);
      if (run) joined.add(run, runs.length);
    }
    return joined.finish();
  }

  /** What cannot be read is told of when it is its turn. */
  async #firstOf(pool: RunPool, runs: readonly RunHead[], metric: GradedMetric) {
    for (const head of runs) {
      try {
        return await pool.load(head, { metric });
      } catch (error) {
        if (!EipError.isInstance(error)) throw error;
      }
    }
    return undefined;
  }

  async #load(pool: RunPool, head: RunHead, metric: GradedMetric): Promise<GradedRun | undefined> {
    try {
      return await pool.load(head, { metric });
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      this.#report.skipped(error, { path: pool.pathOf?.(head) ?? head.source });
      return undefined;
    }
  }

  async #withoutSubsets(pool: RunPool, plans: readonly JoinPlan[], tally: JoinTally) {
    const used = plans.filter(({ runs }) => runs.length > 0);
    const names = subsetCandidates(used.map(({ benchmark }) => benchmark));
    const candidates: Candidate[] = [];
    for (const plan of used.filter(({ benchmark }) => names.has(benchmark))) {
      const models = new Set(plan.runs.map(({ model }) => model));
      candidates.push({
        benchmark: plan.benchmark,
        models,
        items: await this.#items(pool, plan),
      });
    }
    const { benchmarks, notices } = leftOut(candidates);
    tally.say(notices);
    return {
      without: benchmarks,
      identities: new Map(candidates.map(({ benchmark, items }) => [benchmark, items])),
    };
  }
}

/** Runs with the same key have the same items with the same hashes. */
const listKey = ({ fingerprint, hashKind }: RunHead): string =>
  JSON.stringify([hashKind, fingerprint]);

function planAll(heads: readonly RunHead[], { metrics = {} }: ReadOptions): JoinPlan[] {
  const requests = patternLookup(metrics);
  const benchmarks = [...groupBy(heads, ({ benchmark }) => benchmark)].toSorted(([a], [b]) =>
    byCodeUnit(a, b),
  );
  return benchmarks.map(([benchmark, ofBenchmark]) => {
    const asked = requests.find(benchmark);
    return planJoin(ofBenchmark, asked === undefined ? undefined : pairRequest(asked));
  });
}

function nothingJoined(pool: RunPool, refusals: readonly Refused[]): EipError {
  if (refusals.length > 0) return refusedOnly(pool.heads[0]!.source, refusals);
  return (
    pool.nothing?.() ?? new EipError("no-outcomes", { found: "no run of the benchmarks wanted" })
  );
}

function* detailed(
  run: GradedRun,
  columns: OutcomeColumns,
  details: NonNullable<RunPool["details"]>,
): Generator<Outcome> {
  for (const [row, score] of columns.scores.entries()) {
    if (score === undefined) continue;
    const [outcome] = outcomesOfColumns({
      ...columns,
      items: [columns.items[row]!],
      contentHashes: columns.contentHashes && [columns.contentHashes[row]],
      trials: columns.trials && [columns.trials[row]!],
      scores: [score],
    });
    yield { ...outcome!, ...details(run, row) };
  }
}
