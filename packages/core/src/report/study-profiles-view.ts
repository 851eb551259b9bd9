/** Profiles of a pool as people read them. */

import type { FamilyProfile } from "../analysis/profile-shapes.ts";
import type { ModelProfile } from "../analysis/profiles.ts";
import type { BenchmarkProfile } from "../analysis/benchmark-profiles.ts";
import type { PairBand, ProfilePair } from "../analysis/profile-pairs.ts";
import { list } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { profileText } from "../plot/text.ts";
import { cutInMiddle } from "./cut-in-middle.ts";
import { figure, nameColumn, numberColumn } from "./study-format.ts";
import type { StudySection } from "./study-page.ts";
import { bandName, type Profiles } from "./study-profiles.ts";
import { textTable, type Column } from "./table.ts";

/** How much of the tables is shown. */
export interface ProfilesViewOptions {
  /** Every row, however many. */
  readonly all?: boolean | undefined;
  /** The accuracies drawn too. */
  readonly picture?: boolean | undefined;
}

const fewPairs = 10;
const fewBenchmarks = 12;

/** The tables and their plain reading. */
export function profilesSections(
  found: Profiles,
  { all = false, picture = false }: ProfilesViewOptions = {},
): readonly StudySection[] {
  return [
    { ...bandSection(found), ...(picture ? { picture: pictureOf(found) } : {}) },
    pairSection(found, all),
    familySection(found),
    benchmarkSection(found),
    ...(found.benchmarks.length > 1 ? [rankSection(found, all)] : []),
  ];
}

function pictureOf({ models, profiles }: Profiles): (width: number) => string {
  const drawn = profiles
    .toSorted((a, b) => b.accuracy - a.accuracy)
    .map(({ model, bands }) => ({ model: models[model]!, bands }));
  return (width) => profileText({ models: drawn }, { width });
}

function bandSection({ models, profiles }: Profiles): StudySection {
  const longest = profiles.reduce(
    (most, { bands }) => (bands.length > most.length ? bands : most),
    profiles[0]!.bands,
  );
  const between = Math.max(
    0,
    ...profiles.flatMap(({ bands }) => bands.map(({ number }) => number ?? 0)),
  );
  const names = [
    "easiest",
    ...Array.from({ length: between }, (_, place) => String(place + 1)),
    "hardest",
  ];
  const bandOf = ({ bands }: ModelProfile, wanted: string) =>
    bands.find((band) => bandName(band) === wanted);
  const columns: readonly Column<ModelProfile>[] = [
    nameColumn("model", ({ model }) => models[model]!),
    numberColumn("accuracy", ({ accuracy }) => percentage(accuracy)),
    ...names.map((name) =>
      numberColumn<ModelProfile>(
        name,
        (profile) => {
          const band = bandOf(profile, name);
          return band === undefined ? "" : percentage(band.accuracy);
        },
        ["easiest", "hardest"].includes(name) ? 1 : 0,
      ),
    ),
  ];
  const order = profiles.toSorted((a, b) => b.accuracy - a.accuracy || a.model - b.model);
  const sizes = longest.map((band) => `${bandName(band)}: ${band.items.length}`).join(", ");
  return {
    heading: "Accuracy in per cent by difficulty",
    before: [
      "Bands are tenths of the items by difficulty, 1 the easiest, as the other models alone see it; easiest: all other models solve them, hardest: none does.",
    ],
    table: textTable(columns, order),
    after: [
      `Items of ${models[profiles.find(({ bands }) => bands === longest)!.model]!} by band: ${sizes}. A band with fewer than 20 items has no figure (-).`,
    ],
  };
}

function percentage(share: number | undefined): string {
  return share === undefined || Number.isNaN(share) ? "-" : (100 * share).toFixed(0);
}

function pairSection({ models, pairs }: Profiles, all: boolean): StudySection {
  const clear = pairs.filter(({ pAdjusted }) => pAdjusted <= 0.05);
  const shown = all ? clear : clear.slice(0, fewPairs);
  const counted =
    pairs.length === 0
      ? "No two models have the same accuracy within 2 points."
      : `${count(pairs.length, "pair")} of models have the same accuracy (within 2 points, and not told apart); ${clear.length} of them ${clear.length === 1 ? "earns" : "earn"} it on items of other difficulty than chance explains (p at most .05 after Holm's correction).`;
  if (clear.length === 0) return { heading: "Same accuracy, different profile", before: [counted] };
  const extreme = (pair: ProfilePair, sign: 1 | -1) => {
    const [first] = pair.bands
      .filter(({ difference }) => difference !== undefined)
      .toSorted((x, y) => sign * (y.difference! - x.difference!));
    return first && sign * first.difference! > 0 ? bandText(first) : "";
  };
  return {
    heading: "Same accuracy, different profile",
    before: [counted],
    table: textTable<ProfilePair>(
      [
        nameColumn("A", ({ a }) => models[a]!),
        nameColumn("B", ({ b }) => models[b]!),
        numberColumn("A", ({ accuracyA }) => `${(100 * accuracyA).toFixed(1)} %`),
        numberColumn("B", ({ accuracyB }) => `${(100 * accuracyB).toFixed(1)} %`),
        nameColumn("A ahead most", (pair) => extreme(pair, -1)),
        nameColumn("B ahead most", (pair) => extreme(pair, 1)),
        numberColumn("p", ({ pAdjusted }) => (pAdjusted < 0.001 ? "<.001" : figure(pAdjusted))),
      ],
      shown,
    ),
    after:
      clear.length > shown.length
        ? [`${count(clear.length - shown.length, "more pair")}: --all.`]
        : [],
  };
}

