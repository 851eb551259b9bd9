/** How far below the leader of a tier a model must lie to lead the next one. */

import type { Fitted } from "../estimate/fitted.ts";
import { normalQuantile, normalUpperTail } from "../numeric/normal.ts";
import { replicatesOf, type Bootstrap } from "./bootstrap.ts";
import { differenceSd, studentised } from "./differences.ts";

/** Places count from 0 for the model with the highest competency. */
export interface TierRule {
  /** Studentised difference of ln competency between two places. */
  t(lead: number, place: number): number;
  /** What it must exceed among the models from `lead` on. */
  critical(lead: number): number;
  /** Chance, without any difference, that some two of these models lie so far apart. */
  p(lead: number, place: number): number;
}

export interface TierRuleOptions {
  readonly bootstrap: Bootstrap;
  readonly level: number;
  /** Models by place. */
  readonly order: readonly number[];
}

/** The largest studentised deviation of any pair from its estimate, replicate by replicate. */
export function maximumRule({ fit }: Fitted, options: TierRuleOptions): TierRule {
  const { bootstrap, level, order } = options;
  const { replicates } = bootstrap;
  const sd = differenceSd(bootstrap, order);
  const estimate = order.map((model) => Math.log(fit.competency[model]!));
  const deviations = order.map((model, place) =>
    replicatesOf(bootstrap.logCompetency, { model, replicates }).map((value) =>
      Number.isNaN(value) ? 0 : value - estimate[place]!,
    ),
  );
  const suffix = suffixMaxima(deviations, sd);
  const atMost = Math.ceil(level * (replicates + 1));
  const criticalAt = new Map<number, number>();
  const t = (lead: number, place: number) =>
    studentised(estimate[lead]! - estimate[place]!, sd[lead * order.length + place]!);
  return {
    t,
    critical(lead) {
      const known = criticalAt.get(lead);
      if (known !== undefined) return known;
      const value = suffix[lead]!.toSorted()[Math.min(atMost, replicates) - 1]!;
      criticalAt.set(lead, value);
      return value;
    },
    p(lead, place) {
      const reached = t(lead, place);
      return suffix[lead]!.reduce((sum, value) => sum + (value >= reached ? 1 : 0), 0) / replicates;
    },
  };
}

/** Per place and replicate the largest deviation of two models at or after that place. */
function suffixMaxima(
  deviations: readonly Float64Array[],
  sd: Float64Array,
): readonly Float64Array[] {
  const places = deviations.length;
  const suffix: Float64Array[] = [];
  let below = new Float64Array(deviations[0]?.length ?? 0);
  for (let i = places - 1; i >= 0; i -= 1) {
    const here = below.slice();
    for (let j = i + 1; j < places; j += 1) {
      raise(here, { first: deviations[i]!, second: deviations[j]!, sd: sd[i * places + j]! });
    }
    suffix[i] = here;
    below = here;
  }
  return suffix;
}

interface PairDeviations {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly sd: number;
}

function raise(maxima: Float64Array, { first, second, sd }: PairDeviations): void {
  const scale = studentised(1, sd);
  for (let index = 0; index < maxima.length; index += 1) {
    const value = Math.abs(first[index]! - second[index]!) * scale;
    if (value > maxima[index]!) maxima[index] = value;
  }
}

/** Normal quantiles for all r (r - 1)/2 pairs of the r models from the leader on. */
export function bonferroniRule({ fit }: Fitted, options: TierRuleOptions): TierRule {
  const { bootstrap, level, order } = options;
  const orderedPairs = (lead: number) => (order.length - lead) * (order.length - lead - 1);
  const t = (lead: number, place: number) => {
    const pair = [order[lead]!, order[place]!];
    const difference = Math.log(fit.competency[pair[0]!]! / fit.competency[pair[1]!]!);
    return lead === place ? 0 : studentised(difference, differenceSd(bootstrap, pair)[1]!);
  };
  return {
    t,
    critical: (lead) => normalQuantile(1 - (1 - level) / Math.max(2, orderedPairs(lead))),
    p: (lead, place) => Math.min(1, orderedPairs(lead) * normalUpperTail(t(lead, place))),
  };
}
