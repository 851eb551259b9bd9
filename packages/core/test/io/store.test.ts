import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Problem } from "../../src/outcomes/adapter.ts";
import type { GradedRun } from "../../src/outcomes/graded-run.ts";
import { openStore } from "../../src/io/store.ts";
import { stores } from "../../src/io/store-reader.ts";
import { gradedRun, gradedRuns, outcomeLines } from "./graded-run.ts";
import { rejection } from "./rejection.ts";
import { bytesIn, storeOf } from "./store-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const options = { seed: 20_261_130, numRuns: 25 };

describe("adding runs", () => {
  it("the same runs in any order make the same bytes", async () => {
    await fc.assert(
      fc.asyncProperty(gradedRuns, async (runs) => {
        const forward = bytesIn(await storeOf(runs));
        expect(bytesIn(await storeOf(runs.toReversed()))).toEqual(forward);
      }),
      options,
    );
  });

  it("the order of the rows of a run changes no byte", async () => {
    const run = gradedRun({ contentHashes: ["a", "b", "c", "d"], scores: [[1, 0, 0.5, null]] });
    const reversed = {
      ...run,
      items: run.items.toReversed(),
      contentHashes: run.contentHashes!.toReversed(),
      scores: run.scores.map((column) => column.toReversed()),
    };
    expect(bytesIn(await storeOf([reversed]))).toEqual(bytesIn(await storeOf([run])));
  });

  it("a run comes back with every row, under one metric and under all", async () => {
    await fc.assert(
      fc.asyncProperty(gradedRuns, async (runs) => {
        const store = await openStore(await storeOf(runs));
        const listed = await store.list();
        expect(listed).toHaveLength(runs.length);
        for (const run of runs) {
          const stored = listed.find(({ source }) => source === run.source)!;
          const { path: _, ...head } = stored;
          const { items: _items, contentHashes: _h, trials: _t, scores: _s, ...given } = run;
          expect(head).toEqual({ ...given });
          expect(cellsOf(await store.load(stored))).toEqual(cellsOf(run));
          const last = run.metrics.length - 1;
          const one = await store.load(stored, run.metrics[last]);
          expect(cellsOf(one)).toEqual(cellsOf({ ...run, scores: [run.scores[last]!] }));
        }
      }),
      options,
    );
  });

  it("a run that is there already changes nothing", async () => {
    const folder = await storeOf([gradedRun()]);
    const before = bytesIn(folder);
    const again = await (await openStore(folder)).add(gradedRun());
    expect(again.isNew).toBe(false);
    expect(bytesIn(folder)).toEqual(before);
  });

  it("two additions at once make one run", async () => {
    const folder = await storeOf([]);
    const store = await openStore(folder);
    const added = await Promise.all([store.add(gradedRun()), store.add(gradedRun())]);
    expect(added.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(await store.list()).toHaveLength(1);
  });

  it("a newer version of a source takes the place of the older, and may be taken back", async () => {
    const folder = await storeOf([gradedRun()]);
    const store = await openStore(folder);
    const changed = gradedRun({ sourceHash: "sha256:changed", scores: [[0, 0, 0, 0]] });
    for (const run of [changed, gradedRun()]) {
      expect((await store.add(run)).isNew).toBe(true);
      const [only, ...others] = await (await openStore(folder)).list();
      expect(others).toEqual([]);
      expect((await store.load((await store.list())[0]!)).scores).toEqual(run.scores);
      expect(only!.sourceHash).toBe(run.sourceHash);
    }
  });

  it("a version that lies in a merged file is hidden by a newer one", async () => {
    const folder = await storeOf([gradedRun(), gradedRun({ model: "bee" })]);
    const store = await openStore(folder);
    await store.compact();
    await store.add(gradedRun({ sourceHash: "sha256:changed", scores: [[0, 0, 0, 0]] }));
    const lines = await outcomeLines(stores.read([folder]));
    expect(lines.filter((line) => line.includes('"ant"'))).toHaveLength(4);
    expect(lines.filter((line) => line.includes('"ant"') && line.includes('"score":1'))).toEqual(
      [],
    );
    await store.compact();
    expect(await outcomeLines(stores.read([folder]))).toEqual(lines);
  });

  it("two runs in one source stand beside each other", async () => {
    const source = "logs/all.jsonl";
    const sourceHash = "sha256:all";
    const folder = await storeOf(
      ["2024-01-01", "2024-02-01"].map((run) => gradedRun({ run, source, sourceHash })),
    );
    expect(await (await openStore(folder)).list()).toHaveLength(2);
  });

  it("`has` knows sources and their versions", async () => {
    const store = await openStore(await storeOf([gradedRun()]));
    const { source, sourceHash } = gradedRun();
    expect(await store.has(source)).toBe(true);
    expect(await store.has(source, sourceHash)).toBe(true);
    expect(await store.has(source, "sha256:other")).toBe(false);
    expect(await store.has("logs/other.jsonl")).toBe(false);
  });

  it.each([
    ["off-scale", gradedRun({ scores: [[1.5]] })],
    ["off-scale", gradedRun({ scores: [[Number.NaN]] })],
    ["unsupported", gradedRun({ items: ["\uD800"], scores: [[1]] })],
    ["unsupported", gradedRun({ scores: [[1]], trials: [-1] })],
    ["usage", gradedRun({ items: ["1", "2"], scores: [[1]] })],
    ["usage", gradedRun({ metrics: [] })],
  ] as const)("a run that could not come back unchanged is refused (%s)", async (code, run) => {
    const folder = await storeOf([]);
    const error = await rejection((await openStore(folder)).add(run));
    expect(error.code).toBe(code);
    expect(error.message).toContain(run.source);
    expect([...bytesIn(folder).keys()]).toEqual(["eip-store.json"]);
  });
});

describe("names", () => {
  it("no name leaves the store, and no two meet on any file system", async () => {
    const hostile = [
      ..."../../x|/etc/passwd|C:\\x|..|.|con|CON|Con|nul\0|a:b|a|A|é|e\u0301|x |x.|~|%2F|/".split(
        "|",
      ),
      "m".repeat(400),
      `${"m".repeat(400)}n`,
    ];
    const folder = await storeOf(
      hostile.map((model, at) => gradedRun({ model, benchmark: model, source: `${at}` })),
    );
    const folders = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
    expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(2 * hostile.length);
    for (const name of folders.flatMap((path) => path.split(sep))) {
      expect(name).toMatch(/^(?:benchmark|model)=[a-z0-9_.%A-F~-]+$/);
      expect(name).not.toMatch(/\.\.|\.$/);
      expect(name.length).toBeLessThan(230);
    }
    const listed = await (await openStore(folder)).list();
    expect(listed.map(({ model }) => model).toSorted()).toEqual(hostile.toSorted());
  });

  it("a name is read back from its folder as Hive writes it", async () => {
    const folder = await storeOf([
      gradedRun({ model: "acme/Ant 1%", benchmark: "arc:challenge|25" }),
    ]);
    const [benchmark] = readdirSync(folder).filter((name) => name.startsWith("benchmark="));
    const [model] = readdirSync(join(folder, benchmark!));
    expect(decodeURIComponent(benchmark!)).toBe("benchmark=arc:challenge|25");
    expect(decodeURIComponent(model!)).toBe("model=acme/Ant 1%");
  });
});

describe("opening", () => {
  it("a folder with other things in it is not made a store", async () => {
    const folder = temporaryFolder({ "notes.txt": "x" });
    const error = await rejection(openStore(folder, { create: true }));
    expect(error.code).toBe("usage");
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
  });

  it("a folder that is no store is not opened, and says so", async () => {
    expect((await rejection(openStore(temporaryFolder()))).code).toBe("not-found");
  });

  it("a store of a later version is refused", async () => {
    const folder = temporaryFolder({ "eip-store.json": '{"schema":"eip-store/2"}' });
    expect((await rejection(openStore(folder, { create: true }))).code).toBe("unsupported");
  });
});

describe("damage", () => {
  /** Reads a store of three models of which the file of one is spoilt. */
  async function readSpoilt(spoil: (path: string) => void) {
    const runs = ["ant", "bee", "cat"].map((model) => gradedRun({ model }));
    const folder = await storeOf(runs);
    const store = await openStore(folder);
    const path = (await store.list()).find(({ model }) => model === "bee")!.path;
    spoil(path);
    const problems: Problem[] = [];
    const onProblem = (problem: Problem) => void problems.push(problem);
    const lines = await outcomeLines(stores.read([folder], { onProblem }));
    const listed = await (await openStore(folder, { onProblem: () => {} })).list();
    return { path, problems, lines, listed };
  }

  it.each([
    ["cut off", (path: string) => truncateSync(path, 200)],
    ["empty", (path: string) => truncateSync(path, 0)],
    ["something else", (path: string) => writeFileSync(path, "PAR1 nothing PAR1")],
    ["longer", (path: string) => appendFileSync(path, "more")],
  ])("a file that is %s is reported with its path, and reading goes on", async (_, spoil) => {
    const { path, problems, lines, listed } = await readSpoilt(spoil);
    expect(problems).toMatchObject([{ severity: "skipped", code: "damaged", path }]);
    expect(problems[0]!.message).toContain(path);
    expect(lines).toHaveLength(8);
    expect(listed.map(({ model }) => model)).toEqual(["ant", "cat"]);
  });

  it("rows that are damaged are reported too, never read as scores", async () => {
    const { path, problems, lines } = await readSpoilt((file) => {
      const bytes = readFileSync(file);
      writeFileSync(file, bytes.fill(0xff, 60, 700));
    });
    expect(problems).toMatchObject([{ severity: "skipped", path }]);
    expect(lines).toHaveLength(8);
  });

  it("any wrong bytes at all are reported, and nothing is decoded from them", async () => {
    const folder = await storeOf([gradedRun()]);
    const lines = await outcomeLines(stores.read([folder]));
    const { path } = (await (await openStore(folder)).list())[0]!;
    const bytes = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: bytes.length - 1 }),
        fc.uint8Array({ minLength: 1, maxLength: 20 }),
        async (at, noise) => {
          const spoilt = Buffer.from(bytes);
          spoilt.set(noise.subarray(0, bytes.length - at), at);
          writeFileSync(path, spoilt);
          const problems: Problem[] = [];
          const onProblem = (problem: Problem) => void problems.push(problem);
          const read = await outcomeLines(stores.read([folder], { onProblem })).catch(
            (error: unknown) => {
              expect(error).toMatchObject({ name: "EipError" });
              return [];
            },
          );
          // Bytes that nobody needs may change unnoticed; no score may.
          if (read.length > 0) expect(read).toEqual(lines);
          else expect(problems.length).toBeGreaterThan(0);
        },
      ),
      { seed: options.seed, numRuns: 300 },
    );
  });

  it("without a listener the first damaged file is thrown", async () => {
    const folder = await storeOf([gradedRun()]);
    const store = await openStore(folder);
    truncateSync((await store.list())[0]!.path, 100);
    expect((await rejection(store.list())).code).toBe("damaged");
  });
});

/** The cells of a run that say anything, in an order of their own. */
function cellsOf(run: GradedRun): string[] {
  return run.items
    .map((item, row) => ({
      item,
      hash: run.contentHashes?.[row],
      trial: run.trials?.[row] ?? 0,
      scores: run.scores.map((column) => (column[row] === undefined ? "none" : column[row])),
    }))
    .filter(({ scores }) => scores.some((one) => one !== "none"))
    .map((cell) => JSON.stringify(cell))
    .toSorted();
}
