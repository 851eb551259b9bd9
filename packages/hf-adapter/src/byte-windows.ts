import type { ByteSource } from "./byte-source.ts";

/** A source that keeps what was fetched and serves slices out of it. */
export interface ByteWindows extends ByteSource {
  slice(start: number, end?: number): Promise<ArrayBuffer>;
  /** What was fetched of a range; `undefined` where some of it was not. */
  held(start: number, end: number): ArrayBuffer | undefined;
  /** Fetches several ranges, neighbours together. */
  fetchAll(ranges: readonly { readonly start: number; readonly end: number }[]): Promise<void>;
}

/** A gap between two ranges that is cheaper to fetch along than another request. */
const SMALL_GAP = 1 << 13;
const LONGEST_RUN = 1 << 22;

/**
 * Wraps a source so that ranges are fetched once and slices inside them cost nothing.
 *
 * @throws Error where the source gives fewer bytes than were asked for.
 */
export function windowsOf(source: ByteSource): ByteWindows {
  const kept: { readonly start: number; readonly bytes: ArrayBuffer }[] = [];
  const held = (start: number, end: number): ArrayBuffer | undefined => {
    const found = kept.find((one) => one.start <= start && end <= one.start + one.bytes.byteLength);
    return found?.bytes.slice(start - found.start, end - found.start);
  };
  const fetch = async (start: number, end: number): Promise<ArrayBuffer> => {
    const found = held(start, end);
    if (found) return found;
    const bytes = await source.slice(start, end);
    if (bytes.byteLength !== end - start) throw new Error("fewer bytes than the file has");
    kept.push({ start, bytes });
    return bytes;
  };
  return {
    byteLength: source.byteLength,
    held,
    slice: (start, end = source.byteLength) => fetch(start, end),
    async fetchAll(ranges) {
      for (const { start, end } of joined(ranges)) await fetch(start, end);
    },
  };
}

/** A source that takes from windows what they hold, and keeps nothing itself. */
export function behindWindows(windows: ByteWindows, source: ByteSource): ByteSource {
  return {
    byteLength: source.byteLength,
    slice: (start, end = source.byteLength) => windows.held(start, end) ?? source.slice(start, end),
  };
}

function joined(
  ranges: readonly { readonly start: number; readonly end: number }[],
): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = runs.at(-1);
    const isNear = last && start - last.end <= SMALL_GAP && end - last.start <= LONGEST_RUN;
    if (isNear) last.end = Math.max(last.end, end);
    else runs.push({ start, end });
  }
  return runs;
}
