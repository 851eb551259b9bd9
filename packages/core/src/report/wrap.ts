import stringWidth from "string-width";

/** Every line of a text wrapped; what it is indented by, and two columns more, below its first line. */
export function wrapLines(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => wrap(line, { width, indent: line.search(/\S|$/) + 2 }))
    .join("\n");
}

/**
 * A paragraph broken between words so that no line is wider than the terminal; lines after the first
 * are indented. A word that is too long stands alone.
 *
 * @example
 * ```ts
 * wrap("In words: nobody is ahead", { width: 16, indent: 2 }); // "In words: nobody\n  is ahead"
 * ```
 */
export function wrap(
  text: string,
  { width, indent = 0 }: { readonly width: number; readonly indent?: number | undefined },
): string {
  const lines: string[] = [];
  // Spaces in front belong to the first word.
  for (const word of text.split(/(?<=\S) +/)) {
    const line = lines.at(-1);
    if (line !== undefined && stringWidth(line) + 1 + stringWidth(word) <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(line === undefined ? word : " ".repeat(indent) + word);
  }
  return lines.join("\n");
}
