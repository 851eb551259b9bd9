/** Benchmarks that repeat the items of wider ones. */

import type { Notice } from "../outcomes/adapter.ts";
import type { JoinedItems, JoinedKind } from "./join-identity.ts";
import { subsetNotice, unclearSubsetsNotice } from "./join-notices.ts";
import { widerThan } from "./known-subsets.ts";

/** A benchmark with its items, as far as it may be a part of another one, or have one. */
export interface Candidate {
  readonly benchmark: string;
  readonly models: ReadonlySet<string>;
  readonly items: JoinedItems;
}

/** Names of benchmarks whose items have to be known before anything is given out. */
export function subsetCandidates(benchmarks: readonly string[]): Set<string> {
  const names = new Set(benchmarks);
  const found = new Set<string>();
  for (const narrow of names) {
    for (const wide of widerThan(narrow)) {
      if (names.has(wide)) found.add(narrow).add(wide);
    }
  }
  return found;
}

/**
 * Which benchmarks to leave out: those of which every item is in a wider one that every model ran,
 * as the contents or the names of the items show. Row numbers show nothing.
 */
export function leftOut(candidates: readonly Candidate[]): {
  readonly benchmarks: ReadonlySet<string>;
  readonly notices: readonly Notice[];
} {
  const byName = new Map(candidates.map((one) => [one.benchmark, one]));
  const benchmarks = new Set<string>();
  const notices: Notice[] = [];
  const unclear: [string, string][] = [];
  for (const narrow of candidates) {
    const wider = widerThan(narrow.benchmark).flatMap((name) => byName.get(name) ?? []);
    const covering = wider.filter((wide) => covers(wide, narrow));
    if (covering[0]) {
      benchmarks.add(narrow.benchmark);
      const size = itemCount(narrow);
      notices.push(subsetNotice(narrow.benchmark, covering[0].benchmark, size));
    } else {
      for (const wide of wider) {
        if (!showsItems(narrow, wide)) unclear.push([narrow.benchmark, wide.benchmark]);
      }
    }
  }
  if (unclear.length > 0) notices.push(unclearSubsetsNotice(unclear));
  return { benchmarks, notices };
}

function covers(wide: Candidate, narrow: Candidate): boolean {
  return [...narrow.models].every((model) => wide.models.has(model)) && showsItems(narrow, wide);
}

/** Whether it can be seen that all items of one benchmark are in another one. */
function showsItems(narrow: Candidate, wide: Candidate): boolean {
  return narrow.items.kinds.every((kind) =>
    wide.items.kinds.some(
      (other) =>
        (other.hashKind === kind.hashKind && sameContents(kind, other)) || sameNames(kind, other),
    ),
  );
}

function sameContents({ ledger }: JoinedKind, { ledger: wide }: JoinedKind): boolean {
  return ledger.isComplete && isAll(ledger.hashes(), (hash) => wide.has(hash));
}

function sameNames({ ledger }: JoinedKind, { ledger: wide }: JoinedKind): boolean {
  return isAll(ledger.ids(), (id) => !/^\d+$/.test(id) && wide.hasId(id));
}

/** For nothing at all it cannot be seen. */
function isAll(values: Iterable<string>, fits: (value: string) => boolean): boolean {
  let isAny = false;
  for (const value of values) {
    if (!fits(value)) return false;
    isAny = true;
  }
  return isAny;
}

function itemCount({ items }: Candidate): number {
  return Math.max(...items.kinds.map(({ ledger }) => new Set(ledger.ids()).size));
}
