import { EipError } from "@eip-eval/core";
import { kindTitle, programFor, type Refused, refusedOnly } from "@eip-eval/core/io";
import type { SortedFiles } from "./files.ts";

/** The error for paths out of which no outcome came: the most telling of the reasons. */
export function nothingRead(
  paths: readonly string[],
  { sorted, refused }: { sorted: SortedFiles; refused: readonly Refused[] },
): EipError {
  const where = paths.join(", ");
  const isNone = sorted.details.length === 0 && sorted.results.length === 0;
  const foreign = [...sorted.foreign.keys()]
    .map((kind) => ({ kind, program: programFor(kind) }))
    .find(({ program }) => program !== undefined && program !== programFor("hf-details"));
  if (isNone && foreign) {
    return new EipError("other-harness", {
      where,
      found: `these are ${kindTitle(foreign.kind)}, not details of a Hugging Face leaderboard`,
      try: `${foreign.program} rank ${paths[0]}`,
    });
  }
  if (refused.length > 0) return refusedOnly(where, refused);
  if (sorted.details.length > 0) {
    return new EipError("no-outcomes", {
      where,
      found: "no benchmark in it is one of those asked for",
    });
  }
  if (sorted.results.length > 0 || sorted.foreign.has("hf-results")) {
    return new EipError("no-item-logs", {
      where,
      found: "results but no details; totals cannot be taken apart",
      try: "download the samples_*.jsonl or details_*.parquet as well",
    });
  }
  return new EipError("no-outcomes", {
    where,
    found: "no details of a leaderboard in it",
    expected: "samples_*.jsonl or details_*.parquet, as in a details repository",
    try: `${programFor("hf-details")} fetch --models OWNER/MODEL`,
  });
}
