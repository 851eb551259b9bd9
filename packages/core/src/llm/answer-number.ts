/** Numbers in references and in answers. */

const digits = String.raw`(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?`;
/** With its sign and a currency in front, perhaps a fraction; no part of a word. */
const number = String.raw`(?<![\w.])(?:[-−+]?[$€£]?|[$€£][-−+])${digits}(?:\s?/\s?\d+(?:\.\d+)?)?`;
const anyNumber = new RegExp(number, "g");
const marked = new RegExp(String.raw`(?:####|\\boxed\{)\s{0,4}(${number})`, "g");
const alone = new RegExp(String.raw`^(${number})\s?%?\.?$`);

/**
 * The number that an answer ends with: the last one behind `####` or in `\boxed{}`, else the last one.
 *
 * @example
 * ```ts
 * numberIn("40 + 2 = 42"); // 42
 * numberIn("\\boxed{\\frac{3}{4}}"); // 0.75
 * ```
 */
export function numberIn(answer: string): number | undefined {
  const text = plain(answer);
  return lastMarked(text) ?? valueOf([...text.matchAll(anyNumber)].at(-1)?.[0]);
}

/**
 * The numbers that a reference allows: the one behind `####` or in `\boxed{}`, else those of its lines, where
 * each is a number and nothing else. None for any other reference.
 *
 * @example
 * ```ts
 * numbersOfKey("6 * 7 = 42\n#### 42"); // [42]
 * numbersOfKey("1/2\n0.5"); // [0.5, 0.5]
 * numbersOfKey("half past 9"); // []
 * ```
 */
export function numbersOfKey(key = ""): readonly number[] {
  const text = plain(key);
  const one = lastMarked(text);
  if (one !== undefined) return [one];
  const lines = text.split("\n").map((line) => line.trim());
  const values = lines.flatMap((line) =>
    line === "" ? [] : [valueOf(line.match(alone)?.[1]) ?? Number.NaN],
  );
  return values.some((value) => Number.isNaN(value)) ? [] : values;
}

function lastMarked(text: string): number | undefined {
  return valueOf([...text.matchAll(marked)].at(-1)?.[1]);
}

/** Fractions as `a/b`, and thousands as everybody writes them in prose. */
function plain(text: string): string {
  return text
    .replaceAll(/\\[dt]?frac\{(-?\d{1,15}(?:\.\d{1,15})?)\}\{(\d{1,15}(?:\.\d{1,15})?)\}/g, "$1/$2")
    .replaceAll(/(?<=\d)(?:\{,\}|[\u00A0\u2009\u202F])(?=\d{3})/g, ",");
}

function valueOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [above, below = "1"] = text
    .replaceAll(/[\s,$€£+]/g, "")
    .replace("−", "-")
    .split("/");
  const value = Number(above) / Number(below);
  return Number.isFinite(value) ? value : undefined;
}
