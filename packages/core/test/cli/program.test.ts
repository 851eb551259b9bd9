import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import { OutputClosed } from "../../src/cli/streams.ts";
import { runProgram, type Harness } from "../../src/cli/program.ts";
import { folderWith, longTable, run } from "./run.ts";

const file = folderWith({ "pool.csv": longTable(12, 60) });

describe("a program", () => {
  it("prints its version without anything else", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, stdout: "1.2.3\n", stderr: "" });
  });

  it.each([[[]], [["--help"]], [["-h"]], [["help"]]])(
    "explains itself on standard output: %j",
    async (argv) => {
      const { code, stdout, stderr } = await run(argv);
      expect(code).toBe(0);
      expect(stdout).toContain("Empirical Interaction Propagation (EIP)");
      expect(stdout).toContain("rank");
      expect(stderr).toBe("");
    },
  );

  it.each(["METHOD", "output", "EXIT", "rank"])("has a page of help on %s", async (topic) => {
    const { code, stdout } = await run(["help", topic]);
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(200);
  });

  it("has all pages in one", async () => {
    const { code, stdout } = await run(["help", "all"]);
    expect(code).toBe(0);
    for (const topic of ["METHOD", "TRUST", "EXIT"]) {
      expect(stdout).toContain((await run(["help", topic])).stdout);
    }
  });

  it("names the nearest page when there is no help on a word", async () => {
    const { code, stderr } = await run(["help", "METHD"]);
    expect(code).toBe(3);
    expect(stderr).toBe('error[not-found]: no help on "METHD".\ntry: METHOD\n');
  });

  it("takes a bare path for rank", async () => {
    const bare = await run([file("pool.csv"), "--json"]);
    const named = await run(["rank", file("pool.csv"), "--json"]);
    expect(bare.code).toBe(0);
    expect(bare.stdout).toBe(named.stdout);
  });

  it("takes a lone word that is no path for a slip of the pen", async () => {
    const { code, stdout, stderr } = await run(["rnak"]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toBe('error[not-found]: no command and no path called "rnak".\ntry: rank\n');
  });

  it("refuses to rank nothing", async () => {
    const { code, stdout, stderr } = await run(["rank"]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^error\[usage\]: no path given; expected .*\.\ntry: eip rank results\/\n$/,
    );
  });

  it("names an unknown flag and the nearest known one", async () => {
    const { code, stderr } = await run(["rank", file("pool.csv"), "--smothing", "1"]);
    expect(code).toBe(3);
    expect(stderr).toContain("unknown option '--smothing'");
    expect(stderr).toContain("try: --smoothing");
  });

  it.each([
    [["--damping", "1.5"], /--damping: "1.5"; expected a number between 0 and 1/],
    [["--damping", ""], /--damping: ""/],
    [["--smoothing", "-1"], /--smoothing: "-1"; expected none, auto or a number from 0/],
    [["--missing", "ignored"], /weighted, common, wrong/],
    [["--top", "0"], /--top: "0"; expected a whole number from 1/],
    [["--metric", "acc"], /--metric: "acc"; expected TASK=METRIC/],
    [["--alpha", "0.05"], /--alpha.*--level.*--damping/],
    [["--json", "--csv"], /--json.*--csv/],
  ])("refuses %j and says what it wants", async (flags, sentence) => {
    const { code, stdout, stderr } = await run(["rank", file("pool.csv"), ...flags]);
    expect(code).toBe(3);
    expect(stdout).toBe("");
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("ends quietly when the reader of its output has seen enough", async () => {
    const code = await runProgram(
      { name: "eip", version: "0", reads: "tables" },
      ["outcomes", file("pool.csv")],
      {
        stdout: {
          write: (_, done) => {
            done(Object.assign(new Error("closed"), { code: "EPIPE" }));
            return true;
          },
        },
        stderr: {
          write: () => {
            throw new Error("nothing may be said");
          },
        },
      },
    );
    expect(code).toBe(0);
    expect(new OutputClosed().name).toBe("OutputClosed");
  });

  it("exits with 130 when it was interrupted", async () => {
    const abort = new AbortController();
    abort.abort();
    const { code, stdout, stderr } = await run(["rank", file("pool.csv")], {
      signal: abort.signal,
    });
    expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: "", stderr: "Stopped.\n" });
  });

  it("has --label where its harness names what models can be called after", async () => {
    const asked: (string | undefined)[] = [];
    const harness: Harness = {
      kinds: ["none"],
      labels: ["given", "served"],
      adapter: (label?: string) => {
        asked.push(label);
        return Promise.reject(new EipError("no-outcomes", { found: "nothing" }));
      },
    };
    const folder = folderWith({ "a.log": "no table at all\n" });
    const program = { harness };
    await run(["rank", folder("a.log")], { program });
    await run(["rank", folder("a.log"), "--label", "served"], { program });
    const wrong = await run(["rank", folder("a.log"), "--label", "baked"], { program });
    expect(asked).toEqual([undefined, "served"]);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain("Allowed choices are given, served.");
    const without = await run(["rank", folder("a.log"), "--label", "served"]);
    expect(without.stderr).toContain("unknown option '--label'");
  });

  it("shows the stack of an error that it cannot explain, and says that it is a defect", async () => {
    const { code, stderr } = await run([file("pool.csv")], {
      program: {
        harness: {
          kinds: ["none"],
          adapter: () => Promise.reject(new TypeError("x is not a function")),
        },
      },
    });
    // A table goes to the reader of tables, so the broken harness is not asked.
    expect(code).toBe(0);
    expect(stderr).not.toContain("bug");
    const folder = folderWith({ "other.log": "no table at all\n" });
    const broken = await run([folder("other.log")], {
      program: {
        harness: {
          kinds: ["none"],
          adapter: () => Promise.reject(new TypeError("x is not a function")),
        },
      },
    });
    expect(broken.code).toBe(3);
    expect(broken.stderr).toMatch(/error\[bug\].*report it\.\nTypeError: x is not a function/s);
  });
});
