import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import {
  eventMaker,
  finalReport,
  lines,
  matchRun,
  oldSpec,
  prompt,
  spec,
  without,
  write,
} from "./support/logs.ts";
import { byItem, codes, graded, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const SCORES = [1, 0, 1, 1];
const WANTED = { "coins.dev.0": 1, "coins.dev.1": 0, "coins.dev.2": 1, "coins.dev.3": 1 };

async function expectWanted(options: Parameters<typeof readAll>[1] = {}): Promise<void> {
  const { outcomes, problems, error, summary } = await readAll([folder.path], options);
  expect(error).toBeUndefined();
  expect(problems).toEqual([]);
  expect(byItem(outcomes)).toEqual(WANTED);
  expect(outcomes[0]).toMatchObject({ model: "kestrel-8b", benchmark: "coins.dev.v0" });
  expect(summary!.benchmarks[0]!.means).toMatchObject([{ mean: 0.75 }]);
}

describe("layouts", () => {
  it("since April 2023: completion_fns", async () => {
    await write(folder, "log.jsonl", matchRun(SCORES));
    await expectWanted();
  });

  it("of March 2023: model_name, raw samples, sampling events with a verdict of their own", async () => {
    const event = eventMaker();
    await write(folder, "log.jsonl", [
      oldSpec(),
      ...SCORES.flatMap((score, at) => [
        event({ sample: at, type: "raw_sample", data: { input: prompt(`q${at}`), ideal: "a" } }),
        event({
          sample: at,
          type: "sampling",
          data: { prompt: prompt(`q${at}`), match: score === 0 },
        }),
        event({ sample: at, type: "match", data: { correct: score === 1 } }),
      ]),
      finalReport({ accuracy: 0.75 }, null),
    ]);
    await expectWanted();
  });

  it("a log in a folder of a folder, named .log, or packed", async () => {
    await write(folder, "evallogs/2401_langchain/llm/mpt-7b_test.log", matchRun(SCORES));
    await expectWanted();
    await write(folder, "evallogs/2401_langchain/llm/mpt-7b_test.log", "");
    await write(folder, "packed.jsonl.gz", gzipSync(lines(matchRun(SCORES))));
    await expectWanted();
  });

  it.each(["first", "in the middle", "last"])("a final report that comes %s", async (place) => {
    const [head, report, ...events] = matchRun(SCORES);
    const at = { first: 0, "in the middle": 3, last: events.length }[place]!;
    await write(folder, "log.jsonl", [head, ...events.toSpliced(at, 0, report!)]);
    await expectWanted();
    expect(codes((await readAll([folder.path])).summary)).not.toContain("partial-run");
  });

  it("no final report: the run is partial", async () => {
    const [, , ...events] = matchRun(SCORES);
    await write(folder, "log.jsonl", [spec({ maxSamples: 9 }), ...events]);
    await expectWanted();
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "partial-run")).toContain("kestrel-8b (no final report, 4 of 9 items)");
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null, agrees: null }]);
  });

  it("events in any order", async () => {
    const [head, report, ...events] = matchRun(SCORES);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(events, { minLength: events.length }), async (order) => {
        await write(folder, "log.jsonl", [head, ...order, report]);
        await expectWanted();
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  it("events without numbers count in the order of the file", async () => {
    const records = without("event_id", matchRun(SCORES));
    await write(folder, "log.jsonl", records);
    await expectWanted();
  });

  it("several runs in one file, each with its own report", async () => {
    const other = matchRun([0, 0, 0, 1], { model: "wren-1b", runId: "240105093000BBBBBBBB" });
    await write(folder, "all.jsonl", [...matchRun(SCORES), ...other]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(byItem(outcomes.filter(({ model }) => model === "kestrel-8b"))).toEqual(WANTED);
    expect(summary!.benchmarks[0]!.means).toMatchObject([
      { model: "kestrel-8b", agrees: true },
      { model: "wren-1b", mean: 0.25, agrees: true },
    ]);
  });

  it("reports without a run id belong to the nearest spec above", async () => {
    const other = matchRun([0, 0, 0, 1], { model: "wren-1b", runId: "240105093000BBBBBBBB" });
    await write(folder, "all.jsonl", without("run_id", [...matchRun(SCORES), ...other]));
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks[0]!.means).toMatchObject([
      { model: "kestrel-8b", agrees: true },
      { model: "wren-1b", agrees: true },
    ]);
  });

  it("the same run in two files counts once", async () => {
    await write(folder, "a.jsonl", matchRun(SCORES));
    await write(folder, "b/copy.jsonl", matchRun(SCORES));
    await expectWanted();
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(4);
    expect(codes(summary)).toEqual([]);
  });

  it("a run whose events are in two files is one run", async () => {
    const [head, report, ...events] = matchRun(SCORES);
    await write(folder, "a.jsonl", [head, ...events.slice(0, 3)]);
    await write(folder, "b.jsonl", [...events.slice(3), report]);
    await expectWanted();
  });

  it("two different specs under one id are two runs", async () => {
    await write(folder, "a.jsonl", matchRun(SCORES));
    await write(folder, "b.jsonl", matchRun([0, 0, 0, 0], { model: "wren-1b" }));
    const { outcomes } = await readAll([folder.path]);
    expect(byItem(outcomes.filter(({ model }) => model === "kestrel-8b"))).toEqual(WANTED);
    expect(graded(outcomes.filter(({ model }) => model === "wren-1b"))).toEqual([0, 0, 0, 0]);
  });

  it("two outcomes under one number that differ are a problem", async () => {
    await write(folder, "a.jsonl", matchRun(SCORES));
    const changed = lines(matchRun(SCORES)).replace('"correct":false', '"correct":true');
    await write(folder, "b.jsonl", changed);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "conflicting-outcomes" });
    expect(error!.message).toMatch(/b\.jsonl:6: run .* sample coins\.dev\.1 .*a\.jsonl:6/);
  });
});

