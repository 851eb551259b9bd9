/** Everything that says how far a ranking can be trusted, from one seed. */

import type { Fitted } from "../estimate/fitted.ts";
import { bootstrap, defaultReplicates, type Bootstrap } from "../stats/bootstrap.ts";
import type { Crew } from "../stats/crew.ts";
import { intervals, type Intervals } from "../stats/intervals.ts";
import { reliability, type SplitHalfReliability } from "../stats/reliability.ts";
import { tiers, type Tiers } from "../stats/tiers.ts";
import { chooseSmoothing, type ChosenSmoothing } from "./choose-smoothing.ts";

export interface InferenceOptions {
  /** Refits; 0 for intervals by formula and no tiers. Default: `defaultReplicates`. */
  readonly replicates?: number | undefined;
  /** Default .95. */
  readonly level?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** One number per item: items of a benchmark with equal numbers are drawn together. */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Who makes refits along with the calling thread; see {@link bootstrap}. */
  readonly crew?: Crew | undefined;
}

export interface Inference {
  /** Refits that were asked for. */
  readonly replicates: number;
  readonly level: number;
  readonly seed: number;
  readonly bootstrap: Bootstrap | undefined;
  readonly intervals: Intervals;
  /** Absent without refits. */
  readonly tiers: Tiers | undefined;
  readonly reliability: SplitHalfReliability;
  readonly smoothing: ChosenSmoothing;
}

/**
 * Intervals, tiers, split-half reliability and the smoothing that the pool asks for. The same pool and
 * seed give the same numbers.
 */
export function infer(pool: Fitted, options: InferenceOptions = {}): Inference {
  const {
    replicates = defaultReplicates(pool.matrix),
    level = 0.95,
    seed = 1,
    cluster,
    crew,
  } = options;
  const drawn = replicates === 0 ? undefined : bootstrap(pool, { replicates, seed, cluster, crew });
  const { damping, missing } = pool.fit.settings;
  return {
    replicates,
    level,
    seed,
    bootstrap: drawn,
    intervals: intervals(pool, { bootstrap: drawn, cluster, level }),
    tiers: drawn && tiers(pool, { bootstrap: drawn, level }),
    reliability: reliability(pool, { seed, cluster }),
    smoothing: chooseSmoothing(pool.matrix, { damping, missing, seed, cluster }),
  };
}
