/** The stability of a pool as data, tables and sentences. */

import type { Extremes } from "../analysis/extremes.ts";
import type { EstimatorAgreement, PerturbationFigures, Stability } from "../analysis/stability.ts";
import type { PerturbationKind } from "../analysis/perturb.ts";
import type { Move } from "../analysis/perturb-agreement.ts";
import type { PropagateSettings } from "../estimate/propagate.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import { finite } from "./finite.ts";
import { figure, nameColumn, numberColumn, summaryJson, type SummaryJson } from "./study-format.ts";
import type { StudySection } from "./study-page.ts";
import { textTable, type Column } from "./table.ts";

/** What `study stability --json` prints. */
export interface StabilityReport {
  readonly schema: "eip-stability/1";
  readonly settings: Pick<PropagateSettings, "damping" | "smoothing" | "missing"> & {
    readonly seed: number;
    readonly repeats: number;
    readonly halvings: number;
  };
  readonly data: { readonly models: number; readonly items: number };
  /** Shares of the items that all, and that none, of the models solve. */
  readonly extremes: Extremes;
  readonly estimators: readonly {
    readonly estimator: string;
    readonly tauWithAccuracy: number | null;
    readonly splitHalfTau: number | null;
    readonly splitHalfTauShuffled: number | null;
    /** Rank by accuracy and by this estimator. */
    readonly moves: readonly NamedMove[];
  }[];
  readonly perturbations: readonly {
    readonly kind: PerturbationKind;
    readonly what: string;
    readonly models: number;
    readonly extremes: Extremes;
    readonly agreements: readonly AgreementJson[];
  }[];
}

