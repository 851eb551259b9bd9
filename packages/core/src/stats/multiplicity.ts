/** P values of several questions asked at once. */

export type Correction = "holm" | "bh";

/**
 * Adjusted p values, in the given order. `holm` (S. Holm, 1979) keeps the chance of any false claim
 * below the level; `bh` (Y. Benjamini and Y. Hochberg, 1995) keeps the expected share of false claims
 * below it. Each is at least as large as its p value, and their order is the same.
 *
 * @returns `NaN` where the p value is `NaN`; those do not count as questions.
 * @example
 * ```ts
 * adjustedP([0.01, 0.04, 0.03]); // [0.03, 0.06, 0.06]
 * adjustedP([0.01, 0.04, 0.03], "bh"); // [0.03, 0.04, 0.04]
 * ```
 */
export function adjustedP(p: readonly number[], correction: Correction = "holm"): number[] {
  const order = [...p.keys()]
    .filter((index) => !Number.isNaN(p[index]!))
    .toSorted((a, b) => p[a]! - p[b]! || a - b);
  const adjusted = p.map(() => Number.NaN);
  if (correction === "holm") {
    let largest = 0;
    for (const [place, index] of order.entries()) {
      largest = Math.max(largest, Math.min(1, (order.length - place) * p[index]!));
      adjusted[index] = largest;
    }
  } else {
    let smallest = 1;
    for (const [place, index] of [...order.entries()].toReversed()) {
      smallest = Math.min(smallest, (order.length / (place + 1)) * p[index]!);
      adjusted[index] = smallest;
    }
  }
  return adjusted;
}
