import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "@eip-eval/core/io";
import { fakeHub, startHub } from "./hub/support/fake-hub.ts";
import { freshFolder } from "./support/folder.ts";
import { OWNER, repository } from "./support/leaderboard.ts";

const folder = freshFolder();
const program = resolve(import.meta.dirname, "../bin/eip-hf.js");
const tasks = { leaderboard_arc: 40, leaderboard_bbh_one: 25 };
const models = ["a/one", "b/two", "c/three", "d/four", "e/five", "f/six", "g/seven", "h/eight"];

/** Everything in a folder by its path. */
function contents(store: string): Map<string, string> {
  const names = readdirSync(store, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => statSync(join(store, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(store, name), "base64")]));
}

describe.skipIf(!fakeHub.isHere)(`a fetch that is killed (${fakeHub.reason})`, () => {
  it("goes on where it was, asks for no stored file again, and ends with the same bytes", async () => {
    const repos = Object.assign({}, ...models.map((model) => repository({ model, tasks })));
    const fake = await startHub({ repos, lfsSize: 1000 });
    const start = (store: string) =>
      spawn(process.execPath, [program, "fetch", "--org", OWNER, "--store", store, "-q"], {
        env: { PATH: process.env["PATH"], HOME: folder.path, HF_ENDPOINT: fake.url },
        stdio: "ignore",
      });
    const whole = join(folder.path, "whole");
    expect(await once(start(whole), "exit")).toEqual([0, null]);

    const killed = join(folder.path, "killed");
    const again: string[] = [];
    // Each is killed a little later in its work: after so many bodies of files.
    for (const bodies of [1, 3, 4, 6]) {
      const stored = await sourcesIn(killed);
      fake.resetLog();
      const child = start(killed);
      const exit = once(child, "exit");
      while (child.exitCode === null && fake.requests(/^cdn/).length < bodies) await nextTick();
      child.kill("SIGKILL");
      expect(await exit).toEqual([null, "SIGKILL"]);
      again.push(...askedAgain(stored));
    }
    const stored = await sourcesIn(killed);
    fake.resetLog();
    expect(await once(start(killed), "exit")).toEqual([0, null]);
    again.push(...askedAgain(stored));
    expect(again).toEqual([]);
    expect(contents(killed)).toEqual(contents(whole));

    function askedAgain(sources: ReadonlySet<string>): string[] {
      const targets = fake.requests("/resolve/").map(({ target }) => target);
      return [...sources].filter((path) => targets.some((target) => target.endsWith(path)));
    }
  });
});

/** Paths, within their repositories, of the files whose outcomes a store has. */
async function sourcesIn(store: string): Promise<Set<string>> {
  const opened = await openStore(store, { onProblem: () => undefined }).catch(() => undefined);
  const runs = (await opened?.list()) ?? [];
  return new Set(runs.map(({ source }) => source.split("/").slice(5).join("/")));
}

function nextTick(): Promise<void> {
  return new Promise((done) => setTimeout(done, 5));
}
