import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APICallError,
  generateText,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { collect } from "../../src/matrix/collect.ts";
import { scoreAt } from "../../src/matrix/response-matrix.ts";
import { stores } from "../../src/io/store-reader.ts";
import { graderNamed } from "../../src/llm/grade-answer.ts";
import { openStore } from "../../src/io/store.ts";
import { recordOutcomes, type RecorderOptions } from "../../src/llm/record.ts";

const folder = mkdtempSync(join(tmpdir(), "record-"));
afterAll(() => rmSync(folder, { recursive: true }));

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const stop = { unified: "stop" as const, raw: "stop" };
const said = (text: string) => ({
  content: [{ type: "text" as const, text }],
  finishReason: stop,
  usage,
  warnings: [],
});

type Generate = () => Promise<ReturnType<typeof said>>;

function recorded(generate: Generate, options: Partial<RecorderOptions> = {}) {
  const recorder = recordOutcomes({
    benchmark: "faq",
    run: "2026-01-01",
    grade: ({ answer, key }) => Number(answer === key),
    ...options,
  });
  const model = wrapLanguageModel({
    model: new MockLanguageModelV3({ modelId: "m1", doGenerate: generate }),
    middleware: recorder.middleware,
  });
  return { recorder, model };
}

const as = (item: string, key?: string) => ({ eip: key === undefined ? { item } : { item, key } });

