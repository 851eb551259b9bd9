import { describe, expect, it } from "vitest";
import { simpleEvalsName } from "../src/simple-evals-name.ts";
import { scoreInPage } from "../src/simple-evals.ts";
import { freshFolder } from "./support/folder.ts";
import { write } from "./support/logs.ts";
import { byItem, graded, readAll } from "./support/read.ts";

const folder = freshFolder();
const name = (benchmark: string, model = "gpt-4.1"): string =>
  `${benchmark}_${model}_20250701_093000_allresults.json`;

interface Answer {
  readonly question: string;
  readonly score: unknown;
  readonly promptId?: string;
}

function results(answers: readonly Answer[], isHealthBench = false): string {
  const metadata = answers.map(({ score, promptId }) => ({
    score,
    prompt_id: promptId,
    prompt: [],
  }));
  return JSON.stringify(
    {
      score: 0.5,
      metrics: { "score:std": 0.1 },
      htmls: answers.map(
        ({ score }) => `<p>Score: 1.0</p> quoted by a model<p>Score: ${String(score)}</p>\n`,
      ),
      convos: answers.map(({ question }) => [
        { role: "user", content: question },
        { role: "assistant", content: "…" },
      ]),
      metadata: isHealthBench ? { example_level_metadata: metadata } : null,
    },
    null,
    2,
  );
}

describe("simple-evals", () => {
  it("the score of each answer is in its piece of the page", async () => {
    const answers = [1, 0, 0.25].map((score, at) => ({ question: `q${at}`, score }));
    await write(folder, name("drop"), results(answers));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(new Set(graded(outcomes))).toEqual(new Set([1, 0, 0.25]));
    expect(outcomes[0]).toMatchObject({
      model: "gpt-4.1",
      benchmark: "drop",
      run: "20250701_093000",
    });
    expect(outcomes[0]!.item).toMatch(/^[0-9a-f]{13}$/);
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: 0.5, agrees: false }]);
  });

  it("two models meet on the questions", async () => {
    const answers = [1, 0].map((score, at) => ({ question: `q${at}`, score }));
    await write(folder, name("simpleqa"), results(answers));
    await write(folder, name("simpleqa", "o3"), results(answers.toReversed()));
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks).toMatchObject([{ benchmark: "simpleqa", models: 2, items: 2 }]);
  });

  it("a question that comes again is another trial", async () => {
    const answers = [1, 0, 0, 1].map((score, at) => ({ question: `q${at % 2}`, score }));
    await write(folder, name("math"), results(answers));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes.map(({ trial }) => trial)).toEqual([0, 1, 0, 1]);
    expect(summary!.benchmarks).toMatchObject([{ items: 2, means: [{ agrees: true }] }]);
  });

  it("GPQA shuffles its options, so its items are places", async () => {
    const answers = [
      { question: "Which?\n\nA) x\nB) y", score: 1 },
      { question: "Why?\n\nA) x\nB) y", score: 0 },
      { question: "Which?\n\nA) y\nB) x", score: 0 },
      { question: "Why?\n\nA) y\nB) x", score: 1 },
    ];
    await write(folder, name("gpqa"), results(answers));
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ item, trial, score }) => [item, trial, score])).toEqual([
      ["0", 0, 1],
      ["0", 1, 0],
      ["1", 0, 0],
      ["1", 1, 1],
    ]);
  });

  it("HealthBench has ids and scores in its metadata", async () => {
    const answers = [0.3, 0.9].map((score, at) => ({
      question: `q${at}`,
      score,
      promptId: `p-${at}`,
    }));
    await write(folder, name("healthbench_hard"), results(answers, true));
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes[0]).toMatchObject({ benchmark: "healthbench_hard", model: "gpt-4.1" });
    expect(byItem(outcomes)).toEqual({ "p-0": 0.3, "p-1": 0.9 });
  });

  it("a negative score of HealthBench is refused unless the user gives a range", async () => {
    const answers = [-0.5, 0.5].map((score, at) => ({
      question: `q${at}`,
      score,
      promptId: `p-${at}`,
    }));
    await write(folder, name("healthbench"), results(answers, true));
    expect((await readAll([folder.path])).error).toMatchObject({ code: "off-scale" });
    const { outcomes } = await readAll([folder.path], { scales: { "*": { min: -1, max: 1 } } });
    expect(graded(outcomes)).toEqual([0.25, 0.75]);
  });

  it("questions come on request", async () => {
    await write(folder, name("drop"), results([{ question: "q0", score: 1 }]));
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes).toMatchObject([{ text: "q0", score: 1 }]);
  });

  it.each([
    ["the totals", "drop_gpt-4.1_20250701_093000.json", '{"score": 0.5, "score:std": 0.1}'],
    ["the page", "drop_gpt-4.1_20250701_093000.html", "<html><body>…</body></html>"],
  ])("%s cannot be taken apart, and the file that can is named", async (_, file, content) => {
    await write(folder, file, content);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "no-item-logs" });
    expect(error!.message).toContain("_allresults.json");
  });
});

describe("simpleEvalsName", () => {
  it.each([
    ["mmlu_gpt-4o_20250701_093000_allresults.json", "mmlu", "gpt-4o", "20250701_093000"],
    [
      "healthbench_hard_o3_high_20250701_093000_DEBUG_allresults.json",
      "healthbench_hard",
      "o3_high",
      "20250701_093000",
    ],
    ["mgsm_claude_allresults.json", "mgsm", "claude", undefined],
    ["renamed.json", "renamed", undefined, undefined],
  ])("%s", (file, benchmark, model, date) => {
    expect(simpleEvalsName(`/tmp/${file}`)).toEqual({ benchmark, model, date });
  });
});

describe("scoreInPage", () => {
  it.each([
    ["<p>Score: 1.0</p>", 1],
    ["<p>Score: True</p>", true],
    ["<p>Score: False</p>", false],
    ["<p>Score: None</p>", null],
    ["<p>Score: n/a</p>", "n/a"],
    ["<p>no score</p>", undefined],
    [null, undefined],
  ])("%s", (page, score) => {
    expect(scoreInPage(page)).toBe(score);
  });
});

describe("files of the same people that have too little in them", () => {
  it.each([
    ["nanoeval", '{"timestamp": "x", "record_type": "run_started", "run_id": 1}\n', "nanoeval"],
    ["mle-bench", '{"competition_reports": [{"competition_id": "a"}]}', "mle-bench"],
  ])("%s", async (_, content, word) => {
    await write(folder, "records.jsonl", content);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "unsupported" });
    expect(error!.message).toContain(word);
  });
});
