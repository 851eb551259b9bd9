import { equalTo, equalWith, escapedBy, escapesNext, oddUpTo } from "./blocks";

/**
 * Where JSON values on one line end, 64 bytes at a time; behind the line stand as many that may be
 * anything. `end` is the end of the line, and a place of 0 stands for none before it.
 */

const NEWLINE: u8 = 0x0a;
const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const COLON: u8 = 0x3a;
const OPEN_BRACKET: u8 = 0x5b;
const BACKSLASH: u8 = 0x5c;
const CLOSE_BRACKET: u8 = 0x5d;
const OPEN_BRACE: u8 = 0x7b;
const CLOSE_BRACE: u8 = 0x7d;
/** Makes a bracket a brace. */
const CASE: u8 = 0x20;

const BLOCK: usize = 64;

/** Where the next line break is. */
export function lineEnd(at: usize): usize {
  const breaks = i8x16.splat(NEWLINE);
  while (true) {
    const here = v128.or(
      v128.or(i8x16.eq(v128.load(at), breaks), i8x16.eq(v128.load(at, 16), breaks)),
      v128.or(i8x16.eq(v128.load(at, 32), breaks), i8x16.eq(v128.load(at, 48), breaks)),
    );
    if (v128.any_true(here)) return at + <usize>ctz(equalTo(at, NEWLINE));
    at += BLOCK;
  }
}

/** Behind the text whose opening quote is at `at`. */
export function textEnd(at: usize, end: usize): usize {
  let first: u64 = 0;
  for (at++; at < end; at += BLOCK) {
    const all = equalTo(at, QUOTE);
    const quotes = all == 0 ? 0 : all & ~escapedBy(equalTo(at, BACKSLASH), first);
    if (quotes != 0) {
      at += <usize>ctz(quotes) + 1;
      return at > end ? 0 : at;
    }
    first = escapesBehind(at, first);
  }
  return 0;
}

/** Whether the first byte behind the block at `at` is escaped. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function escapesBehind(at: usize, first: u64): u64 {
  return load<u8>(at, BLOCK - 1) == BACKSLASH ? escapesNext(equalTo(at, BACKSLASH), first) : 0;
}

/** Behind the object or list that begins at `at` and nests at most so deep. */
function containerEnd(at: usize, end: usize, maxDepth: i32): usize {
  let first: u64 = 0;
  /** All bits set within a text. */
  let inText: u64 = 0;
  let depth = 0;
  for (; at < end; at += BLOCK) {
    const all = equalTo(at, QUOTE);
    const quotes = all == 0 ? 0 : all & ~escapedBy(equalTo(at, BACKSLASH), first);
    first = escapesBehind(at, first);
    if (quotes == 0 && inText != 0) continue;
    const texts = oddUpTo(quotes) ^ inText;
    inText = <u64>(<i64>texts >> 63);
    const opening = equalWith(at, CASE, OPEN_BRACE) & ~texts;
    let closing = equalWith(at, CASE, CLOSE_BRACE) & ~texts;
    const more = <i32>popcnt(opening);
    if (depth + more > maxDepth) return 0;
    if (<i32>popcnt(closing) < depth) {
      depth += more - <i32>popcnt(closing);
      continue;
    }
    for (; closing != 0; closing &= closing - 1) {
      const place = ctz(closing);
      depth--;
      if (depth + <i32>popcnt(opening & ((<u64>1 << place) - 1)) > 0) continue;
      at += <usize>place + 1;
      return at > end ? 0 : at;
    }
    depth += more;
  }
  return 0;
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
