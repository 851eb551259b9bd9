/** One run of one benchmark by one model, in columns: what a store keeps and a pool is joined from. */

/** A metric with a score per item, and the filter that found the answers. */
export interface GradedMetric {
  readonly metric: string;
  /** `"none"` where the harness applied none. */
  readonly filter: string;
}

/** What is known about a run without its rows. */
export interface RunHead {
  readonly model: string;
  readonly benchmark: string;
  /** When it ran, as the log writes it; later runs sort behind earlier ones. */
  readonly run?: string | undefined;
  /** Where it comes from: a path, or repository and file. */
  readonly source: string;
  /** Identifies the bytes that were read, as `sha256:…` or `git-sha1:…`. */
  readonly sourceHash?: string | undefined;
  /** The usual metric first; at least one. */
  readonly metrics: readonly GradedMetric[];
  readonly rows: number;
  /** Number of items that were to be asked in a complete run; absent where the log does not say. */
  readonly expected?: number | undefined;
  /** What the content hashes are hashes of; those of different kinds cannot be compared. */
  readonly hashKind?: string | undefined;
  /** Equal for runs with the same items and content hashes, in any order. */
  readonly fingerprint: string;
  /** The harness's own mean by `"metric,filter"`, where it has one. */
  readonly harnessMeans: Readonly<Record<string, number>>;
}

/** A run with its rows. A row is one item in one trial. */
export interface GradedRun extends RunHead {
  readonly items: readonly string[];
  /** Absent where no row has one. */
  readonly contentHashes?: readonly (string | undefined)[] | undefined;
  /** Absent where every trial is 0. */
  readonly trials?: readonly number[] | undefined;
  /**
   * For each metric a score per row: a number in [0, 1]; `null` for an answer that could not be
   * graded; `undefined` where the metric does not apply to the row.
   */
  readonly scores: readonly (readonly (number | null | undefined)[])[];
}
