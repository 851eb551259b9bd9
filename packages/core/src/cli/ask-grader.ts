/** What `--grade` means. */

import { createHash } from "node:crypto";
import { EipError } from "../errors.ts";
import {
  judgeEnvironment,
  modelAt,
  parseEndpoint,
  type Endpoint,
  type Environment,
} from "../llm/endpoint.ts";
import { graderNamed, type Grader } from "../llm/grade-answer.ts";
import { usualCache } from "../llm/judge-cache.ts";
import { judgeGrader } from "../llm/judge-grader.ts";
import { correctness, readRubric } from "../llm/judge-rubric.ts";
import { oneByOne, type AskFlags } from "./ask-flags.ts";
import { callOptions } from "./endpoint-flags.ts";
import { metricName } from "./metric-name.ts";

/** A grader, and what its scores are called. */
export interface NamedGrader {
  readonly grader: Grader;
  /** As in `ask:numeric` or `judge:qwen`. */
  readonly metric: string;
  /** The model that grades, where one does. */
  readonly judge?: Endpoint | undefined;
}

/** What a judge needs to be called. */
export interface GraderSurroundings {
  readonly environment: Environment;
  /** The endpoint that is asked. */
  readonly asked: Endpoint;
  readonly signal: AbortSignal | undefined;
}

/**
 * @throws EipError `usage` without a way to grade or, for `judge`, without a judge; `bad-option` for what is
 *   none; and what reading a rubric throws.
 */
export async function graderOf(
  flags: AskFlags,
  surroundings: GraderSurroundings,
): Promise<NamedGrader> {
  const { grade } = flags;
  if (grade === undefined) {
    throw new EipError("usage", {
      where: "ask",
      found: "no way to grade an answer",
      expected: "--grade exact, choice, numeric, regex=PATTERN or judge",
    });
  }
  if (grade === "judge") return judgeOf(flags, surroundings);
  for (const flag of ["judge", "rubric"] as const) {
    if (flags[flag] === undefined) continue;
    throw new EipError("usage", {
      where: `--${flag}`,
      found: `--grade ${grade}, which needs none`,
      expected: "--grade judge beside it",
    });
  }
  // A pattern may hold anything; the name of a metric may not.
  return { grader: graderNamed(grade), metric: `ask:${grade.replace(/=.*$/s, "")}` };
}

async function judgeOf(
  flags: AskFlags,
  { environment: ofAsked, asked, signal }: GraderSurroundings,
): Promise<NamedGrader> {
  if (flags.judge === undefined) {
    throw new EipError("usage", {
      where: "--grade judge",
      found: "no judge",
      expected:
        "an OpenAI-compatible address and the name of a model there, best another one than is placed",
      try: "--judge http://localhost:8000/v1#judge-model",
    });
  }
  const judge = parseEndpoint(flags.judge, "--judge");
  const environment = judgeEnvironment(judge, asked, ofAsked);
  const rubric = flags.rubric === undefined ? correctness : await readRubric(flags.rubric);
  const digest = createHash("sha256").update(rubric.text).digest("hex").slice(0, 12);
  const id = `${judge.baseUrl}#${judge.model}`;
  return {
    grader: judgeGrader(() => modelAt(judge, environment), `judge=${id} ${digest}`, {
      ...callOptions(judge, { ...flags, ...oneByOne }, environment),
      signal,
      rubric,
      judge: id,
      cache: usualCache(environment),
    }),
    metric: `judge:${metricName("--judge", undefined, judge.model)}`,
    judge,
  };
}
