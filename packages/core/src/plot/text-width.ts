/** How wide a text will be, without a font at hand: an upper bound for common sans-serif fonts. */

/** Widths in em of the widest of the usual fonts (DejaVu Sans, Verdana), by character. */
const widths: readonly (readonly [string, number])[] = [
  [" .,:;'|iljI", 0.4],
  ['-()[]/\\!ft"r`', 0.5],
  ["*_?cksvxyzJ", 0.6],
  ["abdeghnopquL0123456789${}", 0.65],
  ["ABCEFKPSTVXYZ", 0.73],
  ["DGHNOQRUw+=<>~#&^", 0.85],
  ["mMW%@", 1.01],
  ["…–−·", 1],
];

const widthOf: ReadonlyMap<string, number> = new Map(
  widths.flatMap(([characters, width]) => Array.from(characters, (one) => [one, width] as const)),
);

/** Other characters; figures stretch or squeeze such texts to the width foretold. */
const widthOfOthers = 1;

/** Whether the width of each character is known. */
export function hasKnownWidth(text: string): boolean {
  for (const character of text) if (!widthOf.has(character)) return false;
  return true;
}

/**
 * Width of a text in pixels at a font size in pixels.
 *
 * @example
 * ```ts
 * textWidth("ab", 10); // 13
 * ```
 */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  for (const character of text) sum += widthOf.get(character) ?? widthOfOthers;
  return sum * size;
}

/**
 * A text no wider than `width`, with an ellipsis in its middle where it was: names of checkpoints
 * differ at their ends.
 *
 * @example
 * ```ts
 * cutToWidth("kestrel-8b-step9000", { width: 70, size: 10 }); // "kestr…9000"
 * ```
 */
export function cutToWidth(
  text: string,
  { width, size }: { readonly width: number; readonly size: number },
): string {
  return cutInTheMiddle(text, {
    width,
    measure: (part) => textWidth(part, size),
    narrowest: 0.3 * size,
  });
}

/** How to measure a text that may be cut. */
export interface Cut {
  readonly width: number;
  readonly measure: (text: string) => number;
  /** The least a letter takes, so that a very long text is not measured whole. */
  readonly narrowest: number;
}

/**
 * A text of at most `width` by any measure, with an ellipsis in its middle where it was longer.
 *
 * @example
 * ```ts
 * cutInTheMiddle("abcdefg", { width: 5, measure: (text) => text.length, narrowest: 1 }); // "ab…fg"
 * ```
 */
export function cutInTheMiddle(text: string, { width, measure, narrowest }: Cut): string {
  // Room for letters of several units, such as flags.
  const most = 16 * (Math.ceil(width / narrowest) + 2);
  if (text.length <= 2 * most && measure(text) <= width) return text;
  const ends = text.length > 2 * most ? text.slice(0, most) + text.slice(-most) : text;
  const letters = Array.from(new Intl.Segmenter().segment(ends), ({ segment }) => segment);
  let front = "";
  let back = "";
  for (let turn = 0; letters.length > 0; turn += 1) {
    const letter = turn % 2 === 0 ? letters.shift()! : letters.pop()!;
    const longer = turn % 2 === 0 ? `${front}${letter}…${back}` : `${front}…${letter}${back}`;
    if (measure(longer) > width) break;
    if (turn % 2 === 0) front += letter;
    else back = letter + back;
  }
  return `${front}…${back}`;
}
