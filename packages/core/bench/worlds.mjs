/**
 * Simulated pools and pairs for the bench of the statistics. Each comes from one seeded stream: vectors
 * are drawn in index order, answers item by item with all models of an item in a row.
 */

import { matrixBuilder } from "../dist/matrix/response-matrix.js";
import { mulberry32 } from "../dist/numeric/random.js";

/** A value per index, drawn in their order. */
const drawn = (length, draw) => Float64Array.from({ length }, draw);

const logistic = (logit) => 1 / (1 + Math.exp(-logit));

/** Abilities of a world, which come first in its stream. */
export function abilitiesOf(seed, models = 30) {
  const random = mulberry32(seed);
  return drawn(models, () => 0.8 * random.normal());
}

/**
 * Answers of a two-parameter logistic model: abilities .8 normal, difficulties .3 + 1.2 normal, slopes
 * exp(.3 normal), chance level `guessing`; an item with a wrong key is solved with probability
 * .3 (1 - P). The same draws as the worlds of the tests.
 *
 * @param options.ability Abilities to use instead of the drawn ones, which are drawn all the same.
 */
export function logisticWorld(seed, options = {}) {
  const { models = 30, items = 1000, guessing = 0, wrongKeys = 0 } = options;
  const random = mulberry32(seed);
  const own = drawn(models, () => 0.8 * random.normal());
  const ability = options.ability ?? own;
  const difficulty = drawn(items, () => 0.3 + 1.2 * random.normal());
  const slope = drawn(items, () => Math.exp(0.3 * random.normal()));
  const wrongKey = Uint8Array.from({ length: items }, () => (random.uniform() < wrongKeys ? 1 : 0));
  const builder = matrixBuilder({
    models: Array.from(ability, (_, model) => `m${model}`),
    items: Array.from(difficulty, (_, item) => `q${item}`),
    benchmarks: ["items"],
    benchmarkOf: new Uint32Array(items),
    ungraded: "wrong",
  });
  for (let item = 0; item < items; item += 1) {
    for (let model = 0; model < models; model += 1) {
      const knows = logistic(slope[item] * (ability[model] - difficulty[item]));
      const right = guessing + (1 - guessing) * knows;
      const chance = wrongKey[item] === 1 ? 0.3 * (1 - right) : right;
      builder.add(model, item, random.uniform() < chance ? 1 : 0);
    }
  }
  return { matrix: builder.freeze(), wrongKey };
}

/**
 * Two models of which on average `flips` items are solved by one alone, and a share `toB` of these by
 * the second. Half means that the models are equal.
 */
export const flippedPair =
  ({ items, flips, toB = 0.5 }) =>
  (random) => {
    const a = new Float64Array(items).fill(1);
    const b = new Float64Array(items).fill(1);
    for (let item = 0; item < items; item += 1) {
      if (random.uniform() >= flips / items) continue;
      (random.uniform() < toB ? a : b)[item] = 0;
    }
    return { a, b };
  };

const clipped = (value) => Math.max(0, Math.min(1, value));

/** Partial credit of two equal models, alike through the item. */
export const creditPair = (items) => (random) => {
  const a = new Float64Array(items);
  const b = new Float64Array(items);
  for (let item = 0; item < items; item += 1) {
    const level = random.uniform();
    a[item] = clipped(level + 0.3 * random.normal());
    b[item] = clipped(level + 0.3 * random.normal());
  }
  return { a, b };
};

/** Share of `trials` that succeed. */
function meanOfTrials(random, level, trials) {
  let solved = 0;
  for (let trial = 0; trial < trials; trial += 1) if (random.uniform() < level) solved += 1;
  return solved / trials;
}

/** The mean of five 0/1 trials of two equal models. */
export const trialPair = (items) => (random) => {
  const a = new Float64Array(items);
  const b = new Float64Array(items);
  for (let item = 0; item < items; item += 1) {
    const level = logistic(2 * random.normal());
    a[item] = meanOfTrials(random, level, 5);
    b[item] = meanOfTrials(random, level, 5);
  }
  return { a, b };
};

/** Numbers of the clusters of the items, one after the other. */
export const clustersOf = (sizes) =>
  sizes.flatMap((size, cluster) => Array.from({ length: size }, () => cluster));

/** Two equal models on passages: on each of them one of the two is better by chance. */
export const passagePair =
  (sizes, trials = 1) =>
  (random) => {
    const a = [];
    const b = [];
    for (const size of sizes) {
      const lead = 0.9 * random.normal();
      for (let item = 0; item < size; item += 1) {
        const level = random.normal();
        a.push(meanOfTrials(random, logistic(level - lead), trials));
        b.push(meanOfTrials(random, logistic(level + lead), trials));
      }
    }
    return { a, b };
  };
