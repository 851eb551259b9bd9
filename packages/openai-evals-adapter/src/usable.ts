import type { EipError, ScoreScale } from "@eip-eval/core";
import { comparesCompletions } from "./choice-maps.ts";
import { chooseGraders, type Grader } from "./graders.ts";
import {
  askedError,
  comparisonError,
  noScoreError,
  repeatedError,
  repeatsError,
} from "./refusal.ts";
import { areByDesign, type RepeatCount } from "./repeats.ts";
import type { Request } from "./request.ts";
import { columnNamed, rulesFor } from "./rules.ts";
import type { Run } from "./run.ts";
import type { ScoreRule } from "./score-rule.ts";

/** A run with the rules by which it can be scored, the usual one first. */
export interface UsableRun {
  readonly run: Run;
  readonly rules: readonly ScoreRule[];
}

export interface RefusedRun {
  readonly run: Run;
  readonly error: EipError;
}

export interface Review {
  readonly usable: readonly UsableRun[];
  readonly refused: readonly RefusedRun[];
  /** What the graders of a hosted eval are taken by. */
  readonly graders: readonly Grader[];
}

/**
 * Parts the runs of one benchmark into those that have a score per item and those that have none.
 *
 * @throws EipError where a run lacks the key that the user named.
 */
export function reviewRuns(
  runs: readonly Run[],
  { request, scale }: { request: Request; scale: ScoreScale | undefined },
): Review {
  const graders = chooseGraders(
    runs.filter(({ source }) => source === "hosted"),
    { asked: request.metric, scale },
  );
  const usable: UsableRun[] = [];
  const refused: RefusedRun[] = [];
  for (const run of runs) {
    const rules = rulesFor(run, { request, scale, graders });
    const error = errorOf(run, { rules, request });
    if (!error) usable.push({ run, rules });
    else if (request.metric !== undefined && run.table.rows > 0) throw error;
    else refused.push({ run, error });
  }
  return { usable, refused, graders };
}

function errorOf(
  run: Run,
  { rules, request }: { rules: readonly ScoreRule[]; request: Request },
): EipError | undefined {
  const { tested = 1, modelgradedSpec } = run.spec ?? {};
  const isAsked = request.metric !== undefined;
  if ((tested > 1 || comparesCompletions(modelgradedSpec)) && !isAsked) return comparisonError(run);
  if (rules.length > 0) return undefined;
  const isThere = !isAsked || columnNamed(run, request.metric) !== undefined;
  return isThere || run.table.rows === 0 ? noScoreError(run) : askedError(run, request);
}

/**
 * Why the rule that was chosen does not say which of several outcomes counts.
 *
 * @throws EipError `conflicting-outcomes` where the user wants none to be repeated.
 */
export function repeatsProblem(
  run: Run,
  { rule, request, repeats }: { rule: ScoreRule; request: Request; repeats: RepeatCount },
): EipError | undefined {
  if (request.repeats === "error" && repeats.repeated > 0) {
    throw repeatedError(run, repeats);
  }
  if (request.repeats !== undefined || run.source !== "log") return undefined;
  return areByDesign(run, repeats) ? repeatsError(run, { rule, most: repeats.most }) : undefined;
}
