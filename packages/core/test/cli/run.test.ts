import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { harnessProgram as program } from "./fake-harness.ts";
import { folderWith, longTable, run } from "./run.ts";

/** A command that writes a table where --out says, and ends with an exit code. */
const HARNESS = `
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
const [out, table, code] = process.argv.slice(3);
if (table !== "-") {
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, table.replaceAll("|", "\\n"));
}
process.exitCode = Number(code ?? 0);
`;

const table = longTable(12, 60).replaceAll("\n", "|");
const empty = (): ((name: string) => string) => folderWith({ "harness.mjs": HARNESS });

describe("run", () => {
  it("starts the command, and ranks what it wrote with what was there", async () => {
    const path = empty();
    const out = path("out/new.csv");
    mkdirSync(path("out"));
    const harness = [process.execPath, path("harness.mjs"), "--out", out, table];
    const { code, stdout, stderr } = await run(["run", "--top", "3", "--", ...harness], {
      program,
    });
    expect(code).toBe(0);
    expect(stdout).toContain("m11");
    expect(stdout).not.toContain("m2 ");
    expect(stderr).toContain("1 file new in");
    expect(stderr).toContain("12 models");
  });

  it("passes on what stands behind -- as it is", async () => {
    const path = folderWith({
      "echo.mjs":
        'import { writeFileSync } from "node:fs"; writeFileSync(process.argv[2], JSON.stringify(process.argv.slice(3)));',
    });
    const words = ["--json", "-o", "x.txt", "--", "a b", "$HOME;'", ""];
    const harness = [process.execPath, path("echo.mjs"), path("words"), ...words];
    const { code } = await run(["run", "--", ...harness], { program });
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(path("words"), "utf8"))).toEqual(words);
  });

  it("writes the ranking where -o says, in the format it says", async () => {
    const path = empty();
    const harness = [process.execPath, path("harness.mjs"), "--out", path("out/a.csv"), table];
    const { code, stdout } = await run(["run", "-o", path("rank.json"), "--", ...harness], {
      program,
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(JSON.parse(readFileSync(path("rank.json"), "utf8"))).toHaveProperty("schema");
  });

  it("writes the page of the report where --report says, beside the ranking", async () => {
    const path = empty();
    const harness = [process.execPath, path("harness.mjs"), "--out", path("out/a.csv"), table];
    const page = path("page.html");
    const argv = ["run", "--report", page, "--", ...harness];
    const { code, stdout, stderr } = await run(argv, { program });
    expect(code).toBe(0);
    expect(stdout).toContain("m11");
    expect(stderr).toContain(`Wrote ${page}`);
    expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>/i);
    const slip = await run(["run", "--report", "page.txt", "--", ...harness], { program });
    expect(slip.code).toBe(3);
    expect(slip.stderr).toContain("try: --report page.txt.html");
    const lost = await run(["run", "--report", path("no/where.html"), "--", ...harness], {
      program,
    });
    expect(lost.code).toBe(0);
    expect(lost.stdout).toContain("m11");
    expect(lost.stderr).toContain("error[");
  });

  it("keeps the exit code of a command that fails, and ranks nothing", async () => {
    const path = empty();
    const harness = [process.execPath, path("harness.mjs"), "--out", path("out/a.csv"), "-", "7"];
    const { code, stdout, stderr } = await run(["run", "--", ...harness], { program });
    expect({ code, stdout }).toEqual({ code: 7, stdout: "" });
    expect(stderr).toMatch(
      /ended with exit code 7, so nothing was ranked: .* written nothing\.\n$/,
    );
  });

  it("says how to rank what a failed command left", async () => {
    const path = empty();
    const harness = [process.execPath, path("harness.mjs"), "--out", path("out/a.csv"), table, "1"];
    const { code, stderr } = await run(["run", "--", ...harness], { program });
    expect(code).toBe(1);
    expect(stderr).toContain(`It left 1 file all the same: eip-fake rank ${path("out/a.csv")}`);
  });

  it("gives 128 and the signal's number for a command that a signal ended", async () => {
    const kill = 'process.kill(process.pid, "SIGKILL")';
    const { code } = await run(["run", "--", process.execPath, "-e", kill], { program });
    expect(code).toBe(137);
  });

  it.each([
    ["nothing new", "-", /wrote nothing there/],
    ["what cannot be read", "model,item,score|a,b,7|", /error\[off-scale\]/],
  ])(
    "does not turn a success into a failure by %s, except with --strict",
    async (_, text, said) => {
      const path = empty();
      mkdirSync(path("out"));
      const harness = [process.execPath, path("harness.mjs"), "--out", path("out/a.csv"), text];
      const { code, stdout, stderr } = await run(["run", "--", ...harness], { program });
      expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
      expect(stderr).toMatch(said);
      const again = text === "-" ? harness : [...harness.slice(0, -1), `${text}c,d,1|`];
      expect((await run(["run", "--strict", "--", ...again], { program })).code).toBe(3);
    },
  );

  it("warns before it starts a command that will save nothing", async () => {
    const { code, stderr } = await run(["run", "--", process.execPath, "-e", ""], { program });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^! --out is missing\.\nerror\[no-outcomes\]: .*nothing says where/);
  });

  it("finds a slip in its own flags before the command starts", async () => {
    const path = empty();
    const harness = [process.execPath, path("harness.mjs"), "--out", path("out/a.csv"), table];
    const { code, stderr } = await run(["run", "-o", "rank.docx", "--", ...harness], { program });
    expect(code).toBe(3);
    expect(stderr).toContain("an ending that says no format");
    expect(existsSync(path("out/a.csv"))).toBe(false);
  });

  it("says so when there is no such command", async () => {
    const { code, stderr } = await run(["run", "--", "no-such-harness", "--out", "x"], { program });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^error\[not-found\]: no command "no-such-harness" on the PATH\.\ntry: /,
    );
  });

  it.each([
    [["run"], "no command to run"],
    [["run", "--"], "no command to run"],
    [["run", "lm_eval", "--model", "hf"], "no -- in front of the command to run"],
  ])("wants the command behind a --: %j", async (argv, found) => {
    const { code, stderr } = await run(argv, { program });
    expect(code).toBe(3);
    expect(stderr).toContain(`error[usage]: ${found}`);
    expect(stderr).toContain("try: eip-fake run -- harness --out results/");
  });
});

describe("a program without a harness", () => {
  it.each(["run", "watch"])("has no %s, and says who has", async (name) => {
    const { code, stdout, stderr } = await run([name, "--", "x"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`error[usage]: eip has no "${name}"`);
    expect(stderr).toContain("@eip-eval/lm-eval-adapter");
  });

  it("does not offer them", async () => {
    expect((await run(["--help"])).stdout).not.toContain("watch");
    expect((await run(["--help"], { program })).stdout).toMatch(/run +start the harness/);
  });
});
