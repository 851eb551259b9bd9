import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { EipError } from "@eip-eval/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { eventMaker, lines, matchRun, metricsRun, spec, write } from "./support/logs.ts";
import { byItem, graded, readAll } from "./support/read.ts";

const folder = freshFolder();

describe("files of others", () => {
  it.each([
    [
      "lm-evaluation-harness",
      { doc_id: 1, doc: {}, target: "a", resps: [["a"]], filtered_resps: ["a"], acc: 1 },
      "lm-eval-adapter",
    ],
    ["a table", { model: "a", item: "q", score: 1 }, "core"],
  ])("a log of %s names its program", async (_, record, program) => {
    await write(folder, "log.jsonl", [record, record]);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "other-harness" });
    expect(error!.try).toContain(`npx @eip-eval/${program}`);
  });

  it("binary, empty and prose are ignored with the reason", async () => {
    await write(folder, "log.jsonl", matchRun([1, 0]));
    await write(folder, "model.bin", randomBytes(5000));
    await write(folder, "empty.jsonl", "");
    await write(folder, "notes.md", "# About these runs\n");
    await write(folder, "samples.jsonl", [{ input: "q", ideal: "a" }]);
    const { outcomes, summary, problems } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(problems).toEqual([]);
    expect(summary).toMatchObject({ filesFound: 5, filesRead: 1 });
    expect(summary!.ignored).toHaveLength(4);
  });

  it("a pointer of Git LFS is told from its log", async () => {
    await write(folder, "log.jsonl", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
    expect((await readAll([folder.path])).error).toMatchObject({
      code: "lfs-pointer",
      try: "git lfs pull",
    });
  });

  it("nothing at all is an error that says what was expected", async () => {
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "no-outcomes" });
    expect((await readAll([join(folder.path, "none")])).error).toMatchObject({ code: "not-found" });
  });
});

