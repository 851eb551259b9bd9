import { BLOCK, blockWith, equalTo, equalWith, escapedBy, oddUpTo } from "./blocks";
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./json-bytes";

/**
 * Where JSON values end that stand on one line, 64 bytes at a time. The last line ends at `end - 1`, and behind
 * it stand as many bytes that may be anything. A place of 0 stands for none on the line.
 */

/** Makes a bracket a brace. */
const CASE: u8 = 0x20;

/** Where the next line break is, at `end - 1` or before. */
export function lineEnd(at: usize, end: usize): usize {
  at = blockWith(at, end, NEWLINE, NEWLINE);
  return at + <usize>ctz(equalTo(at, NEWLINE));
}

/** Behind the text whose opening quote is at `from`. */
export function textEnd(from: usize, end: usize): usize {
  for (let at = from + 1; ; at += BLOCK) {
    at = blockWith(at, end, QUOTE, NEWLINE);
    const quotes = quotesOf(at, from);
    const stop = equalTo(at, NEWLINE);
    if (quotes == 0 && stop == 0) continue;
    const place = ctz(quotes);
    return place < ctz(stop) ? at + <usize>place + 1 : 0;
  }
}

/** The quotes of a block that no backslash stands before; one at `from` or before does not count. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function quotesOf(at: usize, from: usize): u64 {
  const quotes = equalTo(at, QUOTE);
  if (quotes == 0) return 0;
  let run = at - 1;
  while (run > from && load<u8>(run) == BACKSLASH) run--;
  return quotes & ~escapedBy(equalTo(at, BACKSLASH), <u64>((at - 1 - run) & 1));
}

/** Behind the object or list that begins at `from` and nests at most so deep. */
function containerEnd(from: usize, end: usize, maxDepth: i32): usize {
  /** All bits set within a text. */
  let inText: u64 = 0;
  let depth = 0;
  let at = from;
  while (true) {
    if (inText != 0) at = blockWith(at, end, QUOTE, NEWLINE);
    const quotes = quotesOf(at, from);
    const stop = equalTo(at, NEWLINE);
    if (quotes != 0 || inText == 0) {
      const texts = oddUpTo(quotes) ^ inText;
      inText = <u64>(<i64>texts >> 63);
      const opening = equalWith(at, CASE, OPEN_BRACE) & ~texts;
      let closing = equalWith(at, CASE, CLOSE_BRACE) & ~texts;
      const more = <i32>popcnt(opening);
      if (depth + more > maxDepth) return 0;
      if (<i32>popcnt(closing) < depth) {
        depth += more - <i32>popcnt(closing);
      } else {
        for (; closing != 0; closing &= closing - 1) {
          const place = ctz(closing);
          depth--;
          if (depth + <i32>popcnt(opening & ((<u64>1 << place) - 1)) > 0) continue;
          return place < ctz(stop) ? at + <usize>place + 1 : 0;
        }
        depth += more;
      }
    }
    if (stop != 0) return 0;
    at += BLOCK;
  }
}

/** Behind the value that begins at `at`. */
export function valueEnd(at: usize, end: usize, maxDepth: i32): usize {
  const first = load<u8>(at);
  if (first == QUOTE) return textEnd(at, end);
  if ((first | CASE) == OPEN_BRACE) return containerEnd(at, end, maxDepth);
  const from = at;
  while (isOfToken(load<u8>(at))) at++;
  return at == from ? 0 : at;
}

/** Whether a byte may be part of a number or a word. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function isOfToken(byte: u8): bool {
  return (
    byte > 0x20 &&
    byte != COMMA &&
    byte != COLON &&
    byte != QUOTE &&
    byte != OPEN_BRACKET &&
    byte != CLOSE_BRACKET &&
    byte != OPEN_BRACE &&
    byte != CLOSE_BRACE
  );
}

/** The first byte that is no white space, or the line break. */
export function spaceEnd(at: usize): usize {
  while (true) {
    const byte = load<u8>(at);
    if (byte != 0x20 && byte != 0x09 && byte != 0x0d) return at;
    at++;
  }
}
