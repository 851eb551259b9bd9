/** The runs of a store by their source, as additions need them. */

import { groupBy } from "../outcomes/group-by.ts";
import { replaces, supersedes, type PlacedRun } from "./store-files.ts";
import type { StoredHead } from "./store-run.ts";

type Unnumbered = Omit<StoredHead, "generation">;

export class StoreIndex {
  readonly #bySource: Map<string, PlacedRun[]>;

  /** @param runs Those that count. */
  constructor(runs: readonly PlacedRun[]) {
    this.#bySource = groupBy(runs, ({ head }) => head.source);
  }

  has(source: string, version: string | undefined): boolean {
    const runs = this.#bySource.get(source) ?? [];
    return runs.some(({ head }) => version === undefined || head.sourceHash === version);
  }

  /** The very same run. */
  sameAs({ source, id }: Unnumbered): PlacedRun | undefined {
    return this.#bySource.get(source)?.find(({ head }) => head.id === id);
  }

  /** One more than the runs that the new one replaces, so that no reader takes those for current. */
  nextGeneration(head: Unnumbered): number {
    const beside = this.#beside(head);
    const newest = Math.max(0, ...beside.map((old) => old.generation));
    return beside.some((old) => replaces(head, old)) ? newest + 1 : newest;
  }

  /** Takes a run in and gives back those that count no longer. */
  add(run: PlacedRun): PlacedRun[] {
    const runs = this.#bySource.get(run.head.source) ?? [];
    const gone = runs.filter(({ head }) => isBeside(run.head, head) && supersedes(run.head, head));
    this.#bySource.set(run.head.source, [...runs.filter((one) => !gone.includes(one)), run]);
    return gone;
  }

  #beside(head: Unnumbered): StoredHead[] {
    const runs = this.#bySource.get(head.source) ?? [];
    return runs.map((run) => run.head).filter((other) => isBeside(head, other));
  }
}

function isBeside(a: Unnumbered, b: Unnumbered): boolean {
  return a.model === b.model && a.benchmark === b.benchmark;
}
