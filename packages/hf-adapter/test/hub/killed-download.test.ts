import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { HubFile } from "../../src/hub/hub-file.ts";
import { connected, fakeHub } from "./support/fake-hub.ts";
import { rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const NAME = "acme/heron";
const SIZE = 4_000_000;
const BYTES = Buffer.from(Uint32Array.from({ length: SIZE / 4 }, (_, index) => index * 7).buffer);

// A process of its own runs what is built.
const built = resolve(import.meta.dirname, "../../dist/hub/connect.js");
const SCRIPT = `
const { connectHub } = await import(process.argv[1]);
const { file, to, endpoint } = JSON.parse(process.argv[2]);
const hub = connectHub({ endpoint, cacheFolder: "/nonexistent", offline: false, etagTimeout: 1e4, downloadTimeout: 1e4 });
await hub.download(file, { to });
`;

/** Starts a download in another process, and kills that once so many bytes are on disk. */
async function killAt(
  bytes: number,
  work: { file: HubFile; to: string; endpoint: string },
): Promise<number> {
  const argv = [
    "--input-type=module",
    "-e",
    SCRIPT,
    pathToFileURL(built).href,
    JSON.stringify(work),
  ];
  const child = spawn(process.execPath, argv, { stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const part = `${work.to}.part`;
  while (child.exitCode === null && (!existsSync(part) || statSync(part).size < bytes)) {
    await new Promise((next) => setTimeout(next, 5));
  }
  child.kill("SIGKILL");
  await ended;
  return statSync(part).size;
}

describe.skipIf(!fakeHub.isHere)(`a download whose process is killed (${fakeHub.reason})`, () => {
  for (const [path, match] of [
    ["big.parquet", "cdn GET"],
    ["lines.jsonl", "/resolve-cache/"],
  ] as const) {
    it(`goes on where it was, and fetches no byte twice (${path})`, async () => {
      const folder = temporaryFolder();
      const to = join(folder, path);
      const { hub, fake, file } = await connected({ repos: { [NAME]: { [path]: BYTES } } });
      fake.addFault({ match, kind: "slow", chunk: 100_000, every: 5 });
      const there = await killAt(1_000_000, { file: file(path), to, endpoint: fake.url });
      expect(existsSync(to)).toBe(false);
      expect(there).toBeGreaterThanOrEqual(1_000_000);
      expect(there).toBeLessThan(SIZE);

      fake.resetLog();
      await hub.download(file(path), { to });
      expect(readFileSync(to).equals(BYTES)).toBe(true);
      expect(fake.requests(match)).toMatchObject([
        { range: `bytes=${there}-`, status: 206, bytes: SIZE - there },
      ]);
      expect(readdirSync(folder)).toEqual([path]);
    });
  }

  it("is not gone on with by a second process while the first lives", async () => {
    const folder = temporaryFolder();
    const to = join(folder, "file");
    const { hub, fake, file } = await connected({ repos: { [NAME]: { "a.parquet": BYTES } } });
    fake.addFault({ match: "cdn GET", kind: "slow", chunk: 100_000, every: 5 });
    let error: unknown;
    const killed = killAt(2_000_000, { file: file("a.parquet"), to, endpoint: fake.url });
    while (!existsSync(`${to}.part`) || statSync(`${to}.part`).size === 0) {
      await new Promise((next) => setTimeout(next, 5));
    }
    error = await rejection(hub.download(file("a.parquet"), { to }));
    await killed;
    expect(error).toMatchObject({ code: "write", found: "another process is downloading it" });
  });
});
