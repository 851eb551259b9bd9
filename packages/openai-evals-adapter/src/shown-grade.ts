import { LIST, OTHER, type RawGrade } from "./grades.ts";

const LONGEST = 24;

/**
 * A raw grade as a message shows it.
 *
 * @example
 * ```ts
 * shownGrade("n/a"); // '"n/a"'
 * shownGrade(1.2); // "1.2"
 * ```
 */
export function shownGrade(grade: RawGrade): string {
  if (grade === LIST) return "a list";
  if (grade === OTHER) return "a long text";
  if (typeof grade !== "string") return String(grade);
  return JSON.stringify(grade.length > LONGEST ? `${grade.slice(0, LONGEST - 1)}…` : grade);
}
