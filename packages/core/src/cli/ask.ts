/** `ask BANK PATH…`: a model placed by few questions, each chosen by the answers so far. */

import { bankFromRecords } from "../analysis/bank-records.ts";
import { openBank, type OpenBank } from "../analysis/open-bank.ts";
import { EipError } from "../errors.ts";
import { readSealed } from "../io/bank-file.ts";
import { gradedRuns } from "../io/graded-runs.ts";
import { openStore } from "../io/store.ts";
import { tables } from "../io/tables.ts";
import { ask, askRequest, type AskStep } from "../llm/ask.ts";
import { openAskLog, readAskLog, type AskSeriesHead } from "../llm/ask-log.ts";
import { modelCaller } from "../llm/call.ts";
import { modelAt } from "../llm/endpoint.ts";
import type { Grader } from "../llm/grade-answer.ts";
import { count } from "../outcomes/wording.ts";
import type { AskedRow, AskHead, AskPlan, AskReport } from "../report/ask-report.ts";
import { gradeText } from "../report/ask-view.ts";
import { plainText } from "../report/plain-text.ts";
import { askSettings, type AskFlags, type AskSettings } from "./ask-flags.ts";
import { graderOf, type NamedGrader } from "./ask-grader.ts";
import { askableQuestions, type Askable } from "./ask-questions.ts";
import { renderAsked, renderAskPlan } from "./ask-render.ts";
import { commandLine } from "./command-line.ts";
import { deliver, formatOf, tell } from "./output.ts";
import { exitCode, type CommandContext } from "./program.ts";

/** What the parts of the command share. */
interface Call {
  readonly context: CommandContext;
  readonly flags: AskFlags;
  readonly settings: AskSettings;
  readonly bank: OpenBank;
  readonly grader: Grader;
  readonly askable: Askable;
  readonly head: AskHead;
  readonly series: AskSeriesHead;
}

export async function run(
  context: CommandContext,
  [file, words]: readonly unknown[],
  flags: AskFlags,
): Promise<number> {
  if (file === undefined) throw noBank(context);
  const format = formatOf(flags, context);
  const settings = askSettings(flags, process.env);
  const { records, sha256 } = await readSealed(file as string);
  const bank = openBank(bankFromRecords(records, file as string));
  const { grader, metric, judge } = await graderOf(flags, process.env);
  const paths = words as readonly string[];
  const askable = await askableQuestions(context, { bank, paths, flags, grader });
  const head = headOf({ bank, sha256, settings, askable, metric, judge });
  const { name: model, order, seed } = settings;
  const series = { model, metric: head.metric, grade: grader.name, bank: sha256, order, seed };
  const call: Call = { context, flags, settings, bank, grader, askable, head, series };
  if (!flags.send) {
    await deliver(renderAskPlan(await planOf(call), format, context), flags, context);
    return exitCode.fine;
  }
  const report = await askAll(call);
  await deliver(renderAsked(report, format, { context, flags }), flags, context);
  return flags.within !== undefined && report.stopped !== "narrow"
    ? exitCode.undecided
    : exitCode.fine;
}

function noBank({ program }: CommandContext): EipError {
  return new EipError("usage", {
    where: "ask",
    found: "no bank",
    expected: "the bank, then logs with the texts of its items",
    try: `${program.name} bank make results/ -o pool.bank.jsonl, then ${program.name} ask pool.bank.jsonl results/ --endpoint http://localhost:8000/v1#my-model`,
  });
}

function headOf({
  bank,
  sha256,
  settings,
  askable,
  metric,
  judge,
}: Pick<Call, "bank" | "settings" | "askable"> &
  Pick<NamedGrader, "metric" | "judge"> & { readonly sha256: string }): AskHead {
  const { endpoint, host, name, log, budget, within, order, seed, level } = settings;
  const { questions, ...counts } = askable;
  return {
    model: name,
    endpoint: host,
    endpointModel: endpoint.model,
    bank: {
      sha256,
      models: bank.models.length,
      items: bank.items.length,
      itemsKept: askable.wanted,
      smoothing: bank.settings.smoothing,
      ungraded: bank.settings.ungraded,
    },
    metric,
    judge: judge ? { endpoint: new URL(judge.baseUrl).host, model: judge.model } : null,
    settings: { budget, within, order, seed, level },
    questions: { askable: questions.length, ...counts },
    log,
  };
}

