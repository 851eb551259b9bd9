import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BankReport } from "../../src/report/bank-report.ts";
import type { RankReport } from "../../src/report/report.ts";
import { folderWith, longTable, run } from "./run.ts";

const lines = longTable(25, 120).trimEnd().split("\n");
const only = (wanted: (line: string) => boolean) =>
  `${[lines[0], ...lines.slice(1).filter(wanted)].join("\n")}\n`;
const isNew = (line: string) => line.startsWith("m12,");

const file = folderWith({
  "old.csv": only((line) => !isNew(line)),
  "new.csv": only(isNew),
  "all.csv": `${lines.join("\n")}\n`,
  "other.csv": longTable(3, 30, "elsewhere"),
  "few.csv": only((line) => isNew(line) && /,q\d,/.test(line)),
});

/** Makes the bank of the old models; returns its path. */
async function made(name: string, ...flags: string[]): Promise<string> {
  const path = file(name);
  const { code, stderr } = await run(["bank", "make", file("old.csv"), "-o", path, ...flags]);
  expect(stderr).toContain("Wrote");
  expect(code).toBe(0);
  return path;
}

const scored = async (bank: string, ...argv: string[]) => {
  const { code, stdout } = await run(["bank", "score", bank, ...argv, "--json", "-q"]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as BankReport;
};

describe("bank make", () => {
  it("writes the same bytes for the same logs, and others for other settings", async () => {
    const bytes = async (name: string, ...flags: string[]) =>
      readFileSync(await made(name, ...flags), "utf8");
    const one = await bytes("one.jsonl");
    expect(await bytes("two.jsonl")).toBe(one);
    expect(await bytes("three.jsonl", "--smoothing", "0.5")).not.toBe(one);
  });

  it("needs a place to write to", async () => {
    const { code, stderr } = await run(["bank", "make", file("old.csv")]);
    expect(code).toBe(3);
    expect(stderr).toContain("-o FILE");
  });

  it("freezes tiers unless there are no refits", async () => {
    const models = (path: string) =>
      readFileSync(path, "utf8")
        .split("\n")
        .slice(1, 25)
        .map((line) => JSON.parse(line) as { tier: number | null });
    expect(models(await made("tiers.jsonl")).every(({ tier }) => tier !== null)).toBe(true);
    const without = await made("none.jsonl", "--bootstrap", "0");
    expect(models(without).every(({ tier }) => tier === null)).toBe(true);
  });
});

describe("bank score", () => {
  it("places a new model about where ranking all again does", async () => {
    const { models } = await scored(await made("a.jsonl", "--smoothing", "0.5"), file("new.csv"));
    const again = await run(["rank", file("all.csv"), "--smoothing", "0.5", "--json", "-q"]);
    const ranked = (JSON.parse(again.stdout) as RankReport).models;
    const truth = ranked.find(({ model }) => model === "m12")!.rank!;
    expect(models).toHaveLength(1);
    expect(Math.abs(models[0]!.rank! - truth)).toBeLessThanOrEqual(1);
    expect(models[0]).toMatchObject({ model: "m12", of: 25, coverage: 1 });
  });

  it("gives the models of the bank what their own pool gave them", async () => {
    const { models } = await scored(await made("b.jsonl"), file("old.csv"));
    const { stdout } = await run(["rank", file("old.csv"), "--json", "-q"]);
    const own = new Map(
      (JSON.parse(stdout) as RankReport).models.map((row) => [row.model, row.weightedAccuracy!]),
    );
    for (const { model, weightedAccuracy } of models) {
      expect(weightedAccuracy).toBeCloseTo(own.get(model)!, 11);
    }
  });

  it("prints a table with what it does not say, and CSV with a line per model", async () => {
    const bank = await made("c.jsonl");
    const table = await run(["bank", "score", bank, file("new.csv")]);
    expect(table.stdout).toContain("| m12 |");
    expect(table.stdout).toContain("Nothing was fitted again.");
    const csv = await run(["bank", "score", bank, file("new.csv"), "--csv", "-q"]);
    expect(csv.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(csv.stdout).toContain("model,weighted_accuracy,weighted_lower");
  });

  it("refuses a bank that was edited", async () => {
    const bank = await made("d.jsonl");
    writeFileSync(bank, readFileSync(bank, "utf8").replace('"facility":0', '"facility":1'));
    const { code, stderr, stdout } = await run(["bank", "score", bank, file("new.csv")]);
    expect(code).toBe(3);
    expect(stderr).toContain("SHA-256");
    expect(stdout).toBe("");
  });

  it("refuses logs without one item of the bank", async () => {
    const { code, stderr } = await run(["bank", "score", await made("e.jsonl"), file("other.csv")]);
    expect(code).toBe(3);
    expect(stderr).toContain("none of the new items is among its 120 items (toy)");
  });

  it("says when the items in common are too few", async () => {
    const report = await scored(await made("f.jsonl"), file("few.csv"));
    expect(report.models[0]!.weightedLower).toBeNull();
    expect(report.warnings.map(({ code }) => code)).toContain("few-common-items");
  });

  it.each([
    ["--smoothing", "0.5"],
    ["--damping", "0.5"],
    ["--missing", "wrong"],
    ["--ungraded", "unobserved"],
  ])("refuses %s, which the bank has settled", async (flag, value) => {
    const bank = await made("g.jsonl", "--bootstrap", "0");
    const { code, stderr } = await run(["bank", "score", bank, file("new.csv"), flag, value]);
    expect(code).toBe(3);
    expect(stderr).toContain(flag);
  });

  it.each([[["bank"]], [["bank", "melt"]], [["bank", "score"]], [["bank", "score", "x.jsonl"]]])(
    "explains %j",
    async (argv) => {
      const { code, stderr } = await run(argv);
      expect(code).toBe(3);
      expect(stderr).toContain("try:");
    },
  );
});
