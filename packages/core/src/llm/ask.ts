/** Placing a model by few questions: asking, grading, and knowing when to stop. */

import type { OpenBank } from "../analysis/open-bank.ts";
import { fewestItems } from "../analysis/place-in-bank.ts";
import { preparePlacing, type Standing } from "../analysis/placing.ts";
import type { AskingOrder } from "../analysis/next-item.ts";
import { EipError } from "../errors.ts";
import { count } from "../outcomes/wording.ts";
import type { CallRequest, CallTally, ModelCaller, Reply } from "./call.ts";
import type { Grade, Grader, Question } from "./grade-answer.ts";

/** An answer with its grade, from now or from before. */
export interface GradedAnswer extends Grade {
  readonly benchmark: string;
  readonly item: string;
  readonly answer: string;
}

export interface AskOptions {
  /** Questions at most, those from before among them. Default 50. */
  readonly budget?: number | undefined;
  /**
   * Ends when the model could hold at most so many places, after 20 questions at the earliest: the first
   * moments at which a range is narrow are the lucky ones. Default: only the budget ends it.
   */
  readonly within?: number | undefined;
  /** Default `informative`. */
  readonly order?: AskingOrder | undefined;
  /** Start of the draws. Default 1. */
  readonly seed?: number | undefined;
  /** Confidence of the intervals. Default 0.95. */
  readonly level?: number | undefined;
  /** Name of the model: a model of the bank that has it is no rival. */
  readonly name?: string | undefined;
  /** Answers of a series that was cut, in its order; they are not asked for again. */
  readonly earlier?: readonly GradedAnswer[] | undefined;
  /** What a question is sent as. Default: {@link askRequest}. */
  readonly request?: ((question: Question) => CallRequest) | undefined;
}

/** One question of the series. */
export interface AskStep {
  /** From 1. */
  readonly number: number;
  readonly question: Question;
  /** `null` where asking or grading failed: the question is set aside and does not count. */
  readonly answer: string | null;
  readonly score: number | null;
  /** Why there is no answer, or no grade. */
  readonly reason?: string | undefined;
  /** Whether it comes from `earlier`. */
  readonly isEarlier: boolean;
  readonly standing: Standing;
}

/** Why a series ended. */
export type AskEnd = "narrow" | "budget" | "nothing-left";

/** A series that is asked as its steps are taken. */
export interface AskSeries extends AsyncIterable<AskStep> {
  /** Where the model stands by the answers so far. */
  standing(): Standing;
  /** `undefined` until it has ended. */
  ended(): AskEnd | undefined;
  /** Questions that are set aside, because asking or grading failed. */
  failed(): number;
  tally(): CallTally;
}

/**
 * Asks a model the questions of a bank one by one, the next chosen by the answers so far, until its place is
 * narrow enough or the budget is spent.
 *
 * @param questions Those that can be asked, of items of the bank with a weight; others are passed over.
 * @throws EipError `unsupported` for a bank of fewer than five models, `no-outcomes` where no question is of
 *   the bank, `conflicting-outcomes` for an earlier answer that belongs to no question, `network` when five
 *   questions in a row could not be asked, and what the caller and the grader throw.
 * @example
 * ```ts
 * const caller = await modelCaller(model);
 * const series = ask(caller, openBank(bank), questions, graderNamed("numeric"), { within: 5 });
 * for await (const { number, standing } of series) console.log(number, standing.rankLower, standing.rankUpper);
 * ```
 */