/** A model with its ranks before and after. */
export interface NamedMove {
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

/** Spearman correlations, and tau-b, with the pool as it is; the same for shuffled answers. */
export interface AgreementJson {
  readonly estimator: string;
  readonly competency: SummaryJson;
  readonly competencyShuffled: SummaryJson;
  readonly tau: SummaryJson;
  readonly tauShuffled: SummaryJson;
  readonly difficulty: SummaryJson;
  readonly difficultyShuffled: SummaryJson;
  readonly difficultyPearson: SummaryJson;
  readonly moved: SummaryJson;
  /** `null` where the change is another one every time. */
  readonly moves: readonly NamedMove[] | null;
}

/** The stability of a pool as plain data. */
export function stabilityReport(
  result: Stability,
  { matrix, settings }: { readonly matrix: ResponseMatrix; readonly settings: PropagateSettings },
): StabilityReport {
  const named = (moves: readonly Move[]) =>
    moves.map(({ model, from, to }) => ({ model: matrix.models[model]!, from, to }));
  const { damping, smoothing, missing } = settings;
  const { seed, repeats, halvings } = result;
  return {
    schema: "eip-stability/1",
    settings: { damping, smoothing, missing, seed, repeats, halvings },
    data: { models: matrix.models.length, items: matrix.items.length },
    extremes: result.extremes,
    estimators: result.estimators.map((one) => ({
      estimator: one.estimator,
      tauWithAccuracy: finite(one.tauWithAccuracy),
      splitHalfTau: finite(one.splitHalfTau),
      splitHalfTauShuffled: finite(one.splitHalfTauShuffled),
      moves: named(one.moves),
    })),
    perturbations: result.perturbations.map(({ kind, what, models, extremes, agreements }) => ({
      kind,
      what,
      models,
      extremes,
      agreements: agreements.map((one) => ({
        estimator: one.estimator,
        competency: summaryJson(one.competency),
        competencyShuffled: summaryJson(one.competencyShuffled),
        tau: summaryJson(one.tau),
        tauShuffled: summaryJson(one.tauShuffled),
        difficulty: summaryJson(one.difficulty),
        difficultyShuffled: summaryJson(one.difficultyShuffled),
        difficultyPearson: summaryJson(one.difficultyPearson),
        moved: summaryJson(one.moved),
        moves: one.moves ? named(one.moves) : null,
      })),
    })),
  };
}

/** One line of `study stability --csv`: a change and an estimator. */
export interface StabilityCsvRow extends AgreementJson {
  readonly what: string;
  readonly kind: string;
  readonly models: number;
  readonly extremes: Extremes;
}

/** Rows for {@link stabilityCsvColumns}. */
export function stabilityCsvRows({ perturbations }: StabilityReport): readonly StabilityCsvRow[] {
  return perturbations.flatMap(({ agreements, ...change }) =>
    agreements.map((agreement) => ({ ...change, ...agreement })),
  );
}

const summaryColumns = (
  name: string,
  of: (row: StabilityCsvRow) => SummaryJson,
): readonly CsvColumn<StabilityCsvRow>[] => [
  { name, value: (row) => of(row).mean },
  { name: `${name}_sd`, value: (row) => of(row).sd },
];

/** Columns of `study stability --csv`. */
export const stabilityCsvColumns: readonly CsvColumn<StabilityCsvRow>[] = [
  { name: "change", value: (row) => row.what },
  { name: "kind", value: (row) => row.kind },
  { name: "estimator", value: (row) => row.estimator },
  { name: "models", value: (row) => row.models },
  { name: "solved_by_all", value: (row) => row.extremes.solved },
  { name: "solved_by_none", value: (row) => row.extremes.failed },
  ...summaryColumns("competency", (row) => row.competency),
  ...summaryColumns("competency_shuffled", (row) => row.competencyShuffled),
  ...summaryColumns("tau", (row) => row.tau),
  ...summaryColumns("tau_shuffled", (row) => row.tauShuffled),
  ...summaryColumns("difficulty", (row) => row.difficulty),
  ...summaryColumns("difficulty_shuffled", (row) => row.difficultyShuffled),
  { name: "difficulty_pearson", value: (row) => row.difficultyPearson.mean },
  ...summaryColumns("moved", (row) => row.moved),
];

/** Names of the models, and how much is shown. */
export interface StabilityViewOptions {
  readonly models: readonly string[];
  /** Every row and every model that moves. */
  readonly all?: boolean | undefined;
}

/** Rows of a kind on a screen before they are folded. */
const fewBenchmarks = 6;
const fewMoves = 8;

/** The tables and their plain reading. */
export function stabilitySections(
  result: Stability,
  options: StabilityViewOptions,
): readonly StudySection[] {
  const changes = result.perturbations.filter(({ kind }) => kind !== "only-models");
  const pools = result.perturbations.filter(({ kind }) => kind === "only-models");
  return [
    orderSection(result, options),
    ...result.estimators.map(({ estimator, title }) =>
      changeSection(changes, { estimator, title, options, result }),
    ),
    poolSection(result, pools),
    { heading: "In words", before: readings(result) },
  ];
}

function orderSection(
  { estimators, halvings }: Stability,
  { models, all = false }: StabilityViewOptions,
): StudySection {
  const table = textTable<Stability["estimators"][number]>(
    [
      nameColumn("order by", ({ title }) => title),
      numberColumn("tau with accuracy", (one) => figure(one.tauWithAccuracy)),
      numberColumn("models that move", ({ moves }) => String(moves.length)),
      numberColumn("split halves", (one) => figure(one.splitHalfTau)),
      numberColumn("shuffled", (one) => figure(one.splitHalfTauShuffled)),
    ],
    estimators,
  );
  const movers = estimators
    .filter(({ moves, estimator }) => moves.length > 0 && estimator !== "mean-score")
    .map(({ title, moves }) => {
      const shown = all ? moves : moves.slice(0, fewMoves);
      const rest = moves.length > shown.length ? ` and ${moves.length - shown.length} more` : "";
      const named = shown.map(({ model, from, to }) => `${models[model]!} ${from} to ${to}`);
      return `${title} against accuracy, by rank: ${named.join(", ")}${rest}.`;
    });
  return {
    heading: "The order, and how far it repeats itself",
    table,
    after: [
      `split halves: mean Kendall tau-b of the orders by two random halves of the items, ${count(halvings, "halving")}; the halves share no item, so this and nothing below measures reliability. shuffled: the same when the answers to each item are dealt out anew among the models.`,
      ...movers,
    ],
  };
}

interface ChangeSection {
  readonly estimator: string;
  readonly title: string;
  readonly options: StabilityViewOptions;
  readonly result: Stability;
}

interface ChangeRow {
  readonly what: string;
  readonly figures: EstimatorAgreement;
}

function changeSection(
  changes: readonly PerturbationFigures[],
  { estimator, title, options, result }: ChangeSection,
): StudySection {
  const rows = changes.map(({ kind, what, agreements }) => ({
    kind,
    what,
    figures: agreements.find((one) => one.estimator === estimator)!,
  }));
  const benchmarks = rows
    .filter(({ kind }) => kind === "drop-benchmark")
    .toSorted((a, b) => a.figures.competency.mean - b.figures.competency.mean);
  const folded = options.all ? 0 : Math.max(0, benchmarks.length - fewBenchmarks);
  const shown = [
    ...rows.filter(({ kind }) => kind !== "drop-benchmark"),
    ...benchmarks.slice(0, benchmarks.length - folded),
  ];
  return {
    heading: `${title}: the pool changed, against the pool as it is`,
    table: textTable<ChangeRow>(
      [nameColumn("change", ({ what }) => what), ...figureColumns],
      shown,
    ),
    after: [
      ...(folded > 0
        ? [`${count(folded, "more benchmark")} whose absence changes less; --all shows them.`]
        : []),
      `Spearman's correlation over the models, or items, that both pools have: mean and standard deviation of ${count(result.repeats, "draw")}. shuffled: the same change to a pool whose answers say nothing about the models. Overlap alone gives that much; only the rest is worth anything.`,
    ],
  };
}

const figureColumns: readonly Column<ChangeRow>[] = [
  numberColumn("competency", ({ figures }) => meanAndSd(figures.competency)),
  numberColumn("shuffled", ({ figures }) => figure(figures.competencyShuffled.mean)),
  numberColumn("difficulty", ({ figures }) => meanAndSd(figures.difficulty)),
  numberColumn("shuffled", ({ figures }) => figure(figures.difficultyShuffled.mean)),
  numberColumn("models that move", ({ figures }) => figures.moved.mean.toFixed(1), 1),
];

function meanAndSd({ mean, sd }: { readonly mean: number; readonly sd: number }): string {
  return Number.isNaN(sd) ? figure(mean) : `${figure(mean)} ±${figure(sd)}`;
}

function poolSection(
  { extremes, estimators }: Stability,
  pools: readonly PerturbationFigures[],
): StudySection {
  const { title } = estimators[0]!;
  const share = (value: number) => `${(100 * value).toFixed(1)} %`;
  const first = (pool: PerturbationFigures) => pool.agreements[0]!;
  return {
    heading: `Other pools: ${title} on some of the models, against all of them`,
    table: textTable<PerturbationFigures>(
      [
        nameColumn("pool", ({ what }) => what),
        numberColumn("models", ({ models }) => String(models)),
        numberColumn("all solve", (pool) => share(pool.extremes.solved)),
        numberColumn("none solves", (pool) => share(pool.extremes.failed)),
        numberColumn("difficulty", (pool) => figure(first(pool).difficulty.mean)),
        numberColumn("shuffled", (pool) => figure(first(pool).difficultyShuffled.mean)),
        numberColumn("Pearson", (pool) => figure(first(pool).difficultyPearson.mean), 2),
        numberColumn("competency", (pool) => figure(first(pool).competency.mean), 1),
        numberColumn("shuffled", (pool) => figure(first(pool).competencyShuffled.mean), 1),
      ],
      pools,
    ),
    after: [
      `In the whole pool ${share(extremes.solved)} of the items are solved by all and ${share(extremes.failed)} by none; such items say nothing about anybody.`,
      "Thirds are by accuracy. Your own pools, open-weight models for instance: groups or families in eip.yaml.",
    ],
  };
}

/** Less than this beyond the control is hardly anything. */
const hardlyMore = 0.05;

function readings({ estimators, perturbations, repeats }: Stability): readonly string[] {
  const half = perturbations.findLast(({ kind }) => kind === "drop-models");
  return [
    ...(half
      ? half.agreements.map(
          (one) =>
            `${half.what}, ${one.title}: competency ${beyond(one.competency.mean, one.competencyShuffled.mean)}; difficulty ${beyond(one.difficulty.mean, one.difficultyShuffled.mean)}.`,
        )
      : []),
    ...estimators.map(
      ({ title, splitHalfTau }) =>
        `${title}: two halves of the items, which share nothing, agree on the order at ${figure(splitHalfTau)}: ${gradeOf(splitHalfTau)}.`,
    ),
    `Random parts were drawn ${count(repeats, "time")} (--repeats). Numbers of two pools have no common unit: compare orders, never values.`,
  ];
}

function beyond(real: number, control: number): string {
  if (Number.isNaN(real) || Number.isNaN(control)) return "cannot be told";
  const excess = real - control;
  const more = excess >= hardlyMore ? "more" : excess > 0 ? "hardly more" : "no more";
  return `${figure(real)} (shuffled ${figure(control)}: ${more} than overlap alone gives)`;
}

function gradeOf(tau: number): string {
  if (Number.isNaN(tau)) return "too few items or models to tell";
  if (tau >= 0.9) return "good";
  if (tau >= 0.75) return "fair";
  return tau >= 0.6 ? "weak" : "poor, much of the order is chance";
}
