/** One run in columns while its outcomes come in. */

import type { BenchmarkSummary, Outcome } from "../outcomes/adapter.ts";
import type { GradedMetric, GradedRun, RunHead } from "../outcomes/graded-run.ts";
import { pairText } from "./choose-pair.ts";
import { fingerprintOf } from "./fingerprint.ts";

type Score = number | null | undefined;

/** What is known of a run only when everything was read. */
export interface RunOrigin extends Pick<
  RunHead,
  "source" | "sourceHash" | "hashKind" | "expected"
> {
  /** The metric that the reader chose by itself. */
  readonly usual: Pick<BenchmarkSummary, "metric" | "filter"> | undefined;
}

export class RunColumns {
  readonly model: string;
  readonly benchmark: string;
  readonly run: string | undefined;
  readonly harnessMeans: Map<string, number> = new Map<string, number>();
  readonly #items: string[] = [];
  readonly #hashes: (string | undefined)[] = [];
  readonly #trials: number[] = [];
  readonly #rows = new Map<string, number>();
  readonly #columns = new Map<string, { pair: GradedMetric | undefined; scores: Score[] }>();
  /** How often a reading gave a cell under a metric: each time is a row of its own. */
  #times = new Map<string, number>();

  constructor({ model, benchmark, run }: Outcome) {
    this.model = model;
    this.benchmark = benchmark;
    this.run = run;
  }

  add(outcome: Outcome): void {
    const column = this.#column(outcome);
    const { item, trial = 0, contentHash } = outcome;
    const cell = `${trial} ${item}`;
    const place = `${column.key} ${cell}`;
    const time = this.#times.get(place) ?? 0;
    this.#times.set(place, time + 1);
    column.scores[this.#row(`${time} ${cell}`, { item, trial, contentHash })] = outcome.score;
  }

  nextReading(): void {
    this.#times = new Map();
  }

  finish({ source, sourceHash, hashKind, expected, usual }: RunOrigin): GradedRun {
    const hasHashes = this.#hashes.some((hash) => hash !== undefined);
    const columns = this.#usualFirst(usual);
    return {
      model: this.model,
      benchmark: this.benchmark,
      run: this.run,
      source,
      sourceHash,
      metrics: columns.map(({ pair }) => pair),
      rows: this.#items.length,
      expected,
      hashKind: hasHashes ? hashKind : undefined,
      fingerprint: fingerprintOf(this.#items, this.#hashes),
      harnessMeans: Object.fromEntries(this.harnessMeans),
      items: this.#items,
      contentHashes: hasHashes ? this.#hashes : undefined,
      trials: this.#trials.some((trial) => trial !== 0) ? this.#trials : undefined,
      scores: columns.map(({ scores }) => this.#items.map((_, row) => scores[row])),
    };
  }

  #column({ metric, filter = "none" }: Outcome) {
    const pair = metric === undefined ? undefined : { metric, filter };
    const key = pair ? pairText(pair) : "";
    let column = this.#columns.get(key);
    if (!column) this.#columns.set(key, (column = { pair, scores: [] }));
    return { key, scores: column.scores };
  }

  #row(
    key: string,
    { item, trial, contentHash }: Pick<Outcome, "item" | "contentHash"> & { trial: number },
  ): number {
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = this.#items.length;
      this.#rows.set(key, row);
      this.#items.push(item);
      this.#trials.push(trial);
      this.#hashes.push(contentHash);
    }
    return row;
  }

  #usualFirst(usual: RunOrigin["usual"]): { pair: GradedMetric; scores: Score[] }[] {
    const first = usual ?? { metric: "score", filter: "none" };
    const named = [...this.#columns.values()].map(({ pair, scores }) => ({
      pair: pair ?? { metric: first.metric, filter: first.filter },
      scores,
    }));
    const isUsual = ({ pair }: { pair: GradedMetric }): boolean =>
      pair.metric === first.metric && pair.filter === first.filter;
    return [...named.filter(isUsual), ...named.filter((one) => !isUsual(one))];
  }
}
