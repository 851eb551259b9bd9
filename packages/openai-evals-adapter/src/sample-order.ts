import { byCodeUnit } from "@eip-eval/core/io";

/**
 * Numbers of samples in the order of their ids, with the row index at the end as a number
 * (format document, section 4): `x.dev.9` comes before `x.dev.10`.
 *
 * @example
 * ```ts
 * samplesInOrder(["x.dev.10", "x.dev.9"]); // [1, 0]
 * ```
 */
export function samplesInOrder(ids: readonly string[]): Uint32Array {
  const lengths = Uint32Array.from(ids, frontLength);
  const fronts = ids.map((id, at) => id.slice(0, lengths[at]));
  const indices = Float64Array.from(ids, (id, at) => indexBehind(id, lengths[at]!));
  return Uint32Array.from(ids.keys()).toSorted(
    (a, b) =>
      byCodeUnit(fronts[a]!, fronts[b]!) ||
      indices[a]! - indices[b]! ||
      byCodeUnit(ids[a]!, ids[b]!),
  );
}

/** More digits than this are not exact as a number. */
const MOST_DIGITS = 15;

/** Length of an id without the digits at its end. */
function frontLength(id: string): number {
  let length = id.length;
  while (length > 0 && id.length - length < MOST_DIGITS && isDigit(id.charCodeAt(length - 1))) {
    length -= 1;
  }
  return length;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** An id without digits at its end comes before those with. */
function indexBehind(id: string, length: number): number {
  return length === id.length ? -1 : Number(id.slice(length));
}
