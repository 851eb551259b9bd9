/** `judge PATH…`: graded credit for free-text answers by a language model. */

import { writeFileAtomic } from "../io/atomic.ts";
import { modelAt } from "../llm/endpoint.ts";
import { planJudging, type JudgePlan } from "../llm/judge-plan.ts";
import { judge } from "../llm/judge.ts";
import { JUDGE_DEFAULTS, type Judged, type JudgeSpent } from "../llm/judged-answer.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { count } from "../outcomes/wording.ts";
import { judgeReport, type JudgedRow, type JudgeReport } from "../report/judge-report.ts";
import { planLines, type PlanHead } from "../report/judge-plan-view.ts";
import { costSentence } from "../report/judge-view.ts";
import { plainText } from "../report/plain-text.ts";
import { caveats } from "./caveats.ts";
import { coloursFor } from "./colours.ts";
import { commandLine } from "./command-line.ts";
import { readAnswers, type ReadAnswers } from "./judge-answers.ts";
import { judgeSettings, type JudgeFlags, type JudgeSettings } from "./judge-flags.ts";
import { judgedLines, keepInStore } from "./judge-keep.ts";
import { readLabels, type Labels } from "./judge-labels.ts";
import { renderJudged, renderPlan } from "./judge-render.ts";
import { formatOf, tell } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { statusLine } from "./progress.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

/** What the parts of the command share. */
interface Call {
  readonly context: CommandContext;
  readonly paths: readonly string[];
  readonly flags: JudgeFlags;
  readonly settings: JudgeSettings;
}

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: JudgeFlags,
): Promise<number> {
  const paths = words as string[];
  const settings = await judgeSettings(flags, process.env);
  const call: Call = { context, paths, flags, settings };
  const answers = await readAnswers(context, paths, flags);
  const labels =
    flags.labels === undefined ? undefined : await readLabels(flags.labels, answers.chosen);
  if (!flags.quiet) await tellReading(call, answers, labels);
  const plan = await planJudging(answers.chosen, settings.options);
  const head = planHead(settings);
  // The ending of -o is that of the answers, and says nothing about the summary.
  const format = formatOf({ ...flags, output: undefined }, context);
  if (!flags.send) {
    await write(
      context.stdout,
      renderPlan({ head, plan, lines: planLines(head, plan) }, format, context),
    );
    return strictExit(flags.strict ?? false, answers, answers.reading.notices());
  }
  const { judged, spent } = await send(call, answers, plan);
  const report = reportOf(call, { judged, spent, labels });
  await keep(call, answers, judged);
  await write(
    context.stdout,
    renderJudged(report, format, { context, quiet: flags.quiet ?? false }),
  );
  if (!flags.quiet) await tellResult(call, report);
  const said = [...answers.reading.notices(), ...report.warnings];
  return strictExit(flags.strict ?? false, answers, said);
}

async function tellReading(
  { context: { stderr } }: Call,
  { all, chosen, reading }: ReadAnswers,
  labels: Labels | undefined,
): Promise<void> {
  const some =
    chosen.length < all.length ? `, ${chosen.length.toLocaleString("en-US")} of them chosen` : "";
  await tell(stderr, `Read ${count(all.length, "answer")}${some}.\n`);
  for (const { message } of reading.problems)
    await tell(stderr, `Left out: ${plainText(message)}\n`);
  for (const { severity, message } of reading.notices()) {
    if (severity === "warning") await tell(stderr, `  ! ${plainText(message)}\n`);
  }
  if (labels && labels.unmatched > 0) {
    await tell(stderr, `  ! ${count(labels.unmatched, "label")} of no answer that is judged.\n`);
  }
}

function planHead({ endpoint, host, rubric, metric, options }: JudgeSettings): PlanHead {
  return {
    endpoint: host,
    model: endpoint.model,
    rubric: rubric.name,
    metric,
    cache: options.cache ?? null,
    askAgain: options.askAgain ?? JUDGE_DEFAULTS.askAgain,
  };
}

/** Judges what was chosen. What was paid for is kept, also when this ends early. */
async function send(
  { context, flags, settings }: Call,
  { chosen }: ReadAnswers,
  plan: JudgePlan,
): Promise<{ readonly judged: readonly Judged<Outcome>[]; readonly spent: JudgeSpent }> {
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
    if (!flags.quiet && options.cache !== undefined && spent !== undefined) {
      await tell(
        stderr,
        `What was judged is kept in ${plainText(options.cache)}; the same command goes on from there.\n`,
      );
    }
    throw error;
  }
  await line.clear();
  return { judged, spent: spent! };
}

interface Results {
  readonly judged: readonly Judged<Outcome>[];
  readonly spent: JudgeSpent;
  readonly labels: Labels | undefined;
}

function reportOf({ flags, settings }: Call, { judged, spent, labels }: Results): JudgeReport {
  const { endpoint, host, rubric, metric, checks, options } = settings;
  return judgeReport({
    judge: {
      model: endpoint.model,
      endpoint: host,
      rubric: rubric.name,
      metric,
      labels: flags.labels ?? "harness",
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

async function keep(
  { context, paths, flags, settings }: Call,
  answers: ReadAnswers,
  judged: readonly Judged<Outcome>[],
): Promise<void> {
  const { metric } = settings;
  if (flags.output !== undefined) {
    await writeFileAtomic(flags.output, [...judgedLines(judged, metric)].join(""));
    if (!flags.quiet) await write(context.stderr, `Wrote ${flags.output}.\n`);
  }
  if (flags.store !== undefined) {
    const added = await keepInStore(flags.store, judged, { answers, metric, paths });
    if (!flags.quiet)
      await tell(context.stderr, `${count(added, "run")} added to ${plainText(flags.store)}.\n`);
  }
}

async function tellResult(call: Call, report: JudgeReport): Promise<void> {
  const { context, flags, settings } = call;
  const { stderr } = context;
  await tell(stderr, `${costSentence(report)}\n`);
  for (const { model, benchmark, item, flags: why } of report.flagged) {
    await tell(
      stderr,
      plainText(`Flagged: ${benchmark}:${item} by ${model} (${why.join(", ")})`).concat("\n"),
    );
  }
  await tell(stderr, caveats(report.warnings, "--json lists them", await coloursFor(stderr)));
  const next = nextCommand(call, report);
  if (next !== undefined) await tell(stderr, `Next: ${plainText(next)}\n`);
  else if (flags.send) {
    await tell(
      stderr,
      `Next: the same with -o judged.jsonl or --store FOLDER keeps the scores (metric ${settings.metric}).\n`,
    );
  }
}

function nextCommand({ context, flags, settings }: Call, report: JudgeReport): string | undefined {
  if (flags.store !== undefined) {
    const [first] = report.groups;
    const metric = [
      "--metric",
      `${report.byBenchmark.length > 1 ? "*" : (first?.benchmark ?? "*")}=${settings.metric}`,
    ];
    return commandLine(context, "rank", [flags.store, ...metric]);
  }
  return flags.output === undefined ? undefined : commandLine(context, "rank", [flags.output]);
}
