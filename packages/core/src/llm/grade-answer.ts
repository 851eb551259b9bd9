/** Grading the answer to a question against its reference, without a judge. */

import { EipError } from "../errors.ts";
import { letterIn, letterOfKey } from "./choice-letter.ts";
import { numberIn, numbersOfKey } from "./answer-number.ts";

/** What is asked. */
export interface Question {
  readonly benchmark: string;
  readonly item: string;
  /** As the model gets it. */
  readonly text: string;
  /** The reference answer; several lines are several right answers. */
  readonly key?: string | undefined;
}

export interface Grade {
  /** In [0, 1]; `null` where the answer holds nothing that could be graded. */
  readonly score: number | null;
  /** Why there is none, as a clause. */
  readonly reason?: string | undefined;
  /** Whether it was the grading that failed, and not the answer: it says nothing about the model. */
  readonly failed?: boolean | undefined;
}

/** Grades answers. */
export interface Grader {
  /** As it is named on the command line. */
  readonly name: string;
  /** Whether the reference is one that this grader can compare with. */
  fits(question: Question): boolean;
  grade(question: Question, answer: string): Grade | Promise<Grade>;
  /** What grading took so far, where it takes calls of a model. */
  spent?(): { readonly sent: number; readonly inputTokens: number; readonly outputTokens: number };
  /** Called when nothing more is to be graded. */
  close?(): Promise<void>;
  /** What the model is told to end with, so that its answer can be found. */
  readonly instruction?: string | undefined;
}

/**
 * The grader of a name.
 *
 * - `exact`: the whole answer is a line of the reference, whatever the case, the spaces, quotes around it or a
 *   full stop behind it.
 * - `choice`: the letter that the answer settles on is that of the reference.
 * - `numeric`: the number behind `####` or in `\boxed{}`, else the last number of the answer, is one of the
 *   reference to six digits; fractions are numbers.
 * - `regex=PATTERN`: the last match of the pattern (its first group, where it has one) compared as `exact`.
 *
 * An answer in which the letter, number or match cannot be found has no grade.
 *
 * @throws EipError `bad-option` for another name, or a pattern that is none.
 * @example
 * ```ts
 * const numeric = graderNamed("numeric");
 * numeric.grade({ benchmark: "b", item: "1", text: "6 * 7?", key: "#### 42" }, "It is 42."); // { score: 1 }
 * ```
 */
export function graderNamed(name: string): Grader {
  if (name === "exact") return exact;
  if (name === "choice") return choice;
  if (name === "numeric") return numeric;
  if (name.startsWith("regex=") && name.length > 6) return byPattern(name.slice(6));
  throw new EipError("bad-option", {
    where: "--grade",
    found: `"${name}"`,
    expected: "exact, choice, numeric, regex=PATTERN or judge",
  });
}

/** The right answers, as they are compared. */
const keysOf = ({ key = "" }: Question): readonly string[] =>
  key
    .split("\n")
    .map(plain)
    .filter((line) => line !== "");

const quotes = new Set(`"'\`*`);

/** Case, spaces, quotes around it and a full stop behind it make no difference. */
function plain(text: string): string {
  const line = text.normalize("NFC").trim().replaceAll(/\s+/g, " ").replace(/\.$/, "");
  let [begin, end] = [0, line.length];
  while (end - begin > 1 && quotes.has(line[begin]!) && line[begin] === line[end - 1]) {
    begin += 1;
    end -= 1;
  }
  return line.slice(begin, end).toLowerCase();
}

const exact: Grader = {
  name: "exact",
  instruction: "Answer with the answer only, without any further words.",
  fits: (question) => keysOf(question).length > 0,
  grade(question, answer) {
    if (answer.trim() === "") return { score: null, reason: "an empty answer" };
    return { score: keysOf(question).includes(plain(answer)) ? 1 : 0 };
  },
};

const choice: Grader = {
  name: "choice",
  instruction: 'End with a line "Answer: X", where X is the letter of your choice.',
  fits: ({ key }) => letterOfKey(key) !== undefined,
  grade({ key }, answer) {
    const letter = letterIn(answer);
    if (letter === undefined) return { score: null, reason: "no letter of a choice in the answer" };
    return { score: letter === letterOfKey(key) ? 1 : 0 };
  },
};

/** Of the larger one; a reference is rarely written with more digits. */
const tolerance = 1e-6;

const numeric: Grader = {
  name: "numeric",
  instruction: 'End with a line "#### X", where X is the number alone.',
  fits: ({ key }) => numbersOfKey(key).length > 0,
  grade({ key }, answer) {
    const found = numberIn(answer);
    if (found === undefined) return { score: null, reason: "no number in the answer" };
    const isOne = numbersOfKey(key).some(
      (wanted) =>
        Math.abs(found - wanted) <= tolerance * Math.max(Math.abs(found), Math.abs(wanted)),
    );
    return { score: isOne ? 1 : 0 };
  },
};

function byPattern(source: string): Grader {
  const pattern = patternOf(source);
  return {
    name: `regex=${source}`,
    fits: (question) => keysOf(question).length > 0,
    grade(question, answer) {
      const last = [...answer.matchAll(pattern)].at(-1);
      if (!last) return { score: null, reason: "nothing in the answer matches the pattern" };
      return { score: keysOf(question).includes(plain(last[1] ?? last[0])) ? 1 : 0 };
    },
  };
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source, "gmu");
  } catch (cause) {
    throw new EipError("bad-option", {
      where: "--grade regex=",
      found: `"${source}", which is no regular expression`,
      expected: "one as JavaScript has them",
      cause,
    });
  }
}
