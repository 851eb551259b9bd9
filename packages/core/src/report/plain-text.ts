/**
 * A text from a log as it may go to a terminal: control characters, which could move the cursor or
 * change colours, become visible.
 *
 * @example
 * ```ts
 * plainText("m\u001B[2J"); // "m\\x1b[2J"
 * ```
 */
export function plainText(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, (character) => {
    const code = character.codePointAt(0)!;
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
