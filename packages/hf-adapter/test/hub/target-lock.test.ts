import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockTarget } from "../../src/hub/target-lock.ts";
import { rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

function target(lock?: unknown): { to: string; growing: string; lock: string; folder: string } {
  const folder = temporaryFolder();
  const to = join(folder, "file");
  const path = `${to}.lock`;
  if (lock !== undefined)
    writeFileSync(path, typeof lock === "string" ? lock : JSON.stringify(lock));
  return { to, growing: `${to}.part`, lock: path, folder };
}

const host = hostname();
const id = "00000000-0000-0000-0000-000000000000";

describe("the lock of a target", () => {
  it("is there while it is held, and gone afterwards", async () => {
    const { to, growing, lock, folder } = target();
    const release = await lockTarget(to, { growing });
    expect(existsSync(lock)).toBe(true);
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
    await release();
    await (
      await lockTarget(to, { growing })
    )();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of a living process is kept to", async () => {
    const { to, growing } = target({ pid: process.ppid, host, id });
    expect(await rejection(lockTarget(to, { growing }))).toMatchObject({
      code: "write",
      try: `wait for it; if there is none, delete ${to}.lock`,
    });
  });

  it("of a process that is gone is taken over, also where its number is ours now", async () => {
    for (const pid of [2 ** 22 + 1, process.pid]) {
      const { to, growing, folder } = target({ pid, host, id });
      const release = await lockTarget(to, { growing });
      expect(readdirSync(folder)).toEqual(["file.lock"]);
      await release();
    }
  });

  for (const lock of [{ pid: 1, host: "elsewhere", id }, "", "{", '{"pid": -1}', "null"]) {
    it(`that nobody can ask about (${JSON.stringify(lock)}) counts for two minutes`, async () => {
      const { to, growing, lock: path } = target(lock);
      expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
      const before = Date.now() / 1000 - 300;
      utimesSync(path, before, before);
      await (
        await lockTarget(to, { growing })
      )();
    });
  }

  it("of another machine counts as long as its file grows", async () => {
    const { to, growing, lock } = target({ pid: 1, host: "elsewhere", id });
    const before = Date.now() / 1000 - 300;
    utimesSync(lock, before, before);
    writeFileSync(growing, "just now");
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
  });

  it("one of many who come at once has it", async () => {
    for (let round = 0; round < 25; round += 1) {
      const { to, growing, folder } = target({ pid: 2 ** 22 + 1, host, id });
      const all = await Promise.allSettled(
        Array.from({ length: 20 }, async () => lockTarget(to, { growing })),
      );
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(readdirSync(folder)).toEqual(["file.lock"]);
    }
  });

  it("is taken over again when a process was killed while it took it over", async () => {
    const { to, growing, lock } = target({ pid: 2 ** 22 + 1, host, id });
    const guard = `${lock}.takeover`;
    writeFileSync(guard, "{}");
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
    const before = Date.now() / 1000 - 300;
    utimesSync(guard, before, before);
    await (
      await lockTarget(to, { growing })
    )();
    expect(existsSync(guard)).toBe(false);
  });
});
