/** Simulated worlds as data, tables and sentences. */

import type { SimulatedEstimator, Simulation } from "../analysis/simulate.ts";
import type { WorldName } from "../analysis/named-worlds.ts";
import type { CsvColumn } from "./csv.ts";
import { finite } from "./finite.ts";
import { figure, nameColumn, numberColumn } from "./study-format.ts";
import type { StudySection } from "./study-page.ts";
import { textTable, type TextTable } from "./table.ts";

/** One world of `simulate --json`. */
export interface SimulateReport {
  readonly schema: "eip-simulate/1";
  readonly world: WorldName;
  /** Number of pools, and the seed of the first. */
  readonly seeds: number;
  readonly firstSeed: number;
  readonly settings: SimulateSettings;
  readonly estimators: Readonly<Record<string, SimulatedFigures>>;
}

/** Settings of EIP that were asked for. */
export interface SimulateSettings {
  readonly damping: number;
  readonly smoothing: number | "auto";
  readonly missing: string;
}

/** `null` where no pool has the figure. */
export interface SimulatedFigures {
  /** Mean tau-b with the true order, its standard error, and the pools behind it. */
  readonly tau: number | null;
  readonly tauError: number | null;
  readonly pools: number;
  /** Pools whose true order came out exactly. */
  readonly recovered: number;
  /** Mean Spearman correlation with the true difficulties. */
  readonly difficulty: number | null;
  /** Share of wrong keys among the ten hardest items. */
  readonly wrongAmongHardest: number | null;
}

/** The figures of a world as plain data. */
export function simulateReport(
  { world, seeds, firstSeed, estimators }: Simulation,
  settings: SimulateSettings,
): SimulateReport {
  return {
    schema: "eip-simulate/1",
    world: world.name,
    seeds,
    firstSeed,
    settings,
    estimators: Object.fromEntries(estimators.map((one) => [one.estimator, figuresOf(one)])),
  };
}

function figuresOf({ tau, recovered, difficulty, wrongAmongHardest }: SimulatedEstimator) {
  return {
    tau: finite(tau.mean),
    tauError: finite(tau.sd / Math.sqrt(tau.count)),
    pools: tau.count,
    recovered,
    difficulty: difficulty ? finite(difficulty.mean) : null,
    wrongAmongHardest: wrongAmongHardest ? finite(wrongAmongHardest.mean) : null,
  };
}

/** One line of `simulate --csv`: a world and an estimator. */
export type SimulateCsvRow = SimulatedFigures & {
  readonly world: string;
  readonly estimator: string;
  readonly seeds: number;
};

/** Columns of `simulate --csv`. */
export const simulateCsvColumns: readonly CsvColumn<SimulateCsvRow>[] = [
  { name: "world", value: (row) => row.world },
  { name: "estimator", value: (row) => row.estimator },
  { name: "seeds", value: (row) => row.seeds },
  { name: "tau", value: (row) => row.tau },
  { name: "tau_error", value: (row) => row.tauError },
  { name: "pools", value: (row) => row.pools },
  { name: "recovered", value: (row) => row.recovered },
  { name: "difficulty", value: (row) => row.difficulty },
  { name: "wrong_among_hardest", value: (row) => row.wrongAmongHardest },
];

/** Rows for {@link simulateCsvColumns}. */
export function simulateCsvRows(reports: readonly SimulateReport[]): readonly SimulateCsvRow[] {
  return reports.flatMap(({ world, seeds, estimators }) =>
    Object.entries(estimators).map(([estimator, figures]) => ({
      world,
      estimator,
      seeds,
      ...figures,
    })),
  );
}

/** The tables and their plain reading: one world in full, or all of them side by side. */
export function simulateSections(simulations: readonly Simulation[]): readonly StudySection[] {
  const [only] = simulations;
  if (only && simulations.length === 1) {
    return [
      {
        before: [
          `${only.world.name}: ${only.world.title}. ${only.seeds} simulated pools, seeds ${only.firstSeed} to ${only.firstSeed + only.seeds - 1}.`,
        ],
        table: worldTable(only),
        after: [legend(only), `In words: ${reading(only)}`],
      },
    ];
  }
  return [
    {
      before: [
        "How near each estimator comes to the truth where the truth is known: Kendall's tau-b with the true order, 1 for the same, 0 for no relation, mean over the pools. For equal-accuracy: pools in which the four models came out in the true order.",
      ],
      table: allWorldsTable(simulations),
    },
    {
      heading: "In words",
      before: [...simulations.map((one) => `${one.world.name}: ${reading(one)}`), overall],
    },
  ];
}

const overall =
  "All in all: where answers depend on one ability and one difficulty, the number of right answers holds nearly everything there is to know, and any weighting adds noise. Weighting by difficulty pays where models with the same total differ in which items they solve. Guessing, wrong keys and gaps hurt it. So read EIP beside accuracy and Rasch, look at the items that items --review lists, and never at EIP alone.";

function isOrderOfEquals({ world }: Simulation): boolean {
  return world.name === "equal-accuracy";
}

