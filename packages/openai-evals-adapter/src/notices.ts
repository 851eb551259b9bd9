import type { Notice } from "@eip-eval/core";
import { count, listText } from "@eip-eval/core/io";
import type { PlannedRun } from "./cells.ts";
import { hasGrades, type Grader } from "./graders.ts";
import type { RepeatCount } from "./repeats.ts";
import type { Repeats } from "./request.ts";
import { isInvalidIn } from "./rules.ts";

/** Says, once per benchmark, that samples had several outcomes and what was made of them. */
export function repeatsNotice(
  planned: readonly (PlannedRun & { readonly count: RepeatCount })[],
): Notice[] {
  const repeated = planned.filter(
    ({ count: found, repeats }) => found.repeated > 0 && repeats !== "trials",
  );
  if (repeated.length === 0) return [];
  const { run, rule, repeats, request } = repeated[0]!;
  const { benchmark } = run;
  const samples = repeated.reduce((sum, { count: found }) => sum + found.repeated, 0);
  const most = Math.max(...repeated.map(({ count: found }) => found.most));
  const meaning = typeof repeats === "number" ? `number ${repeats} counts` : MEANINGS[repeats];
  return [
    {
      severity: request.repeats === undefined ? "warning" : "note",
      code: "rerun",
      message: `${benchmark}: ${count(samples, "sample")} with more than one outcome, up to ${most}; ${meaning}.`,
      try: `--metric ${benchmark}=${rule.metric},first`,
      benchmark,
      models: [...new Set(repeated.map((one) => one.run.model))],
    },
  ];
}

const MEANINGS: Readonly<Record<Exclude<Repeats, number>, string>> = {
  last: "the last counts",
  first: "the first counts",
  mean: "their mean counts",
  max: "the best counts",
  error: "none was expected",
  trials: "each is a trial",
};

/** Says how many answers of the grader had no choice in them, and what they count as. */
export function invalidNotice(planned: readonly PlannedRun[]): Notice[] {
  let invalid = 0;
  for (const { run } of planned) {
    const isInvalid = isInvalidIn(run);
    for (let row = 0; row < run.table.rows; row += 1) if (isInvalid(row)) invalid += 1;
  }
  if (invalid === 0) return [];
  const { run, rule, request } = planned[0]!;
  const { benchmark } = run;
  const meaning = request.validOnly
    ? "left without a grade"
    : "worth the lowest score, as in the log";
  return [
    {
      severity: "note",
      code: "filter-ambiguous",
      message: `${benchmark}: ${count(invalid, "answer")} of the grader could not be parsed; ${meaning}.`,
      ...(request.validOnly ? {} : { try: `--metric ${benchmark}=${rule.metric},valid` }),
      benchmark,
    },
  ];
}

/** Warns about graders that are taken by pass and fail because their grades leave [0, 1]. */
export function graderNotice(planned: readonly PlannedRun[], graders: readonly Grader[]): Notice[] {
  const { run, request } = planned[0]!;
  const runs = planned.map((one) => one.run);
  const isAsked = request.metric?.startsWith("passes.") === true;
  const names = graders
    .filter(({ name, by }) => by === "passes" && hasGrades(runs, name))
    .map(({ name }) => name);
  if (names.length === 0 || isAsked) return [];
  return [
    {
      severity: "warning",
      code: "filter-ambiguous",
      message: `${run.benchmark}: the grades of ${listText(names)} are not from 0 to 1, so pass and fail count instead.`,
      try: "give their range in eip.yaml: scale: { min: 1, max: 5 }",
      benchmark: run.benchmark,
    },
  ];
}
