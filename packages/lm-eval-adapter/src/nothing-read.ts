import { EipError } from "@eip-eval/core";
import { kindTitle, programFor, type Refused, refusedOnly } from "@eip-eval/core/io";
import type { Logs } from "./gather.ts";

/** The error for paths out of which no outcome came: the most telling of the reasons. */
export function nothingRead(
  paths: readonly string[],
  { sorted, results, runs, refusals }: Logs & { readonly refusals: readonly Refused[] },
): EipError {
  const where = paths.join(", ");
  const isNone = runs.length === 0 && sorted.samples.length === 0 && results.length === 0;
  const foreign = [...sorted.foreign.keys()]
    .map((kind) => ({ kind, program: programFor(kind) }))
    .find(({ program }) => program !== undefined);
  if (isNone && foreign) {
    return new EipError("other-harness", {
      where,
      found: `these are ${kindTitle(foreign.kind)}, not lm-evaluation-harness output`,
      try: `${foreign.program} rank ${paths[0]}`,
    });
  }
  if (refusals.length > 0) return refusedOnly(where, refusals);
  if (runs.length === 0 && sorted.samples.length === 0 && results.length > 0) {
    const files = results.length === 1 ? "a results file" : `${results.length} results files`;
    return new EipError("no-item-logs", {
      where,
      found: `${files} but no per-item logs; totals cannot be taken apart`,
      try: `run again with lm_eval … --log_samples --output_path ${paths[0]}`,
    });
  }
  if (sorted.samples.length > 0) {
    return new EipError("no-outcomes", {
      where,
      found: "no benchmark in it is one of those asked for",
    });
  }
  return new EipError("no-outcomes", {
    where,
    found: "no log of lm-evaluation-harness in it",
    expected: "samples_*.jsonl, as --log_samples writes them",
    try: "lm_eval … --log_samples --output_path results/, then the folder results/",
  });
}
