import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { freezeBank } from "../../src/analysis/item-bank.ts";
import { openBank } from "../../src/analysis/open-bank.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { scoreAt } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import {
  ask,
  askRequest,
  type AskOptions,
  type AskStep,
  type GradedAnswer,
} from "../../src/llm/ask.ts";
import { openAskLog, readAskLog } from "../../src/llm/ask-log.ts";
import type { CallRequest, Reply } from "../../src/llm/call.ts";
import { graderNamed, type Question } from "../../src/llm/grade-answer.ts";
import { knownWorld } from "../estimate/known-worlds.ts";

const { matrix } = knownWorld(11, { models: 20, items: 150 });
const left = 3;
const others = Uint32Array.from([...matrix.models.keys()].filter((model) => model !== left));
const pool = selectFrom(matrix, { models: others });
const bank = openBank(
  freezeBank(
    { matrix: pool, fit: propagate(pool, { smoothing: 0.5 }) },
    { seed: 1, replicates: 0, tiers: undefined, metrics: [], newestRun: null, contentHashes: [] },
  ),
);
const questions: readonly Question[] = bank.items.map(({ benchmark, item }) => ({
  benchmark,
  item,
  text: `Solve ${item}`,
  key: "1",
}));
const numeric = graderNamed("numeric");
const itemOf = ({ prompt }: CallRequest) => prompt.split("\n")[0]!.replace("Solve ", "");

/** Answers as the model that was left out did. */
function caller(reply?: (item: string, number: number) => Reply | undefined) {
  const asked: string[] = [];
  return {
    asked,
    async call(request: CallRequest): Promise<Reply> {
      const item = itemOf(request);
      asked.push(item);
      const own = reply?.(item, asked.length);
      if (own) return own;
      const place = matrix.items.indexOf(item);
      return { text: `#### ${scoreAt(matrix, left, place)}`, isCut: false };
    },
    tally: () => ({
      sent: asked.length,
      retries: 0,
      failed: 0,
      inputTokens: 0,
      outputTokens: 0,
      without: [],
    }),
  };
}

async function all(options: AskOptions, from = caller(), grader = numeric) {
  const series = ask(from, bank, questions, grader, options);
  const steps: AskStep[] = [];
  for await (const step of series) steps.push(step);
  return { series, steps, asked: from.asked };
}