export function ask(
  caller: Pick<ModelCaller, "call" | "tally">,
  bank: OpenBank,
  questions: Iterable<Question>,
  grader: Grader,
  options: AskOptions = {},
): AskSeries {
  const { budget = 50, within = 0, earlier = [], request = askRequest(grader) } = options;
  const byPlace = questionsOf(bank, questions, grader);
  const placing = preparePlacing(bank, {
    model: options.name,
    seed: options.seed,
    level: options.level,
    questions: budget,
  }).begin({ order: options.order, askable: (item) => byPlace.has(item) });
  let ended: AskEnd | undefined;
  let failed = 0;
  return {
    standing: () => placing.standing(),
    ended: () => ended,
    failed: () => failed,
    tally: () => caller.tally(),
    [Symbol.asyncIterator]: steps,
  };

  async function* steps(): AsyncGenerator<AskStep> {
    let number = 0;
    for (const { benchmark, item, answer, score, reason } of earlier) {
      const place = bank.placeOf({ benchmark, item });
      const question = place === undefined ? undefined : byPlace.get(place);
      if (place === undefined || !question) throw foreignAnswer(item);
      placing.observe(place, score);
      number += 1;
      yield step({ number, question, answer, score, reason, isEarlier: true });
    }
    let inARow = 0;
    for (;;) {
      const place = placing.next();
      ended = endOf(number, place);
      if (place === undefined || ended) return;
      const question = byPlace.get(place)!;
      const reply = await caller.call(request(question));
      const { score, reason, failed: isFailed } = await gradeOf(question, reply);
      if (isFailed) {
        placing.setAside(place);
        failed += 1;
        inARow += 1;
        yield step({ number: number + 1, question, answer: null, score: null, reason });
        if (inARow >= mostInARow) throw inVain(reason);
        continue;
      }
      inARow = 0;
      placing.observe(place, score);
      number += 1;
      yield step({ number, question, answer: reply.text, score, reason });
    }
  }

  async function gradeOf(question: Question, reply: Reply): Promise<Grade> {
    if (reply.text === null) return { score: null, reason: reply.reason, failed: true };
    const grade = await grader.grade(question, reply.text);
    const isCut = grade.score === null && reply.isCut;
    return isCut ? { ...grade, reason: `${grade.reason ?? "no grade"}: cut off` } : grade;
  }

  function step(one: Omit<AskStep, "standing" | "isEarlier"> & { isEarlier?: boolean }): AskStep {
    return { isEarlier: false, ...one, standing: placing.standing() };
  }

  function endOf(asked: number, next: number | undefined): AskEnd | undefined {
    const { answered, rankLower, rankUpper } = placing.standing();
    if (answered >= fewestItems && rankUpper - rankLower + 1 <= within) return "narrow";
    if (asked >= budget) return "budget";
    return next === undefined ? "nothing-left" : undefined;
  }
}

/** After so many questions in a row that could not be asked, the fault is no passing one. */
const mostInARow = 5;

function inVain(reason: string | undefined): EipError {
  return new EipError("network", {
    found: `the last ${mostInARow} questions could not be asked, the last one because of ${reason ?? "no answer"}`,
    try: "look after the endpoint, then the same command; what was answered is kept",
  });
}

/** Sends the question, and behind it what the grader needs the answer to end with. */
export function askRequest(
  { instruction }: Pick<Grader, "instruction">,
  maxOutputTokens = 2048,
): (question: Question) => CallRequest {
  return ({ text }) => ({
    prompt: instruction === undefined ? text : `${text}\n\n${instruction}`,
    maxOutputTokens,
  });
}

/** Questions of items with a weight that can be graded, by their place in the bank. */
function questionsOf(
  bank: OpenBank,
  questions: Iterable<Question>,
  grader: Grader,
): ReadonlyMap<number, Question> {
  const byPlace = new Map<number, Question>();
  let given = 0;
  for (const question of questions) {
    given += 1;
    const place = bank.placeOf(question);
    if (place === undefined || bank.weight[place] === 0 || !grader.fits(question)) continue;
    if (!byPlace.has(place)) byPlace.set(place, question);
  }
  if (byPlace.size > 0) return byPlace;
  throw new EipError("no-outcomes", {
    found: `none of ${count(given, "question")} can be asked`,
    expected: `questions of the bank's items that tell its models apart, with references for --grade ${grader.name}`,
  });
}

function foreignAnswer(item: string): EipError {
  return new EipError("conflicting-outcomes", {
    where: item,
    found: "an earlier answer to an item that is not among the questions",
    expected: "the questions of the series that is continued",
    try: "the same command as before, or a new log",
  });
}
