/** The ranking as people read it: columns, and the sentences around the table. */

import { count, list, percent } from "../analysis/wording.ts";
import type { CsvColumn } from "./csv.ts";
import type { ModelRow } from "./model-rows.ts";
import type { RankReport } from "./report.ts";
import { cutInMiddle } from "./cut-in-middle.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

export interface RankTableOptions {
  /** Everything that is known, instead of what fits a first look. */
  readonly wide?: boolean | undefined;
  /** Only so many models. */
  readonly top?: number | undefined;
}

/** More benchmarks than this do not get a column each on a first look. */
const mostBenchmarkColumns = 8;

/** The board. Columns that would say nothing new are left out. */
export function rankTable(report: RankReport, options: RankTableOptions = {}): TextTable {
  const columns = rankColumns(report, options.wide ?? false);
  return textTable(columns, report.models.slice(0, options.top));
}

function rankColumns(
  { models, data, settings }: RankReport,
  wide: boolean,
): readonly Column<ModelRow>[] {
  const some = (has: (row: ModelRow) => boolean) => models.some(has);
  const several = data.benchmarks.length > 1;
  const shown = (column: Column<ModelRow>, when: boolean) => (when ? [column] : []);
  const differs = settings.smoothing === 0 && some((row) => row.smoothedRank !== row.rank);
  return [
    ...shown(
      number("tier", ({ tier }) => whole(tier)),
      some(({ tier }) => tier !== null),
    ),
    number("rank", rankText),
    { header: "model", align: "left", cell: ({ model }) => model, mayShrink: true },
    number(
      some(({ weightedLower }) => weightedLower !== null) ? "weighted [95 %]" : "weighted",
      weightedText,
    ),
    number("accuracy", ({ accuracy }) => percentText(accuracy)),
    ...shown(
      number("smoothed rank", ({ smoothedRank }) => whole(smoothedRank), 1),
      wide || differs,
    ),
    ...shown(
      number("coverage", ({ coverage }) => percentText(coverage), 2),
      wide || data.coverage < 1,
    ),
    ...shown(
      number("task mean", ({ taskMean }) => percentText(taskMean), 3),
      several,
    ),
    ...(several && (wide || data.benchmarks.length <= mostBenchmarkColumns)
      ? data.benchmarks.map(({ name }) =>
          number(cutInMiddle(name, 14), (row) => bare(row.benchmarks[name] ?? null), 4),
        )
      : []),
    ...shown(
      number("x average", ({ relative }) => multiple(relative), 5),
      wide,
    ),
    ...shown(
      number("competency", ({ competency }) => competency?.toFixed(4) ?? "", 5),
      wide,
    ),
    ...shown(
      number("accuracy rank", ({ accuracyRank }) => whole(accuracyRank), 5),
      wide,
    ),
    ...shown(
      number("answered", ({ answered }) => whole(answered), 5),
      wide,
    ),
  ];
}

function number(
  header: string,
  cell: (row: ModelRow) => string,
  dropFirst?: number,
): Column<ModelRow> {
  return { header, align: "right", cell, dropFirst };
}

function rankText({ rank, rankLower, rankUpper }: ModelRow): string {
  if (rank === null) return "none";
  if (rankLower === null || rankUpper === null) return whole(rank);
  return rankLower === rankUpper ? whole(rankLower) : `${rankLower}-${rankUpper}`;
}

function weightedText({ weightedAccuracy, weightedLower, weightedUpper }: ModelRow): string {
  const value = percentText(weightedAccuracy);
  if (weightedLower === null || weightedUpper === null) return value;
  return `${value} [${bare(weightedLower)}, ${bare(weightedUpper)}]`;
}

const whole = (value: number | null) => value?.toLocaleString("en-US") ?? "";
const bare = (share: number | null) => (share === null ? "" : (share * 100).toFixed(1));
const percentText = (share: number | null) => (share === null ? "none" : `${bare(share)} %`);
const multiple = (value: number | null) => (value === null ? "" : `${value.toFixed(2)}x`);

/** What a reader must know to read the board. */
export function rankLead({ settings, data }: RankReport): string {
  const method =
    settings.smoothing === 0 ? "" : ` Smoothing ${settings.smoothing}: not the published method.`;
  const gaps =
    settings.missing === "weighted"
      ? ""
      : settings.missing === "common"
        ? ` Only the ${count(data.items - data.droppedUnobserved, "item")} that every model was asked.`
        : " An item that a model was not asked counts as failed.";
  return `Ordered by competency, from Empirical Interaction Propagation (EIP). "weighted" is accuracy in which hard items count more: same order.${method}${gaps}`;
}

