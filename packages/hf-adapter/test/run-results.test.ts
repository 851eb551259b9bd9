import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRunResults, runResultsFromBytes } from "../src/run-results.ts";
import { freshFolder } from "./support/folder.ts";
import { writeBytes } from "./support/parquet-of.ts";

const folder = freshFolder();
const from = (value: unknown) =>
  runResultsFromBytes(new TextEncoder().encode(JSON.stringify(value)), "r.json");

describe("a results file", () => {
  it("of the second leaderboard has items and means by metric and filter", () => {
    const { model, tasks } = from({
      results: {
        gsm8k: {
          alias: "gsm8k",
          "exact_match,strict-match": 0.5,
          "exact_match_stderr,strict-match": 0.01,
        },
        leaderboard_bbh: { "acc_norm,none": 0.4 },
      },
      groups: { leaderboard_bbh: {} },
      "n-samples": { gsm8k: { original: 1319, effective: 100 } },
      model_name: "acme/ant-1b",
    });
    expect(model).toBe("acme/ant-1b");
    expect([...tasks]).toEqual([
      [
        "gsm8k",
        { expected: 1319, asked: 100, means: new Map([["exact_match,strict-match", 0.5]]) },
      ],
    ]);
  });

  it("of the first leaderboard or of lighteval has means by metric", () => {
    const { model, tasks } = from({
      config_general: { model_name: "acme/ant-1b" },
      results: {
        "harness|gsm8k|5": { acc: 0.5, acc_stderr: 0.1 },
        all: { acc: 0.5 },
        "lighteval|mmlu:_average|5": { acc: 0.5 },
      },
      config_tasks: { "harness|gsm8k|5": { original_num_docs: 1319, effective_num_docs: 10 } },
      versions: { all: 0 },
    });
    expect(model).toBe("acme/ant-1b");
    expect([...tasks]).toEqual([
      ["harness|gsm8k|5", { expected: 1319, asked: 10, means: new Map([["acc,none", 0.5]]) }],
    ]);
  });

  it("of the oldest kind has its tasks at the top", () => {
    const { tasks } = from({
      all: { acc: 0.5 },
      "harness|gsm8k|5": { acc: 0.5 },
      versions: { all: 0 },
    });
    expect([...tasks.keys()]).toEqual(["harness|gsm8k|5"]);
  });

  it("may have NaN for a mean, which is none", async () => {
    const path = join(folder.path, "results.json");
    await writeBytes(path, '{"results": {"t|0": {"acc": NaN, "em": 0.5}}}');
    expect((await readRunResults(path)).tasks.get("t|0")!.means).toEqual(
      new Map([["em,none", 0.5]]),
    );
  });

  it.each([
    ["{}", "unsupported"],
    ["[]", "unsupported"],
    ["3", "unsupported"],
    ["", "unsupported"],
    ['{"results": {"t": {"acc": 0.5}', "damaged"],
  ])("%j is refused", async (text, code) => {
    expect(() => runResultsFromBytes(new TextEncoder().encode(text), "r.json")).toThrow(
      expect.objectContaining({ code }),
    );
    const path = join(folder.path, "results.json");
    await writeBytes(path, text);
    await expect(readRunResults(path)).rejects.toMatchObject({ code });
  });

  it("with hostile names is read like any other", () => {
    const text = '{"results": {"__proto__": {"__proto__": 0.5, "constructor": 1}}}';
    const { tasks } = runResultsFromBytes(new TextEncoder().encode(text), "r.json");
    expect(tasks.get("__proto__")!.means).toEqual(
      new Map([
        ["__proto__,none", 0.5],
        ["constructor,none", 1],
      ]),
    );
  });
});