async function planOf({ head, askable, grader, settings, series, flags }: Call): Promise<AskPlan> {
  const { answers } = await readAskLog(settings.log, series);
  const requests = askable.questions.map(askRequest(grader, flags.maxTokens));
  const calls = Math.max(0, Math.min(settings.budget - answers.length, requests.length));
  const letters = requests.reduce((sum, { prompt }) => sum + prompt.length, 0);
  return {
    schema: "eip-ask-plan/1",
    ...head,
    earlier: answers.length,
    calls,
    inputTokens: Math.ceil(((calls / Math.max(1, requests.length)) * letters) / 4),
    maxOutputTokens: calls * (requests[0]?.maxOutputTokens ?? 0),
    example: requests[0]?.prompt ?? null,
  };
}

/** Asks until the series ends. Every answer is in the log before the next question goes out. */
async function askAll(call: Call): Promise<AskReport> {
  const { context, flags, settings, bank, grader, askable, head, series: own } = call;
  const { stderr, signal } = context;
  const log = await openAskLog(settings.log, own, new Date().toISOString());
  const say = async (text: string): Promise<void> => {
    if (!flags.quiet) await tell(stderr, `${plainText(text)}\n`);
  };
  if (log.isCut) await say(`The last line of ${settings.log} was cut off and is taken out.`);
  if (log.answers.length > 0) {
    await say(`Going on after ${count(log.answers.length, "answer")} in ${settings.log}.`);
  }
  await say(
    `Asking ${settings.host}, model ${settings.endpoint.model}; answers go to ${settings.log}.`,
  );
  const model = await modelAt(settings.endpoint, process.env);
  const caller = await modelCaller(model, { ...settings.call, signal });
  const { budget, within, order, seed, level, name } = settings;
  const options = {
    budget,
    within,
    order,
    seed,
    level,
    name,
    earlier: log.answers,
    request: askRequest(grader, flags.maxTokens),
  };
  const series = ask(caller, bank, askable.questions, grader, options);
  const path: AskedRow[] = [];
  try {
    for await (const step of series) {
      if (step.answer === null) {
        await say(`Set aside: ${step.question.item} (${step.reason ?? "no answer"}).`);
        continue;
      }
      const { benchmark, item } = step.question;
      const { answer, score, reason } = step;
      if (!step.isEarlier) await log.add({ benchmark, item, answer, score, reason });
      const row = rowOf(bank, step);
      path.push(row);
      if (!step.isEarlier) await say(progressText(row));
    }
  } catch (error) {
    if (path.length > 0) {
      await say(`Answers so far are in ${settings.log}; the same command goes on from there.`);
    }
    throw error;
  } finally {
    if (flags.store !== undefined && path.length > 0) await keepInStore(call);
  }
  const spent = series.tally();
  const judging = grader.spent?.();
  return {
    schema: "eip-ask/1",
    ...head,
    stopped: series.ended()!,
    standing: series.standing(),
    path,
    ungraded: path.filter(({ score }) => score === null).length,
    spent: {
      questions: path.length,
      sent: spent.sent,
      failed: series.failed(),
      inputTokens: spent.inputTokens,
      outputTokens: spent.outputTokens,
      judging: judging ?? null,
    },
  };
}

function rowOf(bank: OpenBank, { number, question, score, reason, isEarlier, standing }: AskStep) {
  const { benchmark, item } = question;
  const { facility } = bank.items[bank.placeOf(question)!]!;
  return {
    number,
    benchmark,
    item,
    facility,
    score,
    reason: reason ?? null,
    isEarlier,
    ...standing,
  };
}

function progressText(row: AskedRow): string {
  const { number, item, rankLower, rankUpper, of } = row;
  return `${String(number).padStart(3)}  ${item}: ${gradeText(row)}; place ${rankLower} to ${rankUpper} of ${of}`;
}

/** The log is a table of outcomes: it goes into a store as any other, in the place of its older self. */
async function keepInStore({ context, flags, settings }: Call): Promise<void> {
  const store = await openStore(flags.store!, { create: true });
  for await (const one of gradedRuns(tables, [settings.log])) await store.add(one);
  if (flags.quiet) return;
  const next = commandLine(context, "rank", [flags.store!]);
  await tell(context.stderr, `${plainText(`Added to ${flags.store!}. Next: ${next}`)}\n`);
}
