import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, longTable, run } from "./run.ts";

const file = folderWith({
  "a.csv": longTable(8, 40),
  "b.csv": longTable(5, 30, "other"),
  "off.csv": "model,item,score\na,q1,7\n",
  "notes.txt": "mine",
});

/** A new store with the runs of both tables. */
async function filled(name: string): Promise<string> {
  const store = file(name);
  const { code } = await run(["store", "add", store, file("a.csv"), file("b.csv")]);
  expect(code).toBe(0);
  return store;
}

function files(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name)).isFile()).toSorted();
}

describe("store", () => {
  it("keeps runs that rank as their logs do, loose and merged", async () => {
    const store = await filled("pool");
    const flags = ["--json", "--bootstrap", "0"];
    const logs = await run(["rank", file("a.csv"), file("b.csv"), ...flags]);
    const loose = await run(["rank", store, ...flags]);
    expect(loose.code).toBe(0);
    const models = (text: string): unknown => (JSON.parse(text) as { models: unknown }).models;
    expect(models(loose.stdout)).toEqual(models(logs.stdout));
    const { code, stderr } = await run(["store", "compact", store]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^13 runs: 13 files of .* MB became 2 files of .* MB\.\n$/);
    expect((await run(["rank", store, ...flags])).stdout).toBe(loose.stdout);
  });

  it("adds what it has not got, and says so", async () => {
    const store = file("twice");
    const first = await run(["store", "add", store, file("a.csv")]);
    expect(first.stderr).toContain(`8 runs added to ${store}.\n`);
    const before = files(store);
    const second = await run(["store", "add", store, file("a.csv"), file("b.csv")]);
    expect(second.stderr).toContain(`5 runs added to ${store}, 8 here already.\n`);
    expect(files(store)).toEqual(expect.arrayContaining(before));
  });

  it("takes the runs of another store", async () => {
    const [one, other] = [await filled("from"), file("into")];
    expect((await run(["store", "add", other, one])).code).toBe(0);
    const rank = (path: string) => run(["rank", path, "--csv", "--bootstrap", "0"]);
    expect((await rank(other)).stdout).toBe((await rank(one)).stdout);
  });

  it("lists its benchmarks, and every run as JSON", async () => {
    const store = await filled("listed");
    const { stdout, stderr } = await run(["store", "list", store]);
    expect(stdout).toContain("| other | 5 | 5 | 30 | score |");
    expect(stdout).toContain("| toy | 8 | 8 | 40 | score |");
    expect(stderr).toMatch(/^13 runs of 8 models in 13 files, /);
    const list = JSON.parse((await run(["store", "list", store, "--json"])).stdout) as {
      schema: string;
      runs: { model: string; rows: number }[];
    };
    expect(list.schema).toBe("eip-store-list/1");
    expect(list.runs).toHaveLength(13);
    expect(list.runs[0]).toMatchObject({ benchmark: "other", model: "m0", rows: 30 });
  });

  it("adds only what the filters leave", async () => {
    const store = file("filtered");
    await run(["store", "add", store, file("a.csv"), "--model", "m[12]", "--model", "m1"]);
    const { stdout } = await run(["store", "list", store, "--json"]);
    const { runs } = JSON.parse(stdout) as { runs: { model: string }[] };
    expect(runs.map(({ model }) => model)).toEqual(["m1"]);
  });

  it.each([
    [
      ["store"],
      /^error\[usage\]: nothing to do with a store; expected add, list or compact\.\ntry: eip store list pool\/\n$/,
    ],
    [
      ["store", "lst", "x"],
      /^error\[usage\]: store has no "lst"; .*\ntry: eip store list pool\/\n$/,
    ],
    [["store", "list"], /^error\[usage\]: store list: no store named; /],
    [
      ["store", "list", "nowhere"],
      /^error\[not-found\]: nowhere: no store; expected a folder with eip-store\.json/,
    ],
    [["store", "add", "x"], /^error\[usage\]: no path given/],
  ])("%j is refused in one sentence", async (argv, sentence) => {
    const { code, stdout, stderr } = await run(argv);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(sentence);
  });

  it("leaves a folder with other things in it alone", async () => {
    const folder = file(".");
    const { code, stderr } = await run(["store", "add", folder, file("a.csv")]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/a folder with other things in it, which is no store/);
  });

  it("refuses logs that cannot be read", async () => {
    const { code, stderr } = await run(["store", "add", file("none"), file("off.csv")]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error\[off-scale\]/);
  });
});
