import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { writeBytes, writeParquet, type Row } from "./support/parquet-of.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);
const [older, newer] = ["2025-10-14T15-33-27.662108", "2025-11-20T08-30-00.250001"] as const;

const rowsOf = (scores: readonly number[]): Row[] =>
  scores.map((acc, row) => ({
    example: `What is ${row} and ${row}?`,
    hashes: { example: `h${row}` },
    metrics: { acc },
    choices: ["no", "yes"],
    gold: 1n,
    predictions: [-2, -1],
  }));
const record = (id: number, acc: unknown): string =>
  JSON.stringify({
    doc_id: id,
    doc: { q: `q${id}` },
    target: "A",
    arguments: [],
    resps: [["x"]],
    filtered_resps: ["x"],
    doc_hash: `h${id}`,
    acc,
  });

/** Writes details of the first leaderboard. */
async function writeDetails(
  root: string,
  scores: readonly number[],
  { task = "harness|sums|5", stamp = older }: { task?: string; stamp?: string } = {},
): Promise<void> {
  await writeParquet(join(root, stamp, `details_${task}_${stamp}.parquet`), rowsOf(scores));
}

describe("a folder of details", () => {
  it("may hold repositories of every kind", async () => {
    await writeBytes(
      at("acme__ant-details/acme__ant", `samples_sums_${older}.jsonl`),
      [record(0, 1), record(1, 0)].join("\n"),
    );
    await writeDetails(at("details_acme__bee"), [1, 0]);
    await writeParquet(at("details/acme/cat", older, `details_lighteval|sums|0_${older}.parquet`), [
      { doc: { query: "q", id: "" }, metric: { em: 1 }, model_response: { text: ["x"] } },
    ]);
    const { outcomes, summary, problems } = await readAll([folder.path]);
    expect(problems).toEqual([]);
    expect(
      outcomes.map(({ model, benchmark, item, score }) => [model, benchmark, item, score]),
    ).toEqual([
      ["acme/ant", "sums", "0", 1],
      ["acme/ant", "sums", "1", 0],
      ["acme/cat", "sums|0", "0", 1],
      ["acme/bee", "sums|5", "0", 1],
      ["acme/bee", "sums|5", "1", 0],
    ]);
    expect(summary).toMatchObject({ adapter: "hf-details", filesFound: 3, filesRead: 3 });
  });

  it("may be a Hub cache, whose files are links", async () => {
    const repository = at("datasets--org--details_acme__ant");
    const blob = join(repository, "blobs/ab");
    await writeParquet(blob, rowsOf([1, 0]));
    const link = join(
      repository,
      "snapshots",
      "0".repeat(40),
      older,
      `details_harness|sums|5_${older}.parquet`,
    );
    await mkdir(dirname(link), { recursive: true });
    await symlink(blob, link);
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes).toMatchObject([{ model: "acme/ant", benchmark: "sums|5" }, { score: 0 }]);
  });

  it("may be a single file", async () => {
    await writeDetails(at("details_acme__ant"), [1, 0]);
    await writeBytes(
      at("details_acme__ant", `results_${older}.json`),
      '{"results": {"harness|sums|5": {"acc": 0.5}}}',
    );
    const { outcomes, summary } = await readAll([
      at("details_acme__ant", older, `details_harness|sums|5_${older}.parquet`),
    ]);
    expect(outcomes).toHaveLength(2);
    expect(summary!.benchmarks[0]!.means).toEqual([
      { model: "acme/ant", mean: 0.5, harnessMean: 0.5, agrees: true },
    ]);
    expect(summary).toMatchObject({ filesFound: 1, filesRead: 1 });
  });

  it("keeps the suite in names where one run has a task of two", async () => {
    await writeDetails(at("details_acme__ant"), [1], { task: "lighteval|sums|0" });
    await writeDetails(at("details_acme__ant"), [0], { task: "extended|sums|0" });
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks.map(({ benchmark }) => benchmark)).toEqual([
      "extended|sums|0",
      "lighteval|sums|0",
    ]);
  });

  it("leaves out what nobody wants, without a look", async () => {
    await writeDetails(at("details_acme__ant"), [1], { task: "harness|sums|5" });
    await writeBytes(
      at("details_acme__ant", older, `details_harness|broken|5_${older}.parquet`),
      "PAR1 and nothing",
    );
    const { outcomes, problems } = await readAll([folder.path], {
      wants: (benchmark) => benchmark === "sums|5",
    });
    expect(outcomes).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("is asked for another metric by name", async () => {
    const rows = [0, 1].map((row) => ({
      example: "Which one?",
      hashes: { example: `h${row}` },
      metrics: { acc: row, acc_norm: 1 },
    }));
    await writeParquet(
      at("details_acme__ant", older, `details_harness|arc:challenge|25_${older}.parquet`),
      rows,
    );
    const usual = await readAll([folder.path]);
    expect(usual.summary!.benchmarks).toMatchObject([
      { metric: "acc_norm", alternatives: ["acc,none"] },
    ]);
    const asked = await readAll([folder.path], { metrics: { "arc*": "acc" } });
    expect(asked.outcomes.map(({ score }) => score)).toEqual([0, 1]);
  });
});

