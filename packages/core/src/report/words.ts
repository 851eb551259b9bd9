/** A ranking in sentences. */

import { list, percent } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import type { ModelRow } from "./model-rows.ts";
import type { RankReport } from "./report.ts";

/**
 * One or two sentences that hold whichever measure one prefers: they name only places on which the
 * published order, the smoothed order and accuracy agree, or say that these disagree.
 */
export function inWords({ models }: RankReport): string {
  const ranked = models.filter(({ rank }) => rank !== null);
  if (ranked.length < 2) return "There is nothing to compare.";
  const agreed = inTheirOwnPlace(ranked);
  if (agreed.length === ranked.length) {
    return `${ranked.length === 2 ? "Both" : `All ${ranked.length}`} models have the same place by weighted accuracy, with smoothing and by accuracy; ${ranked[0]!.model} is first.${together(ranked)}`;
  }
  const sentences = [];
  if (!agreed.includes(ranked[0]!)) sentences.push(leaders(ranked));
  if (agreed.length > 0 && agreed.length <= 4) {
    const places = agreed.map(({ rank }) => ordinal(rank!));
    sentences.push(
      agreed.length === 1
        ? `${agreed[0]!.model} is ${places[0]} by every measure.`
        : `${all(agreed.map(({ model }) => model))} are ${all(places)} by every measure.`,
    );
  } else if (agreed.length > 4) {
    const first = agreed[0]!;
    sentences.push(
      `${first.model} is ${ordinal(first.rank!)} by every measure, and ${agreed.length - 1} other models keep their place by every measure.`,
    );
  } else
    sentences.push(
      "No model has a place of its own on which weighted accuracy, smoothing and accuracy agree.",
    );
  return sentences.join(" ") + together(ranked);
}

/** Models of the first tier that are not clearly below its leader; empty when it has none. */
function together(ranked: readonly ModelRow[]): string {
  const [leader, ...others] = ranked.filter(({ tier }) => tier === 1);
  if (!leader || others.length === 0) return "";
  const below = `clearly below ${leader.model}`;
  if (others.length === ranked.length - 1) return ` No model is ${below}.`;
  const names = others.map(({ model }) => model);
  if (names.length === 1) return ` ${names[0]!} is not ${below}.`;
  return names.length > 4
    ? ` ${names.length} models are not ${below}.`
    : ` ${all(names)} are not ${below}.`;
}

/** Places of a model by the published order, with smoothing and by accuracy. */
const placesOf = ({ rank, publishedRank, smoothedRank, accuracyRank }: ModelRow) => [
  rank,
  publishedRank,
  smoothedRank,
  accuracyRank,
];

/** Models to which all measures give one place that no other model has by any of them. */
function inTheirOwnPlace(ranked: readonly ModelRow[]): readonly ModelRow[] {
  const holders = new Map<number | null, number>();
  for (const row of ranked) {
    for (const place of new Set(placesOf(row))) holders.set(place, (holders.get(place) ?? 0) + 1);
  }
  return ranked.filter(
    (row) => placesOf(row).every((place) => place === row.rank) && holders.get(row.rank) === 1,
  );
}

function leaders(ranked: readonly ModelRow[]): string {
  const first = (place: (row: ModelRow) => number | null) =>
    ranked.filter((row) => place(row) === 1);
  const names = (rows: readonly ModelRow[]) => list(rows.map(({ model }) => model));
  const byWeight = first(({ rank }) => rank);
  const differs = (rows: readonly ModelRow[]) =>
    rows.length > 0 &&
    (rows.length !== byWeight.length || rows.some((row, place) => row !== byWeight[place]));
  const published = first(({ publishedRank }) => publishedRank);
  const smoothed = first(({ smoothedRank }) => smoothedRank);
  const byAccuracy = first(({ accuracyRank }) => accuracyRank);
  const named = [
    `${names(byWeight)} by weighted accuracy`,
    ...(differs(published) ? [`${names(published)} without smoothing`] : []),
    ...(differs(smoothed) ? [`${names(smoothed)} with smoothing`] : []),
    ...(differs(byAccuracy) ? [`${names(byAccuracy)} by accuracy`] : []),
  ];
  return named.length === 1
    ? `${names(byWeight)} share the first place.`
    : `The measures name different leaders: ${all(named)}.`;
}

