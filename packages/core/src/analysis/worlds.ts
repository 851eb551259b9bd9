/**
 * Simulated pools with a known truth, drawn as the reference figures of `docs/numbers.md` were. All randomness comes from one seeded stream per world: vectors
 * are drawn in index order, outcomes item by item with all models of an item in a row.
 */

import { matrixBuilder, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { mulberry32, permutation, type Random } from "../numeric/random.ts";

/** What a world of the two-parameter logistic model is like. */
export interface WorldOptions {
  /** Default 30. */
  readonly models?: number | undefined;
  /** Default 1,000. */
  readonly items?: number | undefined;
  /** Chance of solving an item without knowing, 0 to 1. Default 0. */
  readonly guessing?: number | undefined;
  /** Share of items whose key is wrong. Default 0. */
  readonly wrongKeys?: number | undefined;
  /** What ten of the models were not asked. Default: nothing. */
  readonly gaps?: "random half" | "harder half" | undefined;
  /** Abilities to use instead of the drawn ones; they are drawn all the same. */
  readonly ability?: Float64Array | undefined;
}

/** A simulated pool and the truth behind it, on the logit scale. */
export interface World {
  readonly matrix: ResponseMatrix;
  readonly ability: Float64Array;
  readonly difficulty: Float64Array;
  /** 1 for an item with a wrong key. */
  readonly wrongKey: Uint8Array;
}

/**
 * Answers of a two-parameter logistic model: abilities .8 normal, difficulties .3 + 1.2 normal, slopes
 * exp(.3 normal); an item with a wrong key is solved with probability .3 (1 - P).
 *
 * @example
 * ```ts
 * propagate(logisticWorld(1000).matrix).keptItems.length; // 984
 * ```
 */
export function logisticWorld(seed: number, options: WorldOptions = {}): World {
  const { models = 30, items = 1000, guessing = 0, wrongKeys = 0, gaps } = options;
  const random = mulberry32(seed);
  const drawn = Float64Array.from({ length: models }, () => 0.8 * random.normal());
  const ability = options.ability ?? drawn;
  const difficulty = Float64Array.from({ length: items }, () => 0.3 + 1.2 * random.normal());
  const slope = Float64Array.from({ length: items }, () => Math.exp(0.3 * random.normal()));
  const wrongKey = Uint8Array.from({ length: items }, () => (random.uniform() < wrongKeys ? 1 : 0));
  const solved = new Uint8Array(models * items);
  for (let item = 0; item < items; item += 1) {
    for (let model = 0; model < models; model += 1) {
      const logit = slope[item]! * (ability[model]! - difficulty[item]!);
      const right = guessing + (1 - guessing) / (1 + Math.exp(-logit));
      const chance = wrongKey[item] ? 0.3 * (1 - right) : right;
      if (random.uniform() < chance) solved[item * models + model] = 1;
    }
  }
  const asked = gaps ? withGaps(random, { models, items, difficulty, gaps }) : () => true;
  return { matrix: matrixOf({ models, items, solved, asked }), ability, difficulty, wrongKey };
}

/** Whether a model was asked an item, both as indices. */
type Asked = (model: number, item: number) => boolean;

interface GapOptions {
  readonly models: number;
  readonly items: number;
  readonly difficulty: Float64Array;
  readonly gaps: "random half" | "harder half";
}

function withGaps(random: Random, { models, items, difficulty, gaps }: GapOptions): Asked {
  const chosen = permutation(random, models).subarray(0, 10).toSorted();
  if (gaps === "harder half") {
    const order = difficulty.toSorted();
    const median = (order[Math.floor((items - 1) / 2)]! + order[Math.floor(items / 2)]!) / 2;
    return (model, item) => !chosen.includes(model) || difficulty[item]! <= median;
  }
  const half = new Map(
    Array.from(chosen, (model) => [
      model,
      Uint8Array.from({ length: items }, () => (random.uniform() >= 0.5 ? 1 : 0)),
    ]),
  );
  return (model, item) => half.get(model)?.[item] !== 0;
}

/** Answers to make a matrix of. */
export interface Answers {
  readonly models: number;
  readonly items: number;
  /** `solved[item * models + model]` */
  readonly solved: Uint8Array;
  /** Whether a model was put an item. Default: all were. */
  readonly asked?: Asked | undefined;
}

/**
 * A matrix of 0/1 answers with models `m0` ... and items `q0` ...
 *
 * @example
 * ```ts
 * matrixOf({ models: 2, items: 1, solved: Uint8Array.of(1, 0) }).models; // ["m0", "m1"]
 * ```
 */
export function matrixOf({ models, items, solved, asked = () => true }: Answers): ResponseMatrix {
  const builder = matrixBuilder({
    models: Array.from({ length: models }, (_, model) => `m${model}`),
    items: Array.from({ length: items }, (_, item) => `q${item}`),
    benchmarks: ["items"],
    benchmarkOf: new Uint32Array(items),
    ungraded: "wrong",
  });
  for (let item = 0; item < items; item += 1) {
    for (let model = 0; model < models; model += 1) {
      if (asked(model, item)) builder.add(model, item, solved[item * models + model]!);
    }
  }
  return builder.freeze();
}

/**
 * The nemesis pool: ten models of accuracy .2 to .8, and `m10`, which fails a single item that only the
 * weakest, `m0`, solved.
 *
 * @example
 * ```ts
 * nemesisWorld(1, 1000).models.length; // 11
 * ```
 */
export function nemesisWorld(seed: number, items: number): ResponseMatrix {
  const random = mulberry32(seed);
  const solved = new Uint8Array(items * 11);
  for (let item = 0; item < items; item += 1) {
    for (let model = 0; model < 10; model += 1) {
      if (random.uniform() < 0.2 + (0.6 * model) / 9) solved[item * 11 + model] = 1;
    }
    solved[item * 11 + 10] = 1;
  }
  let decisive = 0;
  while (solved[decisive * 11] === 0) decisive += 1;
  for (let model = 1; model <= 10; model += 1) solved[decisive * 11 + model] = 0;
  return matrixOf({ models: 11, items, solved });
}

/** Success rates of the eight background models on easy, middling and hard items. */
const backgroundRates = [
  [0.95, 0.6, 0.1],
  [0.9, 0.5, 0.08],
  [0.85, 0.4, 0.05],
  [0.98, 0.8, 0.3],
  [0.8, 0.3, 0.02],
  [0.97, 0.7, 0.2],
  [0.7, 0.2, 0.02],
  [0.99, 0.85, 0.4],
] as const;

/** How many easy, middling and hard items the last four models solve: 150 each. */
const equalPlans = [
  [70, 50, 30],
  [80, 50, 20],
  [90, 50, 10],
  [100, 50, 0],
] as const;

/**
 * Twelve models on 300 items, 100 each easy, middling and hard. `m8` to `m11` each solve 150, and the
 * true order is `m8`, `m9`, `m10`, `m11`: the earlier, the more hard ones.
 *
 * @example
 * ```ts
 * meanScore(equalAccuracyWorld(0)).competency.subarray(8); // [0.5, 0.5, 0.5, 0.5]
 * ```
 */
export function equalAccuracyWorld(seed: number): ResponseMatrix {
  const random = mulberry32(seed);
  const solved = new Uint8Array(300 * 12);
  for (let item = 0; item < 300; item += 1) {
    for (let model = 0; model < 8; model += 1) {
      const rate = backgroundRates[model]![Math.floor(item / 100)]!;
      if (random.uniform() < rate) solved[item * 12 + model] = 1;
    }
  }
  for (const [index, plan] of equalPlans.entries()) {
    for (const [band, count] of plan.entries()) {
      for (const item of permutation(random, 100).subarray(0, count)) {
        solved[(100 * band + item) * 12 + 8 + index] = 1;
      }
    }
  }
  return matrixOf({ models: 12, items: 300, solved });
}
