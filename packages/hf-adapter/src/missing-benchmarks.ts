import type { RecordedBenchmark } from "./fetch-record.ts";
import type { FoundRepository } from "./find-repositories.ts";
import type { Missing } from "./missing.ts";
import { sourceOf } from "./plan.ts";

/** A benchmark that was left out when it was looked at before. */
export function recordedMissing(
  { model, repository }: FoundRepository,
  { benchmark, file, code = "unsupported", reason = "it could not be used" }: RecordedBenchmark,
): Missing {
  const where = file === "" ? undefined : sourceOf(repository, file);
  return { model, repository, benchmark, code, reason, where };
}

/** Benchmarks asked for of which a repository has nothing at all. */
export function absentBenchmarks(
  { model, repository }: FoundRepository,
  {
    have,
    named,
    wants,
  }: {
    have: readonly string[];
    /** Those asked for by their full names. */
    named: readonly string[];
    wants: (benchmark: string) => boolean;
  },
): Missing[] {
  const about = { model, repository, code: "no-item-logs" } as const;
  const missing = named
    .filter((name) => !have.includes(name))
    .map((benchmark) => ({
      ...about,
      benchmark,
      reason: "the repository has no details of it",
    }));
  if (missing.length > 0 || have.some(wants)) return missing;
  const reason =
    have.length === 0 ? "the repository has no details" : "it has none of the benchmarks asked for";
  return [{ ...about, reason }];
}
