import type { Repeats, Request } from "./request.ts";
import { sampleCount, type Run } from "./run.ts";
import type { ScoreRule } from "./score-rule.ts";

/** The scores of one sample in the order of its outcomes; `null` is ungraded. */
export function scoresOf(
  { table }: Run,
  { sample, scoreOf }: { sample: number; scoreOf: ScoreRule["scoreOf"] },
): readonly (number | null)[] {
  const scores: (number | null)[] = [];
  for (const row of table.rowsOf(sample)) {
    const score = scoreOf(row);
    if (score !== undefined) scores.push(score);
  }
  return scores;
}

/**
 * What several outcomes of one sample come to (format document, section 2.2): one score, or one per
 * trial. No outcome at all is ungraded.
 *
 * @example
 * ```ts
 * settleRepeats([0, 1], "last"); // [1]
 * settleRepeats([0, 1], "mean"); // [0.5]
 * settleRepeats([0, 1], "trials"); // [0, 1]
 * settleRepeats([], "last"); // [null]
 * ```
 */
export function settleRepeats(
  scores: readonly (number | null)[],
  repeats: Repeats,
): readonly (number | null)[] {
  if (scores.length < 2 && typeof repeats === "string")
    return scores.length === 0 ? [null] : scores;
  const graded = scores.filter((score) => score !== null);
  switch (repeats) {
    case "trials":
      return scores;
    case "first":
      return scores.slice(0, 1);
    case "mean":
      return [graded.length === 0 ? null : sumOf(graded) / graded.length];
    case "max":
      return [graded.length === 0 ? null : Math.max(...graded)];
    case "last":
    case "error":
      return scores.slice(-1);
    default:
      return [scores[repeats] ?? null];
  }
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** How often samples have more than one outcome. */
export interface RepeatCount {
  readonly repeated: number;
  /** Samples with any outcome. */
  readonly withOutcome: number;
  /** Most outcomes of one sample. */
  readonly most: number;
  readonly example: string | undefined;
}

export function countRepeats(run: Run, { scoreOf }: ScoreRule): RepeatCount {
  let [repeated, withOutcome, most] = [0, 0, 0];
  let example: string | undefined;
  for (let sample = 0; sample < sampleCount(run); sample += 1) {
    const { length } = scoresOf(run, { sample, scoreOf });
    if (length > 0) withOutcome += 1;
    if (length > 1) repeated += 1;
    if (length > most) {
      most = length;
      example = run.table.samples[sample];
    }
  }
  return { repeated, withOutcome, most, example };
}

/** When a rate limit made the harness run samples again while their first attempt went on. */
const RETRIES = { from: "2023-03-20", to: "2023-05-19" };
const FEWEST = 3;

/**
 * Whether several outcomes per sample are how this eval works, so that only the user knows which
 * one counts. Retries repeat a few samples, or happened while the harness had that fault.
 */
export function areByDesign({ spec }: Run, { repeated, withOutcome }: RepeatCount): boolean {
  const date = spec?.date ?? "";
  const isFaulty = date >= RETRIES.from && date < RETRIES.to;
  return !isFaulty && withOutcome >= FEWEST && 2 * repeated > withOutcome;
}

/** The rule for repeated outcomes: the user's, else that of the source. */
export function repeatsOf({ source }: Run, { repeats }: Request): Repeats {
  if (repeats !== undefined) return repeats;
  return source === "simple-evals" || source === "hosted" ? "trials" : "last";
}
