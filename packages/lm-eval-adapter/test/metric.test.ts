import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import {
  DATE,
  items,
  keyedRecord,
  lines,
  record,
  results,
  write,
  writeRun,
} from "./support/logs.ts";
import { byItem, graded, mean, readAll } from "./support/read.ts";

const folder = freshFolder();

/** One file with these metrics, the same for both of its items. */
async function writeMetrics(task: string, metrics: Record<string, unknown>): Promise<void> {
  const records = items(2).map((item) => keyedRecord(item, "none", metrics));
  await write(join(folder.path, "kestrel", `samples_${task}_${DATE}.jsonl`), lines(records));
}

async function chosen(task: string, metrics: Record<string, unknown>): Promise<string | undefined> {
  await writeMetrics(task, metrics);
  const { summary } = await readAll([folder.path], { wants: (one) => one === task });
  return summary?.benchmarks[0]?.metric;
}

describe("the usual metric", () => {
  const all = { acc: 1, acc_norm: 0, exact_match: 1, f1: 0.5, em: 1, "pass@1": 0, bleu_acc: 1 };

  it.each([
    ["arc_challenge", "acc_norm"],
    ["hellaswag", "acc_norm"],
    ["mmlu_anatomy", "acc"],
    ["mmlu_pro_law", "exact_match"],
    ["leaderboard_mmlu_pro", "acc"],
    ["leaderboard_bbh_navigate", "acc_norm"],
    ["winogrande", "acc"],
    ["gsm8k_cot", "exact_match"],
    ["truthfulqa_gen", "bleu_acc"],
    ["truthfulqa_mc2", "acc"],
    ["drop", "f1"],
    ["humaneval", "pass@1"],
    ["canoe_maths", "exact_match"],
  ])("of %s is %s", async (task, metric) => {
    expect(await chosen(task, all)).toBe(metric);
  });

  it("gives way to the general order where it is not usable", async () => {
    expect(await chosen("winogrande", { acc: [0, 1], exact_match: 1 })).toBe("exact_match");
    expect(await chosen("quizzes", { strict_acc: 1, score: 0 })).toBe("strict_acc");
    expect(await chosen("essays", { judge: 0.5 })).toBe("judge");
  });

  it("of IFEval counts whole prompts; single instructions only when asked for", async () => {
    const metrics = { inst_level_strict_acc: [true, false], prompt_level_strict_acc: false };
    expect(await chosen("ifeval", metrics)).toBe("prompt_level_strict_acc");
    const { outcomes } = await readAll([folder.path], {
      metrics: { ifeval: "inst_level_strict_acc" },
    });
    expect(outcomes.map(({ score }) => score)).toEqual([0.5, 0.5]);
    expect(await chosen("instructions", { inst_level_strict_acc: [true] })).toBe(
      "inst_level_strict_acc",
    );
  });
});

describe("a choice without a usual metric", () => {
  it("has to be made by the user", async () => {
    await writeMetrics("story_eval", { bleu_score: 0.1, comet_score: 0.5, judge: 1 });
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "choose-metric", try: "--metric story_eval=judge" });
    expect(error!.message).toBe(
      "story_eval has three possible scores and no usual one: bleu_score, comet_score, judge.",
    );
    const { outcomes } = await readAll([folder.path], { metrics: { "story_*": "judge" } });
    expect(graded(outcomes)).toEqual([1, 1]);
  });

  it("costs only that task where others can be read", async () => {
    await writeMetrics("story_eval", { bleu_score: 0.1, judge: 1 });
    await writeMetrics("drop", { f1: 0.5 });
    const { outcomes, problems } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(problems).toMatchObject([{ severity: "skipped", code: "choose-metric" }]);
  });
});

