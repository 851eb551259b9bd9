import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { RankReport } from "../../src/report/report.ts";
import { folderWith, longTable, run } from "./run.ts";

const file = folderWith({
  "pool.csv": longTable(12, 60),
  "two.csv": longTable(12, 60, "one") + longTable(12, 20, "two").replace(/^.*\n/, ""),
  "one-model.csv": "model,item,score\na,x,1\na,y,0\n",
  "one-item.csv": "model,item,score\na,x,1\nb,x,0\n",
  "all-solved.csv": "model,item,score\na,x,1\nb,x,1\na,y,1\nb,y,1\n",
  "off.csv": "model,item,score\na,x,1.2\nb,x,0\n",
  "hostile.csv":
    'model,item,score\n__proto__,x,1\nconstructor,x,0\n"=cmd()",x,1\n"a|b\u001B[2J",x,0\n',
});

const reportOf = async (...argv: string[]) =>
  JSON.parse((await run([...argv, "--json"])).stdout) as RankReport;

describe("rank", () => {
  it("orders models by competency, and weighted accuracy orders them the same way", async () => {
    const { models } = await reportOf("rank", file("pool.csv"));
    expect(models).toHaveLength(12);
    for (const key of ["competency", "weightedAccuracy"] as const) {
      const values = models.map((row) => row[key]!);
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }
    expect(models.reduce((sum, { competency }) => sum + competency!, 0)).toBeCloseTo(1, 12);
  });

  it("prints the same bytes twice", async () => {
    const first = await run(["rank", file("pool.csv"), "--json"]);
    const second = await run(["rank", file("pool.csv"), "--json"]);
    expect(first.stdout).toBe(second.stdout);
  });

  it("writes a table for people and keeps the rest off standard output", async () => {
    const { stdout, stderr } = await run(["rank", file("pool.csv")], { isTTY: true, columns: 80 });
    expect(stdout).toContain("Empirical Interaction Propagation (EIP)");
    expect(stdout).toContain("In words: ");
    for (const line of stdout.split("\n").slice(1, 14)) expect(line.length).toBeLessThanOrEqual(80);
    expect(stderr).toMatch(/^Read 1 file in \d+\.\d s: 12 models, 60 items, no gaps\.\n/);
  });

  it("leaves only the table with --quiet", async () => {
    const { stdout, stderr } = await run(["rank", file("pool.csv"), "-q"], { isTTY: true });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toHaveLength(14);
  });

  it("draws the intervals of the shown models with --picture, on a terminal and in Markdown", async () => {
    const flags = ["--picture", "-q", "--top", "3", "--bootstrap", "0"];
    const terminal = await run(["rank", file("pool.csv"), ...flags], { isTTY: true, columns: 90 });
    const drawn = terminal.stdout.split("\n").filter((line) => line.includes("●"));
    // Three models, and the line that says what the marks mean.
    expect(drawn).toHaveLength(4);
    expect(drawn.every((line) => line.length <= 90)).toBe(true);
    const markdown = await run(["rank", file("pool.csv"), ...flags]);
    expect(markdown.stdout).toMatch(/```\n(?:m\d+ .*●.*\n){3}.*\n● weighted accuracy.*\n```\n$/);
    const refused = await run(["rank", file("pool.csv"), "--picture", "--json"]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/--picture.*--json/);
  });

  it("drops task columns before anything else on a narrow terminal", async () => {
    const wide = await run(["rank", file("two.csv")], { isTTY: true, columns: 120 });
    const narrow = await run(["rank", file("two.csv")], { isTTY: true, columns: 40 });
    expect(wide.stdout).toMatch(/rank +model .* one +two\n/);
    expect(narrow.stdout).not.toMatch(/ one +two\n/);
    expect(narrow.stdout).toMatch(/rank +model +weighted \[95 %\] +accuracy/);
  });

  it("ranks each benchmark by itself with --by benchmark", async () => {
    const { stdout } = await run(["rank", file("two.csv"), "--by", "benchmark", "--json"]);
    const { by, reports } = JSON.parse(stdout) as {
      by: string;
      reports: (RankReport & { benchmark: string })[];
    };
    expect(by).toBe("benchmark");
    expect(reports.map(({ benchmark, data }) => [benchmark, data.items])).toEqual([
      ["one", 60],
      ["two", 20],
    ]);
    const alone = await reportOf("rank", file("two.csv"), "--benchmark", "two");
    expect(reports[1]!.models).toEqual(alone.models);
  });

  it("writes to a file in the format its ending says, and leaves nothing else behind", async () => {
    const out = file("board.csv");
    const { code, stdout } = await run(["rank", file("pool.csv"), "-o", out]);
    expect(code).toBe(0);
    expect(stdout).toBe("");
    expect(readFileSync(out, "utf8")).toMatch(/^model,competency,relative,/);
    expect(readdirSync(dirname(out)).filter((name) => name.includes("board"))).toEqual([
      "board.csv",
    ]);
  });

  it("refuses an ending that says no format before it reads anything", async () => {
    const { code, stderr } = await run(["rank", file("pool.csv"), "-o", file("board.pdf")]);
    expect(code).toBe(3);
    expect(stderr).toContain("expected .md, .csv or .json");
    expect(existsSync(file("board.pdf"))).toBe(false);
  });

  it("keeps and leaves out models and benchmarks by pattern", async () => {
    const some = await reportOf("rank", file("pool.csv"), "--model", "m1*", "--model", "!m11");
    expect(some.models.map(({ model }) => model).toSorted()).toEqual(["m1", "m10"]);
  });

  it("warns about a pattern that fits nothing", async () => {
    const { stderr, code } = await run(["rank", file("pool.csv"), "--model", "!nobody"]);
    expect(code).toBe(0);
    expect(stderr).toContain("--model !nobody fits no model that was read; there are m0, m1, m10,");
  });

  it.each([
    ["model", "m0"],
    ["benchmark", "one"],
  ])("says what there is where --%s leaves nothing", async (what, first) => {
    const { stderr, stdout, code } = await run(["rank", file("two.csv"), `--${what}`, "nobody"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`no ${what} in it is left by "nobody"`);
    expect(stderr).toContain(`there are ${first}, `);
  });

  it("leaves out the items that a list drops", async () => {
    const drop = folderWith({ "review.txt": "drop\ttoy\tq0\nkeep\ttoy\tq1\n# a note\n" });
    const { data } = await reportOf("rank", file("pool.csv"), "--exclude", drop("review.txt"));
    expect(data.items).toBe(59);
  });

  it("refuses a list that is none, with its line", async () => {
    const bad = folderWith({ "review.txt": "drop\ttoy\tq0\ndelete q1\n" });
    const { code, stderr } = await run(["rank", file("pool.csv"), "--exclude", bad("review.txt")]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/review\.txt:2: "delete q1"; expected keep or drop/);
  });

  it.each([
    ["one-model.csv", "small-pool"],
    ["one-item.csv", "too-few-items"],
    ["all-solved.csv", "no-informative-items"],
  ])("ranks %s with a warning", async (name, code) => {
    const { code: exit } = await run(["rank", file(name)]);
    expect(exit).toBe(0);
    const { warnings } = await reportOf("rank", file(name));
    expect(warnings.map((warning) => warning.code)).toContain(code);
  });

  it("exits with 3 under --strict when it had to warn", async () => {
    expect((await run(["rank", file("all-solved.csv"), "--strict"])).code).toBe(3);
    expect((await run(["rank", file("pool.csv"), "--strict"])).code).toBe(0);
  });

  it("refuses a score off the scale with file and line", async () => {
    const { code, stdout, stderr } = await run(["rank", file("off.csv")]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^error\[off-scale\]: .*off\.csv:2: score 1\.2 .*\ntry: /);
  });

  it("takes hostile names for names", async () => {
    const { models } = await reportOf("rank", file("hostile.csv"));
    expect(models.map(({ model }) => model).toSorted()).toEqual([
      "=cmd()",
      "__proto__",
      "a|b\u001B[2J",
      "constructor",
    ]);
    const csv = await run(["rank", file("hostile.csv"), "--csv"]);
    expect(csv.stdout).toContain("\n'=cmd(),");
    const screen = await run(["rank", file("hostile.csv")], { isTTY: true });
    expect(screen.stdout).not.toContain("\u001B");
    expect(screen.stdout).toContain(String.raw`a|b\x1b[2J`);
    const markdown = await run(["rank", file("hostile.csv"), "--markdown"]);
    expect(markdown.stdout).toContain(String.raw`a\|b`);
  });
});
