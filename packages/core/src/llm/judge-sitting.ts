/** What the judgements of one run share: the calls, the cache and the requests that are equal. */

import { EipError } from "../errors.ts";
import { modelCaller, type Model, type ModelCaller } from "./call.ts";
import { injectionFlags } from "./injection.ts";
import { JudgementCache, keyText, type CachedJudgement } from "./judge-cache.ts";
import { systemMessage } from "./judge-prompt.ts";
import { judgementForm, readReply } from "./judge-reply.ts";
import {
  judgedTexts,
  judgeIdentity,
  judgeRequests,
  type JudgeableAnswer,
  type JudgeIdentity,
  type JudgeRequest,
} from "./judge-request.ts";
import { correctness } from "./judge-rubric.ts";
import { withoutSecrets } from "./redact.ts";
import {
  JUDGE_DEFAULTS,
  type Judged,
  type JudgeOptions,
  type JudgeSpent,
  type UnjudgedReason,
} from "./judged-answer.ts";

/**
 * When none of so many first replies was a judgement, or later none of those to so many requests in a row,
 * the model does not understand the form.
 */
const MOST_IN_VAIN = 10;
/** With 0 a model would say the same again. */
const TEMPERATURE_AGAIN = 0.3;

/** What a request came to. */
type Verdict =
  | CachedJudgement
  | {
      readonly score: null;
      readonly reason: string;
      readonly unjudged: Extract<UnjudgedReason, "failed" | "invalid">;
    };

/** One run of judging. */
export class Sitting {
  readonly #caller: ModelCaller;
  readonly #cache: JudgementCache | undefined;
  readonly #options: JudgeOptions;
  readonly #system: string;
  readonly #identity: JudgeIdentity;
  /** Requests of this run by their key: equal ones are one. */
  readonly #running = new Map<string, Promise<Verdict>>();
  #fromCache = 0;
  #judgements = 0;
  #invalid = 0;
  /** Requests without a judgement in the replies, since the last one with. */
  #vainInARow = 0;

  /**
   * @throws EipError `usage` for a cache without a name for the judge: two servers may call their models the
   *   same, and must not share judgements.
   */
  static async open(model: Model, options: JudgeOptions): Promise<Sitting> {
    if (options.cache !== undefined && options.judge === undefined) throw namelessJudge();
    const system = systemMessage(options.rubric ?? correctness);
    const name = options.judge ?? `${model.provider}#${model.modelId}`;
    const identity = judgeIdentity(system, name);
    const [caller, cache] = await Promise.all([
      modelCaller(model, options),
      options.cache === undefined ? undefined : openCache(options.cache, identity),
    ]);
    return new Sitting(caller, { cache, options, system, identity });
  }

  private constructor(
    caller: ModelCaller,
    shared: {
      readonly cache: JudgementCache | undefined;
      readonly options: JudgeOptions;
      readonly system: string;
      readonly identity: JudgeIdentity;
    },
  ) {
    this.#caller = caller;
    this.#cache = shared.cache;
    this.#options = shared.options;
    this.#system = shared.system;
    this.#identity = shared.identity;
  }

  spent(): JudgeSpent {
    return {
      ...this.#caller.tally(),
      judgements: this.#judgements,
      fromCache: this.#fromCache,
      invalid: this.#invalid,
      damagedCacheLines: this.#cache?.damaged ?? 0,
    };
  }

  async close(): Promise<void> {
    this.#caller.stop();
    await this.#cache?.close();
  }

