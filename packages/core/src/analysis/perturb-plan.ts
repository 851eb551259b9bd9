/** Which changes of a pool a study of stability tries. */

import { meanScore } from "../estimate/mean-score.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { descending } from "../stats/ranks.ts";
import type { ModelGroup } from "./families.ts";
import {
  addedModels,
  dropBenchmark,
  dropItems,
  dropModels,
  onlyModels,
  type Perturbation,
} from "./perturb.ts";

/** More different numbers of dropped models than this are thinned out. */
const mostDrops = 15;

/** Shares of the items that are left out. */
const itemShares = [0.1, 0.2, 0.5];

/**
 * 1 to half of the models left out (15 numbers at most), models added, 10, 20 and 50 % of the items left
 * out, each benchmark left out, and the pool cut down to thirds by accuracy and to given groups; groups of
 * one model, or of all, are passed over.
 *
 * @example
 * ```ts
 * perturbationsOf(matrix, []).map(({ what }) => what); // ["drop 1 model", "drop 2 models", …]
 * ```
 */
export function perturbationsOf(
  matrix: ResponseMatrix,
  groups: readonly ModelGroup[],
): readonly Perturbation[] {
  const half = Math.floor(matrix.models.length / 2);
  const whole = matrix.models.length;
  return [
    ...spreadNumbers(half).map(dropModels),
    ...addedModels,
    ...itemShares.map(dropItems),
    ...(matrix.benchmarks.length > 1
      ? [...matrix.benchmarks.keys()].map((benchmark) => dropBenchmark(matrix, benchmark))
      : []),
    ...[...thirds(matrix), ...groups]
      .filter(({ models }) => models.length >= 2 && models.length < whole)
      .map(({ name, models }) => onlyModels(`only ${name}`, models)),
  ];
}

/** 1 to `last`, or as many of them as fit, first and last among them. */
function spreadNumbers(last: number): readonly number[] {
  const count = Math.min(last, mostDrops);
  if (count < 2) return [last];
  return Array.from({ length: count }, (_, place) =>
    Math.round(1 + ((last - 1) * place) / (count - 1)),
  );
}

/** The weakest, the middle and the strongest third by accuracy; none with fewer than 6 models. */
function thirds(matrix: ResponseMatrix): readonly ModelGroup[] {
  const order = descending(meanScore(matrix).competency).toReversed();
  const size = Math.floor(order.length / 3);
  if (size < 2) return [];
  const group = (name: string, models: readonly number[]) => ({
    name,
    models: models.toSorted((a, b) => a - b),
  });
  return [
    group("the weakest third", order.slice(0, size)),
    group("the middle third", order.slice(size, order.length - size)),
    group("the strongest third", order.slice(order.length - size)),
  ];
}
