import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/outcomes/adapter.ts";
import type { ItemReport } from "../../src/report/item-report.ts";
import { folderWith, longTable, run } from "./run.ts";

const file = folderWith({
  "pool.csv": longTable(12, 60),
  "small.csv":
    "model,item,score\na,easy,1\nb,easy,1\nc,easy,1\na,hard,1\nb,hard,0\nc,hard,0\na,odd,0\nb,odd,1\nc,odd,0\na,never,0\nb,never,0\nc,never,0\n",
  "credit.csv": "model,item,score\na,x,0.5\nb,x,1\nb,y,\n",
});

describe("items", () => {
  it("lists items that tell models apart by difficulty, then the others with the reason", async () => {
    const { stdout } = await run(["items", file("small.csv"), "--json"]);
    const { items, schema } = JSON.parse(stdout) as ItemReport;
    expect(schema).toBe("eip-items/1");
    expect(
      items
        .map(({ item }) => item)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(["hard", "odd"]);
    expect(items.slice(2).map(({ item, difficulty, flags }) => [item, difficulty, flags])).toEqual([
      ["easy", null, ["all-solved"]],
      ["never", null, ["all-failed"]],
    ]);
    expect(items.find(({ item }) => item === "hard")).toMatchObject({
      facility: 1 / 3,
      solvedBy: ["a"],
      failedBy: ["b", "c"],
      asked: 3,
    });
  });

  it("says in words what was solved by all and by none", async () => {
    const { stderr } = await run(["items", file("small.csv")]);
    expect(stderr).toContain("2 of 4 items tell the 3 models apart; solved by all: 1, by none: 1.");
  });

  it("cuts a screen and says so, but never a pipe", async () => {
    const screen = await run(["items", file("pool.csv")], { isTTY: true });
    expect(screen.stdout.trim().split("\n")).toHaveLength(26);
    expect(screen.stderr).toContain("35 more items: eip items ");
    const pipe = await run(["items", file("pool.csv"), "--csv"]);
    expect(pipe.stdout.trim().split("\n")).toHaveLength(61);
  });
});

describe("explain", () => {
  it("lists the items behind one model's place; their shares and the floor make the whole", async () => {
    const { stdout } = await run(["explain", "a", file("small.csv"), "--json"]);
    const explained = JSON.parse(stdout) as {
      total: number;
      items: { item: string; share: number; term: number; solvedBy: number }[];
    };
    expect(explained.items.map(({ item, solvedBy }) => [item, solvedBy])).toEqual([["hard", 1]]);
    const floor = 0.15 / 3;
    expect(explained.items[0]!.term + floor).toBeCloseTo(explained.total, 9);
    expect(explained.items[0]!.share).toBeCloseTo(1 - floor / explained.total, 9);
  });

  it("says which items put one model above another", async () => {
    const { stdout } = await run(["explain", "m3", "m9", file("pool.csv"), "--json"]);
    const explained = JSON.parse(stdout) as {
      model: string;
      other: string;
      total: number;
      items: { term: number }[];
    };
    expect([explained.model, explained.other]).toEqual(["m9", "m3"]);
    const sum = explained.items.reduce((total, { term }) => total + term, 0);
    expect(sum).toBeCloseTo(explained.total, 9);
  });

  it("names the nearest model when there is none of that name", async () => {
    const { code, stderr } = await run(["explain", "m112", file("pool.csv")]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/no model "m112" among the 12 that were read; closest: m1/);
  });
});

describe("check", () => {
  it("says what was read and repeats every warning", async () => {
    const { code, stdout } = await run(["check", file("credit.csv")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Read 1 of 1 file as tables\.\n/);
    expect(stdout).toMatch(/model +graded +without a grade +not asked/);
    expect(stdout).toMatch(/b +1 +1 +0/);
    expect(stdout).toContain("Before you quote a ranking");
  });

  it("prints the same as data with --json", async () => {
    const { stdout } = await run(["check", file("credit.csv"), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: "eip-check/1",
      data: { models: 2, items: 2, ungraded: 1 },
      problems: [],
    });
  });
});

describe("outcomes", () => {
  it("prints one outcome a line and keeps blanks apart from zeros", async () => {
    const { stdout } = await run(["outcomes", file("credit.csv")]);
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Outcome);
    expect(rows.map(({ model, item, score }) => [model, item, score])).toEqual([
      ["a", "x", 0.5],
      ["b", "x", 1],
      ["b", "y", null],
    ]);
  });

  it("prints CSV that can be read back to the same", async () => {
    const { stdout } = await run(["outcomes", file("credit.csv"), "--csv"]);
    const again = folderWith({ "again.csv": stdout });
    const { stdout: second } = await run(["outcomes", again("again.csv"), "--csv"]);
    const cells = (csv: string) =>
      csv
        .split("\n")
        .map((line) => line.split(",").filter((_, index) => [0, 2, 3].includes(index)));
    expect(cells(second)).toEqual(cells(stdout));
  });

  it("writes for py-irt, and refuses what it has no place for", async () => {
    const { stdout } = await run(["outcomes", file("small.csv"), "--format", "py-irt"]);
    expect(JSON.parse(stdout.split("\n")[0]!)).toEqual({
      subject_id: "a",
      responses: { "small:easy": 1, "small:hard": 1, "small:odd": 0, "small:never": 0 },
    });
    const { code, stderr } = await run(["outcomes", file("credit.csv"), "--format", "py-irt"]);
    expect(code).toBe(3);
    expect(stderr).toContain("score 0.5; expected 0 or 1: py-irt has no partial credit");
  });

  it("writes for Every Eval Ever what it can read back", async () => {
    const { stdout } = await run(["outcomes", file("small.csv"), "--format", "every-eval-ever"]);
    const again = folderWith({ "instances.jsonl": stdout });
    const { stdout: second, code } = await run(["rank", again("instances.jsonl"), "--json"]);
    const { stdout: first } = await run(["rank", file("small.csv"), "--json"]);
    expect(code).toBe(0);
    const competencies = (json: string) =>
      (JSON.parse(json) as { models: { model: string; competency: number }[] }).models.map(
        ({ model, competency }) => [model, competency],
      );
    expect(competencies(second)).toEqual(competencies(first));
  });

  it("writes Parquet that it reads back to the same outcomes", async () => {
    const out = file("rows.parquet");
    const { code, stdout } = await run([
      "outcomes",
      file("credit.csv"),
      "--format",
      "parquet",
      "-o",
      out,
    ]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const cells = async (path: string) =>
      (await run(["outcomes", path, "--csv"])).stdout
        .split("\n")
        .map((line) => line.split(",").slice(0, 5).join(","));
    const direct = (await cells(file("credit.csv"))).map((line) => line.replace(/,$/, ",0"));
    expect((await cells(out)).slice(1)).toEqual(direct.slice(1));
  });

  it("refuses to print Parquet", async () => {
    const { code, stdout, stderr } = await run([
      "outcomes",
      file("credit.csv"),
      "--format",
      "parquet",
    ]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain("-o FILE.parquet");
  });
});