describe("a metric that is no score per item", () => {
  it("is refused with file, metric and reason", async () => {
    await writeMetrics("squadv2", { f1: ["a", "b"] });
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "not-an-item-score" });
    expect(error!.message).toMatch(
      /samples_squadv2_.*\.jsonl: "f1" holds two texts per item, not a number from 0 to 1; it exists only for the whole benchmark\.$/,
    );
    expect(error!.try).toBe("leave the task out: --benchmark '!squadv2'");
  });

  it("is refused by name even where the values would fit", async () => {
    await writeMetrics("talks", { chrf: 1, exact_match: 0 });
    const { error } = await readAll([folder.path], { metrics: { talks: "chrf" } });
    expect(error!.message).toContain('"chrf" is on 0 to 100');
    expect(error!.try).toBe("--metric talks=exact_match");
  });

  it("is refused where the task says that lower is better", async () => {
    await writeRun(folder.path, {
      model: "kestrel",
      task: "t",
      metric: "regret",
      scores: [0, 1],
      higherIsBetter: false,
    });
    expect((await readAll([folder.path])).error!.message).toContain("lower for better answers");
  });

  it("is refused where its total is no mean, unless it is asked for by name", async () => {
    await writeRun(folder.path, {
      model: "kestrel",
      task: "t",
      scores: [0, 1],
      aggregation: "def irt_estimate(items):\n    return 1",
    });
    expect((await readAll([folder.path])).error!.message).toContain(
      "its own function (irt_estimate)",
    );
    const { outcomes, summary } = await readAll([folder.path], { metrics: { t: "exact_match" } });
    expect(graded(outcomes)).toEqual([0, 1]);
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null, agrees: null }]);
  });

  it("asked for by name ends the reading, whatever else is there", async () => {
    await writeMetrics("squadv2", { f1: ["a", "b"] });
    await writeMetrics("drop", { f1: 0.5 });
    const { outcomes, error } = await readAll([folder.path], { metrics: { squadv2: "f1" } });
    expect(outcomes).toEqual([]);
    expect(error).toMatchObject({ code: "not-an-item-score" });
  });

  it("that does not exist is named beside those that do", async () => {
    await writeMetrics("drop", { f1: 0.5, em: 0 });
    const { error } = await readAll([folder.path], { metrics: { drop: "acc" } });
    expect(error!.message).toContain('no metric "acc"; it has f1, em');
    expect(error!.try).toBe("--metric drop=f1 or --metric drop=em");
  });

  it("is called predictions only where nothing was graded", async () => {
    await writeMetrics("drop", { bypass: null });
    expect((await readAll([folder.path])).error).toMatchObject({ code: "predictions-only" });
    const { error } = await readAll([folder.path], { metrics: { drop: "bypass" } });
    expect(error).toMatchObject({ code: "predictions-only" });
    expect(error!.message).toContain('"bypass"');
  });
});

describe("ungraded items", () => {
  it("are null, and the others count", async () => {
    await writeRun(folder.path, {
      model: "kestrel",
      task: "t",
      scores: [1, null, 0, null],
      total: 0.5,
      aggregation: "nanmean",
    });
    const { outcomes, summary } = await readAll([folder.path]);
    expect(byItem(outcomes)).toEqual({ 0: 1, 1: null, 2: 0, 3: null });
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ mean: 0.5, agrees: true }]);
  });

  it("are not compared with a plain mean, which NaN spoils", async () => {
    await writeRun(folder.path, { model: "kestrel", task: "t", scores: [1, null], total: 1 });
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null, agrees: null }]);
  });
});

