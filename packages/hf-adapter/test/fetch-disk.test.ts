import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakeHub, startHub } from "./hub/support/fake-hub.ts";
import { OWNER, repository } from "./support/leaderboard.ts";
import { programAt } from "./support/program.ts";

/** The folder of a file system of this size; `undefined` where this user may make none. */
function smallDisk(size: string): string | undefined {
  const path = mkdtempSync(join(tmpdir(), "eip-disk-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path], {
      stdio: "ignore",
    });
  } catch {
    return undefined;
  }
  // The last in is the first out: it goes before its folder.
  onTestFinished(() => void execFileSync("umount", [path]));
  return path;
}

describe.skipIf(!fakeHub.isHere)(`a disk that is full (${fakeHub.reason})`, () => {
  it("ends a fetch with what is safe, and the same command goes on when there is space", async (test) => {
    const disk = smallDisk("300k") ?? "";
    test.skip(disk === "", "needs the right to mount a file system");
    const tasks = { leaderboard_arc: 60, leaderboard_bbh_one: 60 };
    const models = ["a/one", "b/two", "c/three", "d/four", "e/five", "f/six", "g/seven", "h/eight"];
    const repos = Object.assign({}, ...models.map((model) => repository({ model, tasks })));
    const fake = await startHub({ repos, lfsSize: 1000 });
    const { run } = programAt(fake.url);
    const store = join(disk, "pool");
    const full = await run(["fetch", "--org", OWNER, "--store", store]);
    expect(full.stderr).toMatch(
      /^error\[disk-full\]: .*pool: no space left; .* are safe in .*pool, \d to go, and nothing is half-written\.\ntry: free some space, then the same command\n$/,
    );
    expect(full.code).toBe(3);
    const half = readdirSync(store, { recursive: true, encoding: "utf8" }).filter(
      (name) => !name.startsWith(".incoming") && name.endsWith(".tmp"),
    );
    expect(half).toEqual([]);
    execFileSync("mount", ["-o", "remount,size=8m", disk]);
    const rest = await run(["fetch", "--org", OWNER, "--store", store]);
    expect([rest.code, rest.stderr]).toEqual([0, expect.stringContaining("8 models")]);
  });
});
