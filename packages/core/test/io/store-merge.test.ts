import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/io/store.ts";
import { stores } from "../../src/io/store-reader.ts";
import { gradedRun, gradedRuns, outcomeLines } from "./graded-run.ts";
import { bytesIn, storeOf } from "./store-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const options = { seed: 20_261_130, numRuns: 25 };

const linesOf = (folder: string) => outcomeLines(stores.read([folder], { onProblem: () => {} }));

async function compacted(folder: string): Promise<Map<string, string>> {
  await (await openStore(folder)).compact();
  return bytesIn(folder);
}

const isMerged = (path: string) => basename(path).startsWith("merged-");

describe("merging", () => {
  it("changes no outcome and no head", async () => {
    await fc.assert(
      fc.asyncProperty(gradedRuns, async (runs) => {
        const folder = await storeOf(runs);
        const heads = async () =>
          (await (await openStore(folder)).list())
            .map((run) => JSON.stringify({ ...run, path: "" }))
            .toSorted();
        const before = { lines: await linesOf(folder), heads: await heads() };
        await compacted(folder);
        expect({ lines: await linesOf(folder), heads: await heads() }).toEqual(before);
      }),
      options,
    );
  });

  it("makes one file a benchmark, and the same bytes whatever was merged before", async () => {
    await fc.assert(
      fc.asyncProperty(gradedRuns, fc.nat(), async (runs, cut) => {
        const once = await compacted(await storeOf(runs));
        const benchmarks = new Set(runs.map(({ benchmark }) => benchmark)).size;
        expect([...once.keys()].filter(isMerged)).toHaveLength(benchmarks);
        expect(once.size).toBe(benchmarks + 1);
        const first = runs.slice(0, cut % runs.length);
        const folder = await storeOf(first);
        await compacted(folder);
        const store = await openStore(folder);
        for (const run of runs.slice(first.length).toReversed()) await store.add(run);
        expect(await compacted(folder)).toEqual(once);
        expect(await compacted(folder)).toEqual(once);
      }),
      options,
    );
  });

  it("keeps every metric, the usual one in front", async () => {
    const metrics = ["acc", "em"].map((metric) => ({ metric, filter: "none" }));
    const scores = [
      [1, 0, 1],
      [0.5, undefined, null],
    ];
    const folder = await storeOf(
      ["ant", "bee"].map((model) => gradedRun({ model, metrics, scores })),
    );
    await compacted(folder);
    const store = await openStore(folder);
    for (const run of await store.list()) {
      expect((await store.load(run)).scores).toEqual(scores);
      expect((await store.load(run, metrics[1])).scores).toEqual([[0.5, null]]);
    }
  });
});

describe("a kill while files are merged", () => {
  it("at any step leaves a store with everything once, which merges as if nothing had been", async () => {
    const runs = ["ant", "bee", "cat"].flatMap((model) =>
      ["x", "y"].map((benchmark) => gradedRun({ model, benchmark })),
    );
    const folder = await storeOf(runs);
    const lines = await linesOf(folder);
    const whole = join(temporaryFolder(), "pool");
    cpSync(folder, whole, { recursive: true });
    const done = await compacted(whole);
    const merged = [...done.keys()].filter(isMerged);
    const single = [...bytesIn(folder).keys()].filter((path) => path.endsWith(".parquet"));
    const steps = [
      ...merged.map((path) => ({ path, put: true })),
      ...single.map((path) => ({ path, put: false })),
    ];
    for (const { path, put } of steps) {
      if (put) cpSync(join(whole, path), join(folder, path));
      else rmSync(join(folder, path));
      expect(await linesOf(folder)).toEqual(lines);
      const killed = join(temporaryFolder(), "pool");
      cpSync(folder, killed, { recursive: true });
      expect(await compacted(killed)).toEqual(done);
    }
  });

  it("in the middle of a file leaves only a hidden one, which no reader takes", async () => {
    const folder = await storeOf([gradedRun()]);
    const lines = await linesOf(folder);
    const [benchmark] = readdirSync(folder).filter((name) => name.startsWith("benchmark="));
    writeFileSync(join(folder, benchmark!, ".merged-0.parquet.12ab.tmp"), "PAR1 half");
    expect(await linesOf(folder)).toEqual(lines);
  });

  it("an abort stops between two files and loses nothing", async () => {
    const folder = await storeOf(["x", "y"].map((benchmark) => gradedRun({ benchmark })));
    const lines = await linesOf(folder);
    const abort = new AbortController();
    abort.abort();
    const store = await openStore(folder, { signal: abort.signal });
    await expect(store.compact()).rejects.toThrow(/abort/i);
    expect(await linesOf(folder)).toEqual(lines);
  });
});
