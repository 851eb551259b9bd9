/** The ranking as people read it. */

import { count } from "../outcomes/wording.ts";
import { boardLines, type BoardLine, type BoardOptions } from "./board.ts";
import { cutInMiddle } from "./cut-in-middle.ts";
import type { ModelRow } from "./model-rows.ts";
import type { RankReport } from "./report.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

export interface RankTableOptions extends BoardOptions {
  /** Everything that is known, instead of what fits a first look. */
  readonly wide?: boolean | undefined;
  /** Only so many models. */
  readonly top?: number | undefined;
  /** Only the models of this tier. */
  readonly tier?: number | undefined;
}

/** More benchmarks than this do not get a column each on a first look. */
const mostBenchmarkColumns = 8;

/** The board. Columns that would say nothing new are left out. */
export function rankTable(report: RankReport, options: RankTableOptions = {}): TextTable {
  const { tier, top, lines, wide = false } = options;
  const models = report.models.filter((row) => tier === undefined || row.tier === tier);
  return textTable(rankColumns(report, wide), boardLines(models.slice(0, top), { lines }));
}

function rankColumns(
  { models, data, settings }: RankReport,
  wide: boolean,
): readonly Column<BoardLine>[] {
  const several = data.benchmarks.length > 1;
  const shown = (column: Column<BoardLine>, when: boolean) => (when ? [column] : []);
  const hasTiers = models.some(({ tier }) => tier !== null);
  const hasIntervals = models.some(({ weightedLower }) => weightedLower !== null);
  const prefix = sharedPrefix(data.benchmarks.map(({ name }) => name));
  const level = Math.round((settings.level ?? 0.95) * 1000) / 10;
  const other = (key: "smoothedRank" | "publishedRank") =>
    wide || models.some((row) => row[key] !== row.rank);
  return [
    ...shown(number("tier", tierText), hasTiers),
    number("rank", rankText),
    { header: "model", align: "left", cell: modelText, mayShrink: true },
    number(hasIntervals ? `weighted [${level} %]` : "weighted", weightedText),
    number(
      "accuracy",
      single(({ accuracy }) => percentText(accuracy)),
    ),
    ...(settings.smoothing === 0
      ? shown(
          number(
            "smoothed rank",
            single(({ smoothedRank }) => whole(smoothedRank)),
          ),
          other("smoothedRank"),
        )
      : shown(
          number(
            "published rank",
            single(({ publishedRank }) => whole(publishedRank)),
          ),
          other("publishedRank"),
        )),
    ...shown(
      number(
        "coverage",
        single(({ coverage }) => percentText(coverage)),
        2,
      ),
      wide || data.coverage < 1,
    ),
    ...shown(
      number(
        "task mean",
        single(({ taskMean }) => percentText(taskMean)),
        3,
      ),
      several,
    ),
    ...(several && (wide || data.benchmarks.length <= mostBenchmarkColumns)
      ? data.benchmarks.map(({ name }) =>
          number(
            cutInMiddle(name.slice(prefix), 14),
            single((row) => bare(row.benchmarks[name] ?? null)),
            4,
          ),
        )
      : []),
    ...(wide
      ? [
          number(
            "x average",
            single(({ relative }) => multiple(relative)),
            5,
          ),
          number(
            "competency",
            single(({ competency }) => competency?.toFixed(4) ?? ""),
            5,
          ),
          number(
            "accuracy rank",
            single(({ accuracyRank }) => whole(accuracyRank)),
            5,
          ),
          number(
            "answered",
            single(({ answered }) => whole(answered)),
            5,
          ),
        ]
      : []),
  ];
}

/**
 * Length of the words that all names begin with, where a name is left of each: `leaderboard_bbh` and
 * `leaderboard_gpqa` share one word, `task-0` and `task-1` none.
 */
function sharedPrefix(names: readonly string[]): number {
  const [first = ""] = names;
  const ends = [...first.matchAll(/[_|:/-]/g)].map(({ index }) => index + 1);
  const isShared = (end: number): boolean =>
    names.every((name) => name.startsWith(first.slice(0, end)) && /^\p{L}/u.test(name.slice(end)));
  return ends.findLast(isShared) ?? 0;
}

function number(
  header: string,
  cell: (line: BoardLine) => string,
  dropFirst?: number,
): Column<BoardLine> {
  return { header, align: "right", cell, dropFirst };
}

/** A cell that only a line with one model has. */
function single(cell: (row: ModelRow) => string): (line: BoardLine) => string {
  return ({ rows }) => (rows.length === 1 ? cell(rows[0]!) : "");
}

function tierText({ rows, startsTier }: BoardLine): string {
  if (!startsTier) return "";
  const [first, last] = [rows[0]!.tier, rows.at(-1)!.tier];
  return first === last ? whole(first) : `${whole(first)}-${whole(last)}`;
}

function rankText({ rows }: BoardLine): string {
  const [{ rank, rankLower, rankUpper }] = rows as [ModelRow];
  if (rows.length > 1) return range(rows[0]!.rank, rows.at(-1)!.rank);
  if (rank === null) return "none";
  return rankLower === null || rankUpper === null ? whole(rank) : range(rankLower, rankUpper);
}

function range(from: number | null, to: number | null): string {
  return from === to ? whole(from) : `${whole(from)}-${whole(to)}`;
}

function modelText({ rows }: BoardLine): string {
  return rows.length === 1 ? rows[0]!.model : count(rows.length, "model");
}

function weightedText({ rows }: BoardLine): string {
  if (rows.length > 1) {
    return `${bare(rows.at(-1)!.weightedAccuracy)} to ${percentText(rows[0]!.weightedAccuracy)}`;
  }
  const [{ weightedAccuracy, weightedLower, weightedUpper }] = rows as [ModelRow];
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
export function notCounted({ data, settings }: RankReport): string {
  const unobserved = settings.missing === "common" ? "not every model" : "no model";
  const parts = [
    [data.droppedAllSolved, data.models === 1 ? "that the model solved" : "that all models solved"],
    [data.droppedAllFailed, data.models === 1 ? "that it failed" : "that none did"],
    [data.droppedSameObserved, "on which all who were asked did the same"],
    [data.droppedUnobserved, `that ${unobserved} was asked`],
  ] as const;
  const said = parts
    .filter(([dropped]) => dropped > 0)
    .map(([dropped, why]) => `${count(dropped, "item")} ${why}`);
  return said.length === 0 ? "" : `Not counted in "weighted": ${said.join(", ")}.`;
}
