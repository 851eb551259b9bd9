/** `ask BANK PATH…`: a model placed by few questions, each chosen by the answers so far. */

import { bankFromRecords } from "../analysis/bank-records.ts";
import { openBank, type OpenBank } from "../analysis/open-bank.ts";
import { checkRivals } from "../analysis/placing.ts";
import { EipError } from "../errors.ts";
import { readSealed } from "../io/bank-file.ts";
import { openStore } from "../io/store.ts";
import { askRequest } from "../llm/ask.ts";
import { readAskLog } from "../llm/ask-log.ts";
import { count } from "../outcomes/wording.ts";
import type { AskHead, AskPlan } from "../report/ask-report.ts";
import { askSettings, type AskFlags } from "./ask-flags.ts";
import { graderOf, type NamedGrader } from "./ask-grader.ts";
import { askableQuestions } from "./ask-questions.ts";
import { renderAsked, renderAskPlan } from "./ask-render.ts";
import { askAll, keepIn, type AskCall } from "./ask-send.ts";
import { deliver, formatOf } from "./output.ts";
import { exitCode, type CommandContext } from "./program.ts";

export async function run(
  context: CommandContext,
  [file, words]: readonly unknown[],
  flags: AskFlags,
): Promise<number> {
  if (file === undefined) throw noBank(context);
  const format = formatOf(flags, context);
  const settings = askSettings(flags, process.env);
  const { endpoint, name: model, order, seed } = settings;
  const { signal } = context;
  const named = await graderOf(flags, { environment: process.env, asked: endpoint, signal });
  const { records, sha256 } = await readSealed(file as string);
  const bank = openBank(bankFromRecords(records, file as string));
  const { grader, metric } = named;
  const paths = words as readonly string[];
  const askable = await askableQuestions(context, { bank, paths, flags, grader });
  const head = headOf({ bank, sha256, settings, askable, named });
  refuseNothingToAsk(bank, head);
  const series = {
    model,
    endpoint: endpoint.baseUrl,
    metric,
    grade: grader.name,
    bank: sha256,
    order,
    seed,
  };
  const call: AskCall = { context, flags, settings, bank, grader, askable, head, series };
  if (!flags.send) {
    await deliver(renderAskPlan(await planOf(call), format, context), flags, context);
    return exitCode.fine;
  }
  const store =
    flags.store === undefined ? undefined : await openStore(flags.store, { create: true });
  const report = await askAll(call, store);
  await deliver(renderAsked(report, format, { context, flags }), flags, context);
  if (store) await keepIn(store, call);
  return flags.within !== undefined && report.stopped !== "narrow"
    ? exitCode.undecided
    : exitCode.fine;
}

/** Said before anything is planned or paid for. */
function refuseNothingToAsk(bank: OpenBank, { model, questions, metric }: AskHead): void {
  checkRivals(bank, model);
  if (questions.askable > 0) return;
  const { differing, unfit, withoutText, foreign } = questions;
  const why = [
    foreign === 0 ? "" : `${count(foreign, "item")} that the bank does not have`,
    withoutText === 0 ? "" : `${count(withoutText, "item")} without a text`,
    differing === 0 ? "" : `${count(differing, "question")} with another hash than the bank's`,
    unfit === 0 ? "" : `${count(unfit, "question")} with a reference that does not suit ${metric}`,
  ].filter((part) => part !== "");
  throw new EipError("nothing-shared", {
    where: "ask",
    found: `no question to ask${why.length === 0 ? "" : `: ${why.join(", ")}`}`,
    expected: "questions of the bank's items that tell its models apart, with their references",
    try: "logs with texts, or --questions FILE",
  });
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
  named: { grader, metric, judge },
}: Pick<AskCall, "bank" | "settings" | "askable"> & {
  readonly sha256: string;
  readonly named: NamedGrader;
}): AskHead {
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
    grade: judge ? "judge" : grader.name,
    judge: judge ? { endpoint: new URL(judge.baseUrl).host, model: judge.model } : null,
    settings: { budget, within, order, seed, level },
    questions: { askable: questions.length, ...counts },
    log,
  };
}

async function planOf(call: AskCall): Promise<AskPlan> {
  const { head, askable, grader, settings, series, flags } = call;
  const { answers } = await readAskLog(settings.log, series);
  const requests = askable.questions.map(askRequest(grader, flags.maxTokens));
  const left = Math.min(settings.budget, requests.length) - answers.length;
  const calls = Math.max(0, left);
  const letters = requests.reduce((sum, { prompt }) => sum + prompt.length, 0);
  return {
    schema: "eip-ask-plan/1",
    ...head,
    earlier: answers.length,
    calls,
    inputTokens: Math.ceil(((calls / requests.length) * letters) / 4),
    maxOutputTokens: calls * (requests[0]!.maxOutputTokens ?? 0),
    example: requests[0]!.prompt,
  };
}
