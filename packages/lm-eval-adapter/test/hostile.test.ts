import { join } from "node:path";
import { EipError } from "@eip-eval/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { DATE, items, keyedRecord, lines, results, write, writeRun } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);

describe("hostile names", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "../../etc/passwd"];

  it("are ordinary metrics, filters, tasks and models", async () => {
    for (const name of names) {
      const records = items(2).map((item) => {
        const { metrics: _, ...rest } = keyedRecord(item, name, { acc: 1 });
        return { ...rest, metrics: [name, "acc"], [name]: 0 };
      });
      await write(at("samples.json"), JSON.stringify({ [name]: records }));
      const { outcomes, error } = await readAll([folder.path], { name });
      expect(error).toBeUndefined();
      expect(outcomes).toMatchObject([
        { benchmark: name, filter: name, metric: "acc", score: 1 },
        { benchmark: name, filter: name, metric: "acc", score: 1 },
      ]);
      const asked = await readAll([folder.path], { name, metrics: { "*": name } });
      expect(asked.outcomes.map(({ score }) => score)).toEqual([0, 0]);
    }
    expect(({} as Record<string, unknown>)["acc"]).toBeUndefined();
  });

  it("in a results file reach no other file", async () => {
    await writeRun(at("a"), { model: "/../../etc/passwd", task: "t", scores: [1] });
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ model }) => model)).toEqual(["passwd"]);
  });
});

describe("hostile content", () => {
  const anything = fc.jsonValue({ maxDepth: 3 });
  const record = fc.record(
    {
      doc_id: fc.oneof(fc.nat(5), anything),
      doc: anything,
      target: anything,
      arguments: anything,
      resps: anything,
      filtered_resps: anything,
      filter: fc.oneof(fc.constant("none"), anything),
      metrics: fc.oneof(fc.constant(["acc"]), anything),
      doc_hash: fc.oneof(fc.constant("ab"), anything),
      prompt_hash: anything,
      scores_per_repeat: anything,
      acc: fc.oneof(fc.constantFrom(0, 1), anything),
      "4096": anything,
    },
    { requiredKeys: [] },
  );

  it("in records ends in outcomes or a known error, never in a crash", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 6 }), async (records) => {
        const front = keyedRecord(items(1)[0]!, "none", { acc: 1 });
        await write(at("m", `samples_t_${DATE}.jsonl`), lines([front, ...records]));
        const { outcomes, error } = await readAll([folder.path], { text: true });
        if (error) expect(EipError.isInstance(error) ? undefined : error).toBeUndefined();
        for (const { score } of outcomes) {
          expect(score === null || (score >= 0 && score <= 1)).toBe(true);
        }
      }),
      { seed: 20261129, numRuns: 60 },
    );
  });

  it("in results ends in outcomes or a known error, never in a crash", async () => {
    await writeRun(at("m"), { model: "m", task: "t", scores: [1, 0] });
    const whole = results({ model: "m", task: "t", totals: { "exact_match,none": 0.5 } });
    const mangled = fc.record({
      key: fc.constantFrom(...Object.keys(whole), "groups", "n-samples"),
      value: fc.oneof(anything, fc.dictionary(fc.constantFrom("t", "u"), anything)),
    });
    await fc.assert(
      fc.asyncProperty(mangled, async ({ key, value }) => {
        const text = JSON.stringify({ ...whole, [key]: value });
        await write(at("m", `results_${DATE}.json`), text);
        const { outcomes, error } = await readAll([folder.path]);
        if (error) expect(EipError.isInstance(error) ? undefined : error).toBeUndefined();
        else expect(outcomes).toHaveLength(2);
      }),
      { seed: 20261129, numRuns: 60 },
    );
  });

  it("that nests deeply, or is one endless line, costs only itself", async () => {
    const deep = `{"doc_id": 7, "doc": ${"[".repeat(5000)}${"]".repeat(5000)}, "acc": 1}`;
    const [first, last] = items(2).map((item) => keyedRecord(item, "none", { acc: 1 }));
    await write(
      at("m", `samples_t_${DATE}.jsonl`),
      `${JSON.stringify(first)}\n${deep}\n${JSON.stringify(last)}\n`,
    );
    const { outcomes, problems } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(problems).toMatchObject([{ code: "damaged", line: 2 }]);
  });

  it("of many thousand filters and metrics is read in good time", async () => {
    const records = Array.from({ length: 5000 }, (_, id) => ({
      ...keyedRecord({ id: 0, doc: {}, target: "" }, `filter ${id}`, { [`metric ${id % 50}`]: 1 }),
    }));
    await write(at("m", `samples_t_${DATE}.jsonl`), lines(records));
    const before = performance.now();
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "choose-metric" });
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
