/** What may be said about a difference, and whether a change may pass. */

/** `equivalent`: the difference lies within the margin. Never "equal": nothing can show that. */
export type Verdict = "a" | "b" | "equivalent" | "undecided";

export type GateResult = "passed" | "failed" | "undecided";

/** An interval of a difference, B minus A; `null` where none could be estimated. */
export interface Interval {
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface Judged extends Interval {
  /** Adjusted p value. */
  readonly p: number;
  /** 1 minus the level. */
  readonly alpha: number;
  /** Half-width of what counts as no difference. */
  readonly margin?: number | undefined;
}

/**
 * `b` or `a` when the p value is at most alpha and the interval lies on that side of 0; else
 * `equivalent` when the interval lies within the margin; else `undecided`.
 *
 * @example
 * ```ts
 * verdict({ lower: -0.004, upper: 0.006, p: 0.6, alpha: 0.05, margin: 0.01 }); // "equivalent"
 * ```
 */
export function verdict({ lower, upper, p, alpha, margin }: Judged): Verdict {
  if (lower === null || upper === null) return "undecided";
  if (p <= alpha && lower > 0) return "b";
  if (p <= alpha && upper < 0) return "a";
  if (margin !== undefined && lower > -margin && upper < margin) return "equivalent";
  return "undecided";
}

export interface Gates {
  /** B may lose less than this. */
  readonly maxDrop?: number | undefined;
  /** B has to win at least this. */
  readonly minGain?: number | undefined;
}

/**
 * The result of the gates that were asked for: with a drop D allowed, passed when the interval lies
 * above -D and failed when it lies below; with a gain D wanted, passed when it starts at D or above and
 * failed when it lies below. Of two gates the worse result counts.
 *
 * @returns `null` when none was asked for.
 * @example
 * ```ts
 * gateResult({ lower: -0.002, upper: 0.015 }, { maxDrop: 0.01 }); // "passed"
 * ```
 */
export function gateResult(interval: Interval, { maxDrop, minGain }: Gates): GateResult | null {
  const results: GateResult[] = [];
  const { lower, upper } = interval;
  const judge = (passes: (lower: number) => boolean, border: number) => {
    if (lower === null || upper === null) results.push("undecided");
    else results.push(passes(lower) ? "passed" : upper < border ? "failed" : "undecided");
  };
  if (maxDrop !== undefined) judge((from) => from > -maxDrop, -maxDrop);
  if (minGain !== undefined) judge((from) => from >= minGain, minGain);
  if (results.length === 0) return null;
  if (results.includes("failed")) return "failed";
  return results.includes("undecided") ? "undecided" : "passed";
}
