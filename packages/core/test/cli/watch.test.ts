import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { harnessProgram as program, writeOld } from "./fake-harness.ts";
import { folderWith, longTable, run, type Finished } from "./run.ts";
import { started } from "./started-watch.ts";

let state = "";
beforeEach(() => {
  state = folderWith({})("state");
  process.env["XDG_STATE_HOME"] = state;
});

const once = (...argv: readonly string[]): Promise<Finished> =>
  run(["watch", "--once", ...argv], { program });

const pool = longTable(12, 60);

describe("watch --once", () => {
  it("ranks when a run is complete, and tells of each run once", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    const first = await once(path(""));
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/^Complete: a\.\n/);
    expect(first.stdout).toContain("m11");
    expect(await once(path(""))).toEqual({ code: 0, stdout: "", stderr: "" });
    writeOld(path("b.csv"), longTable(12, 30, "other"));
    const third = await once(path(""));
    expect(third.stderr).toMatch(/^Complete: b\.\n/);
    expect(third.stderr).toContain("2 tasks");
  });

  it("tells again of a run that was written again, and not of one that was moved", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    await once(path(""));
    mkdirSync(path("sub"));
    renameSync(path("a.csv"), path("sub/a.csv"));
    expect((await once(path(""))).stderr).toBe("");
    writeOld(path("sub/a.csv"), longTable(12, 90));
    expect((await once(path(""))).stderr).toMatch(/^Complete: a\.\n/);
  });

  it("tells once of a run that lies in two places", async () => {
    const path = folderWith({});
    mkdirSync(path("copy"));
    writeOld(path("a.csv"), pool);
    writeOld(path("copy/a.csv"), pool);
    const { stderr } = await once(path(""));
    expect(stderr.match(/^Complete: a\.$/gm)).toHaveLength(1);
  });

  it("does not fall over another watch of the same folder", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    const all = await Promise.all(Array.from({ length: 6 }, () => once(path(""))));
    for (const { code, stderr } of all) {
      expect(stderr).not.toContain("error[");
      expect(code).toBe(0);
    }
    expect(await once(path(""))).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("writes the page anew with every ranking, and tells of the run where it cannot", async () => {
    const path = folderWith({});
    mkdirSync(path("in"));
    writeOld(path("in/a.csv"), pool);
    const page = path("page.html");
    expect((await once(path("in"), "--report", page)).stderr).toContain(`Wrote ${page}`);
    expect(readFileSync(page, "utf8")).toContain("m11");
    rmSync(page);
    await once(path("in"), "--report", page);
    expect(readdirSync(path(""))).toEqual(["in"]);
    writeOld(path("in/b.csv"), longTable(12, 30, "other"));
    const { code, stdout, stderr } = await once(path("in"), "--report", path("no/where.html"));
    expect(code).toBe(0);
    expect(stdout).toContain("m11");
    expect(stderr).toMatch(/^Complete: b\.\n[^]*error\[/);
    expect((await once(path("in"))).stderr).toBe("");
  });

  it("waits for a run that may still grow", async () => {
    const path = folderWith({});
    writeOld(path("fresh.csv"), pool, -600);
    writeOld(path("short.csv"), pool.trimEnd(), -600);
    const { code, stdout, stderr } = await once(path(""));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe("Not complete yet: fresh; short.\n");
  });

  it("takes one as it is that has not grown for a minute, once", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    writeOld(path("b.csv"), "model,item,score\nx,q1,1");
    const first = await once(path(""));
    expect(first.stderr).toContain(
      "! Not complete, and nothing new for 60 s: b: some of it is missing. It is taken as it is.\n",
    );
    writeOld(path("b.csv"), "model,item,score\nx,q1,1\nx,q2,0");
    expect((await once(path(""))).stderr).not.toContain("Not complete, and");
    writeOld(path("b.csv"), "model,item,score\nx,q1,1\nx,q2,0\nx,q3,0\n");
    expect((await once(path(""))).stderr).toMatch(/^Complete: b\.\n/);
  });

  it("ranks nothing for totals alone", async () => {
    const path = folderWith({});
    writeOld(path("totals.csv"), "model,score\n");
    const { code, stdout, stderr } = await once(path(""));
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe("! No per-item logs: totals.\n");
    expect((await once(path(""))).stderr).toBe("");
  });

  it("forgets nothing when ranking fails, so that the next command can do better", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), "model,item,score\na,q,7\nb,q,1\n");
    const failed = await once(path(""));
    expect(failed.code).toBe(3);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toMatch(/^error\[off-scale\]/);
    writeOld(path("a.csv"), pool);
    expect((await once(path(""))).stderr).toMatch(/^Complete: a\.\n/);
  });

  it("keeps its state under XDG_STATE_HOME, and nothing beside the input", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    await once(path(""));
    expect(readdirSync(path(""))).toEqual(["a.csv"]);
    const files = readdirSync(join(state, "eip"));
    expect(files).toEqual([expect.stringMatching(/^watch-eip-fake-.*\.json$/)]);
    expect(JSON.parse(readFileSync(join(state, "eip", files[0]!), "utf8"))).toMatchObject({
      schema: "eip-watch/1",
    });
  });

  it("refuses a state that is none rather than to tell everything again", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    await once(path(""));
    const [file] = readdirSync(join(state, "eip"));
    writeFileSync(join(state, "eip", file!), "{}");
    const { code, stderr } = await once(path(""));
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error\[damaged\]: .*not the state of a watch/);
  });

  it.each([
    [["nowhere"], /error\[not-found\]: no file or folder "nowhere"/],
    [[], /error\[usage\]: no folder to watch/],
    [["x", "--interval", "0"], /--interval: "0"; expected seconds from 0\.05 to 86400/],
    [["x", "--listen"], /--listen.*--once/],
  ])("refuses %j", async (argv, sentence) => {
    const { code, stderr } = await once(...argv);
    expect(code).toBe(3);
    expect(stderr).toMatch(sentence);
  });
});

