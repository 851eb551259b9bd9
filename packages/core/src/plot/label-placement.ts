/** Room for labels: none on another, none outside. */

import { overlap, type Box } from "./label.ts";

/** Limits of a column of labels. */
export interface Column {
  /** Least distance of two neighbours. */
  readonly gap: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Moves positions along a line as little as possible (least squares) until neighbours are `gap` apart
 * and all are within the limits. Expects that they fit: `(positions.length - 1) * gap <= to - from`.
 *
 * @param positions Ascending.
 * @example
 * ```ts
 * spread([10, 11, 50], { gap: 10, from: 0, to: 100 }); // [5.5, 15.5, 50]
 * ```
 */
export function spread(positions: readonly number[], { gap, from, to }: Column): readonly number[] {
  // Without the gaps the order must only not fall: pooled neighbours share their mean.
  const pools: { sum: number; count: number }[] = [];
  for (const [index, position] of positions.entries()) {
    pools.push({ sum: position - index * gap, count: 1 });
    while (pools.length > 1 && meanOf(pools.at(-2)!) > meanOf(pools.at(-1)!)) {
      const last = pools.pop()!;
      const before = pools.at(-1)!;
      before.sum += last.sum;
      before.count += last.count;
    }
  }
  const last = to - (positions.length - 1) * gap;
  const level = pools.flatMap((pool) =>
    Array.from({ length: pool.count }, () => Math.max(from, Math.min(last, meanOf(pool)))),
  );
  return level.map((value, index) => value + index * gap);
}

const meanOf = ({ sum, count }: { readonly sum: number; readonly count: number }) => sum / count;

/** A point that wants a label of this size. */
export interface Wanted {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where labels may be. */
export interface Ground {
  readonly bounds: Box;
  /** What a label must not cover. */
  readonly taken: readonly Box[];
}

/** Distances from the point to try, in pixels; from the third on with a line to the point. */
const distances = [7, 12, 22, 34, 48];
/** Directions to try: to the right first, then left, above, below and between. */
const directions: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [0.8, -0.8],
  [-0.8, -0.8],
  [0.8, 0.8],
  [-0.8, 0.8],
];

/**
 * A place for each label, the first ones served first; `undefined` for one that finds none. No place
 * overlaps another, what is taken, or the bounds.
 */
export function placeLabels(
  wanted: readonly Wanted[],
  { bounds, taken }: Ground,
): readonly (Box | undefined)[] {
  const busy = [...taken];
  return wanted.map((point) => {
    const place = candidates(point).find(
      (box) => isInside(box, bounds) && !busy.some((other) => overlap(box, other)),
    );
    if (place) busy.push(place);
    return place;
  });
}

function candidates({ x, y, width, height }: Wanted): readonly Box[] {
  return distances.flatMap((distance) =>
    directions.map(([dx, dy]) => {
      const left = x + dx * distance - hang(dx) * width;
      const top = y + dy * distance - hang(dy) * height;
      return { left, top, right: left + width, bottom: top + height };
    }),
  );
}

/** Part of a label that lies before its point, in one dimension. */
function hang(direction: number): number {
  if (direction === 0) return 0.5;
  return direction < 0 ? 1 : 0;
}

function isInside(box: Box, bounds: Box): boolean {
  return (
    box.left >= bounds.left &&
    box.right <= bounds.right &&
    box.top >= bounds.top &&
    box.bottom <= bounds.bottom
  );
}
