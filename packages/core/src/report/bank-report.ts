/** Models placed in a bank, as plain, versioned data: what `bank score --json` prints. */

import {
  bankWarnings,
  namesakeWarnings,
  type BankWarning,
  type NewRuns,
} from "../analysis/bank-warnings.ts";
import type { BankSettings } from "../analysis/item-bank.ts";
import { answersByBank, type OpenBank } from "../analysis/open-bank.ts";
import { placeInBank, type Placement, type PlaceOptions } from "../analysis/place-in-bank.ts";
import { placementWarnings } from "../analysis/placement-warnings.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";

export interface BankReport {
  readonly schema: "eip-bank-score/1";
  readonly bank: BankSummary;
  readonly level: number;
  /** By weighted accuracy, models without one last. */
  readonly models: readonly Placement[];
  readonly warnings: readonly BankWarning[];
}

/** Which bank it was. */
export interface BankSummary {
  readonly sha256: string;
  readonly settings: BankSettings;
  readonly models: number;
  readonly items: number;
  readonly itemsKept: number;
  readonly newestRun: string | null;
}

export interface BankReportInput extends PlaceOptions {
  readonly bank: OpenBank;
  readonly sha256: string;
  /** The new logs. */
  readonly matrix: ResponseMatrix;
  readonly runs: NewRuns;
}

/** Places every model of a matrix. Nothing is fitted again. */
export function bankReport(input: BankReportInput): BankReport {
  const { bank, sha256, matrix, runs, level = 0.95, cluster } = input;
  const placed = answersByBank(bank, matrix, runs.joined).map((answers) => ({
    ...answers,
    placement: placeInBank(bank, answers, { level, cluster }),
  }));
  const value = ({ weightedAccuracy }: Placement) => weightedAccuracy ?? -1;
  return {
    schema: "eip-bank-score/1",
    bank: summaryOf(bank, sha256),
    level,
    models: placed.map(({ placement }) => placement).toSorted((a, b) => value(b) - value(a)),
    warnings: [
      ...placed.flatMap(({ placement, scores }) => placementWarnings(bank, placement, scores)),
      ...bankWarnings(bank, runs),
      ...namesakeWarnings(placed.map(({ placement }) => placement)),
    ].toSorted((a, b) => Number(a.severity === "note") - Number(b.severity === "note")),
  };
}

export function summaryOf(bank: OpenBank, sha256: string): BankSummary {
  return {
    sha256,
    settings: bank.settings,
    models: bank.models.length,
    items: bank.items.length,
    itemsKept: bank.kept.reduce((sum, one) => sum + one, 0),
    newestRun: bank.newestRun,
  };
}