  async judge<Answer extends JudgeableAnswer>(answer: Answer): Promise<Judged<Answer>> {
    const { swapped = false, withholdFlagged = false } = this.#options;
    const texts = judgedTexts(answer);
    if (texts === "no-text") return unjudged(answer, texts, "no question or no answer in the log");
    if (texts === "empty-answer") return unjudged(answer, texts, "an empty answer");
    const flags = injectionFlags(texts);
    if (withholdFlagged && flags.length > 0) {
      return { ...unjudged(answer, "flagged", "it speaks to its judge"), flags };
    }
    const requests = judgeRequests(texts, this.#identity, this.#options);
    const verdicts = await Promise.all(requests.map((request) => this.#once(request)));
    const asGiven = swapped ? verdicts.slice(0, -1) : verdicts;
    const first = asGiven.find(({ score }) => score !== null) ?? asGiven[0]!;
    return {
      answer,
      score: meanOf(asGiven.map(({ score }) => score)),
      scores: asGiven.map(({ score }) => score),
      ...(swapped ? { swapped: verdicts.at(-1)!.score } : {}),
      reason: first.reason,
      ...("unjudged" in first ? { unjudged: first.unjudged } : {}),
      flags,
    };
  }

  #once(request: JudgeRequest): Promise<Verdict> {
    const key = keyText(request.key);
    const running = this.#running.get(key);
    if (running) return running;
    const cached = this.#cache?.find(request.key);
    if (cached) {
      this.#fromCache += 1;
      this.#caller.expectAnswers();
    }
    const verdict = cached ? Promise.resolve(cached) : this.#verdict(request);
    this.#running.set(key, verdict);
    return verdict;
  }

  async #verdict({ key, prompt }: JudgeRequest): Promise<Verdict> {
    const { askAgain = JUDGE_DEFAULTS.askAgain, maxOutputTokens = JUDGE_DEFAULTS.maxOutputTokens } =
      this.#options;
    let fault = "";
    for (let again = 0; again <= askAgain; again += 1) {
      const reply = await this.#caller.call({
        system: this.#system,
        prompt,
        form: judgementForm,
        temperature: again === 0 ? 0 : TEMPERATURE_AGAIN,
        maxOutputTokens,
      });
      if (reply.text === null) return { score: null, reason: reply.reason, unjudged: "failed" };
      const read = reply.isCut
        ? { invalid: `cut off at ${maxOutputTokens} tokens` }
        : readReply(reply.text);
      if (!("invalid" in read)) {
        this.#judgements += 1;
        this.#vainInARow = 0;
        // An endpoint may have the model say what it was sent with.
        const reason = withoutSecrets(read.reason, this.#options.secrets ?? []);
        const judgement = { score: read.score, reason };
        await this.#cache?.add(key, judgement);
        return judgement;
      }
      this.#invalid += 1;
      fault = read.invalid;
      if (this.#judgements === 0 && this.#invalid >= MOST_IN_VAIN) {
        this.#endInVain(`none of its first ${MOST_IN_VAIN} replies`, fault);
      }
    }
    this.#vainInARow += 1;
    if (this.#vainInARow >= MOST_IN_VAIN) {
      this.#endInVain(`none of its replies to the last ${MOST_IN_VAIN} requests`, fault);
    }
    return { score: null, reason: `the judge's reply was ${fault}`, unjudged: "invalid" };
  }

  #endInVain(which: string, fault: string): never {
    const error = new EipError("unsupported", {
      where: this.#options.where ?? this.#identity.judge,
      found: `${which} was a judgement, the last one was ${fault}`,
      expected: "one JSON object with a reason and a score from 0 to 1",
      try: "another model, or a rubric that does not ask for another form",
    });
    // Other answers end with it, too.
    this.#caller.stop(error);
    throw error;
  }
}

function namelessJudge(): EipError {
  return new EipError("usage", {
    where: "cache",
    found: "no name of the judge, under which its judgements are kept",
    expected: "one that no other model has, at whatever server",
    try: 'judge: "http://localhost:8000/v1#my-model"',
  });
}

/** To be added to: that it cannot be is said before anything is paid for. */
async function openCache(path: string, identity: JudgeIdentity): Promise<JudgementCache> {
  const cache = await JudgementCache.open(path, identity);
  await cache.prepare();
  return cache;
}

function unjudged<Answer>(answer: Answer, why: UnjudgedReason, reason: string): Judged<Answer> {
  return { answer, score: null, scores: [], reason, unjudged: why, flags: [] };
}

function meanOf(scores: readonly (number | null)[]): number | null {
  const given = scores.filter((score) => score !== null);
  if (given.length === 0) return null;
  return given.reduce((sum, score) => sum + score, 0) / given.length;
}
