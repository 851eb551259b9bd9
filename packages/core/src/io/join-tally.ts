/** What becomes of runs that are joined, for the summary. */

import type {
  BenchmarkSummary,
  MeanCheck,
  Notice,
  ReadOptions,
  ReadSummary,
  RunSummary,
} from "../outcomes/adapter.ts";
import type { GradedRun, RunHead } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import type { OutcomeColumns } from "../outcomes/outcome-columns.ts";
import { matchesPattern } from "../outcomes/pattern.ts";
import { unmatchedOptions } from "../outcomes/unmatched-options.ts";
import { alternativesTo } from "./choose-pair.ts";
import { foldBenchmarks, foldRemarks, type Remark } from "./folded-notices.ts";
import type { JoinedItems, JoinedKind } from "./join-identity.ts";
import { identityNotices, mismatchRemark } from "./join-notices.ts";
import type { JoinPlan } from "./join-plan.ts";
import type { RunPool } from "./join-runs.ts";
import { checkMean } from "./run-mean.ts";

export class JoinTally {
  readonly #pool: RunPool;
  readonly #options: ReadOptions;
  readonly #runs: RunSummary[] = [];
  readonly #benchmarks: BenchmarkSummary[] = [];
  readonly #notices: Notice[] = [];
  readonly #remarks: Remark[] = [];

  constructor(pool: RunPool, options: ReadOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  say(notices: readonly Notice[]): void {
    this.#notices.push(...notices);
  }

  leaveOut(plan: JoinPlan): void {
    for (const head of plan.runs) this.#unused(head, "its items are in a wider benchmark");
    for (const { run, reason } of plan.unused) this.#unused(run, reason);
  }

  /** Counts one benchmark. */
  begin(plan: JoinPlan, items: JoinedItems): BenchmarkTally {
    for (const { run, reason } of plan.unused) this.#unused(run, reason);
    this.#notices.push(...plan.notices);
    this.#remarks.push(...plan.remarks);
    return new BenchmarkTally(plan, items, {
      used: (head) => this.#runs.push({ ...shortRun(head), used: true }),
      unused: (head, reason) => this.#unused(head, reason),
      remarks: this.#remarks,
      notices: this.#notices,
      benchmarks: this.#benchmarks,
    });
  }

  summary(): ReadSummary {
    const { adapter, filesFound, filesRead, ignored = [], notices = [], heads } = this.#pool;
    return {
      adapter,
      filesFound,
      filesRead,
      runs: this.#runs,
      benchmarks: this.#benchmarks,
      ignored,
      notices: [
        ...notices,
        ...foldBenchmarks(this.#notices),
        ...foldRemarks(this.#remarks),
        ...unmatchedOptions(this.#options, heads),
        ...unusedScales(this.#options, heads),
      ],
    };
  }

  #unused(head: RunHead, reason: string): void {
    this.#runs.push({ ...shortRun(head), used: false, reason });
  }
}

interface Sink {
  readonly used: (head: RunHead) => void;
  readonly unused: (head: RunHead, reason: string) => void;
  readonly remarks: Remark[];
  readonly notices: Notice[];
  readonly benchmarks: BenchmarkSummary[];
}

/** Counts the runs of one benchmark while they are given out. */
export class BenchmarkTally {
  readonly #plan: JoinPlan;
  readonly #joined: JoinedItems;
  readonly #sink: Sink;
  readonly #means: MeanCheck[] = [];
  readonly #items = new Set<string>();
  readonly #lists = new WeakSet<readonly string[]>();
  readonly #outliers = new Map<JoinedKind, string[]>();
  readonly #isUsual = new WeakMap<readonly string[], boolean>();

  constructor(plan: JoinPlan, joined: JoinedItems, sink: Sink) {
    this.#plan = plan;
    this.#joined = joined;
    this.#sink = sink;
  }

  add(head: RunHead, run: GradedRun, columns: OutcomeColumns): void {
    const { pair } = this.#plan;
    const mean = checkMean(head, pair, columns.scores);
    this.#means.push(mean);
    this.#sink.remarks.push(...mismatchRemark(head, pair, mean));
    this.#sink.used(head);
    this.#count(columns);
    const kind = this.#joined.kindOf(run);
    if (kind.by === "id" || this.#asMost(run, kind)) return;
    const models = this.#outliers.get(kind) ?? [];
    this.#outliers.set(kind, models);
    models.push(head.model);
  }

  unreadable(head: RunHead): void {
    this.#sink.unused(head, "it could not be read");
  }

  end(): void {
    const { benchmark, pair, runs } = this.#plan;
    if (this.#means.length === 0) return;
    for (const models of this.#outliers.values()) models.sort(byCodeUnit);
    this.#sink.notices.push(...identityNotices(benchmark, this.#joined, this.#outliers));
    this.#sink.benchmarks.push({
      benchmark,
      metric: pair.metric,
      filter: pair.filter,
      models: this.#means.length,
      items: this.#items.size,
      alternatives: alternativesTo(pair, runs),
      means: this.#means,
    });
  }

  #count({ items, scores }: OutcomeColumns): void {
    const isWhole = !scores.includes(undefined);
    if (isWhole && this.#lists.has(items)) return;
    for (const [row, item] of items.entries()) {
      if (scores[row] !== undefined) this.#items.add(item);
    }
    if (isWhole) this.#lists.add(items);
  }

  /** Whether every id stands for what it stands for in most runs. */
  #asMost({ items, contentHashes }: GradedRun, { ledger }: JoinedKind): boolean {
    let isUsual = this.#isUsual.get(items);
    if (isUsual === undefined) {
      isUsual = items.every((id, row) => {
        const hash = contentHashes?.[row];
        return hash === undefined || ledger.isUsual(id, hash);
      });
      this.#isUsual.set(items, isUsual);
    }
    return isUsual;
  }
}

function shortRun({ model, benchmark, source, run, rows }: RunHead): Omit<RunSummary, "used"> {
  return {
    model,
    benchmark,
    path: source,
    items: rows,
    ...(run === undefined ? {} : { date: run }),
  };
}

/** A scale was applied when the logs were read, or never will be. */
function unusedScales({ scales = {} }: ReadOptions, heads: readonly RunHead[]): Notice[] {
  const benchmarks = new Set(heads.map(({ benchmark }) => benchmark));
  return Object.keys(scales)
    .filter((pattern) => [...benchmarks].some((name) => matchesPattern(pattern, name)))
    .map((pattern) => ({
      severity: "warning",
      code: "unmatched-option",
      message: `scale ${pattern}: these runs hold scores from 0 to 1 already, so it was not applied.`,
    }));
}
