/** What identifies an item over all runs of a benchmark. */

import type { GradedRun, RunHead } from "../outcomes/graded-run.ts";
import { idsByHash, ItemLedger, type ItemList } from "./item-ledger.ts";

/** Items of the runs of one benchmark whose hashes are hashes of the same thing. */
export interface JoinedKind {
  /** `undefined` for runs without hashes. */
  readonly hashKind: string | undefined;
  readonly ledger: ItemLedger;
  /**
   * - `id`: ids and contents agree, or there is nothing to compare.
   * - `hash`: they disagree, so that items are joined by content.
   * - `named`: the same, but only since some runs number what others name.
   * - `unsure`: they disagree, and some items have no hash to be joined by.
   */
  readonly by: "id" | "hash" | "named" | "unsure";
  /** Ids of the items of a run; the same list for the same list. */
  readonly itemsOf: (run: ItemList) => readonly string[];
}

/** Items of all runs of one benchmark. */
export interface JoinedItems {
  readonly kinds: readonly JoinedKind[];
  kindOf(run: RunHead): JoinedKind;
}

/** Takes one run of each list of items there is, and then decides. */
export interface ItemsBuilder {
  /** Counts the items of a run for all runs that have the same. */
  add(run: GradedRun, runs: number): void;
  finish(): JoinedItems;
}

/** A builder that holds what the items are called, and none of the runs. */
export function itemsBuilder(): ItemsBuilder {
  const ledgers = new Map<string | undefined, ItemLedger>();
  return {
    add(run, runs) {
      const ledger = ledgers.get(run.hashKind) ?? new ItemLedger();
      ledgers.set(run.hashKind, ledger);
      ledger.add(run, runs);
    },
    finish() {
      const kinds = new Map([...ledgers].map(([kind, ledger]) => [kind, joinedKind(kind, ledger)]));
      return {
        kinds: [...kinds.values()],
        kindOf: ({ hashKind }) => kinds.get(hashKind) ?? asTheyAre(hashKind),
      };
    },
  };
}

/** Nothing to compare: every id stays. */
function asTheyAre(hashKind: string | undefined): JoinedKind {
  return { hashKind, ledger: new ItemLedger(), by: "id", itemsOf: ({ items }) => items };
}

function joinedKind(hashKind: string | undefined, ledger: ItemLedger): JoinedKind {
  const agrees = ledger.differing === 0 && ledger.moved === 0;
  if (agrees || !ledger.isComplete) {
    return { ...asTheyAre(hashKind), ledger, by: agrees ? "id" : "unsure" };
  }
  const names = namesByHash(ledger);
  const known = new WeakMap<readonly string[], readonly string[]>();
  return {
    hashKind,
    ledger,
    by: ledger.differing === 0 ? "named" : "hash",
    itemsOf(run) {
      const before = known.get(run.items);
      if (before) return before;
      const joined = renamed(run, names);
      known.set(run.items, joined);
      return joined;
    },
  };
}

const SHORT_HASH = 16;

/** Names of contents by occurrence. */
type Names = ReadonlyMap<string, readonly string[]>;

/** What most runs call each content, where that names one content; else the start of its hash. */
function namesByHash(ledger: ItemLedger): Names {
  const elected = [...ledger.names()];
  const times = new Map<string, number>();
  for (const { name } of elected) times.set(name, (times.get(name) ?? 0) + 1);
  const short = new Map<string, number>();
  for (const hash of ledger.hashes()) {
    const start = hash.slice(0, SHORT_HASH);
    short.set(start, (short.get(start) ?? 0) + 1);
  }
  const names = new Map<string, string[]>();
  for (const { hash, occurrence, name } of elected) {
    const start = hash.slice(0, SHORT_HASH);
    const isFree = short.get(start) === 1 && !times.has(start);
    const ofHash = names.get(hash) ?? [];
    names.set(hash, ofHash);
    ofHash[occurrence] = times.get(name) === 1 ? name : numbered(isFree ? start : hash, occurrence);
  }
  return names;
}

const numbered = (name: string, occurrence: number): string =>
  occurrence === 0 ? name : `${name}-${occurrence + 1}`;

function renamed({ items, contentHashes }: ItemList, names: Names): readonly string[] {
  const ofId = new Map<string, Map<string, string>>();
  for (const [hash, ids] of idsByHash(items, contentHashes)) {
    for (const [occurrence, id] of ids.entries()) {
      if (hash === undefined) continue;
      const name = names.get(hash)?.[occurrence] ?? numbered(hash, occurrence);
      const byHash = ofId.get(id) ?? new Map<string, string>();
      ofId.set(id, byHash.set(hash, name));
    }
  }
  return items.map((id, row) => ofId.get(id)?.get(contentHashes?.[row] ?? "") ?? id);
}
