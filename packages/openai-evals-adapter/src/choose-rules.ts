import { EipError, type ScoreScale } from "@eip-eval/core";
import { offScaleError } from "./refusal.ts";
import type { Request } from "./request.ts";
import type { Run } from "./run.ts";
import type { Family, ScoreRule } from "./score-rule.ts";
import type { RefusedRun, UsableRun } from "./usable.ts";

/** A run with the rule that it is scored by. */
export interface RuledRun {
  readonly run: Run;
  readonly rule: ScoreRule;
}

export interface RuleChoice {
  readonly ruled: readonly RuledRun[];
  readonly refused: readonly RefusedRun[];
}

/**
 * One rule per run, chosen once and never per sample, whose scores mean the same in all of them:
 * the first kind that every run has. One value off the scale says that the whole benchmark is on
 * another scale, so then none of its runs is used.
 *
 * @throws EipError `mixed-setup` where the runs have no kind in common, `off-scale` where the user
 * named the key or its scale.
 */
export function chooseRules(
  usable: readonly UsableRun[],
  {
    request,
    scale,
    allowMixed,
  }: {
    readonly request: Request;
    readonly scale: ScoreScale | undefined;
    readonly allowMixed: readonly string[];
  },
): RuleChoice {
  const [first] = usable;
  const common = first?.rules
    .map(({ family }) => family)
    .find((family) => usable.every(({ rules }) => ruleOf(rules, family)));
  if (first && common === undefined && !allowMixed.includes("metric")) throw mixedError(usable);
  const ruled = usable.map(({ run, rules }) => ({
    run,
    rule: (common && ruleOf(rules, common)) ?? rules[0]!,
  }));
  const off = ruled.find(({ rule }) => rule.offScale);
  if (!off) return { ruled, refused: [] };
  const error = offScaleError(off.run, off.rule);
  if (request.metric !== undefined || scale !== undefined) throw error;
  return { ruled: [], refused: ruled.map(({ run }) => ({ run, error })) };
}

function ruleOf(rules: readonly ScoreRule[], family: Family): ScoreRule | undefined {
  return rules.find((rule) => rule.family === family);
}

function mixedError(usable: readonly UsableRun[]): EipError {
  const first = usable[0]!;
  const other = usable.find(({ rules }) => !ruleOf(rules, first.rules[0]!.family))!;
  const named = [first, other].map(({ run, rules }) => `${run.modelName} by ${rules[0]!.metric}`);
  const { benchmark } = first.run;
  return new EipError("mixed-setup", {
    found: `${benchmark}: ${named.join(", ")}; these are two tests`,
    expected: "one key that all runs have",
    try: "leave one out, or --allow-mixed metric",
  });
}
