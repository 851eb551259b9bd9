/** How much an order hangs on the two dials of the method. */

import { EipError } from "../errors.ts";
import { meanScore } from "../estimate/mean-score.ts";
import { propagate, type PropagateOptions } from "../estimate/propagate.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { descending, ranks } from "../stats/ranks.ts";
import { smoothingGrid } from "./choose-smoothing.ts";
import { estimatorNamed } from "./estimators.ts";
import { itemShares } from "./explain.ts";
import { halvesOf } from "./halves.ts";
import type { Move } from "./perturb-agreement.ts";
import type { OnStep } from "./study-progress.ts";
import { competencyByDamping } from "./sweep-closed-form.ts";

/** What to try, and the settings that stay. */
export interface SweepOptions extends PropagateOptions {
  /** Values to try; the one that the others are compared with is always among them. */
  readonly values?: readonly number[] | undefined;
  /** Halvings of the items. Default 50. */
  readonly halvings?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** One number per item: items of a benchmark with equal numbers stay in one half. */
  readonly cluster?: ArrayLike<number> | undefined;
  readonly onStep?: OnStep | undefined;
}

/** The orders at many values of one setting. */
export interface Sweep {
  readonly parameter: "damping" | "smoothing";
  /** The value that the others are compared with. */
  readonly reference: number;
  /** Ascending by value. */
  readonly points: readonly SweepPoint[];
  /** Mean tau-b of the orders by accuracy on the same halves. */
  readonly accuracySplitHalfTau: number;
  readonly halvings: number;
}

/** The order at one value. */
export interface SweepPoint {
  readonly value: number;
  /** Kendall's tau-b with the order at the reference, and with that of accuracy. */
  readonly tau: number;
  readonly tauWithAccuracy: number;
  /** Mean tau-b of the orders by two disjoint halves of the items. */
  readonly splitHalfTau: number;
  /** Models in front, as indices; several where they tie. */
  readonly leaders: readonly number[];
  /** Models with another rank than at the reference, those that move most first. */
  readonly moves: readonly Move[];
  /** Largest part of one item in one model's competency; `undefined` in a sweep of the damping. */
  readonly largestShare: number | undefined;
}

/** Values of the damping that are usually tried. */
export const dampingGrid: readonly number[] = [0.01, 0.1, 0.3, 0.5, 0.7, 0.85, 0.9, 0.95, 0.99];

/**
 * The order at many values of the damping, against that at the value of the settings (.85). Complete
 * pools are solved in closed form, one pass over the answers for all values.
 *
 * @throws EipError `bad-option` for a value outside (0, 1).
 * @example
 * ```ts
 * (await sweepDamping(matrix)).points.map(({ value, tau }) => [value, tau]); // [[0.01, 0.97], …]
 * ```
 */
export async function sweepDamping(
  matrix: ResponseMatrix,
  options: SweepOptions = {},
): Promise<Sweep> {
  const { damping: reference = 0.85, smoothing = 0, missing, values = dampingGrid } = options;
  for (const value of values) {
    if (value > 0 && value < 1) continue;
    throw new EipError("bad-option", {
      where: "damping",
      found: String(value),
      expected: "numbers between 0 and 1, both excluded",
    });
  }
  const solved = competencyByDamping(matrix, smoothing);
  const competencyAt = (damping: number) =>
    solved?.(damping) ?? propagate(matrix, { damping, smoothing, missing }).competency;
  return sweep(matrix, {
    ...options,
    parameter: "damping",
    reference,
    values,
    at: (damping) => ({ competency: competencyAt(damping), largestShare: undefined }),
    settingsAt: (damping) => ({ damping, smoothing, missing }),
  });
}

/**
 * The order at many values of the smoothing, against that of the published method (0). Towards large
 * values the order becomes that of accuracy.
 *
 * @throws EipError `bad-option` for a value that the propagation does not take.
 * @example
 * ```ts
 * (await sweepSmoothing(matrix)).points[0]?.tau; // 1, the published method with itself
 * ```
 */
export async function sweepSmoothing(
  matrix: ResponseMatrix,
  options: SweepOptions = {},
): Promise<Sweep> {
  const { damping, missing, values = smoothingGrid } = options;
  return sweep(matrix, {
    ...options,
    parameter: "smoothing",
    reference: 0,
    values,
    at(smoothing) {
      const fit = propagate(matrix, { damping, smoothing, missing });
      return { competency: fit.competency, largestShare: largestShare({ matrix, fit }) };
    },
    settingsAt: (smoothing) => ({ damping, smoothing, missing }),
  });
}

interface SweepPlan extends SweepOptions {
  readonly parameter: Sweep["parameter"];
  readonly reference: number;
  readonly values: readonly number[];
  readonly at: (value: number) => {
    readonly competency: Float64Array;
    readonly largestShare: number | undefined;
  };
  readonly settingsAt: (value: number) => PropagateOptions;
}

async function sweep(matrix: ResponseMatrix, plan: SweepPlan): Promise<Sweep> {
  const { parameter, reference, at, settingsAt, halvings = 50, seed = 1, cluster, onStep } = plan;
  const values = [...new Set([...plan.values, reference])].toSorted((a, b) => a - b);
  const eip = estimatorNamed("eip");
  const halves = { halvings, seed, cluster };
  const before = ranks(at(reference).competency);
  const byAccuracy = ranks(meanScore(matrix).competency);
  const points: SweepPoint[] = [];
  for (const value of values) {
    await onStep?.({ done: points.length, total: values.length, what: `${parameter} ${value}` });
    const { competency, largestShare: share } = at(value);
    const places = ranks(competency);
    points.push({
      value,
      tau: kendallTau(places, before),
      tauWithAccuracy: kendallTau(places, byAccuracy),
      splitHalfTau: halvesOf(matrix, { ...halves, estimator: eip, settings: settingsAt(value) }),
      leaders: descending(competency).filter((model) => places[model] === 1),
      moves: movesBetween(before, places),
      largestShare: share,
    });
  }
  const accuracy = { ...halves, estimator: estimatorNamed("mean-score"), settings: plan };
  return {
    parameter,
    reference,
    points,
    accuracySplitHalfTau: halvesOf(matrix, accuracy),
    halvings,
  };
}

function movesBetween(from: readonly number[], to: readonly number[]): readonly Move[] {
  return [...from.keys()]
    .map((model) => ({ model, from: from[model]!, to: to[model]! }))
    .filter((move) => move.from !== move.to && !Number.isNaN(move.from + move.to))
    .toSorted((a, b) => Math.abs(b.to - b.from) - Math.abs(a.to - a.from) || a.model - b.model);
}

function largestShare(pool: Parameters<typeof itemShares>[0]): number {
  let largest = 0;
  for (const [model, competency] of pool.fit.competency.entries()) {
    if (Number.isNaN(competency)) continue;
    for (const share of itemShares(pool, model)) if (share > largest) largest = share;
  }
  return largest;
}
