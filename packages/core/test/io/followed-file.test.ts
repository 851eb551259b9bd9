import { appendFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FollowedFile } from "../../src/io/followed-file.ts";
import { rejection } from "./rejection.ts";
import { temporaryFile } from "./temporary-folder.ts";

async function growth(file: FollowedFile): Promise<{ text: string; restarts: number }> {
  let text = "";
  let restarts = 0;
  for await (const chunk of file.growth({ onRestart: () => (restarts += 1) })) text += chunk;
  return { text, restarts };
}

describe("a followed file", () => {
  it("gives what was added, cut where it was cut", async () => {
    const path = temporaryFile("a.log", "one\ntw");
    const file = new FollowedFile(path);
    expect(await growth(file)).toEqual({ text: "one\ntw", restarts: 0 });
    expect(await growth(file)).toEqual({ text: "", restarts: 0 });
    await appendFile(path, "o\n");
    expect(await growth(file)).toEqual({ text: "o\n", restarts: 0 });
  });

  it.each([
    ["shorter", "on"],
    ["longer, with another front", "other\nlines\n"],
  ])("begins again when it became %s", async (_, text) => {
    const path = temporaryFile("a.log", "one\n");
    const file = new FollowedFile(path);
    await growth(file);
    await writeFile(path, text);
    expect(await growth(file)).toEqual({ text, restarts: 1 });
  });

  it("begins again after it was emptied", async () => {
    const path = temporaryFile("a.log", "one\n");
    const file = new FollowedFile(path);
    await growth(file);
    await writeFile(path, "");
    expect(await growth(file)).toEqual({ text: "", restarts: 1 });
    await appendFile(path, "one\n");
    expect(await growth(file)).toEqual({ text: "one\n", restarts: 0 });
  });

  it("knows a long file by its front alone", async () => {
    const path = temporaryFile("a.log", "x".repeat(10_000));
    const file = new FollowedFile(path);
    await growth(file);
    await appendFile(path, "y");
    expect(await growth(file)).toEqual({ text: "y", restarts: 0 });
  });

  it("comes whole each time when it is compressed", async () => {
    const path = temporaryFile("a.log.gz", gzipSync("one\n"));
    const file = new FollowedFile(path);
    expect(await growth(file)).toEqual({ text: "one\n", restarts: 1 });
    expect(await growth(file)).toEqual({ text: "", restarts: 0 });
    await writeFile(path, gzipSync("one\ntwo\n"));
    expect(await growth(file)).toEqual({ text: "one\ntwo\n", restarts: 1 });
  });

  it("is unreadable when it is gone", async () => {
    const path = temporaryFile("a.log", "one\n");
    const file = new FollowedFile(path);
    await rm(path);
    expect((await rejection(growth(file))).code).toBe("not-found");
  });
});
