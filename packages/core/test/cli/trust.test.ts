import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../src/numeric/random.ts";
import type { CompareReport } from "../../src/report/compare-view.ts";
import type { ItemReport } from "../../src/report/item-report.ts";
import type { RankReport } from "../../src/report/report.ts";
import { folderWith, longTable, run } from "./run.ts";

/** Twenty models of rising ability on 200 items; item q0 has a wrong key. */
function pool(): string {
  const random = mulberry32(5);
  let csv = "model,benchmark,item,score,passage\n";
  for (let item = 0; item < 200; item += 1) {
    const difficulty = random.normal();
    for (let model = 0; model < 20; model += 1) {
      const chance = 1 / (1 + Math.exp(-1.5 * (model / 5 - 2 - difficulty)));
      const right = random.uniform() < (item === 0 ? 0.3 * (1 - chance) : chance);
      csv += `m${String(model).padStart(2, "0")},toy,q${item},${right ? 1 : 0},p${item % 40}\n`;
    }
  }
  return csv;
}

const file = folderWith({ "pool.csv": pool(), "small.csv": longTable(3, 30) });
const json = async <T>(...argv: string[]) =>
  JSON.parse((await run([...argv, "--json"])).stdout) as T;

describe("rank", () => {
  it("puts intervals, ranges of ranks and tiers beside every model", async () => {
    const { models, settings, reliability } = await json<RankReport>("rank", file("pool.csv"));
    expect(settings).toMatchObject({ replicates: 1000, intervals: "percentile", seed: 1 });
    for (const row of models) {
      expect(row.weightedLower).toBeLessThanOrEqual(row.weightedAccuracy!);
      expect(row.weightedUpper).toBeGreaterThanOrEqual(row.weightedAccuracy!);
      expect(row.rankLower).toBeLessThanOrEqual(row.rank!);
      expect(row.rankUpper).toBeGreaterThanOrEqual(row.rank!);
    }
    const tiers = models.map(({ tier }) => tier!);
    expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
    expect(new Set(tiers).size).toBeGreaterThan(2);
    expect(reliability.splitHalfTau).toBeGreaterThan(0.6);
    expect(reliability.auto!.grid).toContain(reliability.auto!.chosen);
  });

  it("gives other numbers for another seed, and the same for the same", async () => {
    const [one, same, other] = [
      await run(["rank", file("pool.csv"), "--json", "--seed", "3"]),
      await run(["rank", file("pool.csv"), "--json", "--seed", "3"]),
      await run(["rank", file("pool.csv"), "--json", "--seed", "4"]),
    ];
    expect(one.stdout).toBe(same.stdout);
    expect(other.stdout).not.toBe(one.stdout);
  });

  it("has intervals by formula and no tiers with --bootstrap 0", async () => {
    const { models, settings } = await json<RankReport>(
      "rank",
      file("pool.csv"),
      "--bootstrap",
      "0",
    );
    expect(settings.intervals).toBe("closed-form");
    expect(models.every(({ lower, tier }) => lower !== null && tier === null)).toBe(true);
  });

  it("says which smoothing it chose with --smoothing auto", async () => {
    const { settings, reliability } = await json<RankReport>(
      "rank",
      file("pool.csv"),
      "--smoothing",
      "auto",
    );
    expect(settings.smoothingRequested).toBe("auto");
    expect(settings.smoothing).toBe(reliability.auto!.chosen);
  });

  it("draws clusters of items with --cluster, and refuses a field that is not there", async () => {
    const plain = await json<RankReport>("rank", file("pool.csv"));
    const clustered = await json<RankReport>("rank", file("pool.csv"), "--cluster", "passage");
    expect(clustered.models.map(({ competency }) => competency)).toEqual(
      plain.models.map(({ competency }) => competency),
    );
    expect(clustered.models[0]!.lower).not.toBe(plain.models[0]!.lower);
    const { code, stderr } = await run(["rank", file("pool.csv"), "--cluster", "chapter"]);
    expect(code).toBe(3);
    expect(stderr).toContain("--cluster chapter");
  });

  it("folds tiers that do not fit a screen, and shows one with --tier", async () => {
    const many = folderWith({ "many.csv": longTable(60, 80) });
    const screen = await run(["rank", many("many.csv")], { isTTY: true, columns: 120 });
    expect(screen.stdout).toContain("--tier N or --all shows the models of a folded line.");
    const whole = await run(["rank", many("many.csv"), "--all"], { isTTY: true, columns: 120 });
    expect(whole.stdout.match(/^ *\d* +[\d-]+ +m\d+ /gm)).toHaveLength(60);
    const tier = await run(["rank", many("many.csv"), "--tier", "1", "-q"], { isTTY: true });
    const { models } = await json<RankReport>("rank", many("many.csv"));
    const inTier = models.filter((row) => row.tier === 1).length;
    expect(tier.stdout.trim().split("\n")).toHaveLength(inTier + 1);
  });
});

