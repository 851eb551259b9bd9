import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import type { Adapter, Outcome, ReadOptions, ReadSummary } from "../../src/outcomes/adapter.ts";
import type { GradedRun } from "../../src/outcomes/graded-run.ts";
import { gradedRuns } from "../../src/io/graded-runs.ts";
import { tables } from "../../src/io/tables.ts";
import { temporaryFile } from "./temporary-folder.ts";

/** Scores of one model by benchmark, metric and item, as a harness would log them. */
type Logged = Readonly<
  Record<string, Readonly<Record<string, readonly (number | null | undefined)[]>>>
>;

/** A reader of one file that reads one metric of a benchmark at a time and remembers what it was asked. */
function readerOf(logged: Logged, path: string, broken: readonly string[] = []) {
  const asked: ReadOptions[] = [];
  const adapter: Adapter = {
    contract: 1,
    name: "harness",
    async *read(_paths, options = {}) {
      asked.push(options);
      options.onProblem?.({ severity: "skipped", code: "damaged", message: "cut.", path });
      const wanted = Object.keys(logged).filter((name) => options.wants?.(name) ?? true);
      const chosen = new Map(
        wanted.map((name) => [name, chosenOf(logged[name]!, options.metrics?.[name])]),
      );
      for (const [benchmark, metric] of chosen) {
        if (broken.includes(metric)) throw new EipError("off-scale", { found: metric });
        for (const [row, score] of logged[benchmark]![metric]!.entries()) {
          if (score === undefined) continue;
          const outcome: Outcome = {
            model: "ant",
            benchmark,
            item: `q${row}`,
            score,
            metric,
            filter: "none",
          };
          yield { ...outcome, contentHash: `h${row}`, run: "2024" };
        }
      }
      options.onSummary?.(summaryOf(logged, chosen, path));
    },
  };
  return { adapter, asked };
}

const chosenOf = (metrics: Logged[string], asked: string | undefined): string =>
  asked?.split(",")[0] ?? Object.keys(metrics)[0]!;

function summaryOf(logged: Logged, chosen: ReadonlyMap<string, string>, path: string): ReadSummary {
  return {
    adapter: "harness",
    filesFound: 1,
    filesRead: 1,
    runs: [...chosen.keys()].map((benchmark) => ({
      model: "ant",
      benchmark,
      path,
      items: 1,
      ...(benchmark === "x" ? { expected: 40 } : {}),
      used: true,
    })),
    benchmarks: [...chosen].map(([benchmark, metric]) => ({
      benchmark,
      metric,
      filter: "none",
      models: 1,
      items: 1,
      alternatives: Object.keys(logged[benchmark]!)
        .filter((name) => name !== metric)
        .map((name) => `${name},none`),
      means: [{ model: "ant", mean: 1, harnessMean: metric === "em" ? null : 0.25, agrees: null }],
    })),
    ignored: [],
    notices: [],
  };
}

async function runsOf(
  adapter: Adapter,
  path: string,
  options: ReadOptions = {},
): Promise<GradedRun[]> {
  const runs: GradedRun[] = [];
  for await (const run of gradedRuns(adapter, [path], options)) runs.push(run);
  return runs;
}

const logged: Logged = {
  x: { acc: [1, 0, 1], em: [0, undefined, null], f1: [0.5, 0.5, 0.5] },
  y: { em: [1, 1] },
  "z*": { acc: [1], em: [0] },
};

describe("runs with every metric", () => {
  it("the usual one first, each other one in a column of its own, row by row", async () => {
    const path = temporaryFile("log.jsonl", "content");
    const { adapter } = readerOf(logged, path);
    const [x, y, z] = await runsOf(adapter, path, { onProblem: () => {} });
    expect(x).toMatchObject({
      model: "ant",
      benchmark: "x",
      run: "2024",
      source: path,
      sourceHash: `sha256:${createHash("sha256").update("content").digest("hex")}`,
      hashKind: "harness",
      rows: 3,
      expected: 40,
      items: ["q0", "q1", "q2"],
      contentHashes: ["h0", "h1", "h2"],
      harnessMeans: { "acc,none": 0.25, "f1,none": 0.25 },
    });
    expect(x!.metrics.map(({ metric }) => metric)).toEqual(["acc", "em", "f1"]);
    expect(x!.scores).toEqual([
      [1, 0, 1],
      [0, undefined, null],
      [0.5, 0.5, 0.5],
    ]);
    expect(y!.expected).toBeUndefined();
    expect(y!.metrics).toEqual([{ metric: "em", filter: "none" }]);
    expect(z!.scores).toEqual([[1], [0]]);
  });

  it("in as few readings as there are metrics, of which one is heard", async () => {
    const path = temporaryFile("log.jsonl", "content");
    const { adapter, asked } = readerOf({ x: logged["x"]!, w: logged["x"]! }, path);
    let [problems, summaries] = [0, 0];
    await runsOf(adapter, path, {
      onProblem: () => (problems += 1),
      onSummary: () => (summaries += 1),
    });
    expect(asked).toHaveLength(3);
    expect([problems, summaries]).toEqual([1, 1]);
  });

  it("a benchmark whose metric was asked for has that one only", async () => {
    const path = temporaryFile("log.jsonl", "content");
    const { adapter } = readerOf({ x: logged["x"]!, w: logged["x"]! }, path);
    const runs = await runsOf(adapter, path, { metrics: { x: "em" }, onProblem: () => {} });
    expect(runs.map(({ metrics }) => metrics.map(({ metric }) => metric))).toEqual([
      ["acc", "em", "f1"],
      ["em"],
    ]);
  });

  it("a metric that cannot be read after all is left out, and only that one", async () => {
    const path = temporaryFile("log.jsonl", "content");
    const { adapter } = readerOf({ x: logged["x"]!, w: { acc: [1], f1: [1] } }, path, ["em"]);
    const runs = await runsOf(adapter, path, { onProblem: () => {} });
    expect(runs.map(({ metrics }) => metrics.map(({ metric }) => metric))).toEqual([
      ["acc", "f1"],
      ["acc", "f1"],
    ]);
  });

  it("a table with trials and blanks becomes runs as well", async () => {
    const csv = "model,benchmark,item,score,trial\na,b,1,1,0\na,b,1,0,1\na,b,2,,0\n";
    const [run] = await runsOf(tables, temporaryFile("t.csv", csv));
    expect(run).toMatchObject({
      items: ["1", "1", "2"],
      trials: [0, 1, 0],
      scores: [[1, 0, null]],
    });
    expect(run!.metrics).toEqual([{ metric: "score", filter: "none" }]);
  });
});
