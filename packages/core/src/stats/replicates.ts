/** Refits of a pool on items drawn again. */

import { refitter, type DrawnRefitter, type Refitted, type Refitter } from "../estimate/refit.ts";
import type { PropagateSettings } from "../estimate/propagate.ts";
import type { Strata } from "../estimate/strata.ts";
import { itemCount, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { mulberry32, streamSeed } from "../numeric/random.ts";
import { copiesOfItems, drawUnits } from "./resample.ts";
import { resamplingUnits, type Units } from "./units.ts";

interface Drawable {
  readonly units: Units;
  /** Number of items of the matrix. */
  readonly items: number;
}

/** Refits of a pool on the draws that the streams of seeds make. */
function drawnRefitter(refits: Refitter, { units, items }: Drawable): DrawnRefitter {
  return refits.drawing(strataOf(units)) ?? countedReplicates(refits, { units, items });
}

/** Draws are counted, and the counts are refitted. */
function countedReplicates(refits: Refitter, { units, items }: Drawable): DrawnRefitter {
  const copies = new Float64Array(items);
  return {
    atOnce: 1,
    fit: (seeds) =>
      seeds.map((seed) =>
        refits.fit(copiesOfItems(drawUnits(units, mulberry32(seed)), { units, out: copies })),
      ),
  };
}

function strataOf({ members, starts, strata }: Units): Strata {
  const single = members.length + 1 === starts.length;
  return { items: members, units: single ? undefined : starts, starts: strata };
}

/** All that replicates depend on, as data that can be given to another thread. */
export interface ReplicateTask {
  readonly matrix: ResponseMatrix;
  readonly settings: Pick<PropagateSettings, "damping" | "smoothing" | "missing">;
  readonly seed: number;
  readonly replicates: number;
  readonly cluster?: ArrayLike<number> | undefined;
}

/** Replicates, each at its place. */
export interface ReplicateRows {
  /** For each replicate the competencies, then the weighted accuracies. */
  readonly rows: Float64Array;
  /** 1 for each replicate that could be fitted. */
  readonly fitted: Uint8Array;
}

/** Empty rows; `Memory` may be one that threads share. */
export function emptyRows(
  { matrix, replicates }: Pick<ReplicateTask, "matrix" | "replicates">,
  Memory: ArrayBufferConstructor | SharedArrayBufferConstructor = ArrayBuffer,
): ReplicateRows {
  return {
    rows: new Float64Array(new Memory(8 * 2 * matrix.models.length * replicates)),
    fitted: new Uint8Array(new Memory(replicates)),
  };
}

/** From a replicate to before another. */
export interface ReplicateRange {
  readonly first: number;
  readonly end: number;
}

/** Puts replicates in their rows. */
export type MakeReplicates = (range: ReplicateRange, into: ReplicateRows) => void;

export interface ReplicateMaker {
  readonly make: MakeReplicates;
  readonly method: Refitter["method"];
}

/** Benchmarks with fewer units than this are drawn from together. */
const smallestStratum = 5;

/** What is drawn from in a task. */
export function unitsOf({ matrix, settings, cluster }: ReplicateTask): Units {
  return resamplingUnits(matrix, { missing: settings.missing, cluster, smallest: smallestStratum });
}

/** Each replicate has a stream of random numbers of its own, so that it does not matter who makes it. */
export function replicateMaker(task: ReplicateTask, units: Units = unitsOf(task)): ReplicateMaker {
  const { matrix, seed } = task;
  const refits = refitter(matrix, task.settings);
  const drawn = drawnRefitter(refits, { units, items: itemCount(matrix) });
  return {
    method: refits.method,
    make({ first, end }, into) {
      for (let index = first; index < end; index += drawn.atOnce) {
        const seeds = Array.from({ length: Math.min(drawn.atOnce, end - index) }, (_, place) =>
          streamSeed(seed, { purpose: "bootstrap", index: index + place }),
        );
        for (const [place, result] of drawn.fit(seeds).entries()) {
          if (result !== undefined) putRow(into, index + place, result);
        }
      }
    },
  };
}

function putRow(
  { rows, fitted }: ReplicateRows,
  index: number,
  { competency, weightedAccuracy }: Refitted,
): void {
  const models = competency.length;
  rows.set(competency, 2 * models * index);
  rows.set(weightedAccuracy, 2 * models * index + models);
  fitted[index] = 1;
}