/** Items that are in no weighted accuracy, and why; empty when all are. */
export function notCounted({ data }: RankReport): string {
  const parts = [
    [data.droppedAllSolved, data.models === 1 ? "that were solved" : "that all models solved"],
    [data.droppedAllFailed, data.models === 1 ? "that were failed" : "that none did"],
    [data.droppedSameObserved, "on which all who were asked did the same"],
    [data.droppedUnobserved, "that not every model was asked"],
  ] as const;
  const said = parts
    .filter(([dropped]) => dropped > 0)
    .map(([dropped, why]) => `${count(dropped, "item")} ${why}`);
  return said.length === 0 ? "" : `Not counted in "weighted": ${said.join(", ")}.`;
}

/**
 * One or two sentences that hold whichever measure one prefers: they name only places on which the
 * published order, the smoothed order and accuracy agree, or say that these disagree.
 */
export function inWords({ models }: RankReport): string {
  const ranked = models.filter(({ rank }) => rank !== null);
  if (ranked.length < 2) return "There is nothing to compare.";
  const alone = (row: ModelRow) => ranked.filter(({ rank }) => rank === row.rank).length === 1;
  const agreed = ranked.filter(
    (row) => row.rank === row.smoothedRank && row.rank === row.accuracyRank && alone(row),
  );
  if (agreed.length === ranked.length) {
    return `All ${ranked.length} models have the same place by weighted accuracy, with smoothing and by accuracy; ${ranked[0]!.model} is first.`;
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
      "No model has the same place by weighted accuracy, with smoothing and by accuracy.",
    );
  return sentences.join(" ");
}

function leaders(ranked: readonly ModelRow[]): string {
  const first = (place: (row: ModelRow) => number | null) =>
    list(ranked.filter((row) => place(row) === 1).map(({ model }) => model));
  const byWeight = first(({ rank }) => rank);
  const byAccuracy = first(({ accuracyRank }) => accuracyRank);
  const smoothed = first(({ smoothedRank }) => smoothedRank);
  const named = [
    `${byWeight} by weighted accuracy`,
    ...(smoothed === byWeight ? [] : [`${smoothed} with smoothing`]),
    ...(byAccuracy === byWeight ? [] : [`${byAccuracy} by accuracy`]),
  ];
  return named.length === 1
    ? `${byWeight} share the first place.`
    : `The measures name different leaders: ${all(named)}.`;
}

const all = (names: readonly string[]) => names.join(", ").replace(/, ([^,]*)$/, " and $1");

const words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

function ordinal(place: number): string {
  return words[place - 1] ?? `number ${place}`;
}

/** How the order relates to plain accuracy, and how much hangs on single items. */
export function trustLine({ reliability }: RankReport): string {
  const { tauWithAccuracy, largestShare } = reliability;
  const parts = [];
  if (tauWithAccuracy !== null) {
    parts.push(`agreement with the order by accuracy: ${tauWithAccuracy.toFixed(2)} of 1`);
  }
  if (largestShare !== null) {
    parts.push(
      `no item carries more than ${largestShare.share < 0.1 ? `${(largestShare.share * 100).toFixed(1)} %` : percent(largestShare.share)} of a model's score`,
    );
  }
  return parts.join("; ");
}

/** Columns of `rank --csv`. */
export function rankCsvColumns({ data }: RankReport): readonly CsvColumn<ModelRow>[] {
  return [
    { name: "model", value: (row) => row.model },
    { name: "competency", value: (row) => row.competency },
    { name: "relative", value: (row) => row.relative },
    { name: "lower", value: (row) => row.lower },
    { name: "upper", value: (row) => row.upper },
    { name: "weighted_accuracy", value: (row) => row.weightedAccuracy },
    { name: "weighted_lower", value: (row) => row.weightedLower },
    { name: "weighted_upper", value: (row) => row.weightedUpper },
    { name: "rank", value: (row) => row.rank },
    { name: "rank_lower", value: (row) => row.rankLower },
    { name: "rank_upper", value: (row) => row.rankUpper },
    { name: "smoothed_rank", value: (row) => row.smoothedRank },
    { name: "tier", value: (row) => row.tier },
    { name: "accuracy", value: (row) => row.accuracy },
    { name: "accuracy_kept", value: (row) => row.accuracyKept },
    { name: "accuracy_rank", value: (row) => row.accuracyRank },
    { name: "task_mean", value: (row) => row.taskMean },
    ...data.benchmarks.map(({ name }) => ({
      name: `accuracy_${name}`,
      value: (row: ModelRow) => row.benchmarks[name],
    })),
    { name: "n", value: (row) => row.answered },
    { name: "coverage", value: (row) => row.coverage },
  ];
}
