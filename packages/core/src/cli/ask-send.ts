/** A series of questions as `ask --send` puts them: every answer is in the log before the next question goes out. */

import type { OpenBank } from "../analysis/open-bank.ts";
import type { Store } from "../io/folder-store.ts";
import { gradedRuns } from "../io/graded-runs.ts";
import { tables } from "../io/tables.ts";
import { ask, askRequest, type AskStep } from "../llm/ask.ts";
import { openAskLog, type AskLog, type AskSeriesHead } from "../llm/ask-log.ts";
import { modelCaller } from "../llm/call.ts";
import { modelAt } from "../llm/endpoint.ts";
import type { Grader } from "../llm/grade-answer.ts";
import { count } from "../outcomes/wording.ts";
import type { AskedRow, AskHead, AskReport } from "../report/ask-report.ts";
import { gradeText } from "../report/ask-view.ts";
import { plainText } from "../report/plain-text.ts";
import type { AskFlags, AskSettings } from "./ask-flags.ts";
import type { Askable } from "./ask-questions.ts";
import { commandLine } from "./command-line.ts";
import { tell } from "./output.ts";
import type { CommandContext } from "./program.ts";

/** What the parts of the command share. */
export interface AskCall {
  readonly context: CommandContext;
  readonly flags: AskFlags;
  readonly settings: AskSettings;
  readonly bank: OpenBank;
  readonly grader: Grader;
  readonly askable: Askable;
  readonly head: AskHead;
  readonly series: AskSeriesHead;
}

/** Asks until the series ends. */
export async function askAll(call: AskCall, store: Store | undefined): Promise<AskReport> {
  const { context, flags, settings, bank, grader, askable, head, series: own } = call;
  const { signal } = context;
  const log = await openAskLog(settings.log, own, new Date().toISOString());
  const { answers: earlier } = log;
  if (log.isCut) {
    await say(call, `The last line of ${settings.log} was cut off and is taken out.`);
  }
  if (earlier.length > 0) {
    await say(call, `Going on after ${count(earlier.length, "answer")} in ${settings.log}.`);
  }
  const { host, endpoint, budget, within, order, seed, level, name } = settings;
  await say(call, `Asking ${host}, model ${endpoint.model}; answers go to ${settings.log}.`);
  const model = await modelAt(endpoint, process.env);
  const caller = await modelCaller(model, { ...settings.call, signal });
  if (earlier.length > 0) caller.expectAnswers();
  const request = askRequest(grader, flags.maxTokens);
  const series = ask(caller, bank, askable.questions, grader, {
    budget,
    within,
    order,
    seed,
    level,
    name,
    earlier,
    request,
  });
  const path: AskedRow[] = [];
  try {
    for await (const step of series) {
      const row = await takeStep(call, step, log);
      if (row) path.push(row);
    }
  } catch (error) {
    await sayKept(call, path, store);
    throw error;
  } finally {
    caller.stop();
    await Promise.all([log.close(), grader.close?.()]);
  }
  const { sent, inputTokens, outputTokens } = series.tally();
  return {
    schema: "eip-ask/1",
    ...head,
    stopped: series.ended()!,
    standing: series.standing(),
    path,
    ungraded: path.filter(({ score }) => score === null).length,
    spent: {
      questions: path.length,
      sent,
      failed: series.failed(),
      inputTokens,
      outputTokens,
      judging: judgingOf(grader),
    },
  };
}

async function say({ flags, context }: AskCall, text: string): Promise<void> {
  if (!flags.quiet) await tell(context.stderr, `${plainText(text)}\n`);
}

function judgingOf(grader: Grader): AskReport["spent"]["judging"] {
  const spent = grader.spent?.();
  if (!spent) return null;
  const { sent, inputTokens, outputTokens } = spent;
  return { sent, inputTokens, outputTokens };
}

/** Writes a step down; `undefined` for a question that was set aside. */
async function takeStep(call: AskCall, step: AskStep, log: AskLog): Promise<AskedRow | undefined> {
  const { answer, score, reason, question, isEarlier } = step;
  const { benchmark, item } = question;
  if (answer === null) {
    await say(call, `Set aside: ${item} (${reason ?? "no answer"}).`);
    return undefined;
  }
  if (!isEarlier) await log.add({ benchmark, item, answer, score, reason });
  const row = rowOf(call.bank, step);
  if (!isEarlier) await say(call, progressText(row));
  return row;
}

/** When a series ends before its time: what was answered is not lost. */
async function sayKept(
  call: AskCall,
  path: readonly AskedRow[],
  store: Store | undefined,
): Promise<void> {
  if (path.length === 0) return;
  await say(
    call,
    `Answers so far are in ${call.settings.log}; the same command goes on from there.`,
  );
  if (!store) return;
  // The error that ended the series is the one to end with.
  await keepIn(store, call).catch((error: unknown) =>
    say(call, `Not in the store yet: ${error instanceof Error ? error.message : String(error)}`),
  );
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
export async function keepIn(store: Store, call: AskCall): Promise<void> {
  for await (const one of gradedRuns(tables, [call.settings.log])) await store.add(one);
  await say(
    call,
    `Added to ${store.folder}. Next: ${commandLine(call.context, "rank", [store.folder])}`,
  );
}
