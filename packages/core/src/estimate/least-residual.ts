/** A better result from the last few rounds of an affine iteration. */

/**
 * A round of an affine iteration, `x` to `T(x)`, as numbers that are affine in `x`: the first `length` of them
 * are the residual `T(x) - x`, the others whatever the round makes, such as `T(x)` itself. Weighted sums of
 * rounds, with weights that sum to 1, are again rounds of the iteration, with their true residual; of these
 * the one with the smallest residual in L2 comes back (Anderson mixing without its step).
 *
 * @param rounds The last rounds, at least one.
 * @example
 * ```ts
 * // x to x / 2 + 1 from 0 and from 1: residual, then T(x).
 * leastResidual([Float64Array.of(1, 1), Float64Array.of(0.5, 1.5)], 1); // [0, 2]
 * ```
 */
export function leastResidual(rounds: readonly Float64Array[], length: number): Float64Array {
  const last = rounds.at(-1)!;
  const best = last.slice();
  const taken: Float64Array[] = [];
  for (const round of rounds.slice(0, -1).toReversed()) {
    const step = round.map((value, place) => value - last[place]!);
    for (const other of taken) takeAway(step, other, length);
    takeAway(best, step, length);
    taken.push(step);
  }
  return best;
}

/** Makes the first numbers of `from` orthogonal to those of `along`, where these are not 0. */
function takeAway(from: Float64Array, along: Float64Array, length: number): void {
  const share = product(from, along, length) / product(along, along, length);
  if (!Number.isFinite(share)) return;
  for (let place = 0; place < from.length; place += 1) from[place]! -= share * along[place]!;
}

function product(a: Float64Array, b: Float64Array, length: number): number {
  let sum = 0;
  for (let place = 0; place < length; place += 1) sum += a[place]! * b[place]!;
  return sum;
}
