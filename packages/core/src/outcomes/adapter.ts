/** The contract between the core and the readers of evaluation logs. */

import type { ErrorCode } from "../errors.ts";

/** One graded attempt: what one model earned on one item. */
export interface Outcome {
  /** The model as its users name it; never a path. */
  readonly model: string;
  /** The leaf task that the item belongs to. */
  readonly benchmark: string;
  /**
   * The harness's own id of the item, unchanged where it has one (sample id, document id, row
   * index). Stable across runs; never a position in the log; without the benchmark in front.
   */
  readonly item: string;
  /** Credit in [0, 1]; `null` when the item was asked and nothing could be graded. */
  readonly score: number | null;
  /** Which repetition of the item by the model: 0, 1, 2 … */
  readonly trial?: number | undefined;
  readonly metric?: string | undefined;
  readonly filter?: string | undefined;
  readonly run?: string | undefined;
  /** A hash of the question, where known. */
  readonly contentHash?: string | undefined;
  /** The question; only with {@link ReadOptions.text}. */
  readonly text?: string | undefined;
  /** The reference answer; only with {@link ReadOptions.text}. */
  readonly key?: string | undefined;
  /** The model's answer; only with {@link ReadOptions.text}. */
  readonly answer?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** How a raw grade becomes a score in [0, 1]; see `scoreFromGrade`. */
export type ScoreScale =
  | "unit"
  | { readonly min: number; readonly max: number }
  | { readonly labels: Readonly<Record<string, number>> };

/** A reader of one kind of log. Adapters are plain values without state. */
export interface Adapter {
  readonly contract: 1;
  readonly name: string;
  /**
   * Reads files and folders. May pass over its paths twice; never holds texts or whole files.
   * Given one file it may look at the files beside it to learn about the run, never for outcomes.
   */
  read(paths: readonly string[], options?: ReadOptions): AsyncIterable<Outcome>;
}

export interface ReadOptions {
  /** Benchmark pattern (`*` and `?` as in file names) to `"metric"` or `"metric,filter"`. */
  readonly metrics?: Readonly<Record<string, string>> | undefined;
  /** Benchmark pattern to the scale of its raw grades. */
  readonly scales?: Readonly<Record<string, ScoreScale>> | undefined;
  /** Which benchmarks are wanted; the others are not read and cannot cause a problem. */
  readonly wants?: ((benchmark: string) => boolean) | undefined;
  /** Label for the model of a log that does not name it. */
  readonly name?: string | undefined;
  /** Set-up differences that may be pooled all the same, for instance `"n-shot"`. */
  readonly allowMixed?: readonly string[] | undefined;
  /**
   * Use records that somebody broke over lines, put together again. Default: they are left out and
   * reported, since nobody can tell what else was edited.
   */
  readonly repair?: boolean | undefined;
  /**
   * Check every byte of a log. Default: members that no outcome needs, such as prompts and responses,
   * are passed over where the records of a log are laid out alike. Damage in the midst of them is then
   * noticed only where it is a line break or the beginning of another record.
   */
  readonly strict?: boolean | undefined;
  /** Fields of the item to carry into {@link Outcome.metadata}, where the log has them. */
  readonly carry?: readonly string[] | undefined;
  /**
   * Read question, reference and answer as well. `"whole"`: the answer as the model wrote it, where the
   * harness took a part out of it to grade that; an answer without a character is then `""`, and otherwise
   * none.
   */
  readonly text?: boolean | "whole" | undefined;
  /** Called for each problem; reading goes on after a skipped one. Absent: the first throws. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  /** Called once, when everything was read. */
  readonly onSummary?: ((summary: ReadSummary) => void) | undefined;
  /** Called now and then during a long read. */
  readonly onProgress?: ((progress: ReadProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Something a reader could not use. *Fatal*: no honest result is possible and reading ends with an
 * `EipError`. *Skipped*: one line, file or task is left out, and reading goes on.
 */
export interface Problem {
  readonly severity: "fatal" | "skipped";
  readonly code: ErrorCode;
  readonly message: string;
  readonly path: string;
  readonly line?: number | undefined;
  /** One thing to do about it. */
  readonly try?: string | undefined;
}

export interface ReadProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly file: string;
}

/** What was read and what was not. */
export interface ReadSummary {
  readonly adapter: string;
  readonly filesFound: number;
  readonly filesRead: number;
  readonly runs: readonly RunSummary[];
  readonly benchmarks: readonly BenchmarkSummary[];
  readonly ignored: readonly IgnoredFile[];
  readonly notices: readonly Notice[];
}

/** One run of one benchmark by one model, as found in the logs. */
export interface RunSummary {
  readonly model: string;
  readonly benchmark: string;
  readonly path: string;
  /** When it ran, as the log says it; absent where it does not. */
  readonly date?: string | undefined;
  readonly items: number;
  /** Items that were asked, where the log says so. */
  readonly expected?: number | undefined;
  readonly used: boolean;
  /** Why this run was not used. */
  readonly reason?: string | undefined;
}

export interface BenchmarkSummary {
  readonly benchmark: string;
  readonly metric: string;
  /** `"none"` where the harness applied none. */
  readonly filter: string;
  readonly models: number;
  readonly items: number;
  /** Other pairs that would be usable, as `"metric,filter"`. */
  readonly alternatives: readonly string[];
  readonly means: readonly MeanCheck[];
}

/** Our mean of the graded items of one model beside the harness's own figure. */
export interface MeanCheck {
  readonly model: string;
  readonly mean: number;
  /** The harness's figure; `null` where the log has none that is a mean over items. */
  readonly harnessMean: number | null;
  /** Whether the two agree to 1e-6; `null` where there is nothing to compare. */
  readonly agrees: boolean | null;
}

export interface IgnoredFile {
  readonly path: string;
  readonly reason: string;
}

/** Something a reader wants said that is not a problem: a choice it made, a doubt it has. */
export interface Notice {
  readonly severity: "warning" | "note";
  readonly code: NoticeCode;
  readonly message: string;
  readonly try?: string | undefined;
  readonly benchmark?: string | undefined;
  readonly models?: readonly string[] | undefined;
}

export type NoticeCode =
  | "constant-scores"
  | "filter-ambiguous"
  | "item-identity"
  | "label"
  | "mapping"
  | "metric-mismatch"
  | "partial-run"
  | "prompt-differs"
  | "rerun"
  | "unmatched-option";
