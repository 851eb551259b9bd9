import type { ScoreScale } from "@eip-eval/core";
import { INVALID, scaleOfChoices, scaleOfScores } from "./choice-maps.ts";
import { criteriaRule } from "./criteria.ts";
import { gradersRule, type Grader } from "./graders.ts";
import type { GradeColumn } from "./grade-column.ts";
import type { Request } from "./request.ts";
import type { Run } from "./run.ts";
import { columnRule, turnedRound, ungradedWhere, type ScoreRule } from "./score-rule.ts";

export interface RuleOptions {
  readonly request: Request;
  /** The scale that the user gave for the benchmark. */
  readonly scale: ScoreScale | undefined;
  readonly graders: readonly Grader[];
}

/**
 * The rules by which a run could be scored, the usual one first (format document, section 2.1): the
 * key that the user names and nothing else; else what the shape of the outcomes allows. None is
 * rule 8: refuse.
 */
export function rulesFor(run: Run, options: RuleOptions): readonly ScoreRule[] {
  const { request } = options;
  const found = request.metric === undefined ? usualRules(run, options) : askedRules(run, options);
  const valid = request.validOnly
    ? found.map((rule) => ungradedWhere(rule, isInvalidIn(run)))
    : found;
  return request.lower ? valid.map(turnedRound) : valid;
}

function usualRules(run: Run, options: RuleOptions): readonly ScoreRule[] {
  if (run.source === "hosted") return listed(gradersRule(run, options.graders));
  const candidates = [verdict, modelgradedScore, f1, sacrebleu, soleOutcome, criteria, choice];
  return candidates.flatMap((candidate) => {
    const rule = candidate(run, options);
    return rule && (rule.graded > 0 || rule.offScale) ? [rule] : [];
  });
}

function listed(rule: ScoreRule | undefined): readonly ScoreRule[] {
  return rule ? [rule] : [];
}

type Candidate = (run: Run, options: RuleOptions) => ScoreRule | undefined;

const hasMatches = ({ table }: Run): boolean => table.hasType("match");

const verdict: Candidate = ({ table }, { scale }) => {
  const column = table.columns.get("match.correct");
  if (!column || scale !== undefined) return undefined;
  const rule = columnRule(column, { key: "match.correct", family: "verdict", scale: "unit" });
  return rule.offScale ? undefined : rule;
};

const modelgradedScore: Candidate = (run, { scale }) => {
  const column = run.table.columns.get("metrics.score");
  if (!column || isLabelled(scale)) return undefined;
  const own = scale ?? scaleOfScores(run.spec?.modelgradedSpec);
  return columnRule(column, { key: "metrics.score", family: "score", scale: own });
};

const f1: Candidate = (run, { scale }) => {
  const column = run.table.columns.get("metrics.f1_score");
  if (!column || hasMatches(run) || isLabelled(scale)) return undefined;
  return columnRule(column, { key: "metrics.f1_score", family: "f1", scale: scale ?? "unit" });
};

/** From 0 to 100, whatever the values. */
const PERCENT: ScoreScale = { min: 0, max: 100 };
const SACREBLEU = "sacrebleu_sentence_score";

const sacrebleu: Candidate = (run, { scale }) => {
  const key = `metrics.${SACREBLEU}`;
  const column = run.table.columns.get(key);
  if (!column || hasMatches(run) || isLabelled(scale)) return undefined;
  return columnRule(column, { key, family: "bleu", scale: scale ?? PERCENT });
};

/** Keys of evals with one outcome of their own. */
const SOLE = ["accuracy", "correct", "is_correct", "success", "exact"];

const soleOutcome: Candidate = ({ table }, { scale }) => {
  const keys = SOLE.map((name) => `metrics.${name}`).filter((key) => table.columns.has(key));
  const [key] = keys;
  if (key === undefined || keys.length > 1 || isLabelled(scale)) return undefined;
  const column = table.columns.get(key)!;
  return columnRule(column, { key, family: "verdict", scale: scale ?? "unit" });
};

const criteria: Candidate = (run, { request, scale }) =>
  scale === undefined
    ? criteriaRule(run, { validOnly: request.validOnly, isAsked: false })
    : undefined;

const choice: Candidate = (run, { scale }) => {
  const column = run.table.columns.get("metrics.choice");
  if (!column) return undefined;
  const given = scale ?? scaleOfChoices(run.spec?.modelgradedSpec);
  if (given === undefined) return undefined;
  const rule = columnRule(column, { key: "metrics.choice", family: "score", scale: given });
  // A private registry may use an official name for other choices.
  return rule.offScale && scale === undefined ? undefined : rule;
};

function isLabelled(scale: ScoreScale | undefined): boolean {
  return typeof scale === "object" && "labels" in scale;
}

function askedRules(run: Run, options: RuleOptions): readonly ScoreRule[] {
  const { request, scale, graders } = options;
  if (run.source === "hosted") return listed(gradersRule(run, graders));
  if (request.metric === "criteria") {
    return listed(criteriaRule(run, { validOnly: request.validOnly, isAsked: true }));
  }
  const named = columnNamed(run, request.metric!);
  if (!named) return [];
  const { key, column } = named;
  if (key === "metrics.choice") return listed(choice(run, options));
  return [columnRule(column, { key, family: "asked", scale: scale ?? usualScale(run, key) })];
}

function usualScale({ spec }: Run, key: string): ScoreScale {
  if (key.endsWith(`.${SACREBLEU}`)) return PERCENT;
  return key === "metrics.score" ? scaleOfScores(spec?.modelgradedSpec) : "unit";
}

/** The column of a key, with or without the type of its outcome. */
export function columnNamed(
  { table }: Run,
  name: string,
): { readonly key: string; readonly column: GradeColumn } | undefined {
  for (const key of [name, `metrics.${name}`, `match.${name}`]) {
    const column = table.columns.get(key);
    if (column) return { key, column };
  }
  return undefined;
}

/** Whether the grader's answer in a row could not be parsed. */
export function isInvalidIn({ table }: Run): (row: number) => boolean {
  const choices = table.columns.get("metrics.choice");
  return (row) => choices?.at(row) === INVALID;
}