describe("pools with gaps", () => {
  const apart = folderWith({
    "apart.csv":
      longTable(3, 30) + longTable(3, 30, "other").replace(/^.*\n/, "").replaceAll("m", "n"),
    "gaps.csv": longTable(6, 40).replaceAll(/^m0,toy,q[0-9],.*\n/gm, ""),
  });

  it("that share no item are ranked with a warning, and refused under --missing common", async () => {
    const { warnings } = await json<RankReport>("rank", apart("apart.csv"));
    expect(warnings.map(({ code }) => code)).toContain("disconnected");
    const { code, stdout, stderr } = await run(["rank", apart("apart.csv"), "--missing", "common"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("error[disconnected]: the pool is 2 groups with no item in common");
  });

  it("show what each model was asked, and the three rules side by side", async () => {
    const { stdout } = await run(["check", apart("gaps.csv"), "--policies"]);
    expect(stdout).toMatch(/model +graded +without a grade +not asked +toy\n/);
    expect(stdout).toMatch(/m0 +30 +0 +10 +75\.0 %/);
    expect(stdout).toMatch(/weighted \(\d+ items\) +common \(\d+ items\) +wrong \(\d+ items\)/);
  });
});

describe("items --review", () => {
  it("lists the planted wrong key first, and its list is taken back by rank --exclude", async () => {
    const { review, items } = await json<ItemReport>("items", file("pool.csv"));
    expect(review[0]).toMatchObject({ item: "q0", suspicion: "key" });
    expect(items.find(({ item }) => item === "q0")!.flags).toContain("likely-wrong-key");
    const todo = file("review.txt");
    const { code, stderr } = await run(["items", file("pool.csv"), "--review", "--todo", todo]);
    expect(code).toBe(0);
    expect(stderr).toContain("truly wrong");
    expect(readFileSync(todo, "utf8")).toContain("drop\ttoy\tq0\tkey: ");
    const { data, exclusion } = await json<RankReport>("rank", file("pool.csv"), "--exclude", todo);
    expect(data.items).toBe(200 - exclusion!.items);
    expect(exclusion!.items).toBeGreaterThan(0);
  });

  it("says in the plain list too that few models are weak evidence of a wrong key", async () => {
    const note = async (models: number) => {
      let table = "model,item,score\n";
      for (let model = 0; model < models; model += 1) {
        const hard = (item: number) => (item === 7 ? model < models / 2 : model > item % models);
        for (let item = 0; item < 60; item += 1) {
          table += `m${model},q${item},${Number(hard(item))}\n`;
        }
      }
      const path = folderWith({ "keys.csv": table })("keys.csv");
      const { stdout } = await run(["items", path, "--markdown"]);
      return /\| q7 \|.*\| ([^|]*) \|\n/.exec(stdout)![1];
    };
    expect(await note(12)).toContain("key likely wrong (weak evidence)");
    expect(await note(24)).toMatch(/key likely wrong(?! \()/);
  });

  it("means the same strong models where it counts them and where it quotes them", async () => {
    let table = "model,item,score,answer,key\n";
    let state = 7;
    for (let model = 0; model < 12; model += 1) {
      for (let item = 0; item < 60; item += 1) {
        state = (state * 48_271) % 2_147_483_647;
        // m0 is weak, but alone with the last three items: competent by EIP, not able by Rasch.
        const solves = item > 56 ? model === 0 : (state >> 8) % 100 < 30 + 3 * model;
        table += `m${model},q${item},${Number(solves)},${solves ? "right" : "wrong"},right\n`;
      }
    }
    const path = folderWith({ "answers.csv": table })("answers.csv");
    const report = await json<ItemReport>("items", path);
    const { models } = await json<RankReport>("rank", path);
    // Else the test could not tell the two orders apart.
    const first = models.slice(0, 4).map(({ model }) => model);
    expect(first.toSorted()).not.toEqual(report.strong.toSorted());
    const { stdout } = await run(["items", path, "--review", "--markdown"]);
    const rows = stdout.split("\n").filter((line) => / of \d+ \|/.test(line));
    expect(rows).toHaveLength(report.review.length);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const [, said, times, solved] = /(right|wrong) \((\d) of 4\) \| (\d) of 4 /.exec(row)!;
      expect(Number(times)).toBe(said === "right" ? Number(solved) : 4 - Number(solved));
    }
  });

  it("says how far a difficulty moves with the models, and refuses to below ten of them", async () => {
    const { items } = await json<ItemReport>("items", file("pool.csv"), "--sensitivity");
    const kept = items.filter(({ difficulty }) => difficulty !== null);
    expect(kept.some(({ relativeLower }) => typeof relativeLower === "number")).toBe(true);
    for (const { relativeLower, relativeUpper } of kept) {
      expect(relativeLower ?? 0).toBeLessThanOrEqual(relativeUpper ?? 0);
    }
    const { code, stderr } = await run(["items", file("small.csv"), "--sensitivity"]);
    expect(code).toBe(3);
    expect(stderr).toContain("--sensitivity: 3 models; expected at least 10 to draw from");
  });

  it("shows one item, and names the nearest when there is none of that name", async () => {
    const { stdout } = await run(["items", file("pool.csv"), "--show", "toy:q0"]);
    expect(stdout).toMatch(/^toy:q0\nDifficulty .*\nSolved by .*\nitem-rest -/);
    const wrong = await run(["items", file("pool.csv"), "--show", "toy:qq0"]);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain("try: --show toy:q0");
  });
});

describe("compare", () => {
  it("tells a clear difference from a doubtful one", async () => {
    const clear = await json<CompareReport>("compare", "m02", "m18", file("pool.csv"));
    expect(clear.schema).toBe("eip-compare/1");
    expect(clear.pairs[0]).toMatchObject({ a: "m02", b: "m18", verdict: "b", items: 200 });
    const close = await json<CompareReport>("compare", "m09", "m10", file("pool.csv"));
    expect(["undecided", "b"]).toContain(close.pairs[0]!.verdict);
    expect(close.pairs[0]!.difference).toBeCloseTo(
      close.pairs[0]!.accuracyB - close.pairs[0]!.accuracyA,
      12,
    );
  });

  it("swaps everything when the models are swapped", async () => {
    const [one] = (await json<CompareReport>("compare", "m05", "m08", file("pool.csv"))).pairs;
    const [other] = (await json<CompareReport>("compare", "m08", "m05", file("pool.csv"))).pairs;
    expect(other!.p).toBe(one!.p);
    expect(other!.lower).toBeCloseTo(-one!.upper!, 12);
    expect([other!.onlyA, other!.onlyB]).toEqual([one!.onlyB, one!.onlyA]);
  });

  it.each([
    ["m18", "m02", "--max-drop", "1pt", 1],
    ["m02", "m18", "--max-drop", "1pt", 0],
    ["m02", "m18", "--min-gain", "1pt", 0],
    ["m09", "m10", "--max-drop", "0.5pt", 2],
  ])("gates %s against %s with %s %s: exit %i", async (a, b, flag, margin, code) => {
    const finished = await run(["compare", a, b, file("pool.csv"), flag, margin]);
    expect(finished.code).toBe(code);
    expect(finished.stdout).toContain("Gate: ");
  });

  it("never gates without being asked", async () => {
    expect((await run(["compare", "m18", "m02", file("pool.csv")])).code).toBe(0);
  });

  it.each(["1", "5", "0", "-1pt", "1 point", "150pt"])("refuses the margin %j", async (margin) => {
    const { code, stderr } = await run([
      "compare",
      "m02",
      "m18",
      file("pool.csv"),
      `--max-drop=${margin}`,
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain("as in 1pt or 0.01");
  });

  it("compares two paths that hold a model each, also of one name", async () => {
    const { csv } = { csv: pool().split("\n") };
    const only = (model: string, name: string) =>
      [csv[0]!, ...csv.filter((line) => line.startsWith(`${model},`))]
        .join("\n")
        .replaceAll(model, name);
    const two = folderWith({ "old.csv": only("m04", "ours"), "new.csv": only("m12", "ours") });
    const { pairs } = await json<CompareReport>("compare", two("old.csv"), two("new.csv"));
    expect(pairs[0]).toMatchObject({ a: "ours (old.csv)", b: "ours (new.csv)", verdict: "b" });
    expect(pairs[0]!.weightedDifference).toBeNull();
  });

  it("lists the items on which two models differ", async () => {
    const { stdout } = await run(["compare", "m02", "m18", file("pool.csv"), "--show", "flips"]);
    expect(stdout).toMatch(/\| band 1 of 5 \|/);
    expect(stdout).toMatch(/Only m18 \(B\): \d+ items/);
  });

  it("says what it needs when it is called with too little", async () => {
    const { code, stderr } = await run(["compare", "m02"]);
    expect(code).toBe(3);
    expect(stderr).toContain("two paths, or two models and a path");
    const absent = await run(["compare", "m2", "m18", file("pool.csv")]);
    expect(absent.stderr).toMatch(/no model "m2" among the 20 that were read; closest: m0\d/);
  });
});
