/** What a judge is told to give credit for. */

import { readFile } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { readError } from "../io/file-error.ts";

export interface Rubric {
  /** `correctness` for the built-in one, else the name of its file. */
  readonly name: string;
  /** Goes word for word into the instructions of the judge. */
  readonly text: string;
}

/** Correctness against the reference, in steps of a quarter. */
export const correctness: Rubric = {
  name: "correctness",
  text: `Judge how far the answer is correct. What is correct is what the reference says.

Give one of these scores:
1     The answer says what the reference says. Other words, another order, another notation of the same
      value and further true remarks make no difference.
0.75  The main point is right; something small is missing or wrong that would mislead nobody.
0.5   About half of what the reference says is there, or the main point is right beside an error that matters.
0.25  A part that matters is right, and the main point is wrong or missing.
0     Wrong, off the subject, a refusal, or no answer.

Where the question has one final result (a number, a name, a choice), a wrong result is at most 0.25, however
good the way to it; a right result is 1, however short.
Where an answer gives several results, the one that it ends with counts; where it leaves open which, none does.
Length, style, politeness, confidence and formatting earn nothing and cost nothing.
Only what the answer itself says counts: not what its author may have meant, and not what you would add.
Where the reference is null, judge by what you know for certain.`,
};

/** Longer than this is some other file. */
const MOST_BYTES = 64 * 1024;

/**
 * A rubric from a text file.
 *
 * @throws EipError for a file that cannot be read, `empty` for one without text, `too-large` above 64 KiB,
 *   `not-text` for bytes that are none.
 * @example
 * ```ts
 * const rubric = await readRubric("helpfulness.txt");
 * ```
 */
export async function readRubric(path: string): Promise<Rubric> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw readError(path, error);
  });
  const expected = "a text that says what earns which score from 0 to 1";
  if (bytes.length > MOST_BYTES) {
    const found = `${bytes.length.toLocaleString("en-US")} bytes`;
    throw new EipError("too-large", { where: path, found, expected });
  }
  const text = textOf(bytes)?.trim();
  if (text === undefined) {
    throw new EipError("not-text", { where: path, found: "bytes that are no text", expected });
  }
  if (text === "") throw new EipError("empty", { where: path, found: "an empty rubric", expected });
  return { name: path, text: text.replaceAll("\r\n", "\n") };
}

function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
