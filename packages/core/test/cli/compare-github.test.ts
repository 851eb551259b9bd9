import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderWith, run } from "./run.ts";

/** A model that solves all but every `step`th item. */
function table(
  model: string,
  step: number,
  {
    items = 240,
    benchmark = "toy",
    from = 0,
  }: Partial<{ items: number; benchmark: string; from: number }> = {},
): string {
  const rows = Array.from(
    { length: items },
    (_, at) => `${model},${benchmark},q${at + from},${(at + from) % step === 0 ? 0 : 1}`,
  );
  return `model,benchmark,item,score\n${rows.join("\n")}\n`;
}

const github = (...argv: readonly string[]) =>
  run(["compare", ...argv, "--format", "github", "-q"]);
const GATE = ["--max-drop", "1pt"] as const;

describe("compare --format github", () => {
  it.each([
    [20, 20, 0, "passed"],
    [20, 2, 1, "failed"],
    [20, 18, 2, "undecided"],
  ])("one wrong in %i, then one in %i: exit %i, %s", async (before, after, code, said) => {
    const path = folderWith({ "old.csv": table("m", before), "new.csv": table("m", after) });
    const finished = await github(path("old.csv"), path("new.csv"), ...GATE);
    expect(finished.code).toBe(code);
    expect(finished.stdout).toMatch(
      new RegExp(`^<!-- eip-eval suite=core -->\n### Evaluation ${said}: `),
    );
    expect(finished.stdout).toContain("`m (new.csv)` against `m (old.csv)`, the same 240 items");
    expect(finished.stderr).toBe("");
  });

  it("writes a file of any suite, with the command that made it", async () => {
    const path = folderWith({ "old.csv": table("m", 20), "new.csv": table("m", 20) });
    const file = path("comment.md");
    const argv = [
      path("old.csv"),
      path("new.csv"),
      "--min-gain",
      "1pt",
      "--suite",
      "night.1",
      "--at",
      "now",
    ];
    const { code, stdout } = await github(...argv, "-o", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^<!-- eip-eval suite=night\.1 -->\n/);
    expect(text).toMatch(
      /\n`eip compare [^`]+old\.csv [^`]+new\.csv --min-gain 1pt` · updated now\n$/,
    );
  });

  it("says so where there is no baseline yet: exit 2", async () => {
    const path = folderWith({ "new.csv": table("m", 20) });
    mkdirSync(path("empty"));
    for (const baseline of [path("nowhere"), path("empty")]) {
      const { code, stdout, stderr } = await github(baseline, path("new.csv"), ...GATE);
      expect(code).toBe(2);
      expect(stdout).toContain("### Evaluation: no baseline yet");
      expect(stdout).toContain("| `toy` | 95.0 % | 240 |");
      expect(stderr).toContain("No baseline in ");
    }
  });

  it.each([
    [
      "a benchmark is gone",
      table("m", 20, { benchmark: "other" }),
      /other: in the baseline, and not asked/,
    ],
    [
      "items are gone",
      table("m", 20, { from: 240 }),
      /toy: only 240 of the baseline's 480 items were asked/,
    ],
  ])("says what changed where %s: exit 3", async (_, more, reason) => {
    const path = folderWith({ "new.csv": table("m", 20) });
    mkdirSync(path("old"));
    writeFileSync(path("old/a.csv"), table("m", 20));
    writeFileSync(path("old/b.csv"), more);
    const { code, stdout } = await github(path("old"), path("new.csv"), ...GATE);
    expect(code).toBe(3);
    expect(stdout).toContain("### Evaluation not comparable: this run and the baseline are not");
    expect(stdout).toMatch(reason);
  });

  it("does not mind what only this change was asked", async () => {
    const path = folderWith({
      "old.csv": table("m", 20),
      "new.csv": table("m", 20, { items: 300 }),
    });
    const { code, stdout } = await github(path("old.csv"), path("new.csv"), ...GATE);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "the 240 items that both were asked (not counted: 60 only in this change)",
    );
  });

  it.each([
    ["no item in common", table("m", 20, { from: 999 })],
    ["a score off its scale", table("m", 20).replace(",0\n", ",7\n")],
    ["no table", "what is this"],
  ])("comments and errs on %s: exit 3", async (_, text) => {
    const path = folderWith({ "old.csv": table("m", 20), "new.csv": text });
    const { code, stdout } = await github(path("old.csv"), path("new.csv"), ...GATE);
    expect(code).toBe(3);
    expect(stdout).toContain("### Evaluation not comparable");
  });

  it("counts lost items that the pool solves, and no other run of the two there", async () => {
    const path = folderWith({ "old.csv": table("m", 1000), "new.csv": table("m", 2) });
    mkdirSync(path("pool"));
    writeFileSync(path("pool/new-again.csv"), table("m", 2));
    writeFileSync(path("pool/x.csv"), table("x", 1000));
    writeFileSync(path("pool/y.csv"), table("y", 500));
    const argv = [path("old.csv"), path("new.csv"), "--pool", path("pool"), ...GATE];
    const { code, stdout } = await github(...argv);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "Before this change, 119 of the lost ones were solved by every model of the pool.",
    );
  });

  it("takes two models of one pool", async () => {
    const path = folderWith({ "pool.csv": table("m", 20) + table("n", 20).replace(/^.*\n/, "") });
    const { code, stdout } = await github("m", "n", path("pool.csv"), ...GATE);
    expect(code).toBe(0);
    expect(stdout).toContain("`n` against `m`");
  });

  it.each([
    [["old.csv", "new.csv"], /no gate.*--max-drop 1pt/s],
    [["old.csv", "new.csv", ...GATE, "--suite", "a b"], /--suite/],
    [["old.csv", "new.csv", "--max-drop", "1"], /as in 1pt or 0\.01/],
    [["old.csv", "new.csv", ...GATE, "--json"], /cannot be used with/],
    [["old.csv", "old.csv", ...GATE], /twice/],
    [["*", "*", "two.csv", ...GATE], /2 pairs; expected one/],
  ])("errs without a comment on %j", async (argv, sentence) => {
    const path = folderWith({
      "old.csv": table("m", 20),
      "new.csv": table("m", 20),
      "two.csv": table("m", 20) + table("n", 20).replace(/^.*\n/, ""),
    });
    const { code, stdout, stderr } = await github(
      ...argv.map((word) => (word.endsWith(".csv") ? path(word) : word)),
    );
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(sentence);
  });
});

describe("two paths of one name", () => {
  it("are told apart by as much of the paths as it takes", async () => {
    const path = folderWith({});
    for (const [folder, step] of [
      ["main", 20],
      ["pull", 2],
    ] as const) {
      mkdirSync(path(`${folder}/out`), { recursive: true });
      writeFileSync(path(`${folder}/out/a.csv`), table("m", step));
    }
    const { code, stdout } = await github(path("main/out"), path("pull/out"), ...GATE);
    expect(code).toBe(1);
    expect(stdout).toMatch(/`m \([^`]*pull\/out\)` against `m \([^`]*main\/out\)`/);
  });
});
