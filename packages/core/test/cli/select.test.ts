import { describe, expect, it } from "vitest";
import type { SelectReport } from "../../src/report/select-report.ts";
import { madePool } from "../analysis/pools.ts";
import { folderWith, longTable, run } from "./run.ts";

const { rows } = madePool(2, { models: 12, items: 90 });
const numbered = `model,benchmark,item,score\n${rows
  .flatMap((scores, model) => scores.map((score, item) => `m${model},task,${item},${score}\n`))
  .join("")}`;

const file = folderWith({
  "pool.csv": longTable(12, 90),
  "numbered.csv": numbered,
  "small.csv": longTable(4, 40),
  "flat.csv": "model,item,score\na,1,1\nb,1,1\n",
});

const selected = async (...argv: string[]) => {
  const { code, stdout } = await run(["select", ...argv, "--json", "-q"]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as SelectReport;
};

describe("select", () => {
  it("chooses as many items as asked, with error and agreement beside random ones", async () => {
    const { selection, sizes } = await selected(file("numbered.csv"), "--items", "20");
    expect(selection!.items).toHaveLength(20);
    expect(new Set(selection!.items.map(({ item }) => item)).size).toBe(20);
    expect(sizes).toHaveLength(1);
    expect(selection!.quality).toEqual(sizes[0]);
    expect(sizes[0]!.random.tau).toBeLessThanOrEqual(1);
  });

  it("prints the same bytes for the same seed", async () => {
    const argv = ["select", file("numbered.csv"), "--items", "20", "--json", "-q"];
    expect((await run(argv)).stdout).toBe((await run(argv)).stdout);
  });

  it("without a number says how many are needed, and chooses nothing", async () => {
    const { selection, sizes } = await selected(file("numbered.csv"));
    expect(selection).toBeNull();
    expect(sizes.map(({ size }) => size)).toEqual([25, 50]);
    const { stdout, stderr } = await run(["select", file("numbered.csv")]);
    expect(stdout).toContain("| items | order kept (tau) |");
    expect(stderr).toContain("--items N");
  });

  it("takes the smallest size that keeps the order as asked", async () => {
    const { sizes } = await selected(file("numbered.csv"));
    const [first] = sizes;
    const { selection } = await selected(
      file("numbered.csv"),
      "--tau",
      String(first!.chosen.tau - 0.01),
    );
    expect(selection!.size).toBe(first!.size);
    expect((await selected(file("numbered.csv"), "--tau", "0.999")).selection).toBeNull();
  });

  it("says that a set flatters the models it was chosen by", async () => {
    const { stdout } = await run(["select", file("numbered.csv"), "--items", "20"]);
    expect(stdout).toContain("flatter them");
  });

  it("gives lm-eval what --samples takes, and nothing else on standard output", async () => {
    const { code, stdout, stderr } = await run([
      "select",
      file("numbered.csv"),
      "--items",
      "10",
      "--for",
      "lm-eval",
    ]);
    expect(code).toBe(0);
    const samples = JSON.parse(stdout) as Record<string, number[]>;
    expect(Object.keys(samples)).toEqual(["task"]);
    expect(samples["task"]).toHaveLength(10);
    expect(samples["task"]).toEqual(samples["task"]!.toSorted((a, b) => a - b));
    expect(stderr).toContain("held-out models");
  });

  it("refuses ids that are no doc_ids, in one sentence", async () => {
    const argv = ["select", file("pool.csv"), "--items", "10", "--for", "lm-eval"];
    const { code, stdout, stderr } = await run(argv);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toContain("no one doc_id");
  });

  it("chooses from fewer than five models, and says that it cannot be tried", async () => {
    const { stdout } = await run(["select", file("small.csv"), "--items", "5"]);
    expect(stdout).toContain("Fewer than five models");
  });

  it.each([
    [["--items", "1000"], "items that tell models apart"],
    [["--items", "0"], "--items"],
    [["--tau", "1.5"], "--tau"],
    [["--for", "lm-eval"], "--items N"],
    [["--items", "5", "--for", "table", "--json"], "--json beside it"],
    [["--items", "5", "--tau", "0.9"], "--tau"],
  ])("refuses %j", async (flags, found) => {
    const { code, stderr } = await run(["select", file("pool.csv"), ...flags]);
    expect(code).toBe(3);
    expect(stderr).toContain(found);
  });

  it("refuses a pool in which no item tells models apart", async () => {
    const { code, stderr } = await run(["select", file("flat.csv"), "--items", "1"]);
    expect(code).toBe(3);
    expect(stderr).toContain("no item tells the 2 models apart");
  });
});
