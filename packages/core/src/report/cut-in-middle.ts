import stringWidth from "string-width";

/**
 * A text of at most `width` columns, with an ellipsis in its middle where it was longer.
 *
 * @example
 * ```ts
 * cutInMiddle("kestrel-8b-step9000", 11); // "kestr…p9000"
 * ```
 */
export function cutInMiddle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let front = "";
  let back = "";
  for (let turn = 0; letters.length > 0; turn += 1) {
    const letter = turn % 2 === 0 ? letters.shift()! : letters.pop()!;
    if (stringWidth(front + letter + back) > width - 1) break;
    if (turn % 2 === 0) front += letter;
    else back = letter + back;
  }
  return `${front}…${back}`;
}