describe("of several runs of a task", () => {
  it("the newest complete one is read, and what was passed over is said", async () => {
    await writeDetails(at("details_acme__ant"), [1, 1, 0, 0], { stamp: older });
    await writeDetails(at("details_acme__ant"), [1], { stamp: newer });
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(4);
    expect(
      summary!.runs.map(({ date, used, reason, items }) => ({ date, used, reason, items })),
    ).toEqual([
      { date: older, used: true, reason: undefined, items: 4 },
      { date: newer, used: false, reason: "partial: 1 of 4 items", items: 1 },
    ]);
    expect(summary!.notices).toMatchObject([{ code: "rerun", models: ["acme/ant"] }]);
  });

  it("one that cannot be read makes way for the next", async () => {
    await writeDetails(at("details_acme__ant"), [1, 0], { stamp: older });
    await writeBytes(
      at("details_acme__ant", newer, `details_harness|sums|5_${newer}.parquet`),
      "PAR1 and nothing",
    );
    const { outcomes, problems } = await readAll([folder.path]);
    expect(outcomes.map(({ run }) => run)).toEqual([older, older]);
    expect(problems).toMatchObject([{ code: "damaged", severity: "skipped" }]);
  });

  it("one that is less than its results file says makes way for the next", async () => {
    const samples = (stamp: string, ids: number[]) =>
      writeBytes(
        at("acme__ant", `samples_sums_${stamp}.jsonl`),
        ids.map((id) => record(id, 1)).join("\n"),
      );
    const totals = (stamp: string) =>
      writeBytes(
        at("acme__ant", `results_${stamp}.json`),
        JSON.stringify({
          results: { sums: { "acc,none": 1 } },
          "n-samples": { sums: { original: 4, effective: 4 } },
          configs: { sums: {} },
          versions: {},
          model_name: "acme/ant",
        }),
      );
    await Promise.all([
      samples(older, [0, 1, 2, 3]),
      totals(older),
      samples(newer, [0, 1]),
      totals(newer),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes.map(({ run }) => run)).toEqual(Array.from({ length: 4 }, () => older));
    expect(summary!.runs.find(({ used }) => !used)).toMatchObject({
      date: newer,
      reason: "partial: 2 of 4 items",
    });
  });
});

describe("the model of a file", () => {
  it("comes from the results file where no folder names it, then from --name, then from the folder", async () => {
    await writeDetails(at("run"), [1]);
    expect((await readAll([folder.path])).summary!.notices).toMatchObject([
      { code: "label", models: ["run"] },
    ]);
    expect((await readAll([folder.path], { name: "mine" })).outcomes[0]!.model).toBe("mine");
    await writeBytes(
      at("run", `results_${older}.json`),
      '{"config_general": {"model_name": "acme/ant"}, "results": {"t": {}}}',
    );
    expect((await readAll([folder.path], { name: "mine" })).outcomes[0]!.model).toBe("acme/ant");
  });
});

describe("what is broken", () => {
  it.each([
    [
      "a pointer",
      "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n",
      "lfs-pointer",
    ],
    ["an empty file", "", "empty"],
    ["a cut file", "PAR1 and then nothing more than this", "damaged"],
    ["text", "oops", "unsupported"],
  ])("%s is one problem, and the rest is read", async (_, content, code) => {
    await writeDetails(at("details_acme__ant"), [1, 0]);
    await writeBytes(
      at("details_acme__ant", older, `details_harness|drop|3_${older}.parquet`),
      content,
    );
    const { outcomes, problems } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(problems).toMatchObject([
      { code, severity: "skipped", path: expect.stringContaining("drop") as string },
    ]);
  });

  it("alone ends in its own error", async () => {
    const path = at("details_acme__ant", older, `details_harness|drop|3_${older}.parquet`);
    await writeBytes(path, "");
    expect((await readAll([folder.path])).error).toMatchObject({ code: "empty", where: path });
  });

  it("such as Parquet of something else is told by its columns", async () => {
    await writeParquet(at("details_acme__ant", older, `details_harness|drop|3_${older}.parquet`), [
      { a: 1, b: "x" },
    ]);
    expect((await readAll([folder.path])).error).toMatchObject({
      code: "unsupported",
      found: "Parquet with the columns a, b",
    });
  });

  it("a task of the results without details is said", async () => {
    await writeDetails(at("details_acme__ant"), [1, 0]);
    await writeBytes(
      at("details_acme__ant", `results_${older}.json`),
      '{"results": {"harness|sums|5": {"acc": 0.5}, "harness|drop|3": {"f1": 0.5}}}',
    );
    const { summary } = await readAll([folder.path]);
    expect(summary!.notices).toMatchObject([
      {
        code: "partial-run",
        message: expect.stringContaining(
          "1 of its 2 tasks have no details here: harness|drop|3.",
        ) as string,
      },
    ]);
  });

  it("is thrown where nobody listens", async () => {
    await writeDetails(at("details_acme__ant"), [1, 0]);
    await writeBytes(at("details_acme__ant", older, `details_harness|drop|3_${older}.parquet`), "");
    expect((await readAll([folder.path], { onProblem: undefined })).error).toMatchObject({
      code: "empty",
    });
  });
});

describe("other files", () => {
  it("are ignored, each with a reason; the card that every repository has, without", async () => {
    await writeDetails(at("details_acme__ant"), [1, 0]);
    await writeBytes(at("details_acme__ant", "README.md"), "# Details\n");
    await writeBytes(at("details_acme__ant", "notes.txt"), "Some notes.\n");
    await writeParquet(at("details_acme__ant", `results_${older}.parquet`), [
      { config_general: "{}", results: "{}" },
    ]);
    const { summary } = await readAll([folder.path]);
    expect(summary!.ignored.map(({ reason }) => reason)).toEqual([
      "no details of a leaderboard: text that is no table",
      "totals; the items are in the details",
    ]);
  });

  it.each([
    ["nothing", {}, "no-outcomes"],
    ["a table", { "scores.csv": "model,item,score\na,1,1\n" }, "other-harness"],
    [
      "results alone",
      { [`results_${older}.json`]: '{"config_general": {}, "results": {"t|0": {"acc": 1}}}' },
      "no-item-logs",
    ],
  ])("%s is no outcome", async (_, files, code) => {
    for (const [name, content] of Object.entries(files)) await writeBytes(at(name), content);
    const { error, problems } = await readAll([folder.path]);
    expect(error!.code).toBe(code);
    expect(problems).toMatchObject([{ severity: "fatal", code }]);
  });
});

describe("texts", () => {
  it("come with outcomes when they are asked for", async () => {
    await writeDetails(at("details_acme__ant"), [1, 0]);
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes[0]).toMatchObject({ text: "What is 0 and 0?", key: "yes", answer: "yes" });
  });

  it("come out of Python and out of today's lighteval", async () => {
    const python = {
      example: "How many?",
      full_prompt: "p",
      choices: "[' no', ' yes']",
      gold_index: "[1]",
      gold: "[' yes']",
      predictions: "[(-0.5, True), (-2.0, False)]",
      metrics: "{'acc': 0}",
    };
    await writeParquet(
      at("details_acme__ant", older, `details_lighteval|sums|0_${older}.parquet`),
      [python],
    );
    const today = {
      doc: { query: "How many?", id: "q7", choices: ["12"], gold_index: [0n] },
      metric: { em: 1 },
      model_response: { text: ["It is 12."] },
    };
    await writeParquet(at("details_acme__bee", older, `details_totals|0_${older}.parquet`), [
      today,
    ]);
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes).toMatchObject([
      { benchmark: "sums|0", text: "How many?", key: "yes", answer: "no" },
      { benchmark: "totals|0", item: "q7", text: "How many?", key: "12", answer: "It is 12." },
    ]);
  });
});
