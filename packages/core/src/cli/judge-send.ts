/** The part of `judge` that costs something, and what comes of it. */

import { EipError } from "../errors.ts";
import { modelAt } from "../llm/endpoint.ts";
import type { JudgePlan } from "../llm/judge-plan.ts";
import { judge } from "../llm/judge.ts";
import type { Judged, JudgeSpent } from "../llm/judged-answer.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { count } from "../outcomes/wording.ts";
import { judgeReport, type JudgedRow, type JudgeReport } from "../report/judge-report.ts";
import { plainText } from "../report/plain-text.ts";
import type { JudgeFlags, JudgeSettings } from "./judge-flags.ts";
import type { Labels } from "./judge-labels.ts";
import { tell } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { statusLine } from "./progress.ts";
import { shownHome } from "./shown-home.ts";

/** What the parts of the command share. */
export interface JudgeCall {
  readonly context: CommandContext;
  readonly paths: readonly string[];
  readonly flags: JudgeFlags;
  readonly settings: JudgeSettings;
}

export interface Sent {
  readonly judged: readonly Judged<Outcome>[];
  readonly spent: JudgeSpent;
}

/** Judges answers. What was paid for is kept, also when this ends early. */
export async function sendToJudge(
  { context, flags, settings }: JudgeCall,
  chosen: readonly Outcome[],
  plan: JudgePlan,
): Promise<Sent> {
  const { signal, stderr } = context;
  const { endpoint, host, options } = settings;
  if (!flags.quiet) {
    await tell(
      stderr,
      `Sending ${count(plan.calls, "call")} to ${plainText(`${host}, model ${endpoint.model}`)}.\n`,
    );
  }
  const line = statusLine(stderr, flags.quiet ?? false);
  const model = await modelAt(endpoint, process.env);
  const judged: Judged<Outcome>[] = [];
  let spent: JudgeSpent | undefined;
  const onSpent = (now: JudgeSpent): void => {
    spent = now;
    line.draw(
      () =>
        `${now.sent.toLocaleString("en-US")} of about ${plan.calls.toLocaleString("en-US")} calls, ${count(judged.length, "answer")} judged`,
    );
  };
  try {
    for await (const one of judge(model, chosen, { ...options, signal, onSpent })) judged.push(one);
  } catch (error) {
    await line.clear();
    const kept = spent?.judgements ?? 0;
    if (!flags.quiet && options.cache !== undefined && kept > 0) {
      const place = plainText(shownHome(options.cache));
      await tell(
        stderr,
        `Kept in ${place}: ${count(kept, "judgement")}. The same command goes on from there.\n`,
      );
    }
    throw error;
  }
  await line.clear();
  refuseSilence(host, judged, spent!);
  return { judged, spent: spent! };
}

/** Fewer calls than the engine needs to give up by itself may all have failed. */
function refuseSilence(host: string, judged: readonly Judged<Outcome>[], spent: JudgeSpent): void {
  const failed = judged.findLast(({ unjudged }) => unjudged === "failed");
  if (!failed || spent.judgements + spent.fromCache + spent.invalid > 0) return;
  throw new EipError("network", {
    where: host,
    found: `no call was answered, the last one with ${failed.reason}`,
    try: "check the endpoint with one call by hand",
  });
}

/** Everything that is said about judged answers. */
export function reportOfJudged(
  { flags, settings }: JudgeCall,
  { judged, spent }: Sent,
  labels: Labels | undefined,
): JudgeReport {
  const { endpoint, host, rubric, metric, checks, options } = settings;
  return judgeReport({
    judge: {
      model: endpoint.model,
      endpoint: host,
      rubric: rubric.name,
      metric,
      labels: flags.labels ?? null,
      repeats: options.repeats ?? 1,
    },
    cost: spent,
    rows: judged.map((one): JudgedRow => {
      const { model, benchmark, item, score, answer = "" } = one.answer;
      return {
        model,
        benchmark,
        item,
        harness: score,
        label: labels?.labelOf(one.answer),
        judged: one.score,
        scores: one.scores,
        swapped: one.swapped,
        length: answer.length,
        reason: one.reason,
        unjudged: one.unjudged,
        flags: one.flags.map(({ where, kind }) => `${where}: ${kind}`),
      };
    }),
    checks,
  });
}