describe("runs without samples", () => {
  it("a spec line alone is counted and left out", async () => {
    await write(folder, "log.jsonl", matchRun(SCORES));
    await write(folder, "bad-key-1.jsonl", [spec({ runId: "a", model: "wren-1b" })]);
    await write(folder, "bad-key-2.jsonl", [spec({ runId: "b", model: "wren-3b" })]);
    await expectWanted();
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "partial-run")).toBe(
      "2 runs without a single sample left out: wren-1b, wren-3b.",
    );
    expect(summary!.runs.filter(({ used }) => !used)).toHaveLength(2);
  });

  it("nothing but spec lines is an error that says so", async () => {
    await write(folder, "a.jsonl", [spec()]);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "no-outcomes" });
    expect(error!.message).toContain("1 run that stopped before the first sample");
  });

  it("no outcome is made from a final report", async () => {
    await write(folder, "a.log", [spec(), finalReport({ accuracy: 1 })]);
    expect((await readAll([folder.path])).error).toMatchObject({ code: "no-item-logs" });
  });

  it("events of a second process without a spec are reported", async () => {
    const stray = matchRun([0, 0], { runId: "240105093000BBBBBBBB" }).slice(2);
    await write(folder, "log.jsonl", [...matchRun(SCORES), ...stray]);
    const { outcomes, problems } = await readAll([folder.path]);
    expect(byItem(outcomes)).toEqual(WANTED);
    expect(problems).toMatchObject([{ code: "name-the-model", severity: "skipped" }]);
    expect(problems[0]!.message).toContain("240105093000BBBBBBBB");
  });

  it("the user may name the model that nothing else names", async () => {
    await write(folder, "events.jsonl", matchRun(SCORES).slice(2));
    const { outcomes } = await readAll([folder.path], { name: "mine" });
    expect(outcomes[0]).toMatchObject({ model: "mine", benchmark: "coins.dev" });
    expect(byItem(outcomes)).toEqual(WANTED);
  });
});