function worldTable(simulation: Simulation): TextTable {
  const { estimators, seeds } = simulation;
  const hasDifficulty = estimators.some(({ difficulty }) => difficulty !== undefined);
  const hasWrong = estimators.some(({ wrongAmongHardest }) => wrongAmongHardest !== undefined);
  const missing = estimators.some(({ tau }) => tau.count < seeds);
  return textTable<SimulatedEstimator>(
    [
      nameColumn("estimator", ({ title }) => title),
      numberColumn("tau", ({ tau }) => figure(tau.mean)),
      numberColumn("s.e.", ({ tau }) => figure(tau.sd / Math.sqrt(tau.count))),
      ...(missing
        ? [numberColumn<SimulatedEstimator>("pools with a tau", ({ tau }) => String(tau.count))]
        : []),
      ...(isOrderOfEquals(simulation)
        ? [
            numberColumn<SimulatedEstimator>(
              "true order",
              ({ recovered }) => `${recovered} of ${seeds}`,
            ),
          ]
        : []),
      ...(hasDifficulty
        ? [
            numberColumn<SimulatedEstimator>("difficulty", ({ difficulty }) =>
              figure(difficulty?.mean),
            ),
          ]
        : []),
      ...(hasWrong
        ? [
            numberColumn<SimulatedEstimator>(
              "wrong keys in hardest 10",
              ({ wrongAmongHardest }) =>
                wrongAmongHardest ? `${Math.round(100 * wrongAmongHardest.mean)} %` : "none",
              1,
            ),
          ]
        : []),
    ],
    estimators,
  );
}

function legend(simulation: Simulation): string {
  const parts = isOrderOfEquals(simulation)
    ? ["tau: agreement with the true order of the four models; none: they are tied in every pool."]
    : [
        "tau: agreement with the true order of the models, 1 for the same, 0 for no relation.",
        "difficulty: Spearman's correlation with the true difficulties of the items that tell models apart.",
      ];
  const audited = simulation.estimators.some(({ estimator }) => estimator === "eip-audited")
    ? ["EIP, audited: items whose item-rest correlation is 0 or less left out first."]
    : [];
  return [...parts, "s.e.: standard error of the mean over the pools.", ...audited].join(" ");
}

function allWorldsTable(simulations: readonly Simulation[]): TextTable {
  const titles = new Map(
    simulations.flatMap(({ estimators }) =>
      estimators.map(({ estimator, title }) => [estimator, title] as const),
    ),
  );
  return textTable<Simulation>(
    [
      nameColumn("world", ({ world }) => world.name),
      ...[...titles].map(([name, title]) =>
        numberColumn<Simulation>(title, (simulation) => cell(simulation, name)),
      ),
    ],
    simulations,
  );
}

function cell(simulation: Simulation, name: string): string {
  const one = simulation.estimators.find(({ estimator }) => estimator === name);
  if (!one) return "";
  return isOrderOfEquals(simulation)
    ? `${one.recovered}/${simulation.seeds}`
    : figure(one.tau.mean);
}

/** What a world shows, in a sentence or two that follow from its figures. */
function reading(simulation: Simulation): string {
  const { estimators, seeds } = simulation;
  const find = (name: string) => estimators.find(({ estimator }) => estimator === name);
  const [eip, accuracy] = [find("eip"), find("mean-score")];
  if (!eip || !accuracy)
    return "without EIP and accuracy side by side there is nothing to compare.";
  if (isOrderOfEquals(simulation)) return readingOfEquals(simulation, eip);
  const difference = eip.tau.mean - accuracy.tau.mean;
  // Twice the standard error of a difference of two means that are not paired: on the safe side.
  const margin = 2 * Math.hypot(eip.tau.sd / Math.sqrt(seeds), accuracy.tau.sd / Math.sqrt(seeds));
  const side =
    Math.abs(difference) <= margin || Number.isNaN(margin)
      ? "neither is clearly closer to the truth"
      : difference > 0
        ? "EIP pays"
        : "EIP loses";
  return `${side}: ${figure(eip.tau.mean)} against ${figure(accuracy.tau.mean)} for accuracy. ${reasons[simulation.world.name]}${repairs(simulation)}`;
}

const reasons: Readonly<Record<WorldName, string>> = {
  "equal-accuracy": "",
  clean: "Totals hold nearly all there is to know here.",
  "clean-200": "With few items the weights are rough estimates themselves.",
  guessing: "A lucky guess on a hard item pays most where it means least.",
  "wrong-keys": "An item with a wrong key looks hard, and solving it pays.",
  "wrong-keys-guessing":
    "Guessers are right on items with wrong keys as often as anyone, and are paid for it.",
  "random-gaps": "Weights rest on fewer answers where models were not asked.",
  "easy-half":
    "Who was asked the easy half only looks better than it is, by EIP and by accuracy alike; a fit of a test-theory model makes up for it.",
};

function repairs({ estimators }: Simulation): string {
  const find = (name: string) => estimators.find(({ estimator }) => estimator === name);
  const audited = find("eip-audited");
  const common = find("eip-common");
  const model = find("rasch");
  const parts = [
    ...(audited ? [`${figure(audited.tau.mean)} audited`] : []),
    ...(common && common.tau.count > 0
      ? [`${figure(common.tau.mean)} on common items (${common.tau.count} pools have any)`]
      : []),
    ...(model ? [`Rasch ${figure(model.tau.mean)}`] : []),
  ];
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

function readingOfEquals({ estimators, seeds }: Simulation, eip: SimulatedEstimator): string {
  const tied = estimators.filter(({ tau }) => tau.count === 0).map(({ title }) => title);
  const others = estimators.filter(
    ({ estimator, tau }) => !["eip", "eip-audited"].includes(estimator) && tau.count > 0,
  );
  const also = others.map(({ title, recovered }) => `${title} in ${recovered}`).join(", ");
  return [
    `EIP puts the four in the true order in ${eip.recovered} of ${seeds} pools.`,
    tied.length === 0
      ? ""
      : `Tied in all pools: ${tied.join(", ")}; they see the totals only, and these are equal by construction, which says nothing against their fit.`,
    also === "" ? "" : `Other ways to look beyond the total: ${also}.`,
    "The world was built for this claim.",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
