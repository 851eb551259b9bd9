import type { ByteWindow } from "./byte-window.ts";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const OPEN_BRACE = 0x7b;

/** What a search in a window found. */
export interface Search {
  /** Where it was found, or -1. */
  readonly at: number;
  /** The first byte that the next search has to see again. */
  readonly keep: number;
}

/** The next line that begins with an object; an indented one may be part of a record. */
export function recordLine({ bytes, start, end }: ByteWindow): Search {
  let newline = bytes.indexOf(NEWLINE, start);
  while (newline !== -1 && newline + 1 < end) {
    if (bytes[newline + 1] === OPEN_BRACE) return { at: newline + 1, keep: newline };
    newline = bytes.indexOf(NEWLINE, newline + 1);
  }
  return { at: -1, keep: newline === -1 ? end : newline };
}

/** The next place, before the given one, that begins like the other records of the file. */
export function openingAt(
  { bytes, start, end }: ByteWindow,
  { opening, before }: { opening: Buffer | undefined; before: number },
): Search {
  if (!opening) return { at: -1, keep: end };
  const found = bytes.subarray(start, before === -1 ? end : before).indexOf(opening);
  return { at: found === -1 ? -1 : start + found, keep: Math.max(start, end - opening.length + 1) };
}

/**
 * How a record begins, down to its first key: records of one file begin alike, so this marks where
 * one may start. `undefined` where there is none.
 */
export function openingOf({
  bytes,
  start,
}: Pick<ByteWindow, "bytes" | "start">): Buffer | undefined {
  if (bytes[start] !== OPEN_BRACE) return undefined;
  const opening = /^\{\s*"[^"\\]+"/.exec(bytes.toString("latin1", start, start + 256));
  return opening ? Buffer.from(opening[0], "latin1") : undefined;
}

/** Whether a container begins alone on its line, as printers with indentation write it. */
export function isPrettyPrinted({ bytes, start, end }: ByteWindow): boolean {
  const next = bytes[start + 1];
  return start + 1 < end && (next === NEWLINE || next === CARRIAGE_RETURN);
}
