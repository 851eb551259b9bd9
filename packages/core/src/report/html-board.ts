/** The board: a row per model with its interval drawn in it. */

import { html, type Fragment, type Markup } from "./html-template.ts";
import { bareText, modelLink, percentText, wholeText } from "./html-words.ts";
import type { ModelRow } from "./model-rows.ts";
import type { RankReport } from "./report.ts";

/** A column that the board can be sorted by. */
export interface BoardColumn {
  readonly key: string;
  readonly header: string;
  /** What the header is short for. */
  readonly title: string;
  readonly value: (row: ModelRow) => number | string | null;
  readonly cell: (row: ModelRow) => Fragment;
  /** All digits, for those who point at a cell. */
  readonly exact?: ((row: ModelRow) => string) | undefined;
  /** Whether large values come first at the first click. */
  readonly descends?: boolean | undefined;
  /** Left out where there is no room. */
  readonly minor?: boolean | undefined;
}

/** More benchmarks than this get no column each; the page of a model has them all. */
const mostBenchmarks = 8;

/** The columns that say something about this pool. */
export function boardColumns(report: RankReport): readonly BoardColumn[] {
  const { models, data, settings } = report;
  const any = (differs: (row: ModelRow) => boolean) => models.some(differs);
  const other = settings.smoothing === 0 ? "smoothedRank" : "publishedRank";
  const level = Math.round((settings.level ?? 0.95) * 1000) / 10;
  const columns: (BoardColumn | false)[] = [
    any(({ tier }) => tier !== null) && {
      key: "tier",
      header: "tier",
      title: "models not clearly below the first of their tier",
      value: ({ tier }) => tier,
      cell: ({ tier }) => wholeText(tier),
    },
    {
      key: "rank",
      header: "rank",
      title: "where the model could stand",
      value: ({ rank }) => rank,
      cell: rankText,
    },
    {
      key: "model",
      header: "model",
      title: "name",
      value: ({ model }) => model,
      cell: ({ model }) => modelLink(model),
    },
    {
      key: "weighted",
      header: "weighted",
      title: `accuracy in which hard items count more, with its ${level} % interval`,
      value: ({ weightedAccuracy }) => weightedAccuracy,
      cell: weightedText,
      exact: exactText,
      descends: true,
    },
    {
      key: "bar",
      header: "",
      title: "the interval drawn; the small tick is plain accuracy",
      value: ({ weightedAccuracy }) => weightedAccuracy,
      cell: barOf(report),
      descends: true,
    },
    share("accuracy", "accuracy", "mean score over all items", ({ accuracy }) => accuracy),
    any((row) => row[other] !== row.rank) && {
      key: "other",
      header: other === "smoothedRank" ? "smoothed" : "published",
      title:
        other === "smoothedRank"
          ? `rank with smoothing ${settings.smoothedRankAt}`
          : "rank by the published method, without smoothing",
      value: (row) => row[other],
      cell: (row) => wholeText(row[other]),
    },
    data.coverage < 1 &&
      share("coverage", "coverage", "share of the items it was asked", (row) => row.coverage),
    data.benchmarks.length > 1 && {
      ...share("task-mean", "task mean", "mean of the accuracies per benchmark", (r) => r.taskMean),
      minor: true,
    },
    ...(data.benchmarks.length > 1 && data.benchmarks.length <= mostBenchmarks
      ? data.benchmarks.map(({ name }) => ({
          ...share(
            `benchmark:${name}`,
            name,
            `accuracy on ${name}`,
            (row) => row.benchmarks[name] ?? null,
          ),
          minor: true,
        }))
      : []),
  ];
  return columns.filter((column) => column !== false);
}

function share(
  key: string,
  header: string,
  title: string,
  value: (row: ModelRow) => number | null,
): BoardColumn {
  return { key, header, title, value, cell: (row) => percentText(value(row)), descends: true };
}

function rankText({ rank, rankLower, rankUpper }: ModelRow): string {
  if (rank === null) return "none";
  if (rankLower === null || rankUpper === null || rankLower === rankUpper) return wholeText(rank);
  return `${wholeText(rankLower)}-${wholeText(rankUpper)}`;
}

function exactText({ weightedAccuracy, competency, relative }: ModelRow): string {
  if (weightedAccuracy === null || competency === null) return "";
  return `${(weightedAccuracy * 100).toFixed(4)} %; competency ${competency.toPrecision(6)}, ${relative!.toFixed(3)} times the average`;
}