function all(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
}

const words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

function ordinal(place: number): string {
  return words[place - 1] ?? `number ${place}`;
}

/**
 * How far the order would repeat itself on other items of the same kind, whether smoothing would help,
 * and how much hangs on single items.
 */
export function trustLine({ reliability, settings }: RankReport): string {
  const { splitHalfTau, accuracySplitHalfTau, auto, tauWithAccuracy, largestShare } = reliability;
  const parts = [];
  if (splitHalfTau === null) parts.push("too few items or models to say how far the order repeats");
  else {
    const accuracy =
      accuracySplitHalfTau === null ? "" : `; accuracy ${accuracySplitHalfTau.toFixed(2)}`;
    parts.push(
      `${grade(splitHalfTau)}: random halves of the items agree on the order at ${splitHalfTau.toFixed(2)} of 1${accuracy}`,
    );
  }
  if (auto !== null && settings.smoothingRequested !== "auto") parts.push(autoText(auto, settings));
  if (tauWithAccuracy !== null) {
    parts.push(`this order and that of accuracy agree at ${tauWithAccuracy.toFixed(2)}`);
  }
  if (largestShare !== null) {
    const share =
      largestShare.share < 0.1
        ? `${(largestShare.share * 100).toFixed(1)} %`
        : percent(largestShare.share);
    parts.push(`the largest part of one item in a model's score is ${share}`);
  }
  return parts.join(". ").replaceAll(/(?<=\. )[a-z]/g, (letter) => letter.toUpperCase());
}

/** A word for a split-half tau; ours, and no more than a word. */
function grade(tau: number): string {
  if (tau >= 0.9) return "good";
  if (tau >= 0.75) return "fair";
  return tau >= 0.6 ? "weak" : "poor";
}

function autoText(
  auto: NonNullable<RankReport["reliability"]["auto"]>,
  settings: RankReport["settings"],
): string {
  if (auto.chosen === settings.smoothing) return "--smoothing auto changes nothing";
  if (!auto.estimated) return `--smoothing auto would take ${auto.chosen}, a default`;
  const tau = auto.tau[auto.grid.indexOf(auto.chosen)];
  const reaches = typeof tau === "number" ? `: ${tau.toFixed(2)}` : "";
  return `with --smoothing auto (${auto.chosen})${reaches}`;
}

/** What leaving items out changed, and why that is no proof. */
export function exclusionText({ exclusion }: RankReport): string {
  if (exclusion === null) return "";
  const { items, moved } = exclusion;
  const left = `Left out on request: ${count(items, "item")}.`;
  if (moved.length === 0) return `${left} No model changes its rank.`;
  const named = moved.slice(0, 5).map(({ model, from, to }) => `${model} from ${from} to ${to}`);
  const rest = moved.length > named.length ? ` and ${moved.length - named.length} more` : "";
  return `${left} Ranks that change: ${named.join(", ")}${rest}. If the items were chosen by these answers, this order is no independent evidence.`;
}

/** What tiers and intervals do and do not claim; empty without them. */
export function smallPrint(
  report: RankReport,
  { wide = false }: { readonly wide?: boolean | undefined },
): string {
  const { models, settings } = report;
  const sentences = [];
  if (models.some(({ tier }) => tier !== null)) {
    sentences.push(
      "Inside a tier nobody is clearly below the tier's first model; neighbours across a border may still be close.",
    );
  }
  if (wide && settings.smoothing === 0 && settings.intervals !== "none") {
    sentences.push(
      "On public pools intervals like these held the large-sample value 84 to 92 % of the time, not 95 %; with --smoothing 0.5, 93 to 94 %.",
    );
  }
  return sentences.join(" ");
}
