/** Pools whose truth is known, and how near an estimate comes to it. */

import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

export interface KnownWorld {
  readonly matrix: ResponseMatrix;
  /** Row after row, one ability per dimension. */
  readonly abilities: readonly (readonly number[])[];
  readonly loadings: readonly (readonly number[])[];
  readonly intercepts: readonly number[];
  /** Chance of a success. */
  chance(model: number, item: number): number;
}

export interface WorldShape {
  readonly models: number;
  readonly items: number;
  readonly dimensions?: number;
  /** Draws the loadings of an item. Default: 1 on each axis. */
  readonly loadingsOf?: (normal: () => number, item: number) => readonly number[];
  /** Share of cells that nobody observed. Default 0. */
  readonly gaps?: number;
  /** Trials that a score is the mean of. Default 1. */
  readonly trials?: number;
}

/** Standard normal abilities; difficulties 1.2 normal in each direction that an item measures. */
export function knownWorld(seed: number, shape: WorldShape): KnownWorld {
  const { models, items, dimensions = 1, gaps = 0, trials = 1 } = shape;
  const random = mulberry32(seed);
  const normal = () => random.normal();
  const loadingsOf = shape.loadingsOf ?? (() => Array.from({ length: dimensions }, () => 1));
  const abilities = Array.from({ length: models }, () =>
    Array.from({ length: dimensions }, normal),
  );
  const loadings = Array.from({ length: items }, (_, item) => loadingsOf(normal, item));
  const intercepts = loadings.map((own) => 1.2 * Math.hypot(...own) * normal());
  const chance = (model: number, item: number) => {
    const logit = loadings[item]!.reduce(
      (sum, loading, axis) => sum + loading * abilities[model]![axis]!,
      intercepts[item]!,
    );
    return 1 / (1 + Math.exp(-logit));
  };
  const rows = abilities.map((_, model) =>
    intercepts.map((__, item) => {
      if (random.uniform() < gaps) return undefined;
      let solved = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        if (random.uniform() < chance(model, item)) solved += 1;
      }
      return solved / trials;
    }),
  );
  return { matrix: matrixFromRows(rows), abilities, loadings, intercepts, chance };
}

export interface Recovery {
  readonly correlation: number;
  /** Mean of estimate less truth. */
  readonly bias: number;
  readonly rmse: number;
}

const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

/** How near numbers come to the true ones. */
export function recovery(estimate: ArrayLike<number>, truth: ArrayLike<number>): Recovery {
  const ours = Array.from(estimate);
  const theirs = Array.from(truth);
  if (ours.length !== theirs.length) throw new Error(`${ours.length} and ${theirs.length} numbers`);
  const [meanOurs, meanTheirs] = [meanOf(ours), meanOf(theirs)];
  const product = meanOf(ours.map((x, place) => (x - meanOurs) * (theirs[place]! - meanTheirs)));
  const spread = (values: readonly number[], mean: number) =>
    Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
  return {
    correlation: product / (spread(ours, meanOurs) * spread(theirs, meanTheirs)),
    bias: meanOurs - meanTheirs,
    rmse: Math.sqrt(meanOf(ours.map((x, place) => (x - theirs[place]!) ** 2))),
  };
}

/** For the title of a test. */
export const shown = ({ correlation, bias, rmse }: Recovery): string =>
  `correlation ${correlation.toFixed(3)}, bias ${bias.toFixed(3)}, RMSE ${rmse.toFixed(3)}`;
