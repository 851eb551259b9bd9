import { scoreFromGrade, type ScoreScale } from "@eip-eval/core";

/** The first of the grades that could not be read, and how many there are. */
export interface BadGrades {
  readonly row: number;
  /** What it is instead of a score: `"a text ("n/a")"`. */
  readonly shape: string;
  readonly count: number;
}

/** The grades of one metric, row after row. */
export class GradeColumn {
  readonly metric: string;
  readonly scores: (number | null | undefined)[] = [];
  /** Number of rows with a score. */
  graded = 0;
  /** Number of lists of booleans among them: partial credit. */
  lists = 0;
  /** Over all numbers, on the scale or off it. */
  lowest: number = Infinity;
  highest: number = -Infinity;
  /** The first row with a number off its scale. */
  offScale: number | undefined;
  bad: BadGrades | undefined;
  readonly #scale: ScoreScale | undefined;

  constructor(metric: string, scale?: ScoreScale) {
    this.metric = metric;
    this.#scale = scale;
  }

  /**
   * Adds the raw grade of a row. A list of booleans, as for the instructions of one IFEval prompt, is
   * worth their mean; null and NaN are ungraded. What cannot be read is left out of the scores.
   */
  add(raw: unknown, { at, row }: { at: number; row: number }): void {
    this.scores[at] = Array.isArray(raw) ? this.#listScore(raw, row) : this.#score(raw, row);
  }

  #score(raw: unknown, row: number): number | null | undefined {
    const score = scoreFromGrade(raw, this.#scale);
    const value = typeof raw === "boolean" ? score : numberOf(raw);
    if (value !== undefined && value !== null && !Number.isNaN(value)) {
      this.lowest = Math.min(this.lowest, value);
      this.highest = Math.max(this.highest, value);
    }
    if (score === undefined) this.#refuse(raw, { row, isNumber: value !== undefined });
    else if (score !== null) this.graded += 1;
    return score;
  }

  #listScore(parts: readonly unknown[], row: number): number | null | undefined {
    if (!parts.every((part) => typeof part === "boolean")) {
      this.#refuse(parts, { row, isNumber: false });
      return undefined;
    }
    if (parts.length === 0) return null;
    this.graded += 1;
    this.lists += 1;
    return parts.filter(Boolean).length / parts.length;
  }

  #refuse(raw: unknown, { row, isNumber }: { row: number; isNumber: boolean }): void {
    if (isNumber) this.offScale ??= row;
    else
      this.bad = {
        row: this.bad?.row ?? row,
        shape: this.bad?.shape ?? shapeOf(raw),
        count: (this.bad?.count ?? 0) + 1,
      };
  }
}

function numberOf(raw: unknown): number | undefined {
  if (typeof raw === "number") return raw;
  return typeof raw === "bigint" ? Number(raw) : undefined;
}

function shapeOf(raw: unknown): string {
  if (Array.isArray(raw)) return "a list";
  if (typeof raw !== "string") return "an object";
  return `a text (${JSON.stringify(raw.length > 24 ? `${raw.slice(0, 23)}…` : raw)})`;
}

/** Names of metrics that are not from 0 to 1 with more for better answers, whatever their values. */
const NO_SCORE =
  /perplexity|(?:^|_)ppl$|bits_per_byte|(?:^|_)(?:mae|mse|rmse|wer|cer|ter|nll|loss|ece)$|^(?:bleu|chrf|mcc)|_stderr$/i;

/**
 * Why the values of a metric are no scores per item, as a clause behind its name; `undefined` where
 * they are.
 */
export function troubleWith({
  metric,
  offScale,
  graded,
  bad,
  lowest,
  highest,
}: GradeColumn): string | undefined {
  if (offScale !== undefined)
    return `ranges from ${plain(lowest)} to ${plain(highest)}, not from 0 to 1`;
  if (graded === 0)
    return bad ? `is ${bad.shape}, not a number from 0 to 1` : "is null for every item";
  return NO_SCORE.test(metric) ? "is no score from 0 to 1 with more for better answers" : undefined;
}

function plain(value: number): string {
  return String(Number(value.toPrecision(6)));
}
