/** Groups of models that the items at hand can tell apart. */

import type { Fitted } from "../estimate/fitted.ts";
import { usableModels, type Bootstrap } from "./bootstrap.ts";
import { tied } from "./ranks.ts";
import { bonferroniRule, maximumRule, type TierRule } from "./tier-rules.ts";

export interface TierOptions {
  readonly bootstrap: Bootstrap;
  /** Confidence that no boundary of the board is false. Default .95. */
  readonly level?: number | undefined;
}

/** All `null` for a model without a competency, or when no tiers can be found. */
export interface ModelTier {
  /** 1 for the first tier. */
  readonly tier: number | null;
  /** First and last place of its tier in the order of models. */
  readonly tierFirst: number | null;
  readonly tierLast: number | null;
  /** Adjusted p value of the difference from the first model of its tier; 1 for that model. */
  readonly tierP: number | null;
}

/** Where one tier ends and the next begins. */
export interface TierBoundary {
  /** Index of the first model of the tier above, and of the first model below. */
  readonly above: number;
  readonly below: number;
  /** Their studentised difference, and what it had to exceed. */
  readonly t: number;
  readonly critical: number;
  /** So near that another seed may move it: more replicates settle it. */
  readonly close: boolean;
}

export interface Tiers {
  /** One per model of the matrix. */
  readonly models: readonly ModelTier[];
  /** Number of tiers, 0 when none can be found. */
  readonly count: number;
  readonly boundaries: readonly TierBoundary[];
  readonly method: "bootstrap-maximum" | "bonferroni" | "none";
}

/** Fewer replicates do not reach the upper tail. */
export const fewestReplicates = 200;

/** Above this many models all pairs take too long, and a Bonferroni bound takes their place. */
export const mostPairedModels = 1000;

const closeBy = 0.1;

/**
 * Tiers by the largest difference among the models still to be placed. Models in order of competency;
 * the first one leads tier 1, and the first model that lies further below its leader than chance would
 * put any two of the leader and all models below it leads the next tier. With x = ln competency, sd the
 * bootstrap standard deviation of x[i] - x[j], and in replicate b
 *
 *     T_b[i,j]    = |x_b[i] - x_b[j] - (x[i] - x[j])| / sd[i,j]
 *     suffix_b(k) = max of T_b[i,j] over k <= i < j
 *     critical(k) = the ceil(.95 (B + 1))-th smallest suffix_b(k)
 *
 * (step-down maximum of J. P. Romano and M. Wolf, "Exact and approximate stepdown methods for multiple
 * hypothesis testing", JASA 100, 2005, over pairs and shifted to the estimate). Above 1,000 models:
 * the normal quantile at 1 - .05/(r (r - 1)) with r models still to be placed.
 *
 * Every leader is better than the next one, with about 95 % confidence that no boundary is false. It
 * does not follow that models in one tier are equal, nor that the last of a tier is better than the
 * first of the next.
 *
 * @returns no tiers with fewer than 200 replicates, or when more than 5 % of them were skipped.
 * @example
 * ```ts
 * const pool = { matrix, fit: propagate(matrix) };
 * tiers(pool, { bootstrap: bootstrap(pool) }).count; // 1 when nothing is told apart
 * ```
 */
export function tiers(pool: Fitted, { bootstrap, level = 0.95 }: TierOptions): Tiers {
  const { fit } = pool;
  const usable = bootstrap.replicates < fewestReplicates ? [] : usableModels(pool, bootstrap);
  const order = inOrder(pool, usable);
  if (order.length === 0) return withoutTiers(fit.competency.length);
  const paired = order.length <= mostPairedModels;
  const rule = (paired ? maximumRule : bonferroniRule)(pool, { bootstrap, level, order });
  const leaders = [0];
  const boundaries: TierBoundary[] = [];
  for (let place = 1; place < order.length; place += 1) {
    const lead = leaders.at(-1)!;
    const t = rule.t(lead, place);
    const critical = rule.critical(lead);
    if (tiedWithPrevious(pool, order, place) || !(t > critical)) continue;
    const close = Math.abs(t - critical) < closeBy;
    boundaries.push({ above: order[lead]!, below: order[place]!, t, critical, close });
    leaders.push(place);
  }
  return {
    models: modelTiers(fit.competency.length, { order, leaders, rule }),
    count: leaders.length,
    boundaries,
    method: paired ? "bootstrap-maximum" : "bonferroni",
  };
}

/** Models by competency, highest first, then by id. */
function inOrder({ matrix, fit }: Fitted, models: readonly number[]): readonly number[] {
  const name = (model: number) => matrix.models[model]!;
  return models.toSorted(
    (a, b) => fit.competency[b]! - fit.competency[a]! || (name(a) < name(b) ? -1 : 1),
  );
}

function tiedWithPrevious({ fit }: Fitted, order: readonly number[], place: number): boolean {
  const [above, here] = [fit.competency[order[place - 1]!]!, fit.competency[order[place]!]!];
  return tied(above, here, fit.errorBound);
}

interface Placed {
  /** Models by place. */
  readonly order: readonly number[];
  /** Places of the first model of each tier, ascending. */
  readonly leaders: readonly number[];
  readonly rule: TierRule;
}

const unplaced: ModelTier = { tier: null, tierFirst: null, tierLast: null, tierP: null };

function modelTiers(models: number, { order, leaders, rule }: Placed): readonly ModelTier[] {
  const result = Array.from({ length: models }, () => unplaced);
  for (const [index, lead] of leaders.entries()) {
    const end = leaders[index + 1] ?? order.length;
    for (let place = lead; place < end; place += 1) {
      result[order[place]!] = {
        tier: index + 1,
        tierFirst: lead + 1,
        tierLast: end,
        tierP: place === lead ? 1 : rule.p(lead, place),
      };
    }
  }
  return result;
}

function withoutTiers(models: number): Tiers {
  return {
    models: Array.from({ length: models }, () => unplaced),
    count: 0,
    boundaries: [],
    method: "none",
  };
}