describe("ask", () => {
  it("asks one question after the other until the budget is spent", async () => {
    const { steps, series, asked } = await all({ budget: 12 });
    expect(series.ended()).toBe("budget");
    expect(steps.map(({ number }) => number)).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 1),
    );
    expect(new Set(asked).size).toBe(12);
    expect(steps.at(-1)!.standing).toEqual(series.standing());
  });

  it("stops as soon as the place is narrow enough", async () => {
    const { steps, series } = await all({ budget: 150, within: 6 });
    expect(series.ended()).toBe("narrow");
    const places = steps.map(({ standing }) => standing.rankUpper - standing.rankLower + 1);
    expect(places.at(-1)).toBeLessThanOrEqual(6);
    // Not before twenty questions, however narrow a range looks.
    expect(places.length).toBeGreaterThanOrEqual(20);
    expect(places.slice(19, -1).every((count) => count > 6)).toBe(true);
  });

  it("ends when nothing is left to ask", async () => {
    const few = questions.slice(0, 4);
    const series = ask(caller(), bank, few, numeric, {});
    let steps = 0;
    for await (const _ of series) steps += 1;
    const withWeight = few.filter((question) => bank.weight[bank.placeOf(question)!]! > 0).length;
    expect([steps, series.ended()]).toEqual([withWeight, "nothing-left"]);
  });

  it("sets a question aside whose call failed, and counts it neither way", async () => {
    const failing = caller((_, number) =>
      number === 2 ? { text: null, reason: "status 500" } : undefined,
    );
    const { steps, series } = await all({ budget: 5 }, failing);
    expect(steps).toHaveLength(6);
    expect(steps[1]).toMatchObject({ answer: null, score: null, reason: "status 500", number: 2 });
    expect(steps[1]!.standing).toEqual(steps[0]!.standing);
    expect(steps[2]!.number).toBe(2);
    expect(series.failed()).toBe(1);
  });

  it("stops when five questions in a row cannot be asked", async () => {
    const dead = caller((_, number) =>
      number > 3 ? { text: null, reason: "status 500" } : undefined,
    );
    await expect(all({ budget: 50 }, dead)).rejects.toThrow(
      /the last 5 questions could not be asked, the last one because of status 500/,
    );
    expect(dead.asked).toHaveLength(8);
  });

  it("sets a question aside when grading failed, for that says nothing about the answer", async () => {
    let grades = 0;
    const grader = {
      ...numeric,
      grade: (question: Question, answer: string) => {
        grades += 1;
        return grades === 2
          ? { score: null, reason: "the judge: status 500", failed: true }
          : numeric.grade(question, answer);
      },
    };
    const { steps, series } = await all({ budget: 3 }, caller(), grader);
    expect(steps[1]).toMatchObject({ answer: null, reason: "the judge: status 500" });
    expect([steps.length, series.failed()]).toEqual([4, 1]);
    expect(series.standing().answered).toBe(3);
  });

  it("keeps an answer that cannot be graded apart from a wrong one, and says so", async () => {
    const vague = caller((_, number) =>
      number === 1 ? { text: "hard to say", isCut: true } : undefined,
    );
    const { steps } = await all({ budget: 2 }, vague);
    expect(steps[0]).toMatchObject({ score: null, reason: "no number in the answer: cut off" });
    // The bank counts blanks as wrong.
    expect(steps[0]!.standing.answered).toBe(1);
  });

  it("goes on after a break as if there had been none, and asks nothing twice", async () => {
    const { steps } = await all({ budget: 20 });
    const earlier: GradedAnswer[] = steps
      .slice(0, 8)
      .map(({ question: { benchmark, item }, answer, score }) => ({
        benchmark,
        item,
        answer: answer!,
        score,
      }));
    const again = await all({ budget: 20, earlier });
    expect(again.asked).toHaveLength(12);
    expect(again.steps.map(({ isEarlier }) => isEarlier)).toEqual([
      ...Array.from({ length: 8 }, () => true),
      ...Array.from({ length: 12 }, () => false),
    ]);
    expect(again.steps.map(({ question, standing }) => [question.item, standing])).toEqual(
      steps.map(({ question, standing }) => [question.item, standing]),
    );
  });

  it("refuses earlier answers that belong to no question", async () => {
    const earlier = [{ benchmark: "b", item: "nowhere", answer: "", score: 1 }];
    await expect(all({ earlier })).rejects.toThrow(/nowhere: an earlier answer to an item/);
  });

  it("refuses questions of which none can be asked", () => {
    const foreign = [{ benchmark: "other", item: "1", text: "?", key: "1" }];
    expect(() => ask(caller(), bank, foreign, numeric)).toThrow(/none of 1 question can be asked/);
    const keyless = questions.map(({ benchmark, item, text }) => ({ benchmark, item, text }));
    expect(() => ask(caller(), bank, keyless, numeric)).toThrow(
      /with references for --grade numeric/,
    );
  });

  it("puts the instruction of the grader behind the question, and nothing in front", () => {
    const request = askRequest(numeric, 10)(questions[0]!);
    expect(request).toEqual({
      prompt: `${questions[0]!.text}\n\n${numeric.instruction}`,
      maxOutputTokens: 10,
    });
  });
});

