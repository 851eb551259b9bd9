import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { processMark } from "@eip-eval/core/io";
import { lockTarget } from "../../src/hub/target-lock.ts";
import { rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const [machine, , random] = processMark().split("-");
const gone = spawnSync(process.execPath, ["-e", ""]).pid;

const built = resolve(import.meta.dirname, "../../dist/hub/target-lock.js");

/** The claim of another process. */
function claimOf({ pid = process.ppid, host = machine }): string {
  return `file.${host}-${pid}-${random}.lock`;
}

function target(...names: readonly string[]): { to: string; growing: string; folder: string } {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), "lock");
  return { to: join(folder, "file"), growing: join(folder, "file.part"), folder };
}

describe("the lock of a target", () => {
  it("is there while it is held, and gone afterwards", async () => {
    const { to, growing, folder } = target();
    const release = await lockTarget(to, { growing });
    expect(readdirSync(folder)).toHaveLength(1);
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
    expect(readdirSync(folder)).toHaveLength(1);
    await release();
    await (
      await lockTarget(to, { growing })
    )();
    expect(readdirSync(folder)).toEqual([]);
  });

  it("of a living process is kept to", async () => {
    const { to, growing, folder } = target(claimOf({}));
    expect(await rejection(lockTarget(to, { growing }))).toMatchObject({
      code: "write",
      try: `wait for it; if there is none, delete ${join(folder, claimOf({}))}`,
    });
    expect(readdirSync(folder)).toEqual([claimOf({})]);
  });

  it("of a process that is gone is worth nothing, also where its number is ours now", async () => {
    const { to, growing, folder } = target(claimOf({ pid: gone }), claimOf({ pid: process.pid }));
    const release = await lockTarget(to, { growing });
    expect(readdirSync(folder)).toHaveLength(1);
    await release();
  });

  it("of another machine counts for two minutes after its file last grew", async () => {
    const claim = claimOf({ host: "00000000", pid: gone });
    const { to, growing, folder } = target(claim, "file.part");
    const before = Date.now() / 1000 - 300;
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
    utimesSync(join(folder, claim), before, before);
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
    utimesSync(growing, before, before);
    await (
      await lockTarget(to, { growing })
    )();
    expect(existsSync(join(folder, claim))).toBe(false);
  });

  it("is not a claim on another file, nor a file of somebody's own", async () => {
    const names = [`other.${claimOf({})}`, "file.lock", "file.mine.lock", `${claimOf({})}.old`];
    const { to, growing, folder } = target(...names);
    await (
      await lockTarget(to, { growing })
    )();
    expect(readdirSync(folder).toSorted()).toEqual(names.toSorted());
  });

  it("leaves it to a claim that comes before it", async () => {
    const { to, growing, folder } = target();
    writeFileSync(join(folder, claimOf({ pid: 1 })), "");
    expect((await rejection(lockTarget(to, { growing }))).code).toBe("write");
  });

  it("waits for a claim that comes after it, and leaves when that one is the lock", async () => {
    for (const becomesLock of [false, true]) {
      const { to, growing, folder } = target();
      const later = join(folder, claimOf({ host: "ffffffff" }));
      writeFileSync(later, "");
      const lock = lockTarget(to, { growing });
      await sleep(30);
      expect(readdirSync(folder)).toHaveLength(2);
      if (becomesLock) {
        writeFileSync(later, "lock");
        expect((await rejection(lock)).code).toBe("write");
      } else {
        rmSync(later);
        await (
          await lock
        )();
      }
    }
  });

  it("says so when the other does not decide", async () => {
    const { to, growing, folder } = target();
    const later = join(folder, claimOf({ host: "ffffffff" }));
    writeFileSync(later, "");
    expect((await rejection(lockTarget(to, { growing }))).try).toContain(later);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("one of many who come at once has it", async () => {
    for (let round = 0; round < 25; round += 1) {
      const { to, growing, folder } = target(claimOf({ pid: gone }));
      const all = await Promise.allSettled(
        Array.from({ length: 20 }, async () => lockTarget(to, { growing })),
      );
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(readdirSync(folder)).toHaveLength(1);
    }
  });

  it("is one process's at any moment, while processes come and are killed", async () => {
    const { to, growing, folder } = target();
    const said: string[] = [];
    const start = (): ChildProcess => {
      const options = ["--input-type=module", "-e", CONTENDER, built, to, growing];
      const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
      createInterface(child.stdout).on("line", (line) => said.push(line));
      return child;
    };
    const running = Array.from({ length: 4 }, start);
    for (let killed = 0; killed < 6; killed += 1) {
      const before = said.length;
      while (said.length < before + 20) await sleep(killed % 5);
      const child = running.shift();
      child?.kill("SIGKILL");
      running.push(start());
    }
    for (const child of running) {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    }
    expect(said.filter((line) => line !== "alone")).toEqual([]);
    await (
      await lockTarget(to, { growing })
    )();
    expect(readdirSync(folder).filter((name) => name.endsWith(".lock"))).toEqual([]);
  });
});

/** Takes the lock again and again, and says whether anybody who lives had it, too. */
const CONTENDER = `
  import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
  const [built, to, growing] = process.argv.slice(1);
  const { lockTarget } = await import(built);
  const inside = to + ".inside";
  mkdirSync(inside, { recursive: true });
  for (;;) {
    const release = await lockTarget(to, { growing }).catch((error) => {
      if (error.code !== "write") throw error;
    });
    if (!release) continue;
    const others = readdirSync(inside).filter(isAlive);
    console.log(others.length === 0 ? "alone" : "with " + others);
    writeFileSync(inside + "/" + process.pid, "");
    await new Promise((done) => setTimeout(done, 1));
    rmSync(inside + "/" + process.pid);
    await release();
  }

  function isAlive(pid) {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  }
`;
