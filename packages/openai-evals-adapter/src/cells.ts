import { exactSum } from "@eip-eval/core";
import type { Items } from "./identity.ts";
import { scoresOf, settleRepeats } from "./repeats.ts";
import type { Repeats, Request } from "./request.ts";
import type { LabelledRun } from "./run.ts";
import type { ScoreRule } from "./score-rule.ts";

/** A run that counts, with all that is decided about its benchmark. */
export interface PlannedRun {
  readonly run: LabelledRun;
  readonly rule: ScoreRule;
  readonly repeats: Repeats;
  readonly request: Request;
  readonly items: Items;
  /** Numbers of its samples in the order of their ids. */
  readonly order: Uint32Array;
  /** Number of the first trial of this run. */
  readonly firstTrial: number;
  /** Whether its model has more than one trial of any item. */
  readonly hasTrials: boolean;
}

/** What one model earned on one item in one trial. */
export interface Cell {
  readonly item: string;
  readonly sample: number;
  readonly score: number | null;
  readonly trial?: number | undefined;
}

/** The cells of a run, samples in the order of their numbers. */
export function* cellsOf(planned: PlannedRun): Generator<Cell> {
  const { order, firstTrial, hasTrials } = planned;
  if (!hasTrials) {
    for (const sample of order) {
      for (const cell of scoredItems(planned, sample)) yield { ...cell, sample };
    }
    return;
  }
  const trials = new Map<string, number>();
  for (const sample of order) {
    for (const cell of scoredItems(planned, sample)) {
      const trial = trials.get(cell.item) ?? firstTrial;
      trials.set(cell.item, trial + 1);
      yield { ...cell, sample, trial };
    }
  }
}

function* scoredItems(
  { run, rule, repeats, request, items }: PlannedRun,
  sample: number,
): Generator<{ readonly item: string; readonly score: number | null }> {
  const item = items.itemOf(run, sample);
  const whole = { name: "", scoreOf: rule.scoreOf };
  const parts = request.perCriterion ? (rule.parts ?? [whole]) : [whole];
  for (const { name, scoreOf } of parts) {
    for (const score of settleRepeats(scoresOf(run, { sample, scoreOf }), repeats)) {
      const isWrong = score === null && request.failedIsWrong && run.table.failed.has(sample);
      yield { item: name === "" ? item : `${item}#${name}`, score: isWrong ? 0 : score };
    }
  }
}

/** The cells of a run in numbers. */
export interface CellTally {
  readonly items: ReadonlySet<string>;
  /** Mean of the graded cells; `undefined` where none is. */
  readonly mean: number | undefined;
  /** Most cells of one item. */
  readonly trials: number;
}

export function tallyCells(planned: PlannedRun): CellTally {
  const sum = exactSum();
  const items = new Map<string, number>();
  let graded = 0;
  let trials = 0;
  for (const { item, score } of cellsOf(planned)) {
    const count = (items.get(item) ?? 0) + 1;
    items.set(item, count);
    if (count > trials) trials = count;
    if (score === null) continue;
    sum.add(score);
    graded += 1;
  }
  return {
    items: new Set(items.keys()),
    mean: graded === 0 ? undefined : sum.total() / graded,
    trials,
  };
}
