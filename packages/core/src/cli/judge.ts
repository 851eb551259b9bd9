/** `judge PATH…`: graded credit for free-text answers by a language model. */

import { writeFileAtomic } from "../io/atomic.ts";
import { planJudging } from "../llm/judge-plan.ts";
import { JUDGE_DEFAULTS, type Judged } from "../llm/judged-answer.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { count } from "../outcomes/wording.ts";
import type { JudgeReport } from "../report/judge-report.ts";
import { planLines, type PlanHead } from "../report/judge-plan-view.ts";
import { costSentence } from "../report/judge-view.ts";
import { plainText } from "../report/plain-text.ts";
import { caveats } from "./caveats.ts";
import { coloursFor } from "./colours.ts";
import { commandLine } from "./command-line.ts";
import { readAnswers, spread, type ReadAnswers } from "./judge-answers.ts";
import { judgeSettings, type JudgeFlags, type JudgeSettings } from "./judge-flags.ts";
import { judgedLines, keepInStore } from "./judge-keep.ts";
import { readLabels, type Labels } from "./judge-labels.ts";
import { openPlaces, refuseOneFileForTwo, type JudgePlaces } from "./judge-places.ts";
import { renderJudged, renderPlan } from "./judge-render.ts";
import { reportOfJudged, sendToJudge, type JudgeCall } from "./judge-send.ts";
import { formatOf, tell } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { shownHome } from "./shown-home.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

/** Not more flagged answers than this on a screen. */
const mostFlagged = 25;

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: JudgeFlags,
): Promise<number> {
  const paths = words as string[];
  const settings = await judgeSettings(flags, process.env);
  const { cache } = settings.options;
  await refuseOneFileForTwo({ inputs: [...paths, flags.labels, flags.rubric], cache, flags });
  const call: JudgeCall = { context, paths, flags, settings };
  const answers = await readAnswers(context, paths, flags);
  const labels =
    flags.labels === undefined ? undefined : await readLabels(flags.labels, answers.all, flags);
  const chosen = chosenOf(answers, labels, flags);
  if (!flags.quiet) await tellReading(call, answers, { labels, chosen });
  const plan = await planJudging(chosen, settings.options);
  const head = planHead(settings);
  // The ending of -o is that of the answers, and says nothing about the summary.
  const format = formatOf({ ...flags, output: undefined }, context);
  if (!flags.send) {
    const lines = planLines({ ...head, cache: head.cache && shownHome(head.cache) }, plan);
    await write(context.stdout, renderPlan({ head, plan, lines }, format, context));
    return strictExit(flags.strict ?? false, answers, answers.reading.notices());
  }
  // Said before anything is paid for.
  const places = await openPlaces(flags);
  const sent = await sendToJudge(call, chosen, plan);
  const report = reportOfJudged(call, sent, labels);
  await write(
    context.stdout,
    renderJudged(report, format, { context, quiet: flags.quiet ?? false }),
  );
  const isKept = await keep(call, { answers, places }, sent.judged);
  if (!flags.quiet) await tellResult(call, report, isKept);
  const said = [...answers.reading.notices(), ...report.warnings];
  return strictExit(flags.strict ?? false, answers, said);
}

/** All answers, or as many as `--limit` says; with labels those that have one. */
function chosenOf(
  { all }: ReadAnswers,
  labels: Labels | undefined,
  { limit }: JudgeFlags,
): readonly Outcome[] {
  if (limit === undefined) return all;
  return spread(labels ? all.filter((one) => labels.labelOf(one) !== undefined) : all, limit);
}

async function tellReading(
  { context: { stderr } }: JudgeCall,
  { all, reading }: ReadAnswers,
  { labels, chosen }: { readonly labels: Labels | undefined; readonly chosen: readonly Outcome[] },
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
    await tell(stderr, `  ! ${count(labels.unmatched, "label")} of no answer that was read.\n`);
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

interface Kept {
  readonly answers: ReadAnswers;
  readonly places: JudgePlaces;
}

/** Whether anything was kept. */
async function keep(
  { context, paths, flags, settings }: JudgeCall,
  { answers, places }: Kept,
  judged: readonly Judged<Outcome>[],
): Promise<boolean> {
  const { metric } = settings;
  const say = async (text: string): Promise<void> => {
    if (!flags.quiet) await tell(context.stderr, `${plainText(text)}\n`);
  };
  const lines = [...judgedLines(judged, metric)];
  if (lines.length === 0) {
    if (places.output ?? places.store)
      await say("No answer could be judged, so nothing was written.");
    return false;
  }
  if (places.output !== undefined) {
    await writeFileAtomic(places.output, lines.join(""));
    await say(`Wrote ${places.output}.`);
  }
  if (places.store) {
    const added = await keepInStore(places.store, judged, { answers, metric, paths });
    await say(`${count(added, "run")} added to ${places.store.folder}.`);
  }
  return true;
}

async function tellResult(call: JudgeCall, report: JudgeReport, isKept: boolean): Promise<void> {
  const { context, flags, settings } = call;
  const { stderr } = context;
  await tell(stderr, `${costSentence(report)}\n`);
  for (const { model, benchmark, item, flags: why } of report.flagged.slice(0, mostFlagged)) {
    const line = `Flagged: ${benchmark}:${item} by ${model} (${why.join(", ")})`;
    await tell(stderr, `${plainText(line)}\n`);
  }
  const more = report.flagged.length - mostFlagged;
  if (more > 0) await tell(stderr, `Flagged: ${more.toLocaleString("en-US")} more, in --json\n`);
  await tell(stderr, caveats(report.warnings, "--json lists them", await coloursFor(stderr)));
  const next = isKept ? nextCommand(call, report) : undefined;
  if (next !== undefined) await tell(stderr, `Next: ${plainText(next)}\n`);
  else if (flags.output === undefined && flags.store === undefined) {
    await tell(
      stderr,
      `Next: the same with -o judged.jsonl or --store FOLDER keeps the scores (metric ${settings.metric}).\n`,
    );
  }
}

function nextCommand(
  { context, flags, settings }: JudgeCall,
  report: JudgeReport,
): string | undefined {
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
