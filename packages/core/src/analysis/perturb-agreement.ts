/** How much of an estimate is left when the pool is changed. */

import type { Estimate } from "../estimate/estimate.ts";
import { kendallTau } from "../stats/rank-correlation.ts";
import { ranks } from "../stats/ranks.ts";
import type { Perturbed } from "./perturb.ts";
import { pearson, spearman } from "./spearman.ts";

/** Agreement of an estimate with the one before, over the models and items that both have. */
export interface Agreement {
  /** Spearman's correlation of the competencies. */
  readonly competency: number;
  /** Kendall's tau-b of the same. */
  readonly tau: number;
  /** Spearman's correlation of the difficulties of items that both keep. */
  readonly difficulty: number;
  readonly difficultyPearson: number;
  /** Models whose rank among the models that both have is another one. */
  readonly moves: readonly Move[];
}

/** A model, as an index of the pool before, and its ranks before and after. */
export interface Move {
  readonly model: number;
  readonly from: number;
  readonly to: number;
}

/** Compares the estimate of a changed pool with that of the pool it came from. */
export function agreementOf(before: Estimate, after: Estimate, perturbed: Perturbed): Agreement {
  const common = [...perturbed.models.keys()].filter((row) => {
    const model = perturbed.models[row]!;
    return (
      model >= 0 &&
      !Number.isNaN(before.competency[model]!) &&
      !Number.isNaN(after.competency[row]!)
    );
  });
  const from = ranks(common.map((row) => before.competency[perturbed.models[row]!]!));
  const to = ranks(common.map((row) => after.competency[row]!));
  const difficulties = commonDifficulties(before, after, perturbed);
  return {
    competency: spearman(from, to),
    tau: kendallTau(from, to),
    difficulty: spearman(difficulties.before, difficulties.after),
    difficultyPearson: pearson(difficulties.before, difficulties.after),
    moves: common
      .map((row, place) => ({
        model: perturbed.models[row]!,
        from: from[place]!,
        to: to[place]!,
      }))
      .filter((move) => move.from !== move.to),
  };
}

function commonDifficulties(before: Estimate, after: Estimate, { items }: Perturbed) {
  const placeBefore = new Map(Array.from(before.keptItems, (item, place) => [item, place]));
  const pairs = Array.from(after.keptItems, (item, place) => ({
    place,
    earlier: placeBefore.get(items[item]!),
  })).filter(({ earlier }) => earlier !== undefined);
  return {
    before: pairs.map(({ earlier }) => before.difficulty[earlier!]!),
    after: pairs.map(({ place }) => after.difficulty[place]!),
  };
}
