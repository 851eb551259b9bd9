/**
 * Finding where JSON values begin and end in bytes, in either direction, without reading them. Exact
 * on valid JSON: outside texts there are no backslashes, so a quote ends or begins a text exactly if
 * an even number of backslashes stands before it. All ends are exclusive; -1 stands for no such place.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A native search costs as much as looking at this many bytes. */
const NEAR = 8;

/** Where a value ends that begins at `from`. */
export function valueEnd(bytes: Buffer, from: number, to: number): number {
  const first = bytes[from];
  if (first === QUOTE) return textEnd(bytes, from, to);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return containerEnd(bytes, from, to);
  let at = from;
  while (at < to && isOfToken(bytes[at]!)) at += 1;
  return at;
}

/** Where a text ends whose opening quote is at `from`. */
export function textEnd(bytes: Buffer, from: number, to: number): number {
  const near = Math.min(to, from + NEAR);
  let at = from + 1;
  for (; at < near; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  while (at < to) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1 || quote >= to) return -1;
    if (isDelimiter(bytes, quote, at)) return quote + 1;
    at = quote + 1;
  }
  return -1;
}

function containerEnd(bytes: Buffer, from: number, to: number): number {
  let depth = 0;
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = textEnd(bytes, at, to);
      if (at === -1) return -1;
      continue;
    }
    at += 1;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Where a value begins that ends at `to`. */
export function valueStart(bytes: Buffer, from: number, to: number): number {
  const last = bytes[to - 1];
  if (last === QUOTE) return textStart(bytes, from, to);
  if (last === CLOSE_BRACE || last === CLOSE_BRACKET) return containerStart(bytes, from, to);
  let at = to;
  while (at > from && isOfToken(bytes[at - 1]!)) at -= 1;
  return at;
}

function textStart(bytes: Buffer, from: number, to: number): number {
  if (!isDelimiter(bytes, to - 1, from)) return -1;
  const near = Math.max(from, to - NEAR);
  let at = to - 2;
  for (; at >= near; at -= 1) {
    if (bytes[at] === QUOTE && isDelimiter(bytes, at, from)) return at;
  }
  while (at >= from) {
    const quote = bytes.lastIndexOf(QUOTE, at);
    if (quote < from) return -1;
    if (isDelimiter(bytes, quote, from)) return quote;
    at = quote - 1;
  }
  return -1;
}

function containerStart(bytes: Buffer, from: number, to: number): number {
  let depth = 0;
  let at = to;
  while (at > from) {
    const byte = bytes[at - 1];
    if (byte === QUOTE) {
      at = textStart(bytes, from, at);
      if (at === -1) return -1;
      continue;
    }
    at -= 1;
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth += 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Whether an even number of backslashes stands before a quote, none of them before `from`. */
function isDelimiter(bytes: Buffer, quote: number, from: number): boolean {
  let at = quote;
  while (at > from && bytes[at - 1] === BACKSLASH) at -= 1;
  return (quote - at) % 2 === 0;
}

/** Whether a byte is white space between tokens. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The first byte from `from` on that is no white space. */
export function spaceEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** Whether a byte may be part of a number or a word. */
function isOfToken(byte: number): boolean {
  return (
    byte > 0x20 &&
    byte !== COMMA &&
    byte !== COLON &&
    byte !== QUOTE &&
    byte !== OPEN_BRACKET &&
    byte !== CLOSE_BRACKET &&
    byte !== OPEN_BRACE &&
    byte !== CLOSE_BRACE
  );
}