function weightedText({ weightedAccuracy, weightedLower, weightedUpper }: ModelRow): Fragment {
  const value = percentText(weightedAccuracy);
  if (weightedLower === null || weightedUpper === null) return value;
  return html`${value} <small>[${bareText(weightedLower)}, ${bareText(weightedUpper)}]</small>`;
}

/** Interval, point and accuracy on one scale for all rows. */
function barOf(report: RankReport): (row: ModelRow) => Fragment {
  const [low, high] = boardScale(report);
  const at = (value: number) => (((value - low) / (high - low)) * 100).toFixed(2);
  return ({ weightedAccuracy, weightedLower, weightedUpper, accuracy }) => {
    if (weightedAccuracy === null) return "";
    const from = weightedLower ?? weightedAccuracy;
    const to = weightedUpper ?? weightedAccuracy;
    const interval = `left:${at(from)}%;width:${(Number(at(to)) - Number(at(from))).toFixed(2)}%`;
    return html`<span class="track" aria-hidden="true"
      ><i style="${interval}"></i
      >${accuracy !== null && html`<u style="left:${at(accuracy)}%"></u>`}<b
        style="left:${at(weightedAccuracy)}%"
      ></b
    ></span>`;
  };
}

/** The range that all bars share: every interval and every accuracy, to whole tens of percent. */
export function boardScale({ models }: RankReport): readonly [low: number, high: number] {
  const values = models.flatMap((row) =>
    [row.weightedLower, row.weightedUpper, row.weightedAccuracy, row.accuracy].filter(
      (value) => value !== null,
    ),
  );
  if (values.length === 0) return [0, 1];
  const low = values.reduce((least, value) => Math.min(least, value), 1);
  const high = values.reduce((most, value) => Math.max(most, value), 0);
  return [Math.floor(low * 10) / 10, Math.max(Math.ceil(high * 10) / 10, low + 0.1)];
}

/** Rows that stay for readers without scripts. */
export const writtenRows = 200;

/** The table of the board. */
export function boardTable(report: RankReport): Markup {
  const columns = boardColumns(report);
  const [low, high] = boardScale(report);
  const head = columns.map((column) =>
    column.key === "bar"
      ? html`<th class="axis" aria-hidden="true" title="${column.title}">
          <span>${Math.round(low * 100)} %</span><span>${Math.round(high * 100)} %</span>
        </th>`
      : html`<th
          scope="col"
          class="${classOf(column)}"
          data-sort="${column.key}"
          aria-sort="${column.key === "rank" ? "ascending" : "none"}"
          title="${column.title}"
        >
          <span>${column.header}</span>
        </th>`,
  );
  return html`<div class="frame">
    <table id="board-table" class="board">
      <caption class="unseen">
        Models by rank
      </caption>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${boardRows(report.models.slice(0, writtenRows), { columns, inOrder: true })}
      </tbody>
    </table>
  </div>`;
}

export interface RowOptions {
  readonly columns: readonly BoardColumn[];
  /** Whether rows are by rank, so that a tier is named where it begins. */
  readonly inOrder: boolean;
}

/** Rows of the board. */
export function boardRows(models: readonly ModelRow[], { columns, inOrder }: RowOptions): Markup {
  const rows = models.map((row, place) => {
    const starts = place === 0 || models[place - 1]!.tier !== row.tier;
    const band = row.tier !== null && row.tier % 2 === 0 ? "even" : "odd";
    const cells = columns.map((column) => {
      const repeats = column.key === "tier" && inOrder && !starts;
      const content = repeats
        ? html`<span class="again">${column.cell(row)}</span>`
        : column.cell(row);
      return column.key === "model"
        ? html`<th scope="row" class="name">${content}</th>`
        : html`<td
            class="${classOf(column)}"
            data-label="${column.header}"
            ${title(column.exact?.(row))}
          >
            ${content}
          </td>`;
    });
    return html`<tr
      class="${band}${inOrder && starts && place > 0 && " starts"}"
      data-model="${row.model}"
    >
      ${cells}
    </tr>`;
  });
  return html`${rows}`;
}

const title = (text: string | undefined) => (text ? html` title="${text}"` : null);

function classOf({ key, minor }: BoardColumn): string {
  const kind = key.startsWith("benchmark:") ? "benchmark" : key;
  return minor ? `${kind} minor` : kind;
}
