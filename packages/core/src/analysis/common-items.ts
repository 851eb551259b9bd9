/** What two models did on the items that both were asked. */

import { EipError } from "../errors.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { PairedScores } from "../stats/paired.ts";
import type { Pair } from "./flips.ts";

export interface CommonItems {
  readonly all: PairedScores;
  /** The same by benchmark, in the order of the matrix; only those with common items. */
  readonly benchmarks: readonly { readonly benchmark: string; readonly scores: PairedScores }[];
  /** Items that only one of the two was asked. */
  readonly askedOnlyA: number;
  readonly askedOnlyB: number;
}

/**
 * The scores of two models side by side.
 *
 * @param cluster One number per item of the matrix; equal ones belong together.
 * @throws EipError `nothing-shared` when no item was put to both.
 */
export function commonItems(
  matrix: ResponseMatrix,
  { a, b }: Pair,
  cluster?: ArrayLike<number>,
): CommonItems {
  const all = collector(cluster);
  const each = matrix.benchmarks.map(() => collector(cluster));
  let askedOnlyA = 0;
  let askedOnlyB = 0;
  for (let item = 0; item < matrix.items.length; item += 1) {
    const scoreA = scoreAt(matrix, a, item);
    const scoreB = scoreAt(matrix, b, item);
    if (!Number.isNaN(scoreA) && !Number.isNaN(scoreB)) {
      all.add(item, scoreA, scoreB);
      each[matrix.benchmarkOf[item]!]!.add(item, scoreA, scoreB);
    } else if (!Number.isNaN(scoreA)) askedOnlyA += 1;
    else if (!Number.isNaN(scoreB)) askedOnlyB += 1;
  }
  const scores = all.scores();
  if (scores.a.length === 0) {
    throw new EipError("nothing-shared", {
      found: `${matrix.models[a]} and ${matrix.models[b]} share none of ${matrix.items.length} items`,
      expected: "items that both were asked",
    });
  }
  const benchmarks = each
    .map((one, index) => ({ benchmark: matrix.benchmarks[index]!, scores: one.scores() }))
    .filter((one) => one.scores.a.length > 0);
  return { all: scores, benchmarks, askedOnlyA, askedOnlyB };
}

function collector(cluster: ArrayLike<number> | undefined) {
  const a: number[] = [];
  const b: number[] = [];
  const clusters: number[] = [];
  return {
    add(item: number, scoreA: number, scoreB: number): void {
      a.push(scoreA);
      b.push(scoreB);
      if (cluster !== undefined) clusters.push(cluster[item]!);
    },
    scores: (): PairedScores => ({
      a: new Float64Array(a),
      b: new Float64Array(b),
      cluster: cluster && clusters,
    }),
  };
}
