import { describe, expect, it } from "vitest";
import { benchmarkNames, detailsName, modelFromFolder, taskName } from "../src/file-name.ts";

const stamp = "2024-05-21T08-15-30.204511";

describe("the name of a file", () => {
  it.each([
    [
      "acme__ant-1b/samples_leaderboard_bbh_snarks_2024-05-21T08-15-30.204511.jsonl",
      "leaderboard_bbh_snarks",
    ],
    ["acme__ant-1b/samples_gsm8k_2024-05-21T08-15-30.204511.json", "gsm8k"],
    ["acme__ant-1b/samples_gsm8k_2024-05-21T08-15-30.204511.jsonl.gz", "gsm8k"],
  ])("%s is samples of the second leaderboard", (path, task) => {
    expect(detailsName(path)).toEqual({ kind: "v2-samples", task, stamp, model: "acme/ant-1b" });
  });

  it("needs no fraction of a second", () => {
    expect(detailsName("gpt2/samples_gsm8k_2024-05-21T08-15-30.json")).toEqual({
      kind: "v2-samples",
      task: "gsm8k",
      stamp: "2024-05-21T08-15-30",
    });
  });

  it.each([
    "2023-08-19T16:35:46.942696/details_harness|arc:challenge|25_2023-08-19T16:35:46.942696.parquet",
    "2023-08-19T16-35-46.942696/details_harness|arc:challenge|25_2023-08-19T16-35-46.942696.parquet",
  ])("%s is details of the first leaderboard", (path) => {
    expect(detailsName(path)).toEqual({
      kind: "v1-details",
      task: "harness|arc:challenge|25",
      stamp: "2023-08-19T16-35-46.942696",
    });
  });

  it.each([
    "lighteval|gsm8k|0",
    "gsm8k|0",
    "custom|my_task_2024-01-01|5",
    "leaderboard|mmlu:a_b|5",
  ])("with the task %s is details of lighteval", (task) => {
    const path = `details/acme/ant-1b/${stamp}/details_${task}_${stamp}.parquet`;
    expect(detailsName(path)).toEqual({ kind: "lighteval-details", task, stamp });
  });

  it("tells results of the second leaderboard by their folder", () => {
    const name = `results_${stamp}.json`;
    expect(detailsName(`acme__ant-1b/${name}`)).toEqual({
      kind: "v2-results",
      stamp,
      model: "acme/ant-1b",
    });
    expect(detailsName(`gpt2/${name}`)).toEqual({ kind: "v2-results", stamp });
    expect(detailsName(name)).toEqual({ kind: "results", stamp });
    expect(detailsName(`results/acme/ant-1b/${name}`)).toEqual({ kind: "results", stamp });
    expect(detailsName(`results_${stamp}.parquet`)).toEqual({ kind: "results", stamp });
  });

  it.each([
    "README.md",
    ".gitattributes",
    "data/train-00000-of-00001.parquet",
    "samples_gsm8k.jsonl",
    "results.json",
    `details_gsm8k_${stamp}.json`,
    "",
  ])("%j is none of ours", (path) => {
    expect(detailsName(path)).toEqual({ kind: "other" });
  });

  it("may be hostile", () => {
    expect(detailsName(`__proto__/samples___proto___${stamp}.jsonl`)).toMatchObject({
      task: "__proto__",
    });
    expect(detailsName(`a/${"_".repeat(50_000)}`)).toEqual({ kind: "other" });
    expect(detailsName(`samples_${"a_".repeat(50_000)}`)).toEqual({ kind: "other" });
  });
});

describe("the folder of a model", () => {
  it.each([
    ["acme__ant-1b", "acme/ant-1b"],
    ["acme__ant__1b", "acme/ant__1b"],
    ["acme_ai__ant", "acme_ai/ant"],
    ["gpt2", "gpt2"],
    ["__proto__", "__proto__"],
    ["acme__", "acme__"],
  ])("%s is %s", (folder, model) => {
    expect(modelFromFolder(folder)).toBe(model);
  });
});

describe("the name of a task", () => {
  it("has a suite, a name and a number of examples", () => {
    expect(taskName("harness|arc:challenge|25")).toEqual({
      suite: "harness",
      task: "arc:challenge",
      shots: 25,
    });
    expect(taskName("gsm8k|0")).toEqual({ task: "gsm8k", shots: 0 });
    expect(taskName("leaderboard_gsm8k")).toEqual({ task: "leaderboard_gsm8k" });
    expect(taskName("a|b")).toEqual({ task: "a|b" });
  });

  it("is a benchmark without the suite", () => {
    const names = benchmarkNames([
      "harness|gsm8k|5",
      "harness|arc:challenge|25",
      "gsm8k|0",
      "leaderboard_ifeval",
    ]);
    expect([...names.values()]).toEqual([
      "gsm8k|5",
      "arc:challenge|25",
      "gsm8k|0",
      "leaderboard_ifeval",
    ]);
  });

  it("keeps the suite where another suite of the run has the same task", () => {
    const names = benchmarkNames([
      "lighteval|gsm8k|0",
      "extended|gsm8k|0",
      "lighteval|arc|0",
      "lighteval|arc|0",
    ]);
    expect([...names]).toEqual([
      ["lighteval|gsm8k|0", "lighteval|gsm8k|0"],
      ["extended|gsm8k|0", "extended|gsm8k|0"],
      ["lighteval|arc|0", "arc|0"],
    ]);
  });
});
