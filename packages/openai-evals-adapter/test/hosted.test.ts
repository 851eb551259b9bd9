import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { exportRow, exportRun, outputItem, page, UUIDS } from "./support/hosted.ts";
import { write } from "./support/logs.ts";
import { byItem, codes, graded, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const EXPORT = "eval_items_OutputDataItemStatusParam.ALL_2026-10-01_12-00.jsonl";

describe("dashboard exports", () => {
  it("are keyed by the index, whatever the order of the rows", async () => {
    await write(folder, EXPORT, exportRun([1, 0, 0.5]).toReversed());
    const { outcomes, summary } = await readAll([folder.path]);
    expect(byItem(outcomes)).toEqual({ 0: 1, 1: 0, 2: 0.5 });
    expect(outcomes[0]).toMatchObject({
      model: "gpt-4o-2024-08-06",
      benchmark: "eval_items",
      run: "evalrun_1",
      metric: "grades.exact",
    });
    expect(codes(summary)).toEqual([]);
  });

  it("hold several runs in one file, under ids of both forms", async () => {
    const other = exportRun([0, 0, 1], { run: "erun_2", model: "ft:gpt-4o-mini:org::id" });
    await write(folder, EXPORT, [...exportRun([1, 0, 1]), ...other]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(summary!.benchmarks).toMatchObject([{ models: 2, items: 3 }]);
    const tuned = outcomes.filter(({ model }) => model === "ft:gpt-4o-mini:org::id");
    expect(byItem(tuned)).toEqual({ 0: 0, 1: 0, 2: 1 });
  });

  it("of one eval meet although the names of their graders end in other ids", async () => {
    await write(folder, "gpt-4o.jsonl", exportRun([1, 0], { grader: `exact${UUIDS[0]}` }));
    const other = { run: "evalrun_2", model: "o3", grader: `exact${UUIDS[1]}` };
    await write(folder, "o3.jsonl", exportRun([0, 0], other));
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks).toMatchObject([{ metric: "grades.exact", models: 2, items: 2 }]);
  });

  it("of different data sets are different evals, also under one default name", async () => {
    await write(folder, EXPORT, exportRun([1, 0]));
    const other = [0, 1].map((index) =>
      exportRow({ run: "evalrun_2", index, item: { other: index }, grades: { exact: 1 } }),
    );
    await write(folder, EXPORT.replace("12-00", "13-00"), other);
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks.map(({ benchmark }) => benchmark)).toEqual([
      "eval_items",
      "eval_items-2",
    ]);
  });

  it("have errored rows, which are ungraded and name no model", async () => {
    const errored = exportRow({ index: 2, error: { message: "overloaded", code: "x" } });
    await write(folder, EXPORT, [...exportRun([1, 0]), errored]);
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ model, score }) => [model, score])).toEqual([
      ["gpt-4o-2024-08-06", 1],
      ["gpt-4o-2024-08-06", 0],
      ["gpt-4o-2024-08-06", null],
    ]);
  });

  it("take the mean over several graders; a row that lacks one is ungraded", async () => {
    await write(folder, EXPORT, [
      exportRow({ index: 0, grades: { exact: 1, tone: 0.5 } }),
      exportRow({ index: 1, grades: { exact: 1 } }),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes.map(({ score }) => score)).toEqual([0.75, null]);
    expect(summary!.benchmarks).toMatchObject([{ metric: "graders" }]);
    const one = await readAll([folder.path], { metrics: { "*": "tone" } });
    expect(one.outcomes.map(({ score }) => score)).toEqual([0.5, null]);
    expect(one.summary!.benchmarks).toMatchObject([{ metric: "grades.tone" }]);
  });

  it("with grades outside [0, 1] count pass and fail, and say so", async () => {
    await write(folder, EXPORT, [
      exportRow({ index: 0, grades: { quality: 7 }, passes: { quality: true } }),
      exportRow({ index: 1, grades: { quality: 0.5 }, passes: { quality: false } }),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([1, 0]);
    expect(said(summary, "filter-ambiguous")).toContain(
      "the grades of quality are not from 0 to 1",
    );
    const scaled = await readAll([folder.path], { scales: { "*": { min: 0, max: 10 } } });
    expect(graded(scaled.outcomes)).toEqual([0.7, 0.05]);
    expect(codes(scaled.summary)).toEqual([]);
  });

  it("without grades count pass and fail, and that is no reason for a warning", async () => {
    await write(folder, EXPORT, [
      exportRow({ index: 0, grades: { exact: null }, passes: { exact: true } }),
      exportRow({ index: 1, passes: { exact: false } }),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([1, 0]);
    expect(summary!.benchmarks).toMatchObject([{ metric: "passes.exact" }]);
    expect(codes(summary)).toEqual([]);
  });

  it("with such grades and no passes are refused with the line", async () => {
    await write(folder, EXPORT, [exportRow({ index: 0, grades: { quality: 7 } })]);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "off-scale" });
    expect(error!.message).toContain('.jsonl:1: "grades.quality" is 7 (sample 0)');
  });

  it("of one model asked in two ways get their run ids", async () => {
    await write(folder, EXPORT, [
      ...exportRun([1, 0]),
      ...[0, 1].map((index) =>
        exportRow({ run: "evalrun_2", index, question: `Please: q${index}`, grades: { exact: 0 } }),
      ),
    ]);
    const { outcomes } = await readAll([folder.path]);
    expect([...new Set(outcomes.map(({ model }) => model))]).toEqual([
      "gpt-4o-2024-08-06 [evalrun_1]",
      "gpt-4o-2024-08-06 [evalrun_2]",
    ]);
  });

  it("of one model asked in the same way are trials", async () => {
    await write(folder, EXPORT, [...exportRun([1, 0]), ...exportRun([0, 0], { run: "evalrun_2" })]);
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ trial }) => trial)).toEqual([0, 0, 1, 1]);
  });

  it("of an edited data set are joined by index and content", async () => {
    await write(folder, EXPORT, [
      ...exportRun([1, 0, 1]),
      ...[0, 1, 2].map((index) =>
        exportRow({
          run: "evalrun_2",
          model: "o3",
          index,
          item: { question: index === 1 ? "edited" : `q${index}` },
          grades: { exact: 1 },
        }),
      ),
    ]);
    const { outcomes, summary } = await readAll([folder.path]);
    const items = [...new Set(outcomes.map(({ item }) => item))];
    expect(items).toHaveLength(4);
    expect(items.filter((item) => /^1-[0-9a-f]{8}$/.test(item))).toHaveLength(2);
    expect(said(summary, "item-identity")).toContain("1 of 3 items are kept apart");
  });

  it("have the same items with and without a byte order mark in a column", async () => {
    const row = (run: string, mark: string) =>
      exportRow({ run, model: run, index: 0, item: { [`${mark}#`]: 1 }, grades: { exact: 1 } });
    await write(folder, EXPORT, [row("a", "\uFEFF"), row("b", "")]);
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks).toMatchObject([{ models: 2, items: 1 }]);
  });

  it("that were filtered are partial", async () => {
    await write(folder, EXPORT.replace("ALL", "FAIL"), exportRun([0, 0]));
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "partial-run")).toContain("exported with the filter FAIL");
  });

  it("without samples need a name from the user", async () => {
    const bare = exportRun([1, 0]).map(({ run_id, data_source_idx, grades }) => ({
      run_id,
      data_source_idx,
      grades,
    }));
    await write(folder, "mine.jsonl", bare);
    expect((await readAll([folder.path])).error).toMatchObject({ code: "name-the-model" });
    const { outcomes } = await readAll([folder.path], { name: "o3" });
    expect(outcomes[0]).toMatchObject({ model: "o3", benchmark: "mine", score: 1 });
  });

  it("saved twice count once", async () => {
    await write(folder, EXPORT, exportRun([1, 0]));
    await write(folder, EXPORT.replace("12-00", "13-00"), exportRun([1, 0]));
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
  });

  it("give their texts on request", async () => {
    await write(folder, EXPORT, exportRun([1]));
    const { outcomes } = await readAll([folder.path], { text: true });
    expect(outcomes[0]).toMatchObject({ text: "q0", answer: "a0" });
  });
});

