/**
 * Simulated pools with a known truth. All randomness comes from one seeded stream per world: vectors
 * are drawn in index order, outcomes item by item with all models of an item in a row.
 */

import { matrixBuilder, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { mulberry32, permutation, type Random } from "../../src/numeric/random.ts";

export interface WorldOptions {
  readonly models?: number;
  readonly items?: number;
  /** Chance of solving an item without knowing, 0 to 1. */
  readonly guessing?: number;
  /** Share of items whose key is wrong. */
  readonly wrongKeys?: number;
  /** What ten of the models were not asked. */
  readonly gaps?: "random half" | "harder half";
  /** Abilities to use instead of the drawn ones; they are drawn all the same. */
  readonly ability?: Float64Array;
}

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

interface Answers {
  readonly models: number;
  readonly items: number;
  /** `solved[item * models + model]` */
  readonly solved: Uint8Array;
  readonly asked?: Asked;
  readonly benchmarkOf?: Uint32Array;
}

/** A matrix of 0/1 answers with models `m0` ... and items `q0` ... */
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
