/** How wide a text will be, without a font at hand: an upper bound for common sans-serif fonts. */

/** Widths in em of the widest of the usual fonts (DejaVu Sans, Verdana), by character. */
const widths: readonly (readonly [string, number])[] = [
  [" .,:;'|!iljI`", 0.4],
  ['-()[]{}/\\ft"r', 0.46],
  ["*^_?cksvxyzJ", 0.6],
  ["abdeghnopquL0123456789$", 0.65],
  ["ABCEFKPSTVXYZ", 0.73],
  ["DGHNOQRUw+=<>~#&", 0.85],
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
 * cutToWidth("kestrel-8b-step9000", { width: 70, size: 10 }); // "kest…000"
 * ```
 */
export function cutToWidth(
  text: string,
  { width, size }: { readonly width: number; readonly size: number },
): string {
  // No text of more letters fits, so that a hostile one is not taken apart whole.
  const most = Math.ceil(width / (0.3 * size)) + 2;
  if (text.length <= most * 8 && textWidth(text, size) <= width) return text;
  const letters = Array.from(
    text.length > most * 8 ? `${text.slice(0, most * 4)}${text.slice(-most * 4)}` : text,
  );
  let front = "";
  let back = "";
  for (let turn = 0; letters.length > 0; turn += 1) {
    const letter = turn % 2 === 0 ? letters.shift()! : letters.pop()!;
    if (textWidth(`${front}${letter}…${back}`, size) > width) break;
    if (turn % 2 === 0) front += letter;
    else back = letter + back;
  }
  return `${front}…${back}`;
}
