/**
 * How the texts of a log are written; the recorder itself writes UTF-8 (format document, section
 * 4).
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/**
 * The encoding of a file that begins with these bytes: by its mark, else by the NUL bytes that
 * ASCII characters have in UTF-16.
 *
 * @example
 * ```ts
 * encodingOf(Buffer.from("\uFEFF{}", "utf16le")); // "utf-16le"
 * encodingOf(Buffer.from("{}")); // "utf-8"
 * ```
 */
export function encodingOf(head: Buffer): Encoding {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const isOpening = (byte: number | undefined): boolean => byte === 0x7b || byte === 0x5b;
  if (isOpening(first) && second === 0) return "utf-16le";
  return first === 0 && isOpening(second) ? "utf-16be" : "utf-8";
}

/**
 * Turns chunks, cut anywhere, into UTF-8. Bytes that are no text become U+FFFD.
 *
 * @example
 * ```ts
 * const toUtf8 = utf8Converter("utf-16le");
 * toUtf8(Buffer.from("ä", "utf16le")).toString(); // "ä"
 * ```
 */
export function utf8Converter(encoding: Encoding): (chunk: Buffer) => Buffer {
  if (encoding === "utf-8") return (chunk) => chunk;
  const decoder = new TextDecoder(encoding);
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}
