import { groupBy } from "@eip-eval/core";
import type { HashKind } from "./record.ts";
import type { LabelledRun } from "./run.ts";
import { NO_ID } from "./sample-table.ts";

/** One run with the rows that count. */
export interface RunRows {
  readonly run: LabelledRun;
  readonly rows: readonly number[];
}

/** Number of the doc_id of a row, or `NO_ID`. */
export function docId({ table }: LabelledRun, row: number): number {
  return table.docIds[row]!;
}

/** Number of the content hash of a row, or `NO_ID`. */
export function hash({ table }: LabelledRun, row: number): number {
  return table.hashes[row]!;
}

/** How doc_ids and hashes disagree between runs. */
export interface Disagreement {
  /** doc_ids that several runs have. */
  readonly shared: number;
  /** Those of them that stand for different documents, or whose document has another id too. */
  readonly differing: number;
  /** Whether no document at all occurs in two runs. */
  readonly isDisjoint: boolean;
  readonly models: readonly string[];
}

/**
 * Compares, over all runs of a benchmark, which documents the doc_ids stand for (format document,
 * section 7 and trap 5); `undefined` where each stands for one.
 */
export function disagreementOf(runs: readonly RunRows[]): Disagreement | undefined {
  const kinds = [...groupBy(runs, ({ run }) => kindOf(run))].filter(([kind]) => kind !== "none");
  const disagreeing = kinds.map(([, same]) => same).filter((same) => !isOneToOne(same));
  const found = disagreeing.map(countDisagreement).filter((one) => one !== undefined);
  // Hashes of several kinds within one benchmark are rare; the worst is said.
  return found.toSorted((a, b) => b.differing - a.differing)[0];
}

/** The usual case: each doc_id has one hash, each hash one doc_id. */
function isOneToOne(runs: readonly RunRows[]): boolean {
  const hashOf = new Int32Array(1 + largest(runs, docId)).fill(NO_ID);
  const idOf = new Int32Array(1 + largest(runs, hash)).fill(NO_ID);
  for (const { run, rows } of runs) {
    for (const row of rows) {
      const id = docId(run, row);
      const content = hash(run, row);
      if (id === NO_ID || content === NO_ID) continue;
      if (hashOf[id] === NO_ID) hashOf[id] = content;
      if (idOf[content] === NO_ID) idOf[content] = id;
      if (hashOf[id] !== content || idOf[content] !== id) return false;
    }
  }
  return true;
}

function largest(runs: readonly RunRows[], numberOf: typeof docId): number {
  let most = NO_ID;
  for (const { run, rows } of runs) {
    for (const row of rows) most = Math.max(most, numberOf(run, row));
  }
  return most;
}

function countDisagreement(runs: readonly RunRows[]): Disagreement | undefined {
  const hashesOf = new Map<number, Map<number, LabelledRun[]>>();
  const idsOf = new Map<number, Map<number, number>>();
  for (const { run, rows } of runs) {
    const own = new Map<number, Set<number>>();
    for (const row of rows) {
      const id = docId(run, row);
      const content = hash(run, row);
      if (id === NO_ID || content === NO_ID) continue;
      const hashes = entry(hashesOf, id, () => new Map<number, LabelledRun[]>());
      entry(hashes, content, () => []).push(run);
      entry(own, content, () => new Set<number>()).add(id);
    }
    for (const [content, ids] of own) {
      const counts = entry(idsOf, content, () => new Map<number, number>());
      for (const id of ids) counts.set(id, Math.max(counts.get(id) ?? 0, ids.size));
    }
  }
  const shared = [...hashesOf.values()].filter((hashes) => runsIn(hashes) > 1);
  const differing = shared.filter((hashes) => hashes.size > 1);
  // One document under more ids than any single run gives it was numbered anew.
  const moved = [...idsOf.values()].filter((ids) => ids.size > Math.max(...ids.values()));
  if (differing.length === 0 && moved.length === 0) return undefined;
  return {
    shared: Math.max(shared.length, moved.length),
    differing: Math.max(differing.length, moved.length),
    isDisjoint: moved.length === 0 && shared.every(isEachAlone),
    models: outliers(differing.length > 0 ? differing : shared),
  };
}

function kindOf({ table }: LabelledRun): HashKind {
  return table.hashKinds.size === 1 ? [...table.hashKinds][0]! : "none";
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function runsIn(hashes: ReadonlyMap<number, readonly LabelledRun[]>): number {
  return [...hashes.values()].reduce((sum, runs) => sum + runs.length, 0);
}

function isEachAlone(hashes: ReadonlyMap<number, readonly LabelledRun[]>): boolean {
  return [...hashes.values()].every((runs) => runs.length === 1);
}

/** Models that have another document than most under some doc_id. */
function outliers(differing: readonly ReadonlyMap<number, readonly LabelledRun[]>[]): string[] {
  const models = new Set<string>();
  for (const hashes of differing) {
    const most = Math.max(...[...hashes.values()].map((runs) => runs.length));
    const few = [...hashes.values()].filter((runs) => runs.length < most || most === 1);
    for (const { model } of few.flat()) models.add(model);
  }
  return [...models].toSorted();
}
