import type { Store } from "@eip-eval/core/io";
import type { FetchRecord } from "./fetch-record.ts";
import type { FetchedRepository } from "./fetch-repository.ts";
import type { FoundRepository } from "./find-repositories.ts";
import { absentBenchmarks, recordedMissing } from "./missing-benchmarks.ts";
import { sourceOf } from "./plan.ts";

/**
 * The result for a repository of which the store has all that was asked for, as its record says;
 * `undefined` where something is to be asked of the Hub.
 */
export async function unchangedSince(
  { sha, benchmarks }: FetchRecord,
  {
    found,
    store,
    named,
    wants,
  }: {
    found: FoundRepository;
    store: Store;
    named: readonly string[];
    wants: (benchmark: string) => boolean;
  },
): Promise<FetchedRepository | undefined> {
  if (sha !== found.sha) return undefined;
  const wanted = benchmarks.filter(({ benchmark }) => wants(benchmark));
  for (const { state, file, hash } of wanted) {
    if (state === "open") return undefined;
    // Somebody may have taken files out of the store.
    const isHere =
      state === "left-out" || (await store.has(sourceOf(found.repository, file), hash));
    if (!isHere) return undefined;
  }
  const leftOut = wanted.filter(({ state }) => state === "left-out");
  const have = benchmarks.map(({ benchmark }) => benchmark);
  return {
    found,
    isUnchanged: true,
    stored: 0,
    kept: wanted.length - leftOut.length,
    missing: [
      ...leftOut.map((one) => recordedMissing(found, one)),
      ...absentBenchmarks(found, { have, named, wants }),
    ],
    remarks: [],
  };
}
