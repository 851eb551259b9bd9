import { isObject } from "@eip-eval/core/io";

/** What a raw grade can be; long texts, lists and values nested too deep are only named. */
export type RawGrade = number | boolean | string | null | typeof LIST | typeof OTHER;

/** Stands for a list. */
export const LIST: unique symbol = Symbol("a list");
/** Stands for a text that is too long to be a label, or an object that nests too deep. */
export const OTHER: unique symbol = Symbol("a long text");

const LONGEST_LABEL = 60;
const LONGEST_KEY = 200;
const MOST_KEYS = 100;
const DEEPEST = 3;

/**
 * The keys of an outcome with what stands under them; those of inner objects are joined by dots.
 *
 * @example
 * ```ts
 * [...rawGrades({ retrieval: { correct: true }, choice: "B" })];
 * // [["retrieval.correct", true], ["choice", "B"]]
 * ```
 */
export function* rawGrades(data: unknown): Generator<[string, RawGrade]> {
  let keys = 0;
  for (const entry of membersWithin(data, "", 1)) {
    if (entry[0].length > LONGEST_KEY) continue;
    yield entry;
    keys += 1;
    if (keys === MOST_KEYS) return;
  }
}

function* membersWithin(
  data: unknown,
  prefix: string,
  depth: number,
): Generator<[string, RawGrade]> {
  if (!isObject(data)) return;
  for (const [key, value] of Object.entries(data)) {
    const path = `${prefix}${key}`;
    if (isObject(value) && depth < DEEPEST) yield* membersWithin(value, `${path}.`, depth + 1);
    else yield [path, rawGrade(value)];
  }
}

/** A value as it is kept. */
export function rawGrade(value: unknown): RawGrade {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "string") return value.length > LONGEST_LABEL ? OTHER : value;
  return Array.isArray(value) ? LIST : OTHER;
}
