import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { openaiEvalsWith } from "../src/index.ts";
import { freshFolder } from "./support/folder.ts";
import { eventMaker, lines, matchRun, prompt, spec, write } from "./support/logs.ts";
import { codes, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const A = "240105093000AAAAAAAA";
const B = "240106093000BBBBBBBB";

describe("names of models", () => {
  it("runs with an equal spec are trials, in the order of their ids", async () => {
    await write(folder, "z.jsonl", matchRun([1, 0], { runId: A }));
    await write(folder, "a.jsonl", matchRun([0, 0], { runId: B, seed: 5, maxSamples: 2 }));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes.map(({ run, trial, score }) => [run, trial, score])).toEqual([
      [A, 0, 1],
      [A, 0, 0],
      [B, 1, 0],
      [B, 1, 0],
    ]);
    expect(said(summary, "rerun")).toBe(
      "coins.dev.v0: kestrel-8b ran 2 times; the runs are trials of the same items.",
    );
    expect(summary!.benchmarks).toMatchObject([{ models: 1, items: 2 }]);
  });

  it("runs with other completion arguments get their run id, and nothing secret", async () => {
    const command = "oaieval kestrel-8b coins --completion_args temperature=1,api_key=sk-hidden";
    await write(folder, "a.jsonl", matchRun([1, 0], { runId: A }));
    await write(folder, "b.jsonl", matchRun([0, 0], { runId: B, command }));
    const { outcomes, summary } = await readAll([folder.path]);
    const names = [`kestrel-8b [${A}]`, `kestrel-8b [${B}]`];
    expect([...new Set(outcomes.map(({ model }) => model))]).toEqual(names);
    expect(outcomes.every(({ trial }) => trial === undefined)).toBe(true);
    expect(said(summary, "label")).toContain("kestrel-8b was run as 2 systems");
    expect(JSON.stringify([outcomes, summary])).not.toMatch(/sk-|temperature/);
  });

  it("a name with slashes and commas in a path stays the completion function", async () => {
    await write(
      folder,
      "240105_langchain/llm/mpt-7b,gpt-4_graded.jsonl",
      matchRun([1], { model: "langchain/llm/mpt-7b" }),
    );
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes[0]!.model).toBe("langchain/llm/mpt-7b");
  });

  it.each(["__proto__", "constructor", "=cmd()", "../../etc/passwd"])(
    "%s is a model like any other",
    async (model) => {
      await write(folder, "a.jsonl", lines(matchRun([1, 0])).replaceAll("kestrel-8b", model));
      await write(folder, "b.jsonl", matchRun([1, 1], { model: "wren-1b", runId: B }));
      const { outcomes, summary } = await readAll([folder.path]);
      expect(outcomes.filter((outcome) => outcome.model === model)).toHaveLength(2);
      expect(summary!.benchmarks).toMatchObject([{ models: 2 }]);
    },
  );
});

describe("the snapshot that answered", () => {
  const log = (): Record<string, unknown>[] => {
    const event = eventMaker();
    const call = (model: string, metadata?: object) => ({
      sample: 0,
      type: "sampling",
      data: { prompt: prompt("q0"), sampled: ["a"], model, metadata },
    });
    return [
      spec(),
      event(call("kestrel-8b-0301")),
      event(call("grader-0613")),
      event({ sample: 0, type: "match", data: { correct: true } }),
    ];
  };

  it("is that of the first call, never the grader's", async () => {
    const [head, first, second, verdict] = log();
    await write(folder, "a.jsonl", [head, second, first, verdict]);
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes[0]).toMatchObject({
      model: "kestrel-8b",
      metadata: { served: "kestrel-8b-0301" },
    });
  });

  it("is the label on request", async () => {
    await write(folder, "a.jsonl", log());
    const { outcomes } = await readAll([folder.path], {
      adapter: openaiEvalsWith({ label: "served" }),
    });
    expect(outcomes[0]!.model).toBe("kestrel-8b-0301");
  });

  it("is the label on request of the program's user too", async () => {
    await write(folder, "a.jsonl", log());
    const bin = resolve(import.meta.dirname, "../bin/eip-openai-evals.js");
    const argv = ["outcomes", folder.path, "--label", "served", "--csv", "--no-config"];
    const { stdout } = await promisify(execFile)(process.execPath, [bin, ...argv]);
    expect(stdout).toContain("kestrel-8b-0301,");
  });

  it("is said where one name had several", async () => {
    await write(folder, "a.jsonl", log());
    const later = lines(log()).replaceAll("0301", "0613").replaceAll("240105", "240106");
    await write(folder, "b.jsonl", later);
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "label")).toBe(
      "coins.dev.v0: kestrel-8b was served by kestrel-8b-0301, kestrel-8b-0613.",
    );
  });

  it("is not invented for a log without it", async () => {
    await write(folder, "a.jsonl", matchRun([1]));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes[0]!.metadata).toBeUndefined();
    expect(codes(summary)).toEqual([]);
  });
});
