/** Several outcomes of one model on one item to one score, once all of them are in. */

import { exactSum } from "../numeric/sum.ts";
import { UNOBSERVED, type CellRow } from "./cell-row.ts";
import { trialList, type Trial, type TrialList } from "./trial-list.ts";

/** How a cell with several outcomes is settled; see `CollectOptions`. */
export interface SettleOptions {
  readonly ungraded: "wrong" | "unobserved";
  readonly repeats: "mean" | "last" | "error";
  /** Told about each item that cannot be settled. */
  readonly onConflict: (conflict: Conflict) => void;
}

/** Two scores of one trial (`NaN` is none), or more trials than one where one is allowed. */
export type Conflict =
  | { readonly item: number; readonly scores: readonly [number, number] }
  | { readonly item: number; readonly trials: number };

/** Makes one score a cell of a row and of the trials that it had no place for. */
export function settleRow(
  row: CellRow,
  trials: TrialList | undefined,
  options: SettleOptions,
): void {
  if (row.isTable && !trials) return;
  if (trials && row.reach(trials.highest)) {
    for (const [item, ofItem] of byItem(trials.sorted())) {
      const first = row.at(item);
      row.overwrite(item, settled(item, withFirst(first, ofItem), options));
    }
    return;
  }
  const all = trialList();
  row.forEach((item, score) => all.add(item, 0, score));
  for (const { item, trial, score } of trials?.sorted() ?? []) all.add(item, trial, score);
  const items: number[] = [];
  const scores: number[] = [];
  for (const [item, ofItem] of byItem(all.sorted())) {
    items.push(item);
    scores.push(settled(item, ofItem, options));
  }
  row.replace(Uint32Array.from(items), Float64Array.from(scores));
}

function withFirst(score: number, ofItem: readonly Trial[]): readonly Trial[] {
  return score === UNOBSERVED ? ofItem : [{ item: ofItem[0]!.item, trial: 0, score }, ...ofItem];
}

function* byItem(trials: Iterable<Trial>): Generator<[number, Trial[]]> {
  let group: Trial[] = [];
  for (const trial of trials) {
    if (group.length > 0 && group[0]!.item !== trial.item) {
      yield [group[0]!.item, group];
      group = [];
    }
    group.push(trial);
  }
  if (group.length > 0) yield [group[0]!.item, group];
}

function settled(item: number, trials: readonly Trial[], options: SettleOptions): number {
  const { repeats, ungraded, onConflict } = options;
  const distinct: Trial[] = [];
  for (const trial of trials) {
    const last = distinct.at(-1);
    if (last?.trial !== trial.trial) distinct.push(trial);
    else if (!Object.is(last.score, trial.score)) {
      onConflict({ item, scores: [last.score, trial.score] });
    }
  }
  if (repeats === "error" && distinct.length > 1) onConflict({ item, trials: distinct.length });
  const counted = repeats === "last" ? distinct.slice(-1) : distinct;
  return cellScore(
    counted.map(({ score }) => score),
    ungraded,
  );
}

/** The score of a cell; `NaN` when no trial could be graded. */
function cellScore(trials: readonly number[], ungraded: "wrong" | "unobserved"): number {
  const graded = trials.filter((score) => !Number.isNaN(score));
  if (graded.length === 0) return Number.NaN;
  if (trials.length === 1) return graded[0]!;
  const sum = exactSum();
  for (const score of graded) sum.add(score);
  return sum.total() / (ungraded === "wrong" ? trials.length : graded.length);
}
