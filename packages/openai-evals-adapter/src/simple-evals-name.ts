import { basename } from "node:path";

/** What the name of a file of simple-evals says (format document, section 8). */
export interface SimpleEvalsName {
  readonly benchmark: string;
  readonly model: string | undefined;
  /** `20250701_093000`; local time. */
  readonly date: string | undefined;
}

/** Names with `_` in them among these make the split at the first `_` wrong. */
const EVALS = [
  "healthbench_consensus",
  "healthbench_hard",
  "healthbench_meta",
  "healthbench",
  "browsecomp",
  "humaneval",
  "simpleqa",
  "drop",
  "gpqa",
  "math",
  "mgsm",
  "mmlu",
];

const NAME = /^(.+?)(?:_(\d{8}_\d{6}))?(?:_DEBUG)?(_allresults)?\.(?:json|html)(?:\.gz)?$/i;

/**
 * Takes the name of a file of simple-evals apart: `{eval}_{model}_{date}_allresults.json`.
 *
 * @example
 * ```ts
 * simpleEvalsName("healthbench_hard_gpt-4.1_20250701_093000_allresults.json");
 * // { benchmark: "healthbench_hard", model: "gpt-4.1", date: "20250701_093000" }
 * ```
 */
export function simpleEvalsName(path: string): SimpleEvalsName {
  const [, rest = basename(path), date] = NAME.exec(basename(path)) ?? [];
  const known = EVALS.find((name) => rest.startsWith(`${name}_`));
  if (known === undefined) return { benchmark: rest, model: undefined, date };
  return { benchmark: known, model: rest.slice(known.length + 1), date };
}

/** Whether a file is named like the totals or the page of a run of simple-evals. */
export function isNamedLikeSimpleEvals(path: string): boolean {
  const parts = NAME.exec(basename(path));
  return parts?.[2] !== undefined && simpleEvalsName(path).model !== undefined;
}
