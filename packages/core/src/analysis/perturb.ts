/** Pools that differ from a given one in one respect. */

import { meanScore } from "../estimate/mean-score.ts";
import { matrixBuilder, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import { permutation, type Random } from "../numeric/random.ts";
import { descending } from "../stats/ranks.ts";

/** What is changed. */
export type PerturbationKind =
  | "drop-models"
  | "add-model"
  | "drop-items"
  | "drop-benchmark"
  | "only-models";

/** One way to change a pool. */
export interface Perturbation {
  readonly kind: PerturbationKind;
  /** A clause for a table: `drop 15 models`. */
  readonly what: string;
  /** Whether two draws differ. */
  readonly isRandom: boolean;
  readonly apply: (matrix: ResponseMatrix, random: Random) => Perturbed;
}

/** A changed pool and where its parts come from. */
export interface Perturbed {
  readonly matrix: ResponseMatrix;
  /** For each model its index in the pool before; -1 for one that was added. */
  readonly models: readonly number[];
  /** For each item its index in the pool before. */
  readonly items: Uint32Array;
}

/** Leaves out `number` models at random. */
export function dropModels(number: number): Perturbation {
  return {
    kind: "drop-models",
    what: `drop ${number} ${number === 1 ? "model" : "models"}`,
    isRandom: true,
    apply: (matrix, random) =>
      keepModels(matrix, permutation(random, matrix.models.length).subarray(number)),
  };
}

/** Leaves out all models but these. */
export function onlyModels(what: string, models: readonly number[]): Perturbation {
  return {
    kind: "only-models",
    what,
    isRandom: false,
    apply: (matrix) => keepModels(matrix, Uint32Array.from(models)),
  };
}

/** Leaves out a share of the items, 0 to 1, at random; at least one item stays. */
export function dropItems(share: number): Perturbation {
  return {
    kind: "drop-items",
    what: `drop ${Math.round(100 * share)} % of the items`,
    isRandom: true,
    apply(matrix, random) {
      const all = matrix.items.length;
      const left = Math.max(1, all - Math.round(share * all));
      return keepItems(matrix, permutation(random, all).subarray(0, left));
    },
  };
}

/** Leaves out a benchmark, given by its index. */
export function dropBenchmark(matrix: ResponseMatrix, benchmark: number): Perturbation {
  return {
    kind: "drop-benchmark",
    what: `drop ${matrix.benchmarks[benchmark]!}`,
    isRandom: false,
    apply: (pool) =>
      keepItems(
        pool,
        Uint32Array.from(
          [...pool.items.keys()].filter((item) => pool.benchmarkOf[item] !== benchmark),
        ),
      ),
  };
}

/**
 * Models to add: one that solves what the best one solves and a random half of the rest, one that
 * solves a random half of what the weakest one solves, and a copy of the best one. Best and weakest are
 * by accuracy; what these were not asked, the new one was not asked either.
 */
export const addedModels: readonly Perturbation[] = [
  addModel("add a much stronger model", {
    isRandom: true,
    like: "best",
    score: (score, random) => (random.uniform() < 0.5 ? 1 : score),
  }),
  addModel("add a much weaker model", {
    isRandom: true,
    like: "weakest",
    score: (score, random) => (random.uniform() < 0.5 ? 0 : score),
  }),
  addModel("add a copy of the best model", {
    isRandom: false,
    like: "best",
    score: (score) => score,
  }),
];

interface AddedModel {
  readonly isRandom: boolean;
  readonly like: "best" | "weakest";
  readonly score: (score: number, random: Random) => number;
}

function addModel(what: string, { isRandom, like, score }: AddedModel): Perturbation {
  return {
    kind: "add-model",
    what,
    isRandom,
    apply(matrix, random) {
      const order = descending(meanScore(matrix).competency);
      const model = (like === "best" ? order[0] : order.at(-1)) ?? 0;
      return {
        matrix: withModel(matrix, { model, score: (value) => score(value, random) }),
        models: [...matrix.models.keys(), -1],
        items: Uint32Array.from(matrix.items.keys()),
      };
    },
  };
}

function withModel(
  matrix: ResponseMatrix,
  { model, score }: { readonly model: number; readonly score: (value: number) => number },
): ResponseMatrix {
  return rebuilt(matrix, [...matrix.models, freeName(matrix.models)], (scores, add) => {
    for (const [row, value] of scores.entries()) if (!Number.isNaN(value)) add(row, value);
    if (!Number.isNaN(scores[model]!)) add(scores.length, score(scores[model]!));
  });
}

/** A name that no model has. */
function freeName(models: readonly string[]): string {
  let name = "added model";
  while (models.includes(name)) name += "+";
  return name;
}

/**
 * The control: the scores of each item are dealt out anew among the models that were asked it. How hard
 * an item is stays, and nothing is left of any difference between models.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1, 1], [0, 0]]);
 * shuffled(matrix, mulberry32(1)).items; // the same items, each still solved by one model
 * ```
 */
export function shuffled(matrix: ResponseMatrix, random: Random): ResponseMatrix {
  return rebuilt(matrix, matrix.models, (scores, add) => {
    const asked = [...scores.keys()].filter((model) => !Number.isNaN(scores[model]!));
    const order = permutation(random, asked.length);
    for (const [place, model] of asked.entries()) add(model, scores[asked[order[place]!]!]!);
  });
}

/** The same items with other answers; what an item's answers become is decided item by item. */
function rebuilt(
  matrix: ResponseMatrix,
  models: readonly string[],
  fill: (scores: Float64Array, add: (model: number, score: number) => void) => void,
): ResponseMatrix {
  const builder = matrixBuilder({
    models,
    items: matrix.items,
    benchmarks: matrix.benchmarks,
    benchmarkOf: matrix.benchmarkOf,
    ungraded: matrix.blankAs,
  });
  const scores = new Float64Array(matrix.models.length);
  for (let item = 0; item < matrix.items.length; item += 1) {
    fill(readItem(matrix, item, scores), (model, score) => builder.add(model, item, score));
  }
  return builder.freeze();
}

function keepModels(matrix: ResponseMatrix, chosen: Uint32Array): Perturbed {
  const models = chosen.toSorted();
  return {
    matrix: selectFrom(matrix, { models }),
    models: [...models],
    items: Uint32Array.from(matrix.items.keys()),
  };
}

function keepItems(matrix: ResponseMatrix, chosen: Uint32Array): Perturbed {
  const items = chosen.toSorted();
  return { matrix: selectFrom(matrix, { items }), models: [...matrix.models.keys()], items };
}
