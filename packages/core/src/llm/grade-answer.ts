/** Grading the answer to a question against its reference, without a judge. */

import { EipError } from "../errors.ts";

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
}

/** Grades answers. */
export interface Grader {
  /** As it is named on the command line; goes into the name of the metric. */
  readonly name: string;
  /** Whether the reference is one that this grader can compare with. */
  fits(question: Question): boolean;
  grade(question: Question, answer: string): Grade | Promise<Grade>;
  /** What grading took so far, where it takes calls of a model. */
  spent?(): { readonly sent: number; readonly inputTokens: number; readonly outputTokens: number };
  /** What the model is told to end with, so that its answer can be found. */
  readonly instruction?: string | undefined;
}

const builtIn = ["exact", "choice", "numeric"] as const;

/**
 * The grader of a name.
 *
 * - `exact`: the whole answer is a line of the reference, whatever the case, the spaces, quotes around it or a
 *   full stop behind it.
 * - `choice`: the letter that the answer settles on is that of the reference.
 * - `numeric`: the last number of the answer, or the one behind `####` or in `\boxed{}`, is that of the
 *   reference to six digits.
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
    expected: `${builtIn.join(", ")}, regex=PATTERN or judge`,
  });
}

/** The right answers, as they are compared. */
const keysOf = ({ key = "" }: Question): readonly string[] =>
  key
    .split("\n")
    .map(plain)
    .filter((line) => line !== "");

/** Case, spaces, quotes around it and a full stop behind it make no difference. */
function plain(text: string): string {
  return text
    .normalize("NFC")
    .trim()
    .replaceAll(/\s+/g, " ")
    .replace(/\.$/, "")
    .replace(/^(["'`*]+)(.*)\1$/, "$2")
    .toLowerCase();
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

function letterOfKey(key: string | undefined): string | undefined {
  return key
    ?.trim()
    .match(/^\(?([A-Z])\)?[.:]?$/i)?.[1]
    ?.toUpperCase();
}

/** Ways to settle on a letter, the plainest first; of several the last one counts. */
const settled = [
  /^\W*([A-Z])\W*$/gi,
  /answer(?:\s+is)?\W*?(?:\b|\()([A-Z])\b(?![’'])/gi,
  /\\boxed\{\W*(?:\\text\{)?([A-Z])\W*\}/g,
  /^\W*([A-Z])[.):]/gm,
  /\(([A-Z])\)/g,
];

function letterIn(answer: string): string | undefined {
  for (const pattern of settled) {
    const last = [...answer.matchAll(pattern)].at(-1);
    if (last) return last[1]!.toUpperCase();
  }
  return undefined;
}

const numeric: Grader = {
  name: "numeric",
  instruction: 'End with a line "#### X", where X is the number alone.',
  fits: ({ key = "" }) => numberIn(key) !== undefined,
  grade({ key = "" }, answer) {
    const [found, wanted] = [numberIn(answer), numberIn(key)];
    if (found === undefined || wanted === undefined) {
      return { score: null, reason: "no number in the answer" };
    }
    return { score: Math.abs(found - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted)) ? 1 : 0 };
  },
};

/** With its sign, a currency in front and commas between thousands; no part of a word. */
const aNumber = String.raw`(?<![\w.])[-−+]?\s?[$€£]?\s?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?`;

function numberIn(text: string): number | undefined {
  const marked = [
    ...text.matchAll(new RegExp(String.raw`(?:####|\\boxed\{)\s*(${aNumber})`, "gi")),
  ].at(-1)?.[1];
  const last = marked ?? [...text.matchAll(new RegExp(aNumber, "gi"))].at(-1)?.[0];
  const digits = last?.replaceAll(/[\s,$€£+]/g, "").replace("−", "-");
  return digits === undefined ? undefined : Number(digits);
}

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
