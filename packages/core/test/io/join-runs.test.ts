import { describe, expect, it } from "vitest";
import { collect } from "../../src/matrix/collect.ts";
import type { Outcome, Problem, ReadOptions, ReadSummary } from "../../src/outcomes/adapter.ts";
import type { GradedRun } from "../../src/outcomes/graded-run.ts";
import { joinRuns, type RunPool } from "../../src/io/join-runs.ts";
import { fingerprintOf } from "../../src/io/fingerprint.ts";
import { gradedRun } from "./graded-run.ts";
import { byCodeUnit } from "../../src/outcomes/order.ts";
import { rejection } from "./rejection.ts";

/** Runs in memory, as a pool that counts what is loaded. */
function poolOf(runs: readonly GradedRun[], loaded: string[] = []): RunPool {
  return {
    adapter: "memory",
    heads: runs,
    filesFound: runs.length,
    filesRead: runs.length,
    async load(head, { metric }) {
      const run = runs.find((one) => one === head)!;
      loaded.push(run.source);
      const at = run.metrics.findIndex(
        (one) => one.metric === metric.metric && one.filter === metric.filter,
      );
      return { ...run, metrics: [metric], scores: [run.scores[at]!] };
    },
  };
}

async function join(runs: readonly GradedRun[], options: ReadOptions = {}) {
  const outcomes: Outcome[] = [];
  const problems: Problem[] = [];
  const loaded: string[] = [];
  let summary: ReadSummary | undefined;
  const joined = joinRuns(() => poolOf(runs, loaded), {
    onProblem: (problem) => problems.push(problem),
    onSummary: (given) => (summary = given),
    ...options,
  });
  for await (const outcome of joined) outcomes.push(outcome);
  return { outcomes, problems, loaded, summary: summary!, notices: summary!.notices };
}

/** Which items each model has, with their scores. */
function scoresOf(outcomes: readonly Outcome[], model: string): Record<string, number | null> {
  const own = outcomes.filter((outcome) => outcome.model === model);
  return Object.fromEntries(own.map(({ item, score }) => [item, score]));
}

/** A run whose items are its hashes, `q0` at row 0 and so on, under these ids. */
function hashed(model: string, ids: string, parts: Partial<GradedRun> = {}): GradedRun {
  const rows = ids.split(" ").map((pair) => pair.split("="));
  const items = rows.map(([id]) => id!);
  const contentHashes = rows.map(([, question]) => question!.repeat(10));
  return gradedRun({
    model,
    items,
    contentHashes,
    hashKind: "doc",
    scores: [items.map((_, row) => (row === 0 ? 1 : 0))],
    fingerprint: fingerprintOf(items, contentHashes),
    ...parts,
  });
}

const ten = (text: string) => text.repeat(10).slice(0, 16);

describe("which run of a model counts", () => {
  const complete = gradedRun({ run: "2024-05-01T10-00-00", expected: 4, scores: [[1, 1, 1, 1]] });
  const newer = gradedRun({ run: "2024-06-01T10-00-00", expected: 4, scores: [[0, 0, 0, 0]] });
  const cut = gradedRun({ run: "2024-07-01T10-00-00", expected: 4, scores: [[1, 1]] });
  const bee = gradedRun({ model: "bee" });

  it("the newest complete one, wherever it stands", async () => {
    for (const runs of [
      [complete, newer, cut, bee],
      [cut, bee, newer, complete],
    ]) {
      const { outcomes, notices, summary } = await join(runs);
      expect(outcomes.filter(({ model }) => model === "ant").map(({ score }) => score)).toEqual([
        0, 0, 0, 0,
      ]);
      expect(notices.map(({ code, message }) => [code, message])).toEqual([
        ["rerun", "ant ran sums 3 times; the run of 2024-06-01 10:00 (4 items) was used."],
      ]);
      expect(
        summary.runs
          .filter(({ used }) => !used)
          .map(({ reason = "" }) => reason)
          .toSorted(byCodeUnit),
      ).toEqual(["a newer run was used", "a run with more items was used (4)"]);
    }
  });

  it("else the one with the most rows, with a warning that it is partial", async () => {
    const longer = gradedRun({ run: "2024-04-01T10-00-00", expected: 4, scores: [[0, 0, 0]] });
    const { outcomes, notices } = await join([cut, longer, bee]);
    expect(outcomes.filter(({ model }) => model === "ant")).toHaveLength(3);
    expect(notices).toContainEqual(
      expect.objectContaining({
        severity: "warning",
        code: "partial-run",
        message: "ant on sums: 3 of 4 items are here.",
      }),
    );
  });

  it("only rows of the chosen run are loaded", async () => {
    const { loaded } = await join([complete, newer, cut]);
    expect(loaded).toEqual([newer.source]);
  });

  it("what is so for many models is said once", async () => {
    const models = Array.from({ length: 30 }, (_, at) => `m${at + 10}`);
    const runs = models.flatMap((model) =>
      ["x", "y"].flatMap((benchmark) =>
        ["2024-01-01", "2024-02-01"].map((run) =>
          gradedRun({ model, benchmark, run, expected: 9 }),
        ),
      ),
    );
    const { notices } = await join(runs);
    expect(notices.map(({ message }) => message)).toEqual([
      "2 benchmarks (x, y): 30 models ran it more than once; the newest complete run of each was used: m10, m11, m12, m13, m14, m15, m16, m17 and 22 more.",
      "2 benchmarks (x, y): 30 models have fewer items here than were asked: m10, m11, m12, m13, m14, m15, m16, m17 and 22 more.",
    ]);
    expect(notices[0]!.models).toHaveLength(30);
  });
});