describe("recordOutcomes", () => {
  it("records what generateText gets, graded", async () => {
    const { recorder, model } = recorded(async () => said("42"));
    const { text } = await generateText({
      model,
      prompt: "6 * 7?",
      providerOptions: as("q1", "42"),
    });
    await generateText({ model, prompt: "6 * 8?", providerOptions: as("q2", "48") });
    expect(text).toBe("42");
    expect(await recorder.outcomes()).toMatchObject([
      { model: "m1", benchmark: "faq", item: "q1", score: 1, trial: 0, metric: "recorded" },
      { item: "q2", score: 0, run: "2026-01-01" },
    ]);
  });

  it("keeps texts only when asked to", async () => {
    const run = async (text?: boolean) => {
      const { recorder, model } = recorded(async () => said("42"), { text });
      await generateText({
        model,
        system: "Be brief.",
        prompt: "6 * 7?",
        providerOptions: as("q", "42"),
      });
      return (await recorder.outcomes())[0]!;
    };
    expect(JSON.stringify(await run())).not.toContain("6 * 7?");
    expect(await run(true)).toMatchObject({
      text: "system: Be brief.\n\nuser: 6 * 7?",
      key: "42",
      answer: "42",
    });
  });

  it("names an item after its prompt where a call does not, and counts trials", async () => {
    const { recorder, model } = recorded(async () => said("42"));
    await generateText({ model, prompt: "6 * 7?" });
    await generateText({ model, prompt: "6 * 7?" });
    await generateText({ model, prompt: "6 * 8?" });
    const [first, second, third] = await recorder.outcomes();
    expect([first!.trial, second!.trial, third!.trial]).toEqual([0, 1, 0]);
    expect(second!.item).toBe(first!.item);
    expect(third!.item).not.toBe(first!.item);
    expect(first!.contentHash!.startsWith(first!.item)).toBe(true);
  });

  it("records a stream when it ends, and passes it on unchanged", async () => {
    const recorder = recordOutcomes({
      benchmark: "faq",
      grade: ({ answer }) => Number(answer === "42"),
    });
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({
        doStream: async () => ({
          stream: simulateReadableStream({
            chunks: [
              { type: "text-start", id: "1" },
              { type: "text-delta", id: "1", delta: "4" },
              { type: "text-delta", id: "1", delta: "2" },
              { type: "text-end", id: "1" },
              { type: "finish", finishReason: stop, usage },
            ],
          }),
        }),
      }),
      middleware: recorder.middleware,
    });
    const { textStream } = streamText({ model, prompt: "6 * 7?", providerOptions: as("q1") });
    const parts: string[] = [];
    for await (const part of textStream) parts.push(part);
    expect(parts).toEqual(["4", "2"]);
    expect(await recorder.outcomes()).toMatchObject([{ item: "q1", score: 1 }]);
  });

  it("takes a stream that breaks off as asked and not graded", async () => {
    const recorder = recordOutcomes({ benchmark: "faq", grade: () => 1 });
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({
        doStream: async () => ({
          stream: simulateReadableStream({
            chunks: [
              { type: "text-start", id: "1" },
              { type: "text-delta", id: "1", delta: "4" },
            ],
          }),
        }),
      }),
      middleware: recorder.middleware,
    });
    const { textStream } = streamText({
      model,
      prompt: "?",
      providerOptions: as("q1"),
      onError: () => undefined,
    });
    for await (const _ of textStream) continue;
    expect(await recorder.outcomes()).toMatchObject([{ item: "q1", score: null }]);
  });

  it("takes tool calls as no answer yet", async () => {
    let calls = 0;
    const { recorder, model } = recorded(async () => {
      calls += 1;
      if (calls > 1) return said("42");
      return {
        ...said(""),
        content: [
          { type: "tool-call", toolCallId: "1", toolName: "times", input: "{}" },
        ] as unknown as ReturnType<typeof said>["content"],
        finishReason: { unified: "tool-calls", raw: "tool_calls" } as unknown as typeof stop,
      };
    });
    const times = tool({ inputSchema: z.object({}), execute: () => "42" });
    await generateText({
      model,
      prompt: "6 * 7?",
      tools: { times },
      stopWhen: stepCountIs(3),
      providerOptions: as("q1", "42"),
    });
    expect(calls).toBe(2);
    expect(await recorder.outcomes()).toMatchObject([{ item: "q1", score: 1, trial: 0 }]);
  });

  it("leaves the application alone when the grader throws, and gives the error to whoever asks", async () => {
    const { recorder, model } = recorded(async () => said("42"), {
      grade: () => {
        throw new Error("no such key");
      },
    });
    const { text } = await generateText({ model, prompt: "?", providerOptions: as("q1") });
    expect(text).toBe("42");
    await expect(recorder.outcomes()).rejects.toThrow("no such key");
  });

  it("keeps the other outcomes in the store when one cannot be graded, and then says so", async () => {
    const pool = join(folder, "partly");
    const { recorder, model } = recorded(async () => said("42"), {
      grade: ({ item }) => {
        if (item === "q2") throw new Error("no such key");
        return 1;
      },
    });
    for (const item of ["q1", "q2", "q3"]) {
      await generateText({ model, prompt: item, providerOptions: as(item) });
    }
    await expect(recorder.save(pool)).rejects.toThrow("no such key");
    expect((await collect(stores.read([pool]))).items).toEqual(["q1", "q3"]);
  });

  it("takes a ready-made grader", async () => {
    const { recorder, model } = recorded(async () => said("It is 42."), {
      grade: graderNamed("numeric"),
    });
    await generateText({ model, prompt: "6 * 7?", providerOptions: as("q1", "42") });
    expect(await recorder.outcomes()).toMatchObject([{ item: "q1", score: 1 }]);
  });

  it("keeps apart recordings of the same moment", async () => {
    const pool = join(folder, "twins");
    for (const item of ["q1", "q2"]) {
      const { recorder, model } = recorded(async () => said("42"));
      await generateText({ model, prompt: item, providerOptions: as(item, "42") });
      await recorder.save(pool);
    }
    expect(await (await openStore(pool)).list()).toHaveLength(2);
  });

  it("lets through prompts that are no JSON, and names pictures by their hash", async () => {
    const { recorder, model } = recorded(async () => said("a cat"));
    const image = new Uint8Array(1_000_000).fill(7);
    const content = [
      { type: "text" as const, text: "What is it?" },
      { type: "image" as const, image },
    ];
    const ask = () => generateText({ model, messages: [{ role: "user", content }] });
    await ask();
    await ask();
    const [first, second] = await recorder.outcomes();
    expect([second!.item, second!.trial]).toEqual([first!.item, 1]);

    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const doGenerate = async () => said("still here");
    const result = await recorder.middleware.wrapGenerate!({
      doGenerate,
      doStream: () => Promise.reject(new Error("unused")),
      params: { prompt: [{ role: "user", content: [cycle as never] }] },
      model: new MockLanguageModelV3(),
    });
    expect(result.content).toEqual([{ type: "text", text: "still here" }]);
    await expect(recorder.outcomes()).rejects.toThrow(/circular/);
  });

  it("records a stream whose reader leaves when the model is done, and not one left before", async () => {
    const recorder = recordOutcomes({ benchmark: "faq", grade: () => 1 });
    type Part =
      | { type: "text-delta"; id: string; delta: string }
      | { type: "finish"; finishReason: typeof stop; usage: typeof usage };
    let stream = (): ReadableStream<Part> =>
      simulateReadableStream<Part>({
        chunks: [
          { type: "text-delta", id: "1", delta: "42" },
          { type: "finish", finishReason: stop, usage },
        ],
      });
    const left = async (item: string, parts: number) => {
      const result = await recorder.middleware.wrapStream!({
        doStream: async () => ({ stream: stream() }),
        doGenerate: () => Promise.reject(new Error("unused")),
        params: { prompt: [], providerOptions: as(item) },
        model: new MockLanguageModelV3(),
      });
      const reader = result.stream.getReader();
      for (let part = 0; part < parts; part += 1) await reader.read();
      await reader.cancel();
    };
    await left("read to the end", 2);
    stream = () =>
      new ReadableStream({
        start: (controller) => controller.enqueue({ type: "text-delta", id: "1", delta: "4" }),
      });
    await left("left before", 1);
    expect(await recorder.outcomes()).toMatchObject([{ item: "read to the end", score: 1 }]);
  });

  it("counts calls of one item by themselves: answered and failed at the same time", async () => {
    let calls = 0;
    const { recorder, model } = recorded(async () => {
      calls += 1;
      if (calls % 2 === 0) throw Object.assign(new Error("busy"), { isRetryable: false });
      return said("42");
    });
    const ask = () =>
      generateText({ model, prompt: "?", providerOptions: as("q1", "42"), maxRetries: 0 });
    await Promise.allSettled([ask(), ask(), ask(), ask()]);
    const outcomes = await recorder.outcomes();
    expect(outcomes.map(({ score, trial }) => [score, trial])).toEqual([
      [1, 0],
      [1, 1],
      [null, 2],
      [null, 3],
    ]);
  });

  it("counts a call once that the package sends again", async () => {
    let calls = 0;
    const { recorder, model } = recorded(async () => {
      calls += 1;
      if (calls === 1) {
        throw new APICallError({
          message: "busy",
          url: "http://localhost",
          requestBodyValues: {},
          statusCode: 503,
          isRetryable: true,
          responseHeaders: { "retry-after-ms": "1" },
        });
      }
      return said("42");
    });
    await generateText({ model, prompt: "?", providerOptions: as("q1", "42"), maxRetries: 1 });
    expect(calls).toBe(2);
    expect(await recorder.outcomes()).toMatchObject([{ item: "q1", score: 1, trial: 0 }]);
    expect(await recorder.outcomes()).toHaveLength(1);
  });

  it("refuses a grade off the scale", async () => {
    const { recorder, model } = recorded(async () => said("42"), { grade: () => 1.5 });
    await generateText({ model, prompt: "?", providerOptions: as("q1") });
    await expect(recorder.outcomes()).rejects.toThrow(
      /faq:q1: grade 1.5; expected a number from 0/,
    );
  });

  it("puts outcomes into a store that every command reads; saved again, they take their own place", async () => {
    const pool = join(folder, "pool");
    const { recorder, model } = recorded(async () => said("42"));
    await generateText({ model, prompt: "a", providerOptions: as("q1", "42") });
    expect(await recorder.save(pool)).toBe(1);
    await generateText({ model, prompt: "b", providerOptions: as("q2", "41") });
    await recorder.save(pool);
    const matrix = await collect(stores.read([pool]));
    expect([matrix.models, matrix.items]).toEqual([["m1"], ["q1", "q2"]]);
    expect([scoreAt(matrix, 0, 0), scoreAt(matrix, 0, 1)]).toEqual([1, 0]);
  });
});
