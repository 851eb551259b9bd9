import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { eventMaker, matchRun, oldSpec, prompt, spec, write } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();

describe("texts", () => {
  it("are the last user message, the reference and the answer", async () => {
    await write(folder, "a.jsonl", matchRun([1]));
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes).toMatchObject([{ text: "q0", key: "a", answer: "a", score: 1 }]);
  });

  it("are those of the first call, not of the grader's", async () => {
    const event = eventMaker();
    const call = (question: string, sampled: unknown) => ({
      sample: 0,
      type: "sampling",
      data: { prompt: prompt(question, "be brief"), sampled },
    });
    const [first, second, third] = [
      event(call("2+2?", ["4"])),
      event(call("Is 4 right?", "Y")),
      event({ sample: 0, type: "metrics", data: { choice: "Y", score: 1 } }),
    ];
    await write(folder, "a.jsonl", [spec(), second, third, first]);
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes).toMatchObject([{ text: "2+2?", answer: "4" }]);
  });

  it("keep an answer without a character where whole answers are asked for", async () => {
    const event = eventMaker();
    const records = [
      event({ sample: 0, type: "sampling", data: { prompt: prompt("2+2?", "x"), sampled: [""] } }),
      event({ sample: 0, type: "match", data: { correct: false, expected: "4" } }),
    ];
    await write(folder, "a.jsonl", [spec(), ...records]);
    const { outcomes } = await readAll([folder.path], { text: "whole" });
    expect(outcomes).toMatchObject([{ text: "2+2?", key: "4", answer: "" }]);
    const usual = await readAll([folder.path], { text: true });
    expect(usual.outcomes[0]).not.toHaveProperty("answer");
  });

  it("are the parts of a message that are text, of a raw prompt, or of the data row", async () => {
    const event = eventMaker();
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
    const asked = [{ role: "user", content: [{ type: "text", text: "What is it?" }, image] }];
    await write(folder, "a.jsonl", [
      oldSpec(),
      event({ sample: 0, type: "sampling", data: { prompt: asked, sampled: ["a cat"] } }),
      event({ sample: 0, type: "match", data: { correct: true, expected: ["cat", "a cat"] } }),
      event({ sample: 1, type: "sampling", data: { prompt: { raw_prompt: "raw" }, sampled: "x" } }),
      event({ sample: 1, type: "match", data: { correct: true } }),
      event({ sample: 2, type: "raw_sample", data: { input: prompt("row"), ideal: "b" } }),
      event({ sample: 2, type: "match", data: { correct: false, sampled: "y" } }),
    ]);
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes.map(({ text, key, answer }) => [text, key, answer])).toEqual([
      ["What is it?", '["cat","a cat"]', "a cat"],
      ["raw", undefined, "x"],
      ["row", "b", "y"],
    ]);
  });

  it("come when the last record of their sample did, also over two files", async () => {
    const [head, report, ...events] = matchRun([1, 0]);
    const interleaved = [events[0], events[2], events[3], events[1]];
    await write(folder, "a.jsonl", [head, report, ...interleaved]);
    await write(folder, "b.jsonl", [head, ...interleaved.slice(0, 2)]);
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes.map(({ item, text }) => `${item} ${text}`).toSorted()).toEqual([
      "coins.dev.0 q0",
      "coins.dev.1 q1",
    ]);
  });
});
