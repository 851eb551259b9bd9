/** Models placed in a bank, as people read it. */

import type { Placement } from "../analysis/place-in-bank.ts";
import { percent } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import type { BankReport } from "./bank-report.ts";
import type { CsvColumn } from "./csv.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

/** One line above the table. */
export function bankLead({ bank, models }: BankReport): string {
  return `${count(models.length, "model")} placed by the frozen weights of ${count(bank.models, "model")} on ${count(bank.itemsKept, "item")} (Empirical Interaction Propagation, EIP; bank ${bank.sha256.slice(0, 12)}). Nothing was fitted again.`;
}

/** A row per new model. */
export function bankTable({ models, level }: BankReport): TextTable {
  const right = (
    header: string,
    cell: (row: Placement) => string,
    dropFirst?: number,
  ): Column<Placement> => ({ header, align: "right", cell, dropFirst });
  const left = (header: string, cell: (row: Placement) => string, dropFirst?: number) => ({
    ...right(header, cell, dropFirst),
    align: "left" as const,
  });
  return textTable<Placement>(
    [
      { ...left("model", ({ model }) => model), mayShrink: true },
      right(`weighted [${Number((level * 100).toPrecision(3))} %]`, weightedText),
      right("place", placeText),
      right("tiers", tierText, 4),
      left("below", ({ above }) => above ?? "-", 2),
      left("above", ({ below }) => below ?? "-", 3),
      right("accuracy", ({ accuracy }) => share(accuracy), 1),
      right("asked", ({ coverage }) => percent(coverage)),
    ],
    models,
  );
}

const share = (value: number | null) => (value === null ? "-" : `${(value * 100).toFixed(1)} %`);

function weightedText({ weightedAccuracy, weightedLower, weightedUpper }: Placement): string {
  if (weightedLower === null || weightedUpper === null) return share(weightedAccuracy);
  const bound = (value: number) => (value * 100).toFixed(1);
  return `${share(weightedAccuracy)} [${bound(weightedLower)}, ${bound(weightedUpper)}]`;
}

function placeText({ rank, rankLower, rankUpper, of }: Placement): string {
  if (rank === null) return "-";
  const range = rankLower === null || rankLower === rankUpper ? "" : ` (${rankLower}-${rankUpper})`;
  return `${rank}${range} of ${of}`;
}

function tierText({ tierFirst, tierLast }: Placement): string {
  if (tierFirst === null || tierLast === null) return "-";
  return tierFirst === tierLast ? String(tierFirst) : `${tierFirst}-${tierLast}`;
}

/** What the table does not say. */
export function bankSentences({ bank, models }: BankReport): readonly string[] {
  const { smoothing } = bank.settings;
  return [
    'The interval says what other items of the same kind could have given with these weights; "place" is where the model would stand among those of the bank, and in brackets where it could.',
    models.length > 1
      ? "Each model is placed by itself: to rank the new ones among each other, use rank with all paths."
      : "",
    `Frozen at damping ${bank.settings.damping}, smoothing ${smoothing}. Not comparable with numbers of a pool that was fitted again.`,
  ].filter((sentence) => sentence !== "");
}

/** Columns of `bank score --csv`. */
export const bankCsvColumns: readonly CsvColumn<Placement>[] = [
  { name: "model", value: (row) => row.model },
  { name: "weighted_accuracy", value: (row) => row.weightedAccuracy },
  { name: "weighted_lower", value: (row) => row.weightedLower },
  { name: "weighted_upper", value: (row) => row.weightedUpper },
  { name: "rank", value: (row) => row.rank },
  { name: "rank_lower", value: (row) => row.rankLower },
  { name: "rank_upper", value: (row) => row.rankUpper },
  { name: "of", value: (row) => row.of },
  { name: "next_above", value: (row) => row.above },
  { name: "next_below", value: (row) => row.below },
  { name: "tier_first", value: (row) => row.tierFirst },
  { name: "tier_last", value: (row) => row.tierLast },
  { name: "accuracy", value: (row) => row.accuracy },
  { name: "n", value: (row) => row.items },
  { name: "n_kept", value: (row) => row.itemsKept },
  { name: "coverage", value: (row) => row.coverage },
  { name: "weight_coverage", value: (row) => row.weightCoverage },
];