describe("filters", () => {
  const strict = [0, 0, 1, 0];
  const flexible = [1, 1, 1, 0];
  const asked = items(4);
  const filters = ["strict-match", "flexible-extract"];
  const totals = { "exact_match,strict-match": 0.25, "exact_match,flexible-extract": 0.75 };

  async function writeFilters(
    order: readonly (readonly [item: number, filter: number])[],
    { named, listed }: { named: boolean; listed: boolean },
  ): Promise<void> {
    const records = order.map(([item, filter]) => {
      const metrics = { exact_match: [strict, flexible][filter]![item] };
      return named
        ? keyedRecord(asked[item]!, filters[filter]!, metrics)
        : record(asked[item]!, metrics);
    });
    await write(join(folder.path, "m", `samples_gsm8k_${DATE}.jsonl`), lines(records));
    if (!listed) return;
    await write(
      join(folder.path, "m", `results_${DATE}.json`),
      JSON.stringify(results({ model: "wren-1b", task: "gsm8k", totals, filters, effective: 4 })),
    );
  }

  const blocks = [0, 1].flatMap((filter) => [0, 1, 2, 3].map((item) => [item, filter] as const));
  const ranks = [0, 1].flatMap((rank) =>
    [0, 1].flatMap((filter) => [rank, rank + 2].map((item) => [item, filter] as const)),
  );

  for (const [name, order] of [
    ["one block for each filter", blocks],
    ["two ranks, each with its filters", ranks],
  ] as const) {
    for (const named of [true, false]) {
      it(`${named ? "with" : "without"} a key, ${name}: never counted twice`, async () => {
        await writeFilters(order, { named, listed: true });
        const { outcomes, summary } = await readAll([folder.path]);
        expect(outcomes).toHaveLength(4);
        expect(mean(graded(outcomes))).toBe(0.25);
        expect(summary!.benchmarks).toMatchObject([
          { filter: "strict-match", alternatives: ["exact_match,flexible-extract"] },
        ]);
        expect(summary!.benchmarks[0]!.means).toMatchObject([{ agrees: true }]);
        const other = await readAll([folder.path], {
          metrics: { gsm8k: "exact_match,flexible-extract" },
        });
        expect(mean(graded(other.outcomes))).toBe(0.75);
      });
    }
  }

  it("say so where another one gives clearly more", async () => {
    await writeFilters(blocks, { named: true, listed: true });
    const { summary } = await readAll([folder.path]);
    expect(summary!.notices).toContainEqual({
      severity: "warning",
      code: "filter-ambiguous",
      message:
        "wren-1b on gsm8k: 25.0 % strict-match, 75.0 % flexible-extract. It may know more than its answer format shows.",
      try: "--metric gsm8k=exact_match,flexible-extract",
      benchmark: "gsm8k",
      models: ["wren-1b"],
    });
  });

  it("without key and results file: the first line of each item, and that is said", async () => {
    await writeFilters(blocks, { named: false, listed: false });
    const { outcomes, summary } = await readAll([folder.path]);
    expect(mean(graded(outcomes))).toBe(0.25);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        code: "filter-ambiguous",
        message: expect.stringContaining("2 lines for an item and no results file"),
      }),
    );
    const second = await readAll([folder.path], { metrics: { "*": "exact_match,filter-2" } });
    expect(mean(graded(second.outcomes))).toBe(0.75);
  });

  it("that do not exist are named beside those that do", async () => {
    await writeFilters(blocks, { named: true, listed: true });
    const { error } = await readAll([folder.path], { metrics: { gsm8k: "exact_match,loose" } });
    expect(error).toMatchObject({ code: "choose-metric" });
    expect(error!.message).toContain(
      '"exact_match" has no filter "loose"; expected strict-match or flexible-extract',
    );
  });
});

describe("scales", () => {
  it("turn the raw grades of the metric that is named", async () => {
    await writeMetrics("talks", { rouge1_max: 40, exact_match: 1 });
    const { outcomes } = await readAll([folder.path], {
      metrics: { talks: "rouge1_max" },
      scales: { talks: { min: 0, max: 100 } },
    });
    expect(graded(outcomes)).toEqual([0.4, 0.4]);
  });

  it("may be labels", async () => {
    await writeMetrics("essays", { choice: "B" });
    const { outcomes } = await readAll([folder.path], {
      scales: { essays: { labels: { A: 1, B: 0.5, C: 0 } } },
    });
    expect(graded(outcomes)).toEqual([0.5, 0.5]);
  });

  it("end the reading where a grade is off them, with file and line", async () => {
    await writeMetrics("talks", { rouge1_max: 140 });
    const { error } = await readAll([folder.path], { scales: { talks: { min: 0, max: 100 } } });
    expect(error).toMatchObject({ code: "off-scale" });
    expect(error!.message).toMatch(/samples_talks_.*\.jsonl:1: "rouge1_max" is 140/);
  });

  it("must say which of several metrics they are for", async () => {
    await writeMetrics("talks", { rouge1_max: 40, exact_match: 1 });
    const { error } = await readAll([folder.path], { scales: { talks: { min: 0, max: 100 } } });
    expect(error).toMatchObject({ code: "bad-option", try: "--metric talks=METRIC" });
  });
});

describe("options that fit no benchmark", () => {
  it("are a warning", async () => {
    await writeMetrics("drop", { f1: 0.5 });
    const { summary } = await readAll([folder.path], { metrics: { gsm: "acc" } });
    expect(summary!.notices).toContainEqual({
      severity: "warning",
      code: "unmatched-option",
      message: "--metric gsm: no such benchmark here; there are drop.",
    });
  });
});