describe("watch", () => {
  it("goes on until it is interrupted, and then exits with 130 after one line", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    const watch = started(path(""));
    await watch.said("Complete: a.");
    writeOld(path("b.csv"), longTable(12, 30, "other"));
    await watch.said("Complete: b.");
    const { code, stderr } = await watch.stop();
    expect(code).toBe(130);
    expect(stderr.match(/Complete: a\./g)).toHaveLength(1);
    expect(stderr).toMatch(/Stopped\. The same command goes on from here\.\n$/);
  });

  it("waits for a folder that comes late, goes and comes back", async () => {
    const path = folderWith({});
    const watch = started(path("late"));
    await watch.said("late is not there; waiting for it.");
    mkdirSync(path("late"));
    writeOld(path("late/a.csv"), pool);
    await watch.said("Complete: a.");
    renameSync(path("late"), path("away"));
    renameSync(path("away"), path("late"));
    writeOld(path("late/b.csv"), longTable(12, 30, "other"));
    await watch.said("Complete: b.");
    rmSync(path("late"), { recursive: true });
    const { stderr } = await watch.stop();
    expect(stderr.match(/Complete: a\./g)).toHaveLength(1);
  });

  it("says once that ranking failed, and tries again when a file changed", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), "model,item,score\na,q,7\nb,q,1\n");
    const watch = started(path(""));
    await watch.said("error\\[off-scale");
    writeOld(path("a.csv"), pool);
    await watch.said("Complete: a.");
    const { stderr } = await watch.stop();
    expect(stderr.match(/error\[off-scale\]/g)).toHaveLength(1);
  });

  it("does not take a run that is still being written", async () => {
    const path = folderWith({ "a.csv": "model,item,score\nx,q0,1\ny,q0,0" });
    const watch = started(path(""));
    await watch.said("Not complete yet: a.");
    writeFileSync(path("a.csv"), "model,item,score\nx,q0,1\ny,q0,0\nx,q1,0\ny,q1,1\n");
    await watch.said("Complete: a.");
    const { stderr } = await watch.stop();
    expect(stderr).toContain("2 items");
  });

  it("says that a run may come twice when it was killed between telling and noting", async () => {
    const path = folderWith({});
    writeOld(path("a.csv"), pool);
    await once(path(""));
    const [file] = readdirSync(join(state, "eip"));
    const [whole, next] = [file!, `${file!}.next`].map((name) => join(state, "eip", name));
    renameSync(whole!, next!);
    const watch = started(path(""));
    await watch.said("that run may come once more");
    await watch.said("Complete: a.");
    await watch.stop();
    expect(readdirSync(join(state, "eip"))).toEqual([file]);
  });
});