describe("saved pages of the API", () => {
  const pass = (score: number): Record<string, unknown>[] => [
    { name: `exact${UUIDS[0]}`, type: "string_check", score, passed: score === 1, sample: null },
  ];

  it("one page, several pages a file, and lines of items", async () => {
    const items = [1, 0, 1].map((score, index) => outputItem({ index, results: pass(score) }));
    const forms = {
      page: JSON.stringify(page(items), null, 2),
      pages: `${JSON.stringify(page(items.slice(0, 2)))}\n${JSON.stringify(page(items.slice(2)))}\n`,
      lines: items.map((item) => `${JSON.stringify(item)}\n`).join(""),
      list: JSON.stringify(items),
    };
    for (const form of Object.values(forms)) {
      await write(folder, "items.json", form);
      const { outcomes, error } = await readAll([folder.path]);
      expect(error).toBeUndefined();
      expect(byItem(outcomes)).toEqual({ 0: 1, 1: 0, 2: 1 });
      expect(outcomes[0]).toMatchObject({ benchmark: "eval_7", model: "gpt-4o-2024-08-06" });
    }
  });

  it("are named by the eval and the run that were saved beside them", async () => {
    await write(
      folder,
      "items.json",
      JSON.stringify(page([outputItem({ index: 0, results: pass(1) })])),
    );
    await write(
      folder,
      "eval.json",
      JSON.stringify({ object: "eval", id: "eval_7", name: "coins" }),
    );
    const run = {
      object: "eval.run",
      id: "evalrun_1",
      eval_id: "eval_7",
      model: "gpt-4o",
      status: "completed",
    };
    await write(folder, "run.json", JSON.stringify({ ...run, result_counts: { total: 3 } }));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes[0]).toMatchObject({ benchmark: "coins", model: "gpt-4o-2024-08-06" });
    expect(said(summary, "partial-run")).toContain("1 of 3 items");
    expect(summary).toMatchObject({ filesFound: 3, filesRead: 3 });
  });

  it("an item with an error or without results is ungraded", async () => {
    const failed = outputItem({ index: 1, results: pass(0), error: { code: "x" } });
    const empty = outputItem({ index: 2, results: [] });
    await write(folder, "items.jsonl", [outputItem({ index: 0, results: pass(1) }), failed, empty]);
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ score }) => score)).toEqual([1, null, null]);
  });

  it("an item with several answers has trials", async () => {
    const twice = [1, 0].map((score, at) =>
      outputItem({ index: 0, results: pass(score), id: `outputitem_${at}` }),
    );
    await write(folder, "items.jsonl", [...twice, twice[0]!]);
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ trial, score }) => [trial, score])).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("and an export of the same run are one run", async () => {
    const items = [1, 0].map((score, index) => outputItem({ index, results: pass(score) }));
    await write(folder, "items.jsonl", items);
    await write(folder, EXPORT, exportRun([1, 0]));
    const { outcomes, error } = await readAll([folder.path]);
    expect(error).toBeUndefined();
    expect(outcomes).toHaveLength(2);
  });
});
