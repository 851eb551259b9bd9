/** Profiles of a pool as plain, versioned data. */

import type { BenchmarkProfile } from "../analysis/benchmark-profiles.ts";
import type { ProfilePair } from "../analysis/profile-pairs.ts";
import type { FamilyProfile, ProfileShape } from "../analysis/profile-shapes.ts";
import type { ModelProfile } from "../analysis/profiles.ts";
import type { CsvColumn } from "./csv.ts";
import { finite } from "./finite.ts";

/** Everything that a study of profiles found. */
export interface Profiles {
  readonly models: readonly string[];
  /** One per model of the matrix, in its order, as `shapes` are. */
  readonly profiles: readonly ModelProfile[];
  readonly shapes: readonly ProfileShape[];
  readonly families: readonly FamilyProfile[];
  readonly pairs: readonly ProfilePair[];
  readonly benchmarks: readonly BenchmarkProfile[];
  /** Rank of each model in the whole pool; `NaN` for one without. */
  readonly pooledRanks: readonly number[];
}

/** What `study profiles --json` prints; `null` where there is no figure. */
export interface ProfilesReport {
  readonly schema: "eip-profiles/1";
  readonly models: readonly {
    readonly model: string;
    readonly accuracy: number | null;
    readonly rank: number | null;
    readonly bands: readonly BandJson[];
  }[];
  readonly benchmarks: readonly {
    readonly benchmark: string;
    readonly items: number;
    readonly kept: number;
    readonly solvedByAll: number;
    readonly solvedByNone: number;
    /** Relative difficulty at 10, 25, 50, 75 and 90 % of the kept items. */
    readonly quantiles: readonly (number | null)[];
    readonly easyTail: number | null;
    readonly hardTail: number | null;
    /** The order by this benchmark alone; `null` below 20 kept items. */
    readonly tauWithPool: number | null;
    readonly models: readonly {
      readonly model: string;
      readonly rank: number | null;
      readonly weightedAccuracy: number | null;
    }[];
  }[];
  readonly families: readonly {
    readonly family: string;
    readonly models: readonly string[];
    readonly lowestAccuracy: number;
    readonly highestAccuracy: number;
    readonly distance: number | null;
    readonly chance: number | null;
    readonly outside: number | null;
  }[];
  readonly pairs: readonly {
    readonly a: string;
    readonly b: string;
    readonly accuracyA: number;
    readonly accuracyB: number;
    readonly p: number;
    readonly pAdjusted: number;
    readonly bands: readonly {
      readonly band: string;
      readonly items: number;
      readonly difference: number | null;
    }[];
  }[];
}

/** A band of one model. */
export interface BandJson {
  /** `easiest`, `1` to `10`, `hardest`. */
  readonly band: string;
  readonly items: number;
  readonly accuracy: number | null;
  /** Accuracy beyond what a model of this level gets on such items; between the ends only. */
  readonly excess: number | null;
}

/** Profiles as plain data. */
export function profilesReport(found: Profiles): ProfilesReport {
  const { models, profiles, shapes, families, pairs, benchmarks, pooledRanks } = found;
  const name = (model: number) => models[model]!;
  return {
    schema: "eip-profiles/1",
    models: profiles.map(({ model, accuracy, bands }) => ({
      model: name(model),
      accuracy: finite(accuracy),
      rank: finite(pooledRanks[model]!),
      bands: bands.map(({ kind, number, items, accuracy: ofBand }) => ({
        band: bandName({ kind, number }),
        items: items.length,
        accuracy: ofBand ?? null,
        excess:
          number === undefined ? null : finite(shapes[model]!.excess[number - 1] ?? Number.NaN),
      })),
    })),
    benchmarks: benchmarks.map(({ alone, quantiles, easyTail, hardTail, ...counts }) => ({
      ...counts,
      quantiles: quantiles.map(finite),
      easyTail: finite(easyTail),
      hardTail: finite(hardTail),
      tauWithPool: alone ? finite(alone.tauWithPool) : null,
      models: alone
        ? models.map((model, index) => ({
            model,
            rank: finite(alone.ranks[index]!),
            weightedAccuracy: finite(alone.weightedAccuracy[index]!),
          }))
        : [],
    })),
    families: families.map(({ models: members, distance, chance, outside, ...rest }) => ({
      ...rest,
      models: members.map(name),
      distance: finite(distance),
      chance: finite(chance),
      outside: finite(outside),
    })),
    pairs: pairs.map(({ a, b, bands, ...rest }) => ({
      a: name(a),
      b: name(b),
      ...rest,
      bands: bands.map(({ kind, number, items, difference }) => ({
        band: bandName({ kind, number }),
        items,
        difference: difference ?? null,
      })),
    })),
  };
}

/** `easiest`, `hardest`, or the number of a band between. */
export function bandName({
  kind,
  number,
}: {
  readonly kind: "easiest" | "band" | "hardest";
  readonly number: number | undefined;
}): string {
  return number === undefined ? kind : String(number);
}

/** One line of `study profiles --csv`: a model and a band. */
export interface ProfileCsvRow extends BandJson {
  readonly model: string;
}

/** Rows for {@link profileCsvColumns}. */
export function profileCsvRows({ models }: ProfilesReport): readonly ProfileCsvRow[] {
  return models.flatMap(({ model, bands }) => bands.map((band) => ({ model, ...band })));
}

/** Columns of `study profiles --csv`. */
export const profileCsvColumns: readonly CsvColumn<ProfileCsvRow>[] = [
  { name: "model", value: (row) => row.model },
  { name: "band", value: (row) => row.band },
  { name: "items", value: (row) => row.items },
  { name: "accuracy", value: (row) => row.accuracy },
  { name: "excess", value: (row) => row.excess },
];
