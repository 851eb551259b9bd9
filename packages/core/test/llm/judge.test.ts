import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockLanguageModelV3 } from "ai/test";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { EipError } from "../../src/errors.ts";
import { modelAt, parseEndpoint } from "../../src/llm/endpoint.ts";
import { planJudging } from "../../src/llm/judge-plan.ts";
import { systemMessage } from "../../src/llm/judge-prompt.ts";
import type { JudgeableAnswer } from "../../src/llm/judge-request.ts";
import { correctness } from "../../src/llm/judge-rubric.ts";
import { judge } from "../../src/llm/judge.ts";
import type { Judged, JudgeOptions, JudgeSpent } from "../../src/llm/judged-answer.ts";
import { fakeEndpoint, type FakeReply, type FakeRequest } from "../support/fake-endpoint.ts";
import { hostileTexts } from "../support/hostile-texts.ts";

const folder = mkdtempSync(join(tmpdir(), "eip-judge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const says = (score: number, reason = "because") => JSON.stringify({ reason, score });
const dataOf = ({ user }: Pick<FakeRequest, "user">) =>
  JSON.parse(user.split("\n")[1]!) as { question: string; reference: string; answer: string };

/** Right answers get 1, others what they name. */
const sensible = (request: FakeRequest): FakeReply => {
  const { reference, answer } = dataOf(request);
  return says(answer === reference ? 1 : Number(answer) || 0);
};

const answerTo = (question: string, key: string | undefined, answer: string | undefined) => ({
  text: question,
  key,
  answer,
});

async function judgeAll(
  answers: readonly JudgeableAnswer[],
  reply: (request: FakeRequest) => FakeReply,
  options: JudgeOptions = {},
) {
  const server = await fakeEndpoint(reply);
  const model = await modelAt(parseEndpoint(server.endpoint), {});
  let spent: JudgeSpent | undefined;
  const judged: Judged<JudgeableAnswer>[] = [];
  const run = async () => {
    const all = judge(model, answers, {
      sleep: async () => undefined,
      onSpent: (now) => (spent = now),
      ...options,
    });
    for await (const one of all) judged.push(one);
  };
  const error = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { server, judged, error, spent: spent!, scores: judged.map(({ score }) => score) };
}

describe("judge", () => {
  test("gives the scores of the model in the order of the answers", async () => {
    const answers = Array.from({ length: 40 }, (_, at) => answerTo(`q${at}`, "x", `0.${at + 10}`));
    const { judged, scores, spent } = await judgeAll(answers, (request) => ({
      after: (40 - request.number) % 7,
      text: sensible(request) as string,
    }));
    expect(scores).toEqual(answers.map(({ answer }) => Number(answer)));
    expect(judged.map(({ answer }) => answer)).toEqual(answers);
    expect(judged[0]).toMatchObject({ scores: [0.1], reason: "because", flags: [] });
    expect(spent).toMatchObject({ sent: 40, fromCache: 0, invalid: 0, inputTokens: 4000 });
  });

  test("sends the instructions alone as system message, temperature 0 and the form", async () => {
    const { server } = await judgeAll([answerTo("q", "r", "r")], sensible);
    const [request] = server.requests;
    expect(request!.system).toBe(systemMessage(correctness));
    expect(request!.body).toMatchObject({
      temperature: 0,
      max_tokens: 1024,
      response_format: { type: "json_schema" },
    });
    expect(request!.body.messages.map(({ role }) => role)).toEqual(["system", "user"]);
  });

  test("takes any model object, and any iterable of answers", async () => {
    const model = new MockLanguageModelV3({
      doGenerate: async () => ({
        content: [{ type: "text", text: says(0.75) }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      }),
    });
    async function* answers() {
      yield answerTo("q", "r", "a");
    }
    for await (const { score } of judge(model, answers())) expect(score).toBe(0.75);
    expect(model.doGenerateCalls).toHaveLength(1);
  });

  test("what cannot be judged is not sent and has no score", async () => {
    const { judged, server } = await judgeAll(
      [
        answerTo("q", "r", undefined),
        { key: "r", answer: "a" },
        answerTo(" ", "r", "a"),
        answerTo("q", "r", ""),
        answerTo("q", "r", " \n "),
        answerTo("q", undefined, "0.5"),
      ],
      sensible,
    );
    expect(judged.map(({ score, unjudged }) => [score, unjudged])).toEqual([
      [null, "no-text"],
      [null, "no-text"],
      [null, "no-text"],
      [null, "empty-answer"],
      [null, "empty-answer"],
      [0.5, undefined],
    ]);
    expect(server.requests).toHaveLength(1);
    expect(dataOf(server.requests[0]!).reference).toBeNull();
  });

  test("equal questions, references and answers are judged once", async () => {
    const one = answerTo("q", "r", "r");
    const { scores, server } = await judgeAll([one, one, answerTo("q2", "r", "r"), one], sensible);
    expect(scores).toEqual([1, 1, 1, 1]);
    expect(server.requests).toHaveLength(2);
  });

  test("an endpoint that refuses the form is asked in words alone", async () => {
    const answers = Array.from({ length: 9 }, (_, at) => answerTo(`q${at}`, "r", "r"));
    const { scores, server, spent } = await judgeAll(answers, (request) =>
      request.body.response_format
        ? { status: 400, message: "response_format is not supported" }
        : `\`\`\`json\n${sensible(request) as string}\n\`\`\``,
    );
    expect(scores).toEqual(answers.map(() => 1));
    expect(spent.without).toEqual(["form"]);
    expect(server.requests.length).toBeLessThanOrEqual(9 + 4);
  });
});

describe("replies that are no judgement", () => {
  test.each(["", "score: 1", '{"reason": "r", "score": 2}', `${says(1)} ${says(0)}`])(
    "%j: asked for again, then no score, never 0",
    async (text) => {
      const { judged, server, spent } = await judgeAll([answerTo("q", "r", "a")], () => text);
      expect(judged[0]).toMatchObject({ score: null, unjudged: "invalid", scores: [null] });
      expect(judged[0]!.reason).toMatch(/^the judge's reply was /);
      expect(server.requests).toHaveLength(3);
      expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, 0.3, 0.3]);
      expect(spent.invalid).toBe(3);
    },
  );

  test("a later reply in the right form counts", async () => {
    const { scores } = await judgeAll([answerTo("q", "r", "a")], ({ number }) =>
      number < 2 ? "well…" : says(0.25),
    );
    expect(scores).toEqual([0.25]);
  });

  test("a reply that was cut off is none, even where its beginning is", async () => {
    const { judged } = await judgeAll([answerTo("q", "r", "a")], () => ({
      text: says(1),
      finishReason: "length",
    }));
    expect(judged[0]).toMatchObject({ score: null, unjudged: "invalid" });
    expect(judged[0]!.reason).toBe("the judge's reply was cut off at 1024 tokens");
  });

  test("ten of them at the beginning end the run, later those to ten answers", async () => {
    const answers = Array.from({ length: 30 }, (_, at) => answerTo(`q${at}`, "r", `a${at}`));
    const vain = await judgeAll(answers, () => "never", { concurrency: 1 });
    expect(EipError.isInstance(vain.error) && vain.error.code).toBe("unsupported");
    expect(vain.server.requests).toHaveLength(10);
    const late = await judgeAll(answers, ({ number }) => (number === 0 ? says(1) : "never"), {
      concurrency: 1,
      where: "the host",
    });
    expect(late.error).toMatchObject({
      code: "unsupported",
      where: "the host",
      found:
        "none of its replies to the last 10 requests was a judgement, the last one was not one JSON object",
    });
    expect(late.server.requests.length).toBeLessThan(1 + (10 + 8) * 3);
  });

  test("those to fewer answers in a row end nothing", async () => {
    const answers = Array.from({ length: 30 }, (_, at) => answerTo(`q${at}`, "r", `${at}`));
    const isRead = ({ answer }: JudgeableAnswer) => Number(answer) % 5 === 0;
    const { error, scores } = await judgeAll(
      answers,
      (request) => (isRead(dataOf(request)) ? says(1) : "never"),
      { concurrency: 1 },
    );
    expect(error).toBeUndefined();
    expect(scores).toEqual(answers.map((answer) => (isRead(answer) ? 1 : null)));
  });

  test("a judgement from the cache does not count as one", async () => {
    const options = { cache: join(folder, "vain.jsonl"), judge: "a judge", concurrency: 1 };
    const answers = Array.from({ length: 40 }, (_, at) => answerTo(`q${at}`, "r", `a${at}`));
    await judgeAll(answers.slice(0, 1), sensible, options);
    const { error, server } = await judgeAll(answers, () => says(10), options);
    expect(error).toMatchObject({ code: "unsupported" });
    expect(server.requests).toHaveLength(10);
  });

  test("a call that fails leaves its answer without a score", async () => {
    const { judged } = await judgeAll(
      [answerTo("q", "r", "r"), answerTo("bad", "r", "r"), answerTo("q2", "r", "0.5")],
      (request) => (dataOf(request).question === "bad" ? { status: 500 } : sensible(request)),
    );
    expect(judged.map(({ score }) => score)).toEqual([1, null, 0.5]);
    expect(judged[1]).toMatchObject({ unjudged: "failed", reason: "status 500: it failed" });
  });

  test("a refused key ends the run", async () => {
    const { error } = await judgeAll([answerTo("q", "r", "r")], () => ({ status: 401 }));
    expect(EipError.isInstance(error) && error.code).toBe("token");
  });
});

describe("the cache", () => {
  test("a second run costs nothing", async () => {
    const cache = join(folder, "twice.jsonl");
    const answers = [answerTo("q", "r", "r"), answerTo("q", "r", "0.5")];
    const options = { cache, judge: "a judge", repeats: 2 };
    const first = await judgeAll(answers, sensible, options);
    expect(first.spent).toMatchObject({ sent: 4, fromCache: 0 });
    const second = await judgeAll(answers, sensible, options);
    expect(second.spent).toMatchObject({ sent: 0, fromCache: 4, inputTokens: 0 });
    expect(second.judged).toEqual(first.judged);
  });

  test("another judge, rubric, question, reference or answer is judged anew", async () => {
    const cache = join(folder, "anew.jsonl");
    const base = answerTo("q", "r", "r");
    const options = { cache, judge: "a judge" };
    const sent = async (answer: JudgeableAnswer, more: JudgeOptions = {}) =>
      (await judgeAll([answer], sensible, { ...options, ...more })).spent.sent;
    expect(await sent(base)).toBe(1);
    expect(await sent(base)).toBe(0);
    expect(await sent(base, { judge: "another" })).toBe(1);
    expect(await sent(base, { rubric: { name: "x", text: "Be kind." } })).toBe(1);
    expect(await sent(base, { swapped: true })).toBe(1);
    expect(await sent({ ...base, text: "q2" })).toBe(1);
    expect(await sent({ ...base, key: "r2" })).toBe(1);
    expect(await sent({ ...base, answer: "r2" })).toBe(1);
  });

  test("only judgements are kept, as they come", async () => {
    const cache = join(folder, "kept.jsonl");
    const answers = [answerTo("q", "r", "r"), answerTo("bad", "r", "r"), answerTo("odd", "r", "r")];
    const reply = (request: FakeRequest): FakeReply => {
      const { question } = dataOf(request);
      if (question === "bad") return { status: 500 };
      return question === "odd" ? "no JSON" : sensible(request);
    };
    await judgeAll(answers, reply, { cache, judge: "a judge" });
    expect(readFileSync(cache, "utf8").trim().split("\n")).toHaveLength(1);
  });

  test("takes a name of the judge, as that of a model may be that of another", async () => {
    const cache = join(folder, "nameless.jsonl");
    const { error, server } = await judgeAll([answerTo("q", "r", "r")], sensible, { cache });
    expect(error).toMatchObject({ code: "usage" });
    expect(server.requests).toEqual([]);
  });

  test("an answer that a gateway refuses stops no run, and none that goes on from it", async () => {
    const options = { cache: join(folder, "gateway.jsonl"), judge: "a judge", concurrency: 1 };
    const answers = ["r", "<script>", "0.5"].map((answer) => answerTo("q", "r", answer));
    const gateway = (request: FakeRequest): FakeReply =>
      request.user.includes("<script") ? { status: 403 } : sensible(request);
    for (const sent of [3, 1]) {
      const { error, scores, server } = await judgeAll(answers, gateway, options);
      expect(error).toBeUndefined();
      expect(scores).toEqual([1, null, 0.5]);
      expect(server.requests).toHaveLength(sent);
    }
  });

  test("a reason that holds half a key is kept without it", async () => {
    const cache = join(folder, "half.jsonl");
    const { judged } = await judgeAll(
      [answerTo("q", "r", "r")],
      () => says(1, "sent with plainsec"),
      { cache, judge: "a judge", secrets: ["plainsecretkey"] },
    );
    expect(judged[0]!.reason).toBe("sent with [hidden]");
    expect(readFileSync(cache, "utf8")).not.toContain("plainsec");
  });

  test("what was answered before the run ended is kept", async () => {
    const cache = join(folder, "ended.jsonl");
    const answers = Array.from({ length: 12 }, (_, at) => answerTo(`q${at}`, "r", "r"));
    const { error } = await judgeAll(
      answers,
      (request) => (request.number < 6 ? sensible(request) : { status: 401 }),
      { cache, judge: "a judge", concurrency: 1 },
    );
    expect(EipError.isInstance(error)).toBe(true);
    const again = await judgeAll(answers, sensible, { cache, judge: "a judge" });
    expect(again.spent).toMatchObject({ sent: 6, fromCache: 6 });
  });
});

describe("repeats and order", () => {
  test("the score is the mean of the repeats that there are", async () => {
    const { judged } = await judgeAll(
      [answerTo("q", "r", "a")],
      ({ number }) => [says(1), says(0.5), "no", "no", "no"][number]!,
      { repeats: 3, concurrency: 1 },
    );
    expect(judged[0]).toMatchObject({ score: 0.75, scores: [1, 0.5, null] });
    expect(judged[0]!.unjudged).toBeUndefined();
  });

  test("once more with the answer first, which does not enter the score", async () => {
    const { judged, server } = await judgeAll(
      [answerTo("q", "r", "a")],
      ({ user }) => says(user.indexOf('"answer"') < user.indexOf('"reference"') ? 0.25 : 1),
      { swapped: true, repeats: 2 },
    );
    expect(judged[0]).toMatchObject({ score: 1, scores: [1, 1], swapped: 0.25 });
    expect(server.requests).toHaveLength(3);
  });
});

describe("texts that speak to the judge", () => {
  test("are judged with the same instructions, in the same form, and flagged", async () => {
    const answers = hostileTexts.map((text) => answerTo("q?", "r", text));
    const { judged, server } = await judgeAll(answers, () => says(0));
    expect(new Set(server.requests.map(({ system }) => system)).size).toBe(1);
    for (const { flags, score } of judged) {
      expect(flags).not.toEqual([]);
      expect(score).toBe(0);
    }
    expect(server.requests.map((request) => dataOf(request).answer).toSorted()).toEqual(
      [...hostileTexts].toSorted(),
    );
  });

  test("are not sent where they are to have no score", async () => {
    const { judged, server } = await judgeAll(
      [answerTo("q", "r", "r"), answerTo("q", "r", hostileTexts[0])],
      sensible,
      { withholdFlagged: true },
    );
    expect(judged.map(({ score, unjudged }) => [score, unjudged])).toEqual([
      [1, undefined],
      [null, "flagged"],
    ]);
    expect(server.requests).toHaveLength(1);
  });
});

describe("planJudging", () => {
  test("foretells what is sent", async () => {
    const text = fc.constantFrom("q1", "q2", "", " ", "r", undefined, hostileTexts[0]);
    const answer = fc.record({ text, key: text, answer: text });
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { maxLength: 8 }),
        fc.integer({ min: 1, max: 2 }),
        fc.tuple(fc.boolean(), fc.boolean()),
        async (answers, repeats, [swapped, withholdFlagged]) => {
          const cache = join(folder, `plan-${(number += 1)}.jsonl`);
          const options = { judge: "j", cache, repeats, swapped, withholdFlagged };
          await judgeAll(answers.slice(0, 2), sensible, options);
          const plan = await planJudging(answers, options);
          const { spent, judged } = await judgeAll(answers, sensible, options);
          expect(plan.calls).toBe(spent.sent);
          expect(plan.fromCache + plan.shared + plan.calls).toBe(plan.judgements);
          const without = judged.filter(({ unjudged }) => unjudged === "no-text");
          expect(plan.withoutText).toBe(without.length);
          expect(plan.answers).toBe(answers.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("counts tokens by characters and shows one prompt", async () => {
    const plan = await planJudging([answerTo("q", "r", "a"), answerTo("q", "r", "b")], {
      judge: "j",
      maxOutputTokens: 100,
    });
    const { system, user } = plan.example!;
    expect(plan.inputTokens).toBe(2 * Math.ceil((system.length + user.length) / 4));
    expect(plan.maxOutputTokens).toBe(200);
    expect(system).toBe(systemMessage(correctness));
    expect(user).toContain('"answer":"a"');
  });
});