function bandText(band: PairBand): string {
  const where = band.number === undefined ? band.kind : `band ${band.number}`;
  return `${where} by ${Math.abs(100 * band.difference!).toFixed(1)} pt`;
}

function familySection({ models, families }: Profiles): StudySection {
  const heading = "Families: same shape, other level?";
  if (families.length === 0) {
    return {
      heading,
      before: ['No families: add families: to eip.yaml, as in families: { wren: ["wren-*"] }.'],
    };
  }
  const points = (value: number) => (Number.isNaN(value) ? "" : (100 * value).toFixed(1));
  return {
    heading,
    table: textTable<FamilyProfile>(
      [
        nameColumn("family", ({ family }) => family),
        numberColumn("models", (one) => String(one.models.length)),
        numberColumn(
          "accuracy",
          (one) => `${percentage(one.lowestAccuracy)} to ${percentage(one.highestAccuracy)} %`,
        ),
        numberColumn("apart", ({ distance }) => points(distance)),
        numberColumn("by chance", ({ chance }) => points(chance)),
        numberColumn("from others", ({ outside }) => points(outside), 1),
        nameColumn("reading", familyReading),
      ],
      families,
    ),
    after: [
      "The shape of a profile is what a model scores in each band beyond what its level alone would give (Rasch). apart: how far two members' shapes differ on average, in points; by chance: what equal shapes would differ by; from others: members and models outside.",
      ...families.map(
        ({ family, models: members }) =>
          `${family}: ${list(members.map((model) => models[model]!))}.`,
      ),
    ],
  };
}

/** Shapes this much further apart than by chance are different ones. */
const clearlyMore = 1.5;

function familyReading({ distance, chance, outside, models }: FamilyProfile): string {
  if (models.length < 2) return "one model";
  if (Number.isNaN(distance)) return "too few items";
  if (distance <= clearlyMore * chance) return "same shape";
  return distance < outside ? "more alike than others" : "no shape of its own";
}

function benchmarkSection({ benchmarks }: Profiles): StudySection {
  const multiple = (value: number) => (Number.isNaN(value) ? "" : `${value.toFixed(2)}x`);
  const share = (value: number) => (Number.isNaN(value) ? "" : `${percentage(value)} %`);
  return {
    heading: "Difficulty within each benchmark",
    table: textTable<BenchmarkProfile>(
      [
        nameColumn("benchmark", ({ benchmark }) => benchmark),
        numberColumn("items", ({ items }) => items.toLocaleString("en-US")),
        numberColumn("all solve", (one) => share(one.solvedByAll / one.items), 1),
        numberColumn("none solves", (one) => share(one.solvedByNone / one.items), 1),
        ...["10 %", "25 %", "median", "75 %", "90 %"].map((header, place) =>
          numberColumn<BenchmarkProfile>(
            header,
            ({ quantiles }) => multiple(quantiles[place]!),
            place === 2 ? 0 : 2,
          ),
        ),
        numberColumn("easy tail", ({ easyTail }) => share(easyTail)),
        numberColumn("hard tail", ({ hardTail }) => share(hardTail)),
      ],
      benchmarks,
    ),
    after: [
      "1.00x is the average of the items that tell models apart. easy and hard tail: share of the benchmark's items among the easiest and the hardest tenth of the pool; 10 % is an even share.",
    ],
  };
}

function rankSection({ models, benchmarks, pooledRanks }: Profiles, all: boolean): StudySection {
  const placed = benchmarks.filter(({ alone }) => alone !== undefined);
  const shown = all ? placed : placed.slice(0, fewBenchmarks);
  const order = [...models.keys()].toSorted(
    (a, b) => (pooledRanks[a]! || Infinity) - (pooledRanks[b]! || Infinity) || a - b,
  );
  const place = (rank: number) => (Number.isNaN(rank) ? "" : String(rank));
  const taus = shown.map(({ benchmark, alone }) => `${benchmark} ${figure(alone!.tauWithPool, 2)}`);
  return {
    heading: "Rank in each benchmark alone, beside the whole pool",
    table: textTable<number>(
      [
        nameColumn("model", (model) => models[model]!),
        numberColumn("pool", (model) => place(pooledRanks[model]!)),
        ...shown.map(({ benchmark, alone }) =>
          numberColumn<number>(
            cutInMiddle(benchmark, 14),
            (model) => place(alone!.ranks[model]!),
            2,
          ),
        ),
      ],
      order,
    ),
    after: [
      `Agreement with the order of the pool (tau): ${taus.join(", ")}. Ranks by weighted accuracy within the benchmark; its values have no unit in common with those of the pool.`,
      ...(shown.length < placed.length
        ? [`${count(placed.length - shown.length, "more benchmark")}: --all.`]
        : []),
    ],
  };
}