describe("which metric counts", () => {
  const pairs = (...texts: string[]) =>
    texts.map((text) => ({ metric: text.split(",")[0]!, filter: text.split(",")[1] ?? "none" }));
  const run = (model: string, ...texts: string[]) =>
    gradedRun({
      model,
      metrics: pairs(...texts),
      scores: texts.map((_, at) => [at / 10, at / 10]),
    });

  it("the usual one where it is the same for all, without a word", async () => {
    const { outcomes, notices, summary } = await join([run("ant", "acc", "em"), run("bee", "acc")]);
    expect(new Set(outcomes.map(({ metric }) => metric))).toEqual(new Set(["acc"]));
    expect(notices).toEqual([]);
    expect(summary.benchmarks[0]).toMatchObject({
      metric: "acc",
      filter: "none",
      alternatives: [],
    });
  });

  it("the first that all have where the usual ones differ, with a notice", async () => {
    const runs = [run("ant", "acc", "em", "f1"), run("bee", "em", "f1")];
    const { outcomes, notices, summary } = await join(runs);
    expect(scoresOf(outcomes, "ant")["0"]).toBe(0.1);
    expect(notices[0]!.message).toBe(
      "sums: the usual score differs between runs (acc,none, em,none); em,none, which all runs have, was used.",
    );
    expect(summary.benchmarks[0]!.alternatives).toEqual(["f1,none"]);
  });

  it("the one asked for, by pattern, with any filter or the one named", async () => {
    const runs = [run("ant", "acc", "em,strict", "em,loose"), run("bee", "acc", "em,loose")];
    const any = await join(runs, { metrics: { "s*": "em" } });
    expect(any.outcomes.map(({ filter }) => filter)).toEqual(Array(4).fill("loose"));
    const strict = await join(runs, { metrics: { sums: "em,strict" } });
    expect(strict.outcomes.map(({ model }) => model)).toEqual(["ant", "ant"]);
    expect(strict.problems).toMatchObject([
      { severity: "skipped", code: "choose-metric", path: "logs/bee/sums.jsonl" },
    ]);
    expect(strict.problems[0]!.message).toContain("sums of bee has scores by acc,none; em,loose");
  });

  it("a run without the metric does not take the place of one that has it", async () => {
    const older = { ...run("ant", "em"), run: "2023", source: "old" };
    const { outcomes, problems } = await join([run("ant", "acc"), older], {
      metrics: { sums: "em" },
    });
    expect(outcomes).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it("runs without a metric of most others are refused", async () => {
    const { outcomes, problems } = await join([
      run("ant", "acc"),
      run("bee", "acc"),
      run("cat", "em"),
    ]);
    expect(new Set(outcomes.map(({ model }) => model))).toEqual(new Set(["ant", "bee"]));
    expect(problems).toMatchObject([{ code: "choose-metric", path: "logs/cat/sums.jsonl" }]);
  });

  it("a request that nobody can meet is an error, and one that fits nothing a warning", async () => {
    const error = await rejection(join([run("ant", "acc")], { metrics: { sums: "f1" } }));
    expect(error.code).toBe("choose-metric");
    const { notices } = await join([run("ant", "acc")], {
      metrics: { other: "f1" },
      scales: { sums: "unit" },
    });
    expect(notices.map(({ code }) => code)).toEqual(["unmatched-option", "unmatched-option"]);
  });
});

describe("what an item is", () => {
  it("runs with one fingerprint are taken as they are, and read once", async () => {
    const runs = [hashed("ant", "0=a 1=b"), hashed("bee", "0=a 1=b")];
    const { loaded, notices, outcomes } = await join(runs);
    expect(loaded).toEqual(runs.map(({ source }) => source));
    expect(notices).toEqual([]);
    expect(outcomes.map(({ item }) => item)).toEqual(["0", "1", "0", "1"]);
  });

  it("ids stay where each stands for one question, also when some runs have fewer", async () => {
    const { outcomes, notices } = await join([hashed("ant", "0=a 1=b 2=c"), hashed("bee", "1=b")]);
    expect(Object.keys(scoresOf(outcomes, "bee"))).toEqual(["1"]);
    expect(notices).toEqual([]);
  });

  it("a renumbered run joins by its questions, under the ids of most runs", async () => {
    const runs = [
      hashed("ant", "0=a 1=b 2=c"),
      hashed("bee", "0=a 1=b 2=c"),
      hashed("cat", "0=c 1=a 2=b"),
    ];
    const { outcomes, notices } = await join(runs);
    expect(scoresOf(outcomes, "cat")).toEqual({ 2: 1, 0: 0, 1: 0 });
    expect(notices.map(({ severity, message }) => [severity, message])).toEqual([
      [
        "warning",
        "sums: id and hash of the question disagree for 3 items (cat); items are joined by the hash.",
      ],
    ]);
  });

  it("a question twice in a benchmark stays two items", async () => {
    const runs = [
      hashed("ant", "3=a 12=a 5=b"),
      hashed("bee", "3=a 12=a 5=b"),
      hashed("cat", "5=a 7=a 3=b"),
    ];
    const { outcomes } = await join(runs);
    expect(scoresOf(outcomes, "cat")).toEqual({ 3: 1, 12: 0, 5: 0 });
  });

  it("where two questions claim an id both get the start of their hash", async () => {
    const runs = [hashed("ant", "0=a 1=b"), hashed("bee", "0=c 1=b"), hashed("cat", "2=b 3=d")];
    const { outcomes } = await join(runs);
    expect(Object.keys(scoresOf(outcomes, "ant"))).toEqual(["1", ten("a")]);
    expect(Object.keys(scoresOf(outcomes, "bee"))).toEqual(["1", ten("c")]);
    expect(Object.keys(scoresOf(outcomes, "cat"))).toEqual(["1", "3"]);
  });

  it("without one question in common they are two versions of the task, kept apart", async () => {
    const { outcomes, notices } = await join([hashed("ant", "0=a 1=b"), hashed("bee", "0=c 1=d")]);
    expect(new Set(outcomes.map(({ item }) => item)).size).toBe(4);
    expect(notices[0]!.message).toMatch(
      /no question occurs twice, so these are different versions/,
    );
  });

  it("names are preferred to numbers", async () => {
    const runs = [
      hashed("ant", "0=a 1=b"),
      hashed("bee", "1=b 0=a"),
      hashed("cat", "Mercury_7=a Mercury_9=b"),
    ];
    const { outcomes, notices } = await join(runs);
    for (const model of ["ant", "bee", "cat"]) {
      expect(Object.keys(scoresOf(outcomes, model)).toSorted()).toEqual(["Mercury_7", "Mercury_9"]);
    }
    expect(notices).toMatchObject([{ severity: "note", code: "item-identity" }]);
  });

  it("hashes of different things cannot be compared: joined by id, with a warning", async () => {
    const runs = [hashed("ant", "0=a 1=b"), hashed("bee", "0=x 1=y", { hashKind: "query" })];
    const { outcomes, notices } = await join(runs);
    expect(new Set(outcomes.map(({ item }) => item))).toEqual(new Set(["0", "1"]));
    expect(notices).toMatchObject([{ severity: "warning", code: "item-identity" }]);
    expect(notices[0]!.message).toContain("(doc, query); items are joined by id");
  });

  it("the order of the runs changes neither items nor notices", async () => {
    const runs = [
      hashed("ant", "0=a 1=b 2=c"),
      hashed("bee", "1=a 0=b 3=d"),
      hashed("cat", "x=a 1=b 2=c"),
    ];
    const forward = await join(runs);
    const backward = await join(runs.toReversed());
    const cells = (outcomes: readonly Outcome[]) =>
      outcomes.map((one) => JSON.stringify(one)).toSorted();
    expect(cells(backward.outcomes)).toEqual(cells(forward.outcomes));
    expect(backward.notices).toEqual(forward.notices);
  });
});

describe("rows that are there twice", () => {
  it("equal ones count once", async () => {
    const run = gradedRun({ items: ["1", "1", "2"], scores: [[1, 1, 0]] });
    const { outcomes, problems } = await join([run]);
    expect(outcomes.map(({ item, score }) => [item, score])).toEqual([
      ["1", 1],
      ["2", 0],
    ]);
    expect(problems).toEqual([]);
  });

  it("unequal ones are a problem that names the source, and none of them counts", async () => {
    const run = gradedRun({ items: ["1", "1", "2"], scores: [[1, 0, 0]] });
    const { outcomes, problems } = await join([run]);
    expect(outcomes.map(({ item }) => item)).toEqual(["2"]);
    expect(problems).toMatchObject([{ code: "conflicting-outcomes", path: run.source }]);
    expect(problems[0]!.message).toContain("scores 1 and 0 for item 1 of sums by ant");
  });

  it("trials are no repetition", async () => {
    const run = gradedRun({ items: ["1", "1"], trials: [0, 1], scores: [[1, 0]] });
    const { outcomes } = await join([run]);
    expect(outcomes.map(({ trial, score }) => [trial, score])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});

describe("benchmarks within others", () => {
  const wide = "lb_gpqa_main";
  const narrow = "lb_gpqa_diamond";

  it("are left out where the questions show it and every model ran the wider", async () => {
    const runs = ["ant", "bee"].flatMap((model) => [
      hashed(model, "0=a 1=b 2=c", { benchmark: wide }),
      hashed(model, "0=c 1=a", { benchmark: narrow }),
    ]);
    const { outcomes, notices, summary } = await join(runs);
    expect(new Set(outcomes.map(({ benchmark }) => benchmark))).toEqual(new Set([wide]));
    expect(notices).toMatchObject([
      { severity: "note", benchmark: narrow, try: `--benchmark ${narrow} ranks by it alone` },
    ]);
    expect(summary.runs.filter(({ used }) => !used)).toHaveLength(2);
    const alone = await join(runs, { wants: (benchmark) => benchmark === narrow });
    expect(alone.outcomes).toHaveLength(4);
  });

  it("are kept where a model ran only the narrower", async () => {
    const runs = [
      hashed("ant", "0=a 1=b", { benchmark: wide }),
      hashed("ant", "0=a", { benchmark: narrow }),
      hashed("bee", "0=a", { benchmark: narrow }),
    ];
    expect((await join(runs)).summary.benchmarks).toHaveLength(2);
  });

  it("are kept with one warning where row numbers are all there is", async () => {
    const runs = [wide, narrow, "lb_gpqa_extended"].map((benchmark) => gradedRun({ benchmark }));
    const { notices, summary } = await join(runs);
    expect(summary.benchmarks).toHaveLength(3);
    expect(notices).toMatchObject([{ severity: "warning", code: "item-identity" }]);
  });

  it("are shown by names as well", async () => {
    const runs = [
      gradedRun({ benchmark: wide, items: ["recA", "recB"], scores: [[1, 0]] }),
      gradedRun({ benchmark: narrow, items: ["recB"], scores: [[0]] }),
    ];
    expect((await join(runs)).summary.benchmarks.map(({ benchmark }) => benchmark)).toEqual([wide]);
  });
});

describe("the summary", () => {
  it("has our means beside the harness's own, and warns where a whole run disagrees", async () => {
    const harnessMeans = { "acc,none": 0.5 };
    const runs = [
      gradedRun({ scores: [[1, 0, null, 0.5]], harnessMeans }),
      gradedRun({ model: "bee", scores: [[1, 1]], harnessMeans }),
      gradedRun({ model: "cat", scores: [[1, 1]] }),
    ];
    const { summary, notices } = await join(runs);
    expect(summary.benchmarks[0]!.means).toEqual([
      { model: "ant", mean: 0.5, harnessMean: 0.5, agrees: true },
      { model: "bee", mean: 1, harnessMean: 0.5, agrees: false },
      { model: "cat", mean: 1, harnessMean: null, agrees: null },
    ]);
    expect(notices).toMatchObject([{ code: "metric-mismatch", models: ["bee"] }]);
  });

  it("counts models, items and runs", async () => {
    const runs = [gradedRun(), gradedRun({ model: "bee", items: ["9"], scores: [[1]] })];
    const { summary } = await join(runs);
    expect(summary).toMatchObject({ adapter: "memory", filesFound: 2, filesRead: 2 });
    expect(summary.benchmarks[0]).toMatchObject({ models: 2, items: 5 });
    expect(summary.runs.map(({ used }) => used)).toEqual([true, true]);
  });

  it("nothing to join is an error", async () => {
    expect((await rejection(join([]))).code).toBe("no-outcomes");
    const unwanted = join([gradedRun()], { wants: () => false });
    expect((await rejection(unwanted)).code).toBe("no-outcomes");
  });
});

it("a pool taken by the run is the pool taken row by row", async () => {
  const runs = [
    hashed("ant", "0=a 1=b 2=c"),
    hashed("bee", "1=a 0=b 3=d", { trials: [0, 1, 0] }),
    gradedRun({ model: "cat", items: ["1", "1"], scores: [[1, null]], trials: [0, 1] }),
  ];
  const { outcomes } = await join(runs);
  const whole = await collect(joinRuns(() => poolOf(runs), { onProblem: () => {} }));
  expect(whole).toEqual(await collect(outcomes));
});
