/** Made-up pools for tests, with the truth beside them. */

import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation, type Random } from "../../src/numeric/random.ts";

export interface PoolShape {
  readonly models: number;
  readonly items: number;
  /** Chance of a right guess. */
  readonly guess?: number;
  /** Share of wrong keys. */
  readonly wrong?: number;
  /** What ten of the models are not asked. */
  readonly gaps?: "random-half" | "hard-half";
}

export interface MadePool {
  readonly matrix: ResponseMatrix;
  /** One row per model; `undefined` is unobserved. */
  readonly rows: (number | undefined)[][];
  readonly ability: readonly number[];
  readonly difficulty: readonly number[];
  /** Items with a wrong key. */
  readonly wrong: ReadonlySet<number>;
}

const values = (count: number, next: () => number) => Array.from({ length: count }, next);

/**
 * Answers by a logistic curve with slope and floor, in this order of draws: abilities, difficulties,
 * slopes, wrong keys, answers item by item, the models with gaps, the gaps.
 */
export function madePool(seed: number, shape: PoolShape): MadePool {
  const { models, items, guess = 0, wrong: share = 0, gaps } = shape;
  const random = mulberry32(seed);
  const ability = values(models, () => 0.8 * random.normal());
  const difficulty = values(items, () => 0.3 + 1.2 * random.normal());
  const slope = values(items, () => Math.exp(0.3 * random.normal()));
  const keyed = values(items, () => random.uniform());
  const wrong = new Set([...keyed.keys()].filter((item) => keyed[item]! < share));
  const rows: (number | undefined)[][] = ability.map(() => []);
  for (let item = 0; item < items; item += 1) {
    for (let model = 0; model < models; model += 1) {
      const curve = 1 / (1 + Math.exp(-slope[item]! * (ability[model]! - difficulty[item]!)));
      const right = guess + (1 - guess) * curve;
      const chance = wrong.has(item) ? 0.3 * (1 - right) : right;
      rows[model]![item] = random.uniform() < chance ? 1 : 0;
    }
  }
  if (gaps !== undefined) leaveGaps(rows, difficulty, { random, gaps });
  return { matrix: matrixFromRows(rows), rows, ability, difficulty, wrong };
}

function leaveGaps(
  rows: (number | undefined)[][],
  difficulty: readonly number[],
  { random, gaps }: { readonly random: Random; readonly gaps: PoolShape["gaps"] },
): void {
  const chosen = permutation(random, rows.length).slice(0, 10).toSorted();
  const middle = difficulty.toSorted((a, b) => a - b)[difficulty.length / 2]!;
  for (const model of chosen) {
    for (let item = 0; item < difficulty.length; item += 1) {
      const left = gaps === "hard-half" ? difficulty[item]! >= middle : random.uniform() < 0.5;
      if (left) rows[model]![item] = undefined;
    }
  }
}

/** The same pool with models and items in another order: `models[i]` is the old index of model i. */
export function reordered(
  rows: readonly (readonly (number | undefined)[])[],
  order: { readonly models: Uint32Array; readonly items: Uint32Array },
): ResponseMatrix {
  return matrixFromRows(
    Array.from(order.models, (model) => Array.from(order.items, (item) => rows[model]![item])),
  );
}

/**
 * 40 models and 500 items, 25 of them with a wrong key; models 0 and 1 are equal, model 3 is clearly
 * better than model 2.
 */
export function plantedPool(): {
  readonly matrix: ResponseMatrix;
  readonly wrong: ReadonlySet<number>;
} {
  const random = mulberry32(20261129);
  const ability = Array.from({ length: 40 }, () => random.normal());
  ability[1] = ability[0]!;
  ability[3] = ability[2]! + 0.9;
  const difficulty = Array.from({ length: 500 }, () => 1.1 * random.normal());
  const wrong = new Set<number>();
  while (wrong.size < 25) wrong.add(Math.floor(random.uniform() * 500));
  const rows: number[][] = ability.map(() => []);
  for (const [item, b] of difficulty.entries()) {
    for (const [model, theta] of ability.entries()) {
      const p = 1 / (1 + Math.exp(-1.4 * (theta - b)));
      rows[model]![item] = random.uniform() < (wrong.has(item) ? 0.35 * (1 - p) : p) ? 1 : 0;
    }
  }
  return { matrix: matrixFromRows(rows), wrong };
}
