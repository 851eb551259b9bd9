/** Whether one model is better than another on the items that both were asked. */

import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { clustersWithinBenchmarks } from "../stats/clusters.ts";
import { adjustedP, type Correction } from "../stats/multiplicity.ts";
import { pairedDifference, type PairedResult } from "../stats/paired.ts";
import { itemsNeeded, minimumDetectable } from "../stats/power.ts";
import { commonItems } from "./common-items.ts";
import type { Pair } from "./flips.ts";
import { gateResult, verdict, type GateResult, type Gates, type Verdict } from "./verdict.ts";
import {
  weightedDifference,
  type WeightedDifference,
  type WeightedPool,
} from "./weighted-difference.ts";

export interface CompareOptions extends Gates {
  /** Confidence level, between 0 and 1. Default .95. */
  readonly level?: number | undefined;
  /** For several pairs, and for the benchmarks of a pair. Default `holm`. */
  readonly correction?: Correction | undefined;
  /** One number per item of the matrix; items of a benchmark with equal numbers belong together. */
  readonly cluster?: ArrayLike<number> | undefined;
  /** Weighted accuracies of the models, and how they spread. */
  readonly weighted?: WeightedPool | undefined;
  /** Random choices of signs, where these are needed. Default 9,999. */
  readonly draws?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
}

/** What is said about a set of items. */
export interface ItemComparison extends Omit<PairedResult, "standardError"> {
  readonly pAdjusted: number;
  /** The true difference that so many items show four times in five. */
  readonly minimumDetectable: number | null;
  /** How many more items find the target four times in five; `null` when there is no use in saying. */
  readonly itemsNeeded: number | null;
  /** What the target is: the margin of a gate, or the difference that was seen, which is a poor guess. */
  readonly itemsNeededFor: "margin" | "observed";
  readonly verdict: Verdict;
}

export interface BenchmarkComparison extends ItemComparison {
  readonly benchmark: string;
}

export interface Comparison extends ItemComparison, WeightedDifference {
  readonly a: string;
  readonly b: string;
  /** Items that only one of the two was asked; they do not count. */
  readonly askedOnlyA: number;
  readonly askedOnlyB: number;
  /** `null` when no gate was asked for. */
  readonly gate: GateResult | null;
  /** In the order of the matrix, p values adjusted among them. */
  readonly benchmarks: readonly BenchmarkComparison[];
}

/**
 * Compares pairs of models, each on the items that both were asked. `p` is McNemar's mid-p value for
 * 0/1 scores, a sign-flip test for partial credit, averaged trials and clusters. p values are
 * adjusted over the pairs, and within each pair over its benchmarks; intervals are for one pair at a
 * time. Swapping a and b mirrors everything.
 *
 * @throws EipError `nothing-shared` for a pair without a common item, `bad-option` for a level or a
 *   margin out of range.
 * @example
 * ```ts
 * const matrix = matrixFromRows([
 *   [1, 0, 0, 0, 0, 0, 0, 0],
 *   [0, 1, 1, 1, 1, 1, 1, 1],
 * ]);
 * const [pair] = compare(matrix, [{ a: 0, b: 1 }]);
 * pair.p; // 0.0390625
 * ```
 */
export function compare(
  matrix: ResponseMatrix,
  pairs: readonly Pair[],
  options: CompareOptions = {},
): readonly Comparison[] {
  checkOptions(options);
  const { correction } = options;
  const cluster = options.cluster && clustersWithinBenchmarks(matrix, options.cluster);
  const results = pairs.map((pair) => {
    const common = commonItems(matrix, pair, cluster);
    const onAll = pairedDifference(common.all, options);
    const onEach = common.benchmarks.map(({ scores }) =>
      common.benchmarks.length === 1 ? onAll : pairedDifference(scores, options),
    );
    return { pair, common, onAll, onEach };
  });
  const overPairs = adjustedP(
    results.map(({ onAll }) => onAll.p),
    correction,
  );
  return results.map(({ pair, common, onAll, onEach }, index) => {
    const overBenchmarks = adjustedP(
      onEach.map(({ p }) => p),
      correction,
    );
    return {
      a: matrix.models[pair.a]!,
      b: matrix.models[pair.b]!,
      ...judged(onAll, overPairs[index]!, options),
      ...weightedDifference(pair, options),
      askedOnlyA: common.askedOnlyA,
      askedOnlyB: common.askedOnlyB,
      gate: gateResult(onAll, options),
      benchmarks: onEach.map((result, place) => ({
        benchmark: common.benchmarks[place]!.benchmark,
        ...judged(result, overBenchmarks[place]!, options),
      })),
    };
  });
}

function checkOptions({ level = 0.95, maxDrop = 0, minGain = 0 }: CompareOptions): void {
  if (!(level > 0 && level < 1)) {
    throw new EipError("bad-option", {
      where: "level",
      found: String(level),
      expected: "a number between 0 and 1, both excluded",
    });
  }
  for (const [where, margin] of [
    ["maxDrop", maxDrop],
    ["minGain", minGain],
  ] as const) {
    if (margin >= 0 && margin <= 1) continue;
    throw new EipError("bad-option", {
      where,
      found: String(margin),
      expected: "a number from 0 to 1",
    });
  }
}

function judged(
  { standardError, ...result }: PairedResult,
  pAdjusted: number,
  options: CompareOptions,
): ItemComparison {
  const { level = 0.95 } = options;
  const margin = marginOf(options);
  const { lower, upper } = result;
  const decision = verdict({ lower, upper, p: pAdjusted, alpha: 1 - level, margin });
  const gate = gateResult(result, options);
  const decided = gate === null ? decision !== "undecided" : gate !== "undecided";
  const target = margin ?? Math.abs(result.difference);
  const hopeless =
    decided || standardError === null || (margin === undefined && target < standardError);
  return {
    ...result,
    pAdjusted,
    minimumDetectable: standardError === null ? null : minimumDetectable(standardError, level),
    itemsNeeded: hopeless
      ? null
      : itemsNeeded({ items: result.items, standardError, level, target }),
    itemsNeededFor: margin === undefined ? "observed" : "margin",
    verdict: decision,
  };
}

/** The narrower of the two margins; `undefined` without a gate. */
function marginOf({ maxDrop, minGain }: Gates): number | undefined {
  return maxDrop === undefined || minGain === undefined
    ? (maxDrop ?? minGain)
    : Math.min(maxDrop, minGain);
}
