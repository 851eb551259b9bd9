import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../src/cli/config.ts";
import type { RankReport } from "../../src/report/report.ts";
import { folderWith, longTable, run } from "./run.ts";

const load = (text: string) => loadConfig(folderWith({ "eip.yaml": text })("eip.yaml"));

describe("eip.yaml", () => {
  it("is optional, and a named file is not", async () => {
    expect(await loadConfig(undefined)).toEqual({ config: {}, file: undefined });
    await expect(loadConfig("absent.yaml")).rejects.toMatchObject({
      code: "not-found",
      message: 'no file "absent.yaml".',
    });
  });

  it("may be empty", async () => {
    expect((await load("")).config).toEqual({});
  });

  it("names an unknown key with its line and the nearest known one", async () => {
    await expect(load("version: 1\n\nsmooting: 0.1\n")).rejects.toMatchObject({
      code: "config",
      message: expect.stringMatching(/eip\.yaml:3: unknown key "smooting"\.$/),
      try: "smoothing",
    });
    await expect(
      load("benchmarks:\n  gsm8k:\n    metric: acc\n    fliter: x\n"),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/eip\.yaml:4: unknown key "fliter"\.$/),
      try: "filter",
    });
  });

  it.each([
    ["damping: 2\n", /eip\.yaml:1: damping: /],
    ["version: 1\nmissing: ignore\n", /eip\.yaml:2: missing: /],
    ["benchmarks:\n  a: { filter: x }\n", /eip\.yaml:2: benchmarks\.a: a filter needs its metric/],
    ["models:\n  skip: all\n", /eip\.yaml:2: models\.skip: /],
    ["a: [\n", /eip\.yaml:\d: /],
  ])("refuses %j with file and line", async (text, sentence) => {
    await expect(load(text)).rejects.toMatchObject({
      code: "config",
      message: expect.stringMatching(sentence),
    });
  });

  it("decides what flags do not, and is named in the first line", async () => {
    const file = folderWith({
      "pool.csv": longTable(12, 60),
      "mine.yaml":
        "smoothing: 0.5\nmodels:\n  aliases: { m0: zero }\n  skip: [m1]\nbenchmarks:\n  other: { skip: true }\n",
    });
    const flags = ["rank", file("pool.csv"), "--config", file("mine.yaml"), "--json"];
    const { stdout, stderr } = await run(flags);
    const report = JSON.parse(stdout) as RankReport;
    expect(stderr).toMatch(/^Settings from .*mine\.yaml\. Read 1 file/);
    expect(report.settings).toMatchObject({ smoothing: 0.5, smoothingRequested: "0.5" });
    const names = report.models.map(({ model }) => model);
    expect(names).toContain("zero");
    expect(names).not.toContain("m0");
    expect(names).not.toContain("m1");
    const won = JSON.parse((await run([...flags, "--smoothing", "none"])).stdout) as RankReport;
    expect(won.settings).toMatchObject({ smoothing: 0, smoothingRequested: "none" });
  });

  it("gives raw grades their scale", async () => {
    const file = folderWith({
      "pool.csv":
        "model,benchmark,item,score\na,essay,1,A\nb,essay,1,C\na,points,1,5\nb,points,1,2\n",
      "mine.yaml":
        "benchmarks:\n  essay: { scale: { A: 1, B: 0.5, C: 0 } }\n  points: { scale: { min: 0, max: 5 } }\n",
    });
    const { stdout } = await run([
      "outcomes",
      file("pool.csv"),
      "--config",
      file("mine.yaml"),
      "--json",
    ]);
    const scores = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { score: number }).score);
    expect(scores).toEqual([1, 0, 1, 0.4]);
  });

  it("is written by check --write and read back without a change", async () => {
    const file = folderWith({ "pool.csv": longTable(12, 60) });
    const written = file("eip.yaml");
    const { code } = await run(["check", file("pool.csv"), "--write", written]);
    expect(code).toBe(0);
    expect(readFileSync(written, "utf8")).toMatch(/^# eip\.yaml {3}written by: eip check /);
    expect((await loadConfig(written)).config).toEqual(parse(readFileSync(written, "utf8")));
    expect((await loadConfig(written)).config).toMatchObject({
      version: 1,
      smoothing: "none",
      missing: "weighted",
      ungraded: "wrong",
    });
  });
});
