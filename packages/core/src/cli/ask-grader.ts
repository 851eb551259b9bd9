/** What `--grade` means. */

import { EipError } from "../errors.ts";
import { graderNamed, type Grader } from "../llm/grade-answer.ts";
import type { AskFlags } from "./ask-flags.ts";

/**
 * The grader, called as its metric is.
 *
 * @throws EipError `usage` without one.
 */
export function graderOf({ grade }: AskFlags): Grader {
  if (grade === undefined) {
    throw new EipError("usage", {
      where: "ask",
      found: "no way to grade an answer",
      expected: "--grade exact, choice, numeric, regex=PATTERN or judge",
    });
  }
  const grader = graderNamed(grade);
  return grader;
}
