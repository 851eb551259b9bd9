import { EipError, patternLookup, type ReadOptions } from "@eip-eval/core";
import { nearestName } from "@eip-eval/core/io";

/** Which of several outcomes of one sample counts; a number is a place, from 0. */
export type Repeats = "last" | "first" | "mean" | "max" | "error" | "trials" | number;

/** What the user asks of one benchmark: `--metric BENCHMARK=KEY[,WORD…]`. */
export interface Request {
  /** The key that is the score; absent for the usual one. */
  readonly metric: string | undefined;
  /** The words as they were given; `none` without any. */
  readonly filter: string;
  readonly repeats: Repeats | undefined;
  /** Grader answers that could not be parsed are ungraded. */
  readonly validOnly: boolean;
  /** Samples in which something failed score 0. */
  readonly failedIsWrong: boolean;
  /** One item per criterion. */
  readonly perCriterion: boolean;
  /** Lower grades are better. */
  readonly lower: boolean;
  /**
   * What identifies an item: the sample id, the fingerprint of its prompt, or a key of the outcome.
   */
  readonly itemBy: "sample" | "prompt" | { readonly key: string };
}

/** The request for a benchmark without any wish. */
export const NO_REQUEST: Request = {
  metric: undefined,
  filter: "none",
  repeats: undefined,
  validOnly: false,
  failedIsWrong: false,
  perCriterion: false,
  lower: false,
  itemBy: "sample",
};

const WORDS: ReadonlyMap<string, Partial<Request>> = new Map([
  ["last", { repeats: "last" }],
  ["first", { repeats: "first" }],
  ["mean", { repeats: "mean" }],
  ["max", { repeats: "max" }],
  ["error", { repeats: "error" }],
  ["trials", { repeats: "trials" }],
  ["valid", { validOnly: true }],
  ["failed-is-wrong", { failedIsWrong: true }],
  ["each", { perCriterion: true }],
  ["lower", { lower: true }],
  ["item=prompt", { itemBy: "prompt" }],
]);

/**
 * Reads `KEY[,WORD…]`.
 *
 * @throws EipError `bad-option` for a word that does not exist.
 * @example
 * ```ts
 * readRequest("score,valid"); // { metric: "score", validOnly: true, … }
 * readRequest("correct,1").repeats; // 1
 * readRequest("success,item=sample_ix").itemBy; // { key: "sample_ix" }
 * ```
 */
export function readRequest(text: string): Request {
  const [metric = "", ...words] = text.split(",").map((word) => word.trim());
  const wishes = words.filter((word) => word !== "" && word !== "none");
  return {
    ...NO_REQUEST,
    ...Object.assign({}, ...wishes.map((word) => readWord(word, text))),
    metric: metric === "" ? undefined : metric,
    filter: wishes.length === 0 ? "none" : wishes.join(","),
  };
}

function readWord(word: string, text: string): Partial<Request> {
  const known = WORDS.get(word);
  if (known) return known;
  if (/^\d{1,6}$/.test(word)) return { repeats: Number(word) };
  if (/^item=./.test(word)) return { itemBy: { key: word.slice("item=".length) } };
  throw new EipError("bad-option", {
    where: `--metric ${text}`,
    found: `"${word}" is no word for a metric of this harness`,
    expected: `${[...WORDS.keys()].join(", ")}, item=KEY or a number`,
    try: nearestName(word, WORDS.keys()),
  });
}

/** Finds the request for a benchmark, by the first pattern that fits. */
export function requests(metrics: ReadOptions["metrics"]): (benchmark: string) => Request {
  const lookup = patternLookup(metrics ?? {});
  return (benchmark) => {
    const asked = lookup.find(benchmark);
    return asked === undefined ? NO_REQUEST : readRequest(asked);
  };
}
