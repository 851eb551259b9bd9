/** A sweep of the damping or the smoothing as data, a table and sentences. */

import type { Sweep, SweepPoint } from "../analysis/sweep.ts";
import { list } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import { finite } from "./finite.ts";
import type { NamedMove } from "./study-stability.ts";
import { figure, nameColumn, numberColumn } from "./study-format.ts";
import type { StudySection } from "./study-page.ts";
import { textTable } from "./table.ts";

/** What `study damping --json` and `study smoothing --json` print. */
export interface SweepReport {
  readonly schema: "eip-sweep/1";
  readonly parameter: Sweep["parameter"];
  /** The value that the others are compared with. */
  readonly reference: number;
  readonly halvings: number;
  readonly data: { readonly models: number; readonly items: number };
  readonly accuracySplitHalfTau: number | null;
  readonly points: readonly SweepRow[];
}

/** The order at one value; `null` where there is no figure. */
export interface SweepRow {
  readonly value: number;
  readonly tau: number | null;
  readonly tauWithAccuracy: number | null;
  readonly splitHalfTau: number | null;
  /** Largest part of one item in one model's competency; smoothing only. */
  readonly largestShare: number | null;
  readonly leaders: readonly string[];
  /** Ranks at the reference and here. */
  readonly moves: readonly NamedMove[];
}

/** A sweep as plain data. */
export function sweepReport(
  sweep: Sweep,
  data: { readonly models: readonly string[]; readonly items: number },
): SweepReport {
  const { parameter, reference, halvings, accuracySplitHalfTau, points } = sweep;
  return {
    schema: "eip-sweep/1",
    parameter,
    reference,
    halvings,
    data: { models: data.models.length, items: data.items },
    accuracySplitHalfTau: finite(accuracySplitHalfTau),
    points: points.map((point) => rowOf(point, data.models)),
  };
}

function rowOf(point: SweepPoint, models: readonly string[]): SweepRow {
  return {
    value: point.value,
    tau: finite(point.tau),
    tauWithAccuracy: finite(point.tauWithAccuracy),
    splitHalfTau: finite(point.splitHalfTau),
    largestShare: point.largestShare ?? null,
    leaders: point.leaders.map((model) => models[model]!),
    moves: point.moves.map(({ model, from, to }) => ({ model: models[model]!, from, to })),
  };
}

/** Columns of `study damping --csv` and `study smoothing --csv`. */
export const sweepCsvColumns: readonly CsvColumn<SweepRow>[] = [
  { name: "value", value: (row) => row.value },
  { name: "tau", value: (row) => row.tau },
  { name: "tau_with_accuracy", value: (row) => row.tauWithAccuracy },
  { name: "split_half_tau", value: (row) => row.splitHalfTau },
  { name: "largest_share", value: (row) => row.largestShare },
  { name: "models_moved", value: (row) => row.moves.length },
  { name: "leader", value: (row) => row.leaders.join(" ") },
];

/** The table and its plain reading. */
export function sweepSections(report: SweepReport): readonly StudySection[] {
  const { parameter, reference, points, accuracySplitHalfTau } = report;
  const isSmoothing = parameter === "smoothing";
  const table = textTable<SweepRow>(
    [
      numberColumn(parameter, ({ value }) => String(value)),
      numberColumn(`tau with ${reference}`, ({ tau }) => figure(tau)),
      numberColumn("tau with accuracy", (row) => figure(row.tauWithAccuracy)),
      numberColumn("split halves", ({ splitHalfTau }) => figure(splitHalfTau)),
      ...(isSmoothing
        ? [
            numberColumn<SweepRow>("largest share", ({ largestShare }) =>
              largestShare === null ? "none" : `${(100 * largestShare).toFixed(1)} %`,
            ),
          ]
        : []),
      numberColumn("moved", ({ moves }) => String(moves.length)),
      { ...nameColumn<SweepRow>("in front", ({ leaders }) => list(leaders)), dropFirst: 1 },
      { ...nameColumn<SweepRow>("moves most", mostMoved), dropFirst: 2 },
    ],
    points,
  );
  return [
    {
      before: [isSmoothing ? ofSmoothing : ofDamping],
      table,
      after: [
        `moved: models with another rank than at ${reference}.${isSmoothing ? " largest share: of one item in one model's competency." : ""}`,
        `split halves: mean Kendall tau-b of the orders by two random halves of the items, ${count(report.halvings, "halving")}; accuracy on the same halves: ${figure(accuracySplitHalfTau)}.`,
        `In words: ${reading(report)}`,
      ],
    },
  ];
}

function mostMoved({ moves: [most] }: SweepRow): string {
  return most ? `${most.model} ${most.from} to ${most.to}` : "";
}

const ofDamping =
  "Damping is the share of a score that is passed on in each round; the rest is spread evenly. The publication does not say which value it used; 0.85 is the default here.";
const ofSmoothing =
  "Smoothing is the pretend answers in every cell: 0 is the published method, and towards large values the order becomes that of accuracy. Competencies under different values are never compared.";

function reading({ parameter, reference, points }: SweepReport): string {
  const others = points.filter(({ value }) => value !== reference);
  const farthest = others.reduce<SweepRow | undefined>(
    (least, row) => (least === undefined || (row.tau ?? 1) < (least.tau ?? 1) ? row : least),
    undefined,
  );
  if (!farthest || farthest.tau === null) return "the order cannot be compared.";
  const leaders = new Set(points.flatMap((row) => row.leaders));
  const first =
    farthest.tau > 0.98
      ? `the order hardly depends on the ${parameter}`
      : `the order depends on the ${parameter}`;
  return `${first}: it differs most from that at ${reference} at ${farthest.value} (tau ${figure(farthest.tau)}, ${count(farthest.moves.length, "model")} ${farthest.moves.length === 1 ? "moves" : "move"}). ${leaders.size === 1 ? `In front at every value: ${[...leaders][0]!}.` : `In front, depending on it: ${list([...leaders])}.`}`;
}
