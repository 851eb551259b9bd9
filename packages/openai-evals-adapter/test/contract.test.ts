import { adapterContract } from "@eip-eval/core/testing";
import { beforeAll, afterAll, describe, it } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openaiEvals } from "../src/index.ts";
import { lines, matchRun, metricsRun } from "./support/logs.ts";

const folder = mkdtempSync(join(tmpdir(), "eip-openai-evals-"));
const paths = ["one.jsonl", "two.log", "deep.jsonl"].map((name) => join(folder, name));

beforeAll(() => {
  const logs = [
    matchRun([1, 0, 1], { model: "kestrel-8b" }),
    matchRun([0, 0, 1], { model: "wren-1b", runId: "240105093000BBBBBBBB" }),
    metricsRun(
      [
        { choice: "A", score: 0.5 },
        { choice: "B", score: 0 },
      ],
      {
        benchmark: "essays.dev.v0",
        runId: "240105093000CCCCCCCC",
        completionFns: ["wren-1b", "grader"],
        cls: "modelgraded.classify:ModelBasedClassify",
      },
    ),
  ];
  for (const [at, path] of paths.entries()) writeFileSync(path, lines(logs[at]!));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("openaiEvals keeps the contract of readers", () => {
  it.each(adapterContract(openaiEvals, paths).map(({ title, run }) => [title, run] as const))(
    "%s",
    async (_, run) => {
      await run();
    },
  );
});
