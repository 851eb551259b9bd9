import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeLeftovers, temporaryPath } from "../../src/io/leftovers.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The name a file would have if another process, or another machine, had begun it. */
function nameOf(pid: number, machine?: string): string {
  const name = basename(temporaryPath("x.parquet")).replace(`-${process.pid}-`, `-${pid}-`);
  return machine === undefined ? name : name.replace(/\.[0-9a-f]{8}-/, `.${machine}-`);
}

describe("temporary files", () => {
  it("go when the process that wrote them is gone, wherever they lie", async () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    const kept = [nameOf(process.pid), nameOf(gone, "00000000"), ".mine.tmp", "x.parquet"];
    const names = [...kept, nameOf(gone), nameOf(gone)];
    const folder = temporaryFolder(Object.fromEntries(names.map((name) => [`a/${name}`, "half"])));
    await removeLeftovers(folder);
    expect((await readdir(join(folder, "a"))).toSorted()).toEqual(kept.toSorted());
  });
});