describe("the log", () => {
  const folder = mkdtempSync(join(tmpdir(), "ask-log-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const head = {
    model: "m",
    endpoint: "http://localhost/v1",
    metric: "ask:numeric",
    grade: "numeric",
    bank: "ab",
    order: "random",
    seed: 1,
  };
  const answer = { benchmark: "b", item: "1", answer: "#### 1", score: 1 };

  it("gives back what was added, with the time of the first", async () => {
    const path = join(folder, "a.jsonl");
    const log = await openAskLog(path, head, "2026-01-01");
    await log.add(answer);
    const again = await openAskLog(path, head, "2026-02-02");
    expect(again).toMatchObject({ answers: [answer], run: "2026-01-01", isCut: false });
    await again.add({ ...answer, item: "2", score: null, reason: "no number" });
    const lines = readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toMatchObject([
      { ...head, ...answer, run: "2026-01-01" },
      { item: "2", score: null, reason: "no number", run: "2026-01-01" },
    ]);
  });

  it("takes a cut line out when it is opened to go on, and leaves it when only read", async () => {
    const path = join(folder, "cut.jsonl");
    const log = await openAskLog(path, head, "2026-01-01");
    await log.add(answer);
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, `${whole}{"model":"m","it`);
    expect(await readAskLog(path, head)).toMatchObject({ answers: [answer], isCut: true });
    expect(readFileSync(path, "utf8")).not.toBe(whole);
    expect(await openAskLog(path, head, "x")).toMatchObject({ answers: [answer], isCut: true });
    expect(readFileSync(path, "utf8")).toBe(whole);
  });

  it("keeps a last line that is whole but for its end", async () => {
    const path = join(folder, "unended.jsonl");
    const log = await openAskLog(path, head, "2026-01-01");
    await log.add(answer);
    await log.close();
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, whole.trimEnd());
    const again = await openAskLog(path, head, "x");
    expect(again).toMatchObject({ answers: [answer], isCut: false });
    await again.add({ ...answer, item: "2" });
    await again.close();
    expect(readFileSync(path, "utf8").startsWith(whole)).toBe(true);
    expect((await readAskLog(path, head)).answers).toHaveLength(2);
  });

  it.each(["notes without an end", '{"results": [1', '{"model":"other","benchm', "x"])(
    "leaves a file alone that is none of its own: %s",
    async (text) => {
      const path = join(folder, "other-file");
      writeFileSync(path, text);
      await expect(openAskLog(path, head, "x")).rejects.toThrow(
        /:1: a line that ask did not write/,
      );
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );

  it("refuses a question that was answered twice", async () => {
    const path = join(folder, "twice.jsonl");
    const log = await openAskLog(path, head, "2026-01-01");
    await log.add(answer);
    await log.add(answer);
    await log.close();
    await expect(readAskLog(path, head)).rejects.toThrow(/twice.jsonl:2: a second answer to b:1/);
  });

  it("says before the first question that it cannot be written", async () => {
    const path = join(folder, "absent", "a.jsonl");
    await expect(openAskLog(path, head, "x")).rejects.toThrow(/absent.a.jsonl: no such folder/);
  });

  it.each([
    ["another seed", { ...head, seed: 2 }, /seed 1; expected seed 2/],
    [
      "another endpoint",
      { ...head, endpoint: "http://other/v1" },
      /expected endpoint http:..other/,
    ],
    ["another bank", { ...head, bank: "cd" }, /bank ab; expected bank cd/],
    ["another grader", { ...head, grade: "exact" }, /grade numeric; expected grade exact/],
  ])("refuses to go on with %s", async (name, other, message) => {
    const path = join(folder, `${name}.jsonl`);
    await (await openAskLog(path, head, "2026-01-01")).add(answer);
    await expect(openAskLog(path, other, "x")).rejects.toThrow(message);
  });

  it.each([
    "hello",
    "[]",
    '{"model":"m"}',
    '{"benchmark":"b","item":"1","answer":"","score":2,"run":"x"}',
  ])("refuses a line that is none: %s", async (line) => {
    const path = join(folder, "foreign.jsonl");
    writeFileSync(path, `${line}\n`);
    await expect(readAskLog(path, head)).rejects.toThrow(
      /foreign.jsonl:1: a line that ask did not write/,
    );
    expect(readFileSync(path, "utf8")).toBe(`${line}\n`);
  });
});
