import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readHead, readLines } from "../../src/io/lines.ts";
import { openFile } from "../../src/io/open.ts";
import { recogniseFile } from "../../src/io/recognise.ts";
import { tables } from "../../src/io/tables.ts";
import { rejection } from "./rejection.ts";
import { temporaryFolder } from "./temporary-folder.ts";

it("standard input can be looked at, and read as often as a file", async () => {
  const input = Readable.from([gzipSync("model,item,score\nm0,q1,1\n")]);
  Object.defineProperty(process, "stdin", { value: input, configurable: true });
  expect((await readHead("-", 5)).toString()).toBe("model");
  expect(await recogniseFile("-")).toBe("table-csv");
  for (let round = 0; round < 2; round += 1) {
    const lines: string[] = [];
    for await (const { text } of readLines("-")) lines.push(text);
    expect(lines).toEqual(["model,item,score", "m0,q1,1"]);
  }
  for await (const outcome of tables.read(["-"])) {
    expect(outcome).toEqual({ model: "m0", benchmark: "stdin", item: "q1", score: 1 });
  }
});

it.skipIf(process.platform === "win32")("a named pipe can be read as often as a file", async () => {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  spawn("sh", ["-c", 'printf "a\\nb\\n" > "$0"', path]);
  expect((await readHead(path, 1)).toString()).toBe("a");
  const lines: string[] = [];
  for await (const { text } of readLines(path)) lines.push(text);
  expect(lines).toEqual(["a", "b"]);
});

it("a file can be read at any position", async () => {
  const folder = temporaryFolder({ x: "0123456789" });
  const file = await openFile(join(folder, "x"));
  expect(file.size).toBe(10);
  expect((await file.read(7, 5)).toString()).toBe("789");
  expect((await file.read(2, 3)).toString()).toBe("234");
  expect(await file.read(10, 1)).toHaveLength(0);
  await file.close();
});

it("a folder is no file", async () => {
  const folder = temporaryFolder();
  expect(await rejection(openFile(folder))).toMatchObject({
    code: "unreadable",
    message: `${folder}: a folder.`,
    try: "name a file inside it",
  });
});
