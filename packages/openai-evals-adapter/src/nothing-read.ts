import { EipError } from "@eip-eval/core";
import { count, kindTitle, programFor, type Refused, refusedOnly } from "@eip-eval/core/io";
import type { Gathered } from "./gather.ts";
import type { Run } from "./run.ts";

interface Found extends Pick<Gathered, "sorted"> {
  readonly refusals: readonly Refused[];
  readonly empty: readonly Run[];
}

/** The error for paths out of which no outcome came: the most telling of the reasons. */
export function nothingRead(
  paths: readonly string[],
  { sorted, refusals, empty }: Found,
): EipError {
  const where = paths.join(", ");
  if (refusals.length > 0) return refusedOnly(where, refusals);
  if (empty.some(({ report }) => report !== undefined)) {
    return new EipError("no-item-logs", {
      where,
      found: "a final report but no events; totals cannot be taken apart",
      try: "take the log as oaieval wrote it",
    });
  }
  if (empty.length > 0) {
    return new EipError("no-outcomes", {
      where,
      found: `${count(empty.length, "run")} that stopped before the first sample, with nothing but a spec line`,
      try: "run oaieval again to its end",
    });
  }
  const foreign = [...sorted.foreign.keys()].find((kind) => programFor(kind) !== undefined);
  if (sorted.logs.length === 0 && foreign) {
    return new EipError("other-harness", {
      where,
      found: `these are ${kindTitle(foreign)}, not OpenAI evals logs`,
      try: `${programFor(foreign)} rank ${paths[0]}`,
    });
  }
  if (sorted.logs.length > 0) {
    return new EipError("no-outcomes", {
      where,
      found: "no benchmark in it is one of those asked for",
    });
  }
  return new EipError("no-outcomes", {
    where,
    found: "no OpenAI evals log in it",
    expected: "the .jsonl that oaieval writes, or an export of a hosted eval",
  });
}