describe("bytes", () => {
  const text = lines(matchRun(SCORES, { question: (at) => `Grüße ${at}\u2028weiter` }));

  it.each([
    ["a byte order mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 of PowerShell", Buffer.from(`\uFEFF${text}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(text, "utf16le")],
    ["UTF-16, the other way round", Buffer.from(`\uFEFF${text}`, "utf16le").swap16()],
    ["carriage returns", Buffer.from(text.replaceAll("\n", "\r\n"))],
    ["no line break at the end", Buffer.from(text.trimEnd())],
    ["bytes that are no UTF-8", Buffer.from(text.replaceAll("Grüße", "Gr\u00fc\u00df"), "latin1")],
  ])("%s", async (_, bytes) => {
    await write(folder, "log.jsonl", bytes);
    await expectWanted();
  });

  it("U+2028 in an answer ends no line", async () => {
    await write(folder, "log.jsonl", text);
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes[0]!.text).toBe("Grüße 0\u2028weiter");
  });

  it("bare NaN and Infinity mid-file; the text NaN stays", async () => {
    const event = eventMaker();
    const sampling = event({
      sample: 0,
      type: "sampling",
      data: { prompt: "NaN", sampled: "Infinity" },
    });
    const records = [
      spec(),
      finalReport({ accuracy: 1, boostrap_std: "@NaN" }),
      sampling,
      event({ sample: 0, type: "metrics", data: { score: 1, other: "@-Infinity" } }),
      event({ sample: 1, type: "metrics", data: { score: "@NaN" } }),
    ];
    const written = lines(records).replaceAll(/"@(-?\w+)"/g, "$1");
    expect(written).toContain('"score":NaN');
    await write(folder, "log.jsonl", written);
    const { outcomes, problems } = await readAll([folder.path], { text: true });
    expect(problems).toEqual([]);
    expect(byItem(outcomes)).toEqual({ "coins.dev.0": 1, "coins.dev.1": null });
    expect(outcomes[0]).toMatchObject({ text: "NaN", answer: "Infinity" });
  });

  it("a last line that was cut is left out and said; the rest counts", async () => {
    const cut = lines(matchRun([...SCORES, 1])).slice(0, -40);
    await write(folder, "log.jsonl", cut);
    const { outcomes, problems } = await readAll([folder.path]);
    expect(byItem(outcomes)).toEqual({ ...WANTED, "coins.dev.4": null });
    expect(problems).toMatchObject([{ severity: "skipped", code: "damaged", line: 12 }]);
  });

  it("a broken line inside costs nothing but itself", async () => {
    const whole = lines(matchRun(SCORES)).split("\n");
    whole.splice(4, 0, '{"run_id": "x", "type": "mat');
    await write(folder, "log.jsonl", whole.join("\n"));
    const { outcomes, problems } = await readAll([folder.path]);
    expect(byItem(outcomes)).toEqual(WANTED);
    expect(problems).toMatchObject([{ code: "damaged", line: 5 }]);
  });

  it("a log without its first lines is known by the second", async () => {
    const whole = lines(matchRun(SCORES)).slice(40);
    await write(folder, "log.jsonl", whole);
    const { outcomes, problems } = await readAll([folder.path], { name: "mine" });
    expect(byItem(outcomes)).toEqual(WANTED);
    expect(problems).toMatchObject([{ code: "damaged", line: 1 }]);
  });
});

describe("what is not read", () => {
  it("events of unknown types are counted", async () => {
    const event = eventMaker("240105093000ABCDEFGH");
    await write(folder, "log.jsonl", [
      ...matchRun(SCORES),
      event({ sample: 0, type: "tool_use", data: { correct: false } }),
      event({ sample: 1, type: "tool_use", data: {} }),
      event({ sample: 1, type: "function_call", data: {} }),
    ]);
    await expectWanted();
    const { summary } = await readAll([folder.path]);
    expect(summary!.ignored).toMatchObject([{ reason: "2 events of unknown types: tool_use" }]);
  });

  it("benchmarks that nobody wants cause no problem", async () => {
    await write(folder, "log.jsonl", matchRun(SCORES));
    await write(folder, "bad.jsonl", [
      spec({ benchmark: "odd.dev.v0", runId: "odd" }),
      eventMaker("odd")({ sample: 0, type: "metrics", data: { score: 7 } }),
    ]);
    await expectWanted({ wants: (benchmark) => benchmark === "coins.dev.v0" });
    const { error } = await readAll([folder.path], { wants: () => false });
    expect(error).toMatchObject({ code: "no-outcomes" });
  });
});
