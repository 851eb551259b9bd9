import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { findFiles } from "../../src/io/files.ts";
import type { Problem } from "../../src/outcomes/adapter.ts";
import { rejection } from "./rejection.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const isRoot = process.getuid?.() === 0;

async function found(folder: string, ...paths: string[]): Promise<string[]> {
  const files = await findFiles(
    paths.map((path) => join(folder, path)),
    fail,
  );
  return files.map(({ path }) => relative(folder, path));
}

function fail(problem: Problem): void {
  throw new Error(problem.message);
}

describe("findFiles", () => {
  it("walks folders to the bottom and sorts by code units", async () => {
    const folder = temporaryFolder({ "b/z.csv": "", "b/a.csv": "", "B.csv": "", "a.csv": "" });
    expect(await found(folder, ".")).toEqual(["B.csv", "a.csv", "b/a.csv", "b/z.csv"]);
  });

  it("knows size and time of every file", async () => {
    const folder = temporaryFolder({ "a.csv": "12345" });
    const [file] = await findFiles([join(folder, "a.csv")], fail);
    expect(file!.size).toBe(5);
    expect(Math.abs(file!.modified - Date.now())).toBeLessThan(60_000);
  });

  it("gives a file once that is named twice, by two spellings and through its folder", async () => {
    const folder = temporaryFolder({ "a/x.csv": "" });
    expect(await found(folder, "a/x.csv", "a/../a/x.csv", "a", ".")).toEqual(["a/x.csv"]);
  });

  it("gives a linked file once, under its real name", async () => {
    const folder = temporaryFolder({ "real/run.jsonl": "" });
    symlinkSync(join(folder, "real/run.jsonl"), join(folder, "latest.jsonl"));
    symlinkSync(join(folder, "real"), join(folder, "a-link"));
    expect(await found(folder, ".")).toEqual(["real/run.jsonl"]);
  });

  it("follows a link that leads out of the folder", async () => {
    const other = temporaryFolder({ "x.csv": "" });
    const folder = temporaryFolder();
    symlinkSync(other, join(folder, "out"));
    expect(await found(folder, ".")).toEqual(["out/x.csv"]);
  });

  it("ends in a loop of links", async () => {
    const folder = temporaryFolder({ "a/x.csv": "" });
    symlinkSync(folder, join(folder, "a/up"));
    symlinkSync(join(folder, "a"), join(folder, "a/self"));
    expect(await found(folder, ".")).toEqual(["a/x.csv"]);
  });

  it("reports a broken link and a link to itself, and goes on", async () => {
    const folder = temporaryFolder({ "x.csv": "" });
    symlinkSync("nowhere", join(folder, "broken"));
    symlinkSync("self", join(folder, "self"));
    const problems: Problem[] = [];
    const files = await findFiles([folder], (problem) => problems.push(problem));
    expect(files).toHaveLength(1);
    expect(problems.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "skipped unreadable",
      "skipped unreadable",
    ]);
    expect(problems[0]!.message).toBe(`${join(folder, "broken")}: a broken symbolic link.`);
  });

  it("does not walk into hidden folders, node_modules and the blobs of a Hub cache", async () => {
    const folder = temporaryFolder({
      ".git/a": "",
      ".cache/a": "",
      "node_modules/a": "",
      "hub/blobs/0a1b": "",
      "hub/snapshots/main/x.csv": "",
      "blobs/y.csv": "",
    });
    expect(await found(folder, ".")).toEqual(["blobs/y.csv", "hub/snapshots/main/x.csv"]);
  });

  it("walks into what lm-eval calls a model folder after a relative path", async () => {
    const folder = temporaryFolder({ "..__model/x.jsonl": "", ".__model/y.jsonl": "" });
    expect(await found(folder, ".")).toEqual(["..__model/x.jsonl", ".__model/y.jsonl"]);
  });

  it("walks into a hidden folder that was named", async () => {
    const folder = temporaryFolder({ ".logs/x.csv": "" });
    expect(await found(folder, ".logs")).toEqual([".logs/x.csv"]);
  });

  it("names the nearest folder for one that does not exist", async () => {
    const folder = temporaryFolder({ "results/x.csv": "", "readme.md": "" });
    const error = await rejection(findFiles([join(folder, "reslts/")], fail));
    expect(error.code).toBe("not-found");
    expect(error.message).toBe(`no file or folder "${join(folder, "reslts/")}".`);
    expect(error.try).toBe(`did you mean ${join(folder, "results")}/?`);
  });

  it("names nothing when nothing is near", async () => {
    const folder = temporaryFolder({ "results/x.csv": "" });
    const error = await rejection(findFiles([join(folder, "qqqqqq")], fail));
    expect(error.try).toBe("check the spelling");
  });

  it("takes a file for a folder as not found", async () => {
    const folder = temporaryFolder({ "x.csv": "" });
    expect((await rejection(findFiles([join(folder, "x.csv/y")], fail))).code).toBe("not-found");
  });

  it("passes standard input on", async () => {
    expect(await findFiles(["-"], fail)).toEqual([{ path: "-", size: 0, modified: 0 }]);
  });

  it.skipIf(isRoot)(
    "reports a folder without permission and goes on (not when run as root)",
    async () => {
      const folder = temporaryFolder({ "x.csv": "" });
      mkdirSync(join(folder, "shut"));
      writeFileSync(join(folder, "shut/y.csv"), "");
      chmodSync(join(folder, "shut"), 0o000);
      const problems: Problem[] = [];
      const files = await findFiles([folder], (problem) => problems.push(problem));
      chmodSync(join(folder, "shut"), 0o700);
      expect(files).toHaveLength(1);
      expect(problems.map(({ code, path }) => [code, path])).toEqual([
        ["unreadable", join(folder, "shut")],
      ]);
    },
  );
});