describe("strange content", () => {
  it("10,000 outcomes of one sample", async () => {
    const event = eventMaker();
    const many = Array.from({ length: 10_000 }, (_, at) =>
      event({ sample: 0, type: "match", data: { correct: at === 9999 } }),
    );
    await write(folder, "log.jsonl", [spec(), ...many]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(byItem(outcomes)).toEqual({ "coins.dev.0": 1 });
    expect(summary!.notices[1]!.message).toContain("up to 10000; the last counts");
  });

  it("a line of 100 MB is left out and never held", async () => {
    const path = join(folder.path, "log.jsonl");
    const [head, report, ...events] = matchRun([1, 0]);
    const file = openSync(path, "w");
    writeSync(file, lines([head, report]));
    writeSync(
      file,
      '{"run_id": "r", "event_id": 0, "sample_id": "x", "type": "sampling", "data": "',
    );
    const block = Buffer.alloc(2 ** 20, "A");
    for (let written = 0; written < 100; written += 1) writeSync(file, block);
    writeSync(file, `"}\n${lines(events)}`);
    closeSync(file);
    const { outcomes, problems } = await readAll([path]);
    expect(graded(outcomes)).toEqual([1, 0]);
    expect(problems).toMatchObject([{ severity: "skipped", code: "too-large", line: 3 }]);
  }, 30_000);

  it("ids and keys that every object inherits", async () => {
    const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
    const event = eventMaker("constructor", "__proto__");
    await write(folder, "log.jsonl", [
      spec({ runId: "constructor", benchmark: "__proto__" }),
      ...names.map((sample) =>
        event({ sample, type: "metrics", data: JSON.parse('{"__proto__": {"valueOf": 0.5}}') }),
      ),
    ]);
    const asked = { metrics: { "*": "__proto__.valueOf" } };
    const { outcomes } = await readAll([folder.path], asked);
    expect(outcomes.map(({ item }) => item).toSorted()).toEqual(
      names.map((name) => `__proto__.${name}`).toSorted(),
    );
    expect(graded(outcomes)).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect((await readAll([folder.path])).error).toMatchObject({ code: "not-an-item-score" });
  });

  it("thousands of keys are bounded", async () => {
    const wide = (from: number): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${from + at}`, 0.5]));
    const metrics = Array.from({ length: 40 }, (_, at) => wide(500 * at));
    await write(folder, "log.jsonl", metricsRun(metrics));
    const { error } = await readAll([folder.path]);
    expect(error!.message.length).toBeLessThan(2000);
    expect(error!.message).toContain("and 988 more");
  });

  it("values of the wrong kind everywhere", async () => {
    const odd = [null, 0, "x", [], {}, true, [[]], { a: [{}] }];
    const records = odd.flatMap((value) => [
      { spec: value },
      { spec: { completion_fns: value, eval_name: value, run_config: value, run_id: value } },
      { run_id: value, event_id: value, sample_id: value, type: value, data: value },
      {
        run_id: "r",
        event_id: 1,
        sample_id: "s",
        type: "sampling",
        data: { prompt: value, sampled: value },
      },
      { run_id: "r", event_id: 2, sample_id: "s", type: "match", data: value },
      { final_report: value, run_id: value },
      {
        run_id: "h",
        data_source_idx: value,
        item: value,
        sample: value,
        grades: value,
        passes: value,
      },
      { object: "list", data: value },
      { body: value, path: value },
    ]);
    await write(folder, "log.jsonl", [...matchRun([1, 0]), ...records]);
    for (const text of [false, true]) {
      const { outcomes, error } = await readAll([folder.path], { text });
      expect(error).toBeUndefined();
      expect(outcomes.filter(({ model }) => model === "kestrel-8b")).toHaveLength(2);
    }
  });

  it("any JSON lines end in outcomes or in an error of ours", async () => {
    const keys = fc.constantFrom(
      "run_id",
      "event_id",
      "sample_id",
      "type",
      "data",
      "spec",
      "grades",
    );
    const record = fc.dictionary(
      keys,
      fc.oneof(fc.jsonValue(), fc.constantFrom("match", "metrics")),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 12 }), async (records) => {
        await write(folder, "log.jsonl", [spec(), ...records]);
        const { outcomes, error } = await readAll([folder.path], { text: true });
        if (error) expect(EipError.isInstance(error)).toBe(true);
        for (const { score } of outcomes)
          expect(score === null || (score >= 0 && score <= 1)).toBe(true);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it("a log cut anywhere", async () => {
    const whole = lines(matchRun([1, 0, 1]));
    for (let end = 1; end < whole.length; end += 37) {
      await write(folder, "log.jsonl", whole.slice(0, end));
      const { error } = await readAll([folder.path]);
      if (error) expect(EipError.isInstance(error)).toBe(true);
    }
  });
});

describe("secrets", () => {
  const SECRET = "sk-1234567890-do-not-show";

  it("in command, spec and arguments are never echoed, whatever goes wrong", async () => {
    const args = { samples_jsonl: `/home/somebody/${SECRET}.jsonl`, api_key: SECRET };
    const command = `OPENAI_API_KEY=${SECRET} oaieval a b --completion_args api_key=${SECRET}`;
    const secretive = { args, command };
    await write(folder, "a.jsonl", matchRun([1, 0], secretive));
    await write(folder, "b.jsonl", matchRun([0, 0], { runId: "b", command }));
    await write(
      folder,
      "c.jsonl",
      metricsRun([{ odd: SECRET }], { ...secretive, runId: "c", benchmark: "odd.dev.v0" }),
    );
    await write(folder, "d.jsonl", [spec({ ...secretive, runId: "d", model: "wren-1b" })]);
    await write(
      folder,
      "e.jsonl",
      `${lines([spec({ ...secretive, runId: "e" })]).slice(0, -30)}\n`,
    );
    const all = await readAll([folder.path]);
    expect(all.outcomes.length).toBeGreaterThan(0);
    expect(JSON.stringify(all)).not.toContain(SECRET);
    const alone = await readAll([join(folder.path, "c.jsonl")]);
    expect(alone.error!.message).toContain("metrics.odd (text)");
    expect(`${alone.error!.message}${alone.error!.try}`).not.toContain(SECRET);
  });

  it("texts come only when they are asked for", async () => {
    await write(folder, "a.jsonl", matchRun([1, 0], { question: () => "a private question" }));
    const plain = await readAll([folder.path]);
    expect(JSON.stringify(plain)).not.toContain("private");
    const texts = await readAll([folder.path], { text: true });
    expect(JSON.stringify(texts)).toContain("private");
  });
});
