/** The letter of a choice, in references and in answers. */

/** Marks around a letter, `**(B)**` for instance; bounded, so that no answer takes long. */
const before = String.raw`[\s*_"'\x60(\[{$]{0,8}`;
const after = String.raw`[\s*_"'\x60)\]}$.,:;!]{0,8}`;
/** A small letter only where nothing follows: "a" is an article. "I" before a word is a pronoun. */
const letter = String.raw`(?:([A-Z])(?![\w’'])(?!(?<=I)\s+[a-z])|([a-z])(?=[*_"'\x60)\]}$.,:;!]{0,8}\s*$))`;

/** Ways to settle on a letter, the plainest first; of several the last one counts. */
const settled: readonly RegExp[] = [
  new RegExp(String.raw`^${before}(?:([A-Z])|([a-z]))${after}$`, "g"),
  new RegExp(
    String.raw`\b(?:[Aa]nswer|ANSWER)(?:\s{1,3}(?:is|IS)|\s{0,3}:|\s{0,3}=){0,2}${before}(?:(?:[Oo]ption|[Cc]hoice|[Ll]etter)\s{1,3})?${before}${letter}`,
    "gm",
  ),
  /\\boxed\{\s{0,4}(?:\\text\{)?\s{0,4}\(?([A-Z])\)?\s{0,4}\}/g,
  /^[ \t*_#>-]{0,8}\(?([A-Z])[.):](?=\s|$)/gm,
  /\(([A-Z])\)/g,
];

/**
 * The letter that an answer settles on.
 *
 * @example
 * ```ts
 * letterIn("First I thought of A.\nAnswer: B"); // "B"
 * letterIn("A man walks in"); // undefined
 * ```
 */
export function letterIn(answer: string): string | undefined {
  const text = answer.trim();
  for (const pattern of settled) {
    const last = [...text.matchAll(pattern)].at(-1);
    if (last) return (last[1] ?? last[2]!).toUpperCase();
  }
  return undefined;
}

/**
 * The letter that a reference is, or that stands on one of its lines.
 *
 * @example
 * ```ts
 * letterOfKey("B\nParis"); // "B"
 * ```
 */
export function letterOfKey(key = ""): string | undefined {
  for (const line of key.split("\n")) {
    const found = line.trim().match(/^\(?([A-Z])\)?[.:]?$/i)?.[1];
    if (found !== undefined) return found.toUpperCase();
  }
  return undefined;
}
