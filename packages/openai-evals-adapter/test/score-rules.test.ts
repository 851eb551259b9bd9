import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import {
  eventMaker,
  finalReport,
  lines,
  matchRun,
  metricsRun,
  prompt,
  spec,
  write,
} from "./support/logs.ts";
import { byItem, codes, graded, mean, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const GRADED = "modelgraded.classify:ModelBasedClassify";

type Metrics = Parameters<typeof metricsRun>[0];
type Parts = Parameters<typeof metricsRun>[1];

async function readMetrics(
  metrics: Metrics,
  { options, ...parts }: Parts & { options?: Parameters<typeof readAll>[1] } = {},
): ReturnType<typeof readAll> {
  await write(folder, "log.jsonl", metricsRun(metrics, parts));
  return readAll([folder.path], options);
}

const ask = (metric: string): Parameters<typeof readAll>[1] => ({ metrics: { "*": metric } });
const labels = (worths: Record<string, number>): Parameters<typeof readAll>[1] => ({
  scales: { "*": { labels: worths } },
});

describe("rules in their order", () => {
  it("1: match.correct before everything else", async () => {
    const event = eventMaker();
    await write(folder, "log.jsonl", [
      spec({ cls: "basic.fuzzy_match:FuzzyMatch" }),
      event({ sample: 0, type: "match", data: { correct: true, expected: "a", picked: ["a"] } }),
      event({ sample: 0, type: "metrics", data: { accuracy: 1, f1_score: 0.4 } }),
      event({ sample: 1, type: "match", data: { correct: false } }),
      event({ sample: 1, type: "metrics", data: { accuracy: 0, f1_score: 0 } }),
      finalReport({ accuracy: 0.5, f1_score: 0.2 }),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([1, 0]);
    expect(summary!.benchmarks).toMatchObject([
      {
        metric: "match.correct",
        filter: "none",
        alternatives: ["metrics.accuracy", "metrics.f1_score"],
      },
    ]);
    const f1 = await readAll([folder.path], ask("f1_score"));
    expect(graded(f1.outcomes)).toEqual([0.4, 0]);
    expect(f1.summary!.benchmarks[0]).toMatchObject({
      metric: "metrics.f1_score",
      means: [{ harnessMean: 0.2, agrees: true }],
    });
  });

  it("2: metrics.score from 0 to 1; null is ungraded", async () => {
    const { outcomes } = await readMetrics([
      { choice: "B", score: 0.5 },
      { choice: "C", score: null },
    ]);
    expect(outcomes.map(({ score }) => score)).toEqual([0.5, null]);
  });

  it("3: f1_score where there is no match event", async () => {
    const { outcomes } = await readMetrics([{ f1_score: 0.25 }, { f1_score: 1 }]);
    expect(graded(outcomes)).toEqual([0.25, 1]);
  });

  it("4: sacrebleu is on 0 to 100, whatever the values", async () => {
    const { outcomes } = await readMetrics(
      [0, 30, 100].map((score) => ({ sacrebleu_sentence_score: score })),
    );
    expect(graded(outcomes)).toEqual([0, 0.3, 1]);
  });

  it("4: with match events sacrebleu counts only when it is asked for", async () => {
    const event = eventMaker();
    const data = { correct: true, expected: "a", sacrebleu_sentence_score: 40.5 };
    await write(folder, "log.jsonl", [
      spec({ cls: "translate:Translate" }),
      event({ sample: 0, type: "match", data }),
      event({ sample: 0, type: "metrics", data: { sacrebleu_sentence_score: 40.5 } }),
      finalReport({ accuracy: 1, sacrebleu_score: 39 }),
    ]);
    expect(graded((await readAll([folder.path])).outcomes)).toEqual([1]);
    const asked = await readAll([folder.path], ask("sacrebleu_sentence_score"));
    expect(graded(asked.outcomes)).toEqual([0.405]);
    expect(asked.summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null }]);
  });

  it("5: Includes before May 2023 has metrics.accuracy alone", async () => {
    await write(folder, "log.jsonl", [
      ...metricsRun([{ accuracy: 1 }, { accuracy: 0 }]).slice(0, -1),
      finalReport({ accuracy: 0.5 }),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([1, 0]);
    expect(summary!.benchmarks[0]).toMatchObject({ means: [{ agrees: true }] });
  });

  it.each(["correct", "is_correct", "success", "exact"])("5: a sole %s", async (key) => {
    const { outcomes } = await readMetrics([
      { [key]: true, num_turns: 3, expected: "a" },
      { [key]: false, num_turns: 9, expected: "b" },
    ]);
    expect(graded(outcomes)).toEqual([1, 0]);
  });

  it("5: two such keys are one too many", async () => {
    const { error } = await readMetrics([{ success: true, exact: false }]);
    expect(error).toMatchObject({ code: "not-an-item-score" });
    expect(error!.message).toContain("metrics.success (boolean); metrics.exact (boolean)");
  });

  it("old and new logs of one eval meet where their keys mean the same", async () => {
    await write(folder, "new.jsonl", matchRun([1, 0]));
    await write(folder, "old.jsonl", [
      ...metricsRun([{ accuracy: 0 }, { accuracy: 0 }], { model: "wren-1b", runId: "b" }),
    ]);
    const { outcomes, error } = await readAll([folder.path]);
    expect(error).toBeUndefined();
    expect(outcomes).toHaveLength(4);
  });

  it("runs whose keys mean different things are two tests", async () => {
    await write(folder, "a.jsonl", matchRun([1, 0]));
    await write(folder, "b.jsonl", metricsRun([{ score: 0.5 }], { model: "wren-1b", runId: "b" }));
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "mixed-setup" });
    expect(error!.message).toContain("kestrel-8b by match.correct, wren-1b by metrics.score");
    const mixed = await readAll([folder.path], { allowMixed: ["metric"] });
    expect(graded(mixed.outcomes)).toHaveLength(3);
  });
});

describe("criteria of the old modelgraded evals", () => {
  const parts = { cls: GRADED, args: { modelgraded_spec_file: "cards" } };
  const samples = [
    { "criteria=cost": "Y", "criteria=type": "N", "criteria=type_metascore": 1 },
    { "criteria=cost": "Y", "criteria=type": "__invalid__", "criteria=type_metascore": 0 },
  ];
  const log = (report: Record<string, unknown>): Record<string, unknown>[] => [
    ...metricsRun(samples, parts).slice(0, -1),
    finalReport(report),
  ];
  const report = { "score/criteria=cost": 1, "score/criteria=type": 0 };

  it("6: the mean over the criteria, Y is 1", async () => {
    await write(folder, "log.jsonl", log(report));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([0.5, 0.5]);
    expect(summary!.benchmarks[0]).toMatchObject({
      metric: "criteria",
      means: [{ mean: 0.5, harnessMean: 0.5, agrees: true }],
    });
  });

  it("one item per criterion on request; what could not be parsed is left out on request", async () => {
    await write(folder, "log.jsonl", log(report));
    const each = await readAll([folder.path], ask("criteria,each"));
    expect(byItem(each.outcomes)).toEqual({
      "coins.dev.0#criteria=cost": 1,
      "coins.dev.0#criteria=type": 0,
      "coins.dev.1#criteria=cost": 1,
      "coins.dev.1#criteria=type": 0,
    });
    const valid = await readAll([folder.path], ask("criteria,each,valid"));
    expect(byItem(valid.outcomes)["coins.dev.1#criteria=type"]).toBeNull();
    expect(graded((await readAll([folder.path], ask("criteria,valid"))).outcomes)).toEqual([
      0.5, 1,
    ]);
  });

  it("nothing is guessed where the report does not say that Y is good", async () => {
    await write(folder, "log.jsonl", log({ "score/criteria=cost": 0, "score/criteria=type": 1 }));
    expect((await readAll([folder.path])).error).toMatchObject({ code: "not-an-item-score" });
    expect(graded((await readAll([folder.path], ask("criteria"))).outcomes)).toEqual([0.5, 0.5]);
  });
});

describe("7: choices", () => {
  const read = (modelgraded_spec: string, choices: readonly string[], options = {}) =>
    readMetrics(
      choices.map((choice) => ({ choice })),
      { cls: GRADED, args: { modelgraded_spec }, options },
    );

  it.each([
    ["closedqa", { Y: 1, N: 0 }],
    ["humor", { Yes: 1, No: 0, Unsure: 0.5 }],
    ["sql", { Correct: 1, Incorrect: 0 }],
    ["onomatopoeia", { A: 1, B: 0.8, C: 0.6, D: 0.4, E: 0.2, F: 0 }],
    ["seo_keywords", { 0: 0, 1: 1 / 3, 2: 2 / 3, 3: 1 }],
    ["humor_likert", { 1: 0, 3: 0.5, 5: 1 }],
  ])("%s has an official map", async (name, map) => {
    const { outcomes, error } = await read(name, Object.keys(map));
    expect(error).toBeUndefined();
    expect(graded(outcomes)).toEqual(Object.values(map).map((worth) => expect.closeTo(worth, 12)));
  });

  it("an unparsed answer is worth the least, or nothing at all on request", async () => {
    const { outcomes, summary } = await read("humor", ["Yes", "__invalid__"]);
    expect(graded(outcomes)).toEqual([1, 0]);
    expect(said(summary, "filter-ambiguous")).toContain(
      "1 answer of the grader could not be parsed",
    );
    const valid = await readAll([folder.path], ask("choice,valid"));
    expect(valid.outcomes.map(({ score }) => score)).toEqual([1, null]);
  });

  it("a private spec of an official name, with other choices, is not guessed", async () => {
    const { error } = await read("humor", ["Yes", "Perhaps"]);
    expect(error!.message).toContain('metrics.choice (text: "Yes", "Perhaps")');
  });

  it("a spec without an official map is refused with its choices, and takes the user's", async () => {
    const { error } = await read("fact", ["A", "E"]);
    expect(error).toMatchObject({ code: "not-an-item-score" });
    expect(error!.message).toContain('metrics.choice (text: "A", "E")');
    expect(error!.try).toContain("scale: { A: …, E: … }");
    const mapped = await readAll([folder.path], labels({ A: 0, B: 1, E: 0.5 }));
    expect(graded(mapped.outcomes)).toEqual([0, 0.5]);
  });

  it("asked for by name without a map, it is refused for the same reason", async () => {
    await read("fact", ["A"]);
    const { error } = await readAll([folder.path], ask("choice"));
    expect(error!.message).toContain('what they are worth in "fact" is not official');
  });

  it("a choice that the user's map lacks is off the scale, with its line", async () => {
    await read("fact", ["A", "E"]);
    const { error } = await readAll([folder.path], labels({ A: 1, B: 0 }));
    expect(error).toMatchObject({ code: "off-scale" });
    expect(error!.message).toMatch(/log\.jsonl:5: "metrics\.choice" is "E" .*one of A, B/);
  });

  it("an old log with choices and a new one with scores are one test", async () => {
    const parts = { cls: GRADED, args: { modelgraded_spec: "closedqa" } };
    await write(folder, "old.jsonl", metricsRun([{ choice: "Y" }, { choice: "N" }], parts));
    await write(
      folder,
      "new.jsonl",
      metricsRun(
        [
          { choice: "Y", score: 1 },
          { choice: "N", score: 0 },
        ],
        {
          ...parts,
          model: "wren-1b",
          runId: "b",
        },
      ),
    );
    expect(graded((await readAll([folder.path])).outcomes)).toEqual([1, 0, 1, 0]);
  });

  it("a comparison of completions is not one model's score", async () => {
    expect((await read("battle", ["Yes"])).error!.message).toContain("compares two completions");
    const { error } = await readMetrics([{ choice: "1", score: 1 }], {
      cls: GRADED,
      completionFns: ["a", "b", "judge"],
    });
    expect(error!.message).toContain("compares 2 models against each other");
  });
});

describe("scales", () => {
  const scores = [1, 5, 2].map((score) => ({ score }));

  it("scores of 1 to 5 are off the scale, with file and line; nothing is clipped", async () => {
    const { outcomes, error } = await readMetrics(scores);
    expect(outcomes).toEqual([]);
    expect(error).toMatchObject({ code: "off-scale" });
    expect(error!.message).toMatch(/log\.jsonl:5: "metrics\.score" is 5 \(sample coins\.dev\.1\)/);
  });

  it("one value off the scale condemns all runs of the benchmark, and only them", async () => {
    await write(folder, "a.jsonl", metricsRun(scores));
    await write(folder, "b.jsonl", metricsRun([{ score: 1 }], { model: "wren-1b", runId: "b" }));
    await write(folder, "c.jsonl", matchRun([1], { benchmark: "other.dev.v0", runId: "c" }));
    const { outcomes, problems } = await readAll([folder.path]);
    expect(outcomes.map(({ benchmark }) => benchmark)).toEqual(["other.dev.v0"]);
    expect(problems.map(({ code }) => code)).toEqual(["off-scale", "off-scale"]);
  });

  it("the user's range", async () => {
    const { outcomes, summary } = await readMetrics(scores, {
      options: { scales: { "coins*": { min: 1, max: 5 } } },
    });
    expect(graded(outcomes)).toEqual([0, 1, 0.25]);
    expect(codes(summary)).toEqual([]);
  });

  it("a range that does not fit is fatal", async () => {
    const { error, problems } = await readMetrics(scores, {
      options: { scales: { "*": { min: 0, max: 4 } } },
    });
    expect(error).toMatchObject({ code: "off-scale" });
    expect(problems).toMatchObject([{ severity: "fatal", code: "off-scale" }]);
  });

  it("the known range of a numbered spec, but only if every score fits it", async () => {
    const parts = { cls: GRADED, args: { modelgraded_spec: "humor_likert" } };
    const { outcomes } = await readMetrics(scores, parts);
    expect(graded(outcomes)).toEqual([0, 1, 0.25]);
    const { error } = await readMetrics([{ score: 0 }, { score: 5 }], parts);
    expect(error).toMatchObject({ code: "off-scale" });
  });

  it("lower is better only when the user says so", async () => {
    const { outcomes } = await readMetrics([{ score: 0.25 }], { options: ask("score,lower") });
    expect(graded(outcomes)).toEqual([0.75]);
  });
});

describe("8: refusals", () => {
  it("an unknown shape is refused with every key and its type", async () => {
    const { error } = await readMetrics([
      {
        donation_amt: 40,
        note: "long".repeat(40),
        parts: [1],
        nested: { deep: { x: 1, y: null } },
      },
    ]);
    expect(error).toMatchObject({ code: "not-an-item-score" });
    for (const found of [
      "metrics.donation_amt (number)",
      "metrics.note (text)",
      "metrics.parts (list)",
      "metrics.nested.deep.x (number)",
      "metrics.nested.deep.y (null)",
    ]) {
      expect(error!.message).toContain(found);
    }
    expect(error!.try).toBe("name the key: --metric coins.dev.v0=KEY");
  });

  it("hidden correct: the keys that are left are named, their texts are not", async () => {
    const log = lines(matchRun([1, 0])).replaceAll(/"correct":(?:true|false),/g, "");
    await write(folder, "log.jsonl", log.replaceAll('"expected":"a"', '"expected":"reference"'));
    const { error } = await readAll([folder.path]);
    expect(error!.message).toContain("match.expected (text); match.picked (text)");
    expect(error!.message).not.toContain("reference");
  });

  it("a key that the user names, with or without the type, or nested", async () => {
    const data = [{ non_retrieval: { correct: false }, retrieval: { correct: true } }];
    for (const key of ["retrieval.correct", "metrics.retrieval.correct"]) {
      expect(graded((await readMetrics(data, { options: ask(key) })).outcomes)).toEqual([1]);
    }
  });

  it("a key that nothing has is fatal and names those that are there", async () => {
    const { error } = await readMetrics([{ score: 1 }], { options: ask("scroe") });
    expect(error!.message).toContain('no outcome has "scroe"; found metrics.score (number)');
  });

  it("a key of texts is off the scale", async () => {
    const { error } = await readMetrics([{ verdict: "n/a" }], { options: ask("verdict") });
    expect(error!.message).toContain(
      '"metrics.verdict" is "n/a" (sample coins.dev.0); expected 0 to 1',
    );
  });

  it("answers without a single outcome were not graded", async () => {
    const event = eventMaker();
    await write(folder, "log.jsonl", [
      spec(),
      event({ sample: 0, type: "sampling", data: { prompt: prompt("q"), sampled: "a" } }),
    ]);
    expect((await readAll([folder.path])).error).toMatchObject({ code: "predictions-only" });
  });

  it("an unknown word is refused with those that exist", async () => {
    const { error } = await readMetrics([{ score: 1 }], { options: ask("score,frist") });
    expect(error).toMatchObject({ code: "bad-option", try: "first" });
  });
});

describe("missing and failed", () => {
  const log = (): Record<string, unknown>[] => {
    const event = eventMaker();
    return [
      spec(),
      event({ sample: 0, type: "sampling", data: { prompt: prompt("q0"), sampled: ["a"] } }),
      event({ sample: 0, type: "match", data: { correct: true } }),
      event({ sample: 1, type: "sampling", data: { prompt: prompt("q1"), sampled: ["a"] } }),
      event({ sample: 2, type: "error", data: { type: "Timeout", message: "no answer" } }),
      finalReport({ accuracy: 1 }),
    ];
  };

  it("a sample without an outcome is ungraded, not wrong", async () => {
    await write(folder, "log.jsonl", log());
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ score }) => score)).toEqual([1, null, null]);
    expect(mean(graded(outcomes))).toBe(1);
  });

  it("failed samples are wrong on request", async () => {
    await write(folder, "log.jsonl", log());
    const { outcomes } = await readAll([folder.path], ask("correct,failed-is-wrong"));
    expect(outcomes.map(({ score }) => score)).toEqual([1, null, 0]);
  });
});

describe("the final report", () => {
  it("is compared with what comes out of the events", async () => {
    const [head, , ...events] = matchRun([1, 0, 1, 1]);
    await write(folder, "log.jsonl", [head, finalReport({ accuracy: 0.5 }), ...events]);
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "metric-mismatch")).toBe(
      "kestrel-8b on coins.dev.v0: accuracy is 75.0 % over the 4 items here, 50.0 % in the final report; lines may be missing.",
    );
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: 0.5, agrees: false }]);
  });

  it("counts repeated outcomes twice, and so does the comparison", async () => {
    const event = eventMaker();
    await write(folder, "log.jsonl", [
      spec(),
      ...[0, 1, 2].map((sample) => event({ sample, type: "match", data: { correct: false } })),
      event({ sample: 0, type: "match", data: { correct: true } }),
      finalReport({ accuracy: 0.25 }),
    ]);
    const { summary } = await readAll([folder.path]);
    expect(codes(summary)).toEqual(["rerun"]);
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null, agrees: null }]);
  });
});
