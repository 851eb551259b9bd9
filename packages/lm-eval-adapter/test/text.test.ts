import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textsOf } from "../src/text.ts";
import { freshFolder } from "./support/folder.ts";
import { items, keyedRecord, lines, write } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();

describe("texts", () => {
  it("come only when they are asked for, with the same outcomes in the same order", async () => {
    const records = items(3).flatMap((item) =>
      ["strict", "loose"].map((filter) => keyedRecord(item, filter, { acc: item.id % 2 })),
    );
    await write(
      join(folder.path, "kestrel", "samples_t.json"),
      JSON.stringify({ t: records, u: records.slice(0, 2) }),
    );
    await write(join(folder.path, "heron", "samples_t.jsonl"), `{"broken\n${lines(records)}`);
    const without = await readAll([folder.path]);
    const { outcomes, problems } = await readAll([folder.path], { text: true });
    expect(without.outcomes.every((outcome) => !("text" in outcome))).toBe(true);
    expect(outcomes).toEqual(
      without.outcomes.map((outcome, at) => {
        const { text, key, answer } = outcomes[at]!;
        return { ...outcome, text, key, answer };
      }),
    );
    expect(outcomes[1]).toMatchObject({
      text: "How many paddles do 1 canoes need?",
      key: "2",
      answer: "2",
    });
    // Damage is reported once, not once for each pass.
    expect(problems).toHaveLength(1);
  });
});

describe("textsOf", () => {
  const choices = (target: unknown, continuations: readonly string[]): Record<string, unknown> => ({
    doc: { question: "Which?" },
    target,
    arguments: Object.fromEntries(
      continuations.map((arg_1, at) => [`gen_args_${at}`, { arg_0: "Which?", arg_1 }]),
    ),
    filtered_resps: continuations.map((_, at) => [at === 1 ? "-0.5" : "-3.5", "False"]),
  });

  it("gives the likeliest option in the form of the reference: index or text", () => {
    expect(textsOf(choices("1", [" red", " blue"]))).toMatchObject({ key: "1", answer: "1" });
    expect(textsOf(choices(0, [" red", " blue"]))).toMatchObject({ key: "0", answer: "1" });
    expect(textsOf(choices("red", [" red", " blue"]))).toMatchObject({
      key: "red",
      answer: "blue",
    });
  });

  it("gives no answer where options are told apart by their contexts", () => {
    const { answer } = textsOf(choices("was big", [" was big", " was big"]));
    expect(answer).toBeUndefined();
  });

  it("gives no answer where there is one log-likelihood only", () => {
    expect(textsOf(choices("red", [" red"])).answer).toBeUndefined();
  });

  it("gives what the filter took out, or the whole response where that is asked for", () => {
    const record = {
      doc: { question: "1 + 1?" },
      target: "2",
      resps: [["It is 2, I think."]],
      filtered_resps: ["[invalid]"],
    };
    expect(textsOf(record).answer).toBe("[invalid]");
    expect(textsOf(record, { isWhole: true }).answer).toBe("It is 2, I think.");
    expect(textsOf(choices(0, ["red", "blue"]), { isWhole: true }).answer).toBe("1");
    // Of several responses that differ none is the one that was graded.
    const voted = { ...record, resps: [["It is 2", "It is 3", "It is 2"]] };
    expect(textsOf(voted, { isWhole: true }).answer).toBeUndefined();
    expect(textsOf({ ...record, resps: [["2", "2"]] }, { isWhole: true }).answer).toBe("2");
    const silent = { doc: { question: "?" }, resps: [[" "]], filtered_resps: ["[invalid]"] };
    expect(textsOf(silent, { isWhole: true }).answer).toBe("");
  });

  it("reads the oldest forms", () => {
    expect(
      textsOf({
        doc_id: 0,
        prompt_0: "Q: 1?\nA: 1\n\nQ: 2?\nA:",
        logit_0: -2,
        logit_1: -1,
        truth: "0",
      }),
    ).toEqual({ text: "Q: 2?\nA:", key: "0", answer: "1" });
    expect(textsOf({ prompt_0: "Q", logit_0: "  Paris ", truth: "" })).toEqual({
      text: "Q",
      key: undefined,
      answer: "Paris",
    });
    expect(textsOf({ doc: "a whole page", target: "", resps: [["x"]] })).toEqual({
      text: "a whole page",
      key: undefined,
      answer: "x",
    });
    expect(textsOf({ doc: {}, arguments: ["one\n\ntwo", {}], resps: [["x"]] }).text).toBe("two");
  });

  it("makes something of anything", () => {
    for (const value of [null, 1, "x", [], {}, { doc: 1, target: {}, filtered_resps: {} }]) {
      expect(() => textsOf(value)).not.toThrow();
    }
  });
});
