import { EipError } from "@eip-eval/core";
import { count } from "@eip-eval/core/io";
import type { GradeColumn } from "./grade-column.ts";
import type { RepeatCount } from "./repeats.ts";
import type { Request } from "./request.ts";
import type { Run } from "./run.ts";
import type { ScoreRule } from "./score-rule.ts";
import { shownGrade } from "./shown-grade.ts";

const MOST_KEYS = 12;

/**
 * Every key that the outcomes of a run have, with what stands under it (format document, section
 * 2.1, rule 8).
 */
function keysFound({ table }: Run): string {
  const keys = [...table.columns].map(
    ([key, column]) => `${shownKey(key)} (${shapeOf(key, column)})`,
  );
  if (keys.length === 0) return "no match or metrics event";
  const rest = keys.length - MOST_KEYS;
  return rest > 0 ? `${keys.slice(0, MOST_KEYS).join("; ")}; and ${rest} more` : keys.join("; ");
}

const MOST_LABELS = 8;

/**
 * What stands under a key. Texts are shown where they are labels; elsewhere they may be answers.
 */
function shapeOf(key: string, column: GradeColumn): string {
  const labels = column.labels.slice(0, MOST_LABELS).map(shownGrade);
  const more = column.labels.length > labels.length ? ", …" : "";
  const isLabelled = key === "metrics.choice" || key.startsWith("metrics.criteria");
  return [...column.kinds]
    .map((kind) => (kind === "text" && isLabelled ? `text: ${labels.join(", ")}${more}` : kind))
    .join(" or ");
}

function shownKey(key: string): string {
  return key.replace(/^item\./, "");
}

/** Why a run has no score per item, with the keys that it does have. */
export function noScoreError(run: Run): EipError {
  const { benchmark, table, spec, path } = run;
  const choices = table.columns.get("metrics.choice")?.labels ?? [];
  if (table.rows === 0) {
    return new EipError("predictions-only", {
      where: path,
      found: `${benchmark}: answers but not one outcome, so nothing was graded`,
      try: "run it again to its end",
    });
  }
  if (choices.length > 0) {
    const name = spec?.modelgradedSpec;
    const reason =
      name === undefined ? "no spec is named" : `what they are worth in "${name}" is not official`;
    const scale = choices.slice(0, 2).map((choice) => `${choice}: …`);
    return new EipError("not-an-item-score", {
      where: path,
      found: `${benchmark}: no score from 0 to 1; found ${keysFound(run)}; ${reason}`,
      try: `say in eip.yaml what the choices are worth: benchmarks: { ${benchmark}: { metric: choice, scale: { ${scale.join(", ")} } } }`,
    });
  }
  return new EipError("not-an-item-score", {
    where: path,
    found: `${benchmark}: no usual score from 0 to 1; found ${keysFound(run)}`,
    try: `name the key: --metric ${benchmark}=KEY`,
  });
}

/** Why the key that was asked for cannot be used. */
export function askedError(run: Run, { metric }: Request): EipError {
  return new EipError("not-an-item-score", {
    where: run.path,
    found: `${run.benchmark}: no outcome has "${metric}"; found ${keysFound(run)}`,
    try: `one of these: --metric ${run.benchmark}=KEY`,
  });
}

/** A raw grade that is off its scale; nothing is clipped. */
export function offScaleError({ table, benchmark }: Run, { offScale, scale }: ScoreRule): EipError {
  const { key, row, grade } = offScale!;
  const { path, line } = table.placeOf(row);
  const sample = table.samples[table.sampleOfRow(row)!]!;
  return new EipError("off-scale", {
    where: `${path}:${line}`,
    found: `"${shownKey(key)}" is ${shownGrade(grade)} (sample ${sample})`,
    expected: `${scaleText(scale)}. Nothing was clipped`,
    try: `name another key, or give its scale in eip.yaml: benchmarks: { ${benchmark}: { metric: ${shownKey(key)}, scale: { min: 1, max: 5 } } }`,
  });
}

function scaleText(scale: ScoreRule["scale"]): string {
  if (scale === "unit") return "0 to 1";
  if ("labels" in scale) return `one of ${Object.keys(scale.labels).join(", ")}`;
  return `${scale.min} to ${scale.max}`;
}

/** A run in which models were compared with each other. */
export function comparisonError({ path, benchmark, spec }: Run): EipError {
  const tested = spec?.tested ?? 1;
  const what =
    tested > 1 ? `${tested} models against each other` : "two completions with each other";
  return new EipError("not-an-item-score", {
    where: path,
    found: `${benchmark}: the run compares ${what}; that is not one model's score`,
    try: `leave it out: --benchmark '!${benchmark}'`,
  });
}

/**
 * Several outcomes per sample, and only the user knows which one counts (format document, section
 * 2.2).
 */
export function repeatsError(
  { path, benchmark }: Run,
  { rule, most }: { rule: ScoreRule; most: number },
): EipError {
  return new EipError("choose-metric", {
    where: path,
    found: `${benchmark}: most samples have up to ${most} outcomes "${rule.metric}", so one must be chosen`,
    expected:
      "a key that each sample has once, or a rule: first, last, mean, max, trials or a number",
    try: `--metric ${benchmark}=${rule.metric},mean`,
  });
}

/** A sample with several outcomes, where the user expects one. */
export function repeatedError({ path, benchmark }: Run, repeats: RepeatCount): EipError {
  const { repeated, most, example } = repeats;
  return new EipError("conflicting-outcomes", {
    where: path,
    found: `${benchmark}: ${count(repeated, "sample")} with up to ${most} outcomes, ${example} among them`,
    expected: "one outcome per sample",
    try: "let one count: first, last, mean or max instead of error",
  });
}

/** Two outcomes under one number that are not the same. */
export function conflictError({ id, table }: Run): EipError | undefined {
  const conflict = table.conflict();
  if (!conflict) return undefined;
  const { sample, places } = conflict;
  const [first, second] = places;
  return new EipError("conflicting-outcomes", {
    where: `${second.path}:${second.line}`,
    found: `run ${id} has another outcome for sample ${sample} under the same number at ${first.path}:${first.line}`,
    try: "leave one of the two files out",
  });
}
