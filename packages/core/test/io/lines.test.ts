import { chmodSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import {
  LineSplitter,
  readChunks,
  type ChunkOptions,
  readHead,
  readLines,
  type LineOptions,
} from "../../src/io/lines.ts";
import { rejection } from "./rejection.ts";
import { temporaryFile, temporaryFolder } from "./temporary-folder.ts";

const isRoot = process.getuid?.() === 0;
const MEGABYTE = 2 ** 20;

async function linesOf(path: string, options?: LineOptions): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text, line } of readLines(path, options)) lines.push(`${line} ${text}`);
  return lines;
}

async function bytesOf(path: string, options?: ChunkOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(path, options)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const buffersFor = (): undefined => undefined;

describe("readChunks", () => {
  it("gives a file of several chunks byte for byte", async () => {
    const content = Buffer.alloc(2.5 * MEGABYTE, "0123456789abcdefg");
    const path = temporaryFile("x", content);
    expect((await bytesOf(path)).equals(content)).toBe(true);
  });

  it("gives the same where chunks may be overwritten, and none before the next is asked for", async () => {
    const content = Buffer.from(Array.from({ length: 3e4 }, (_, at) => `${at}\n`).join(""));
    for (const path of [temporaryFile("x", content), temporaryFile("y", gzipSync(content))]) {
      const read = await bytesOf(path, { buffersFor, chunkSize: 1000 });
      expect(read.equals(content)).toBe(true);
    }
    let at = 0;
    for await (const chunk of readChunks(temporaryFile("x", content), {
      buffersFor,
      chunkSize: 1000,
    })) {
      await new Promise((resolve) => setTimeout(resolve, at < 5000 ? 5 : 0));
      expect(chunk.equals(content.subarray(at, at + chunk.length))).toBe(true);
      at += chunk.length;
      chunk.fill(0);
    }
    expect(at).toBe(content.length);
  });

  it("unpacks by the first bytes, not by the name, and several members in one file", async () => {
    const packed = Buffer.concat([gzipSync("one "), gzipSync("two")]);
    expect((await bytesOf(temporaryFile("x.csv", packed))).toString()).toBe("one two");
    expect((await bytesOf(temporaryFile("x.gz", "plain"))).toString()).toBe("plain");
  });

  it("gives nothing for an empty file", async () => {
    expect(await bytesOf(temporaryFile("x", ""))).toHaveLength(0);
  });

  it("calls gzip data that break off damaged, after what could be unpacked", async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 5e5 }, (_, i) => `${i}\n`).join("")));
    const path = temporaryFile("cut.gz", packed.subarray(0, packed.length / 2));
    let bytes = 0;
    const read = async (): Promise<void> => {
      for await (const chunk of readChunks(path)) bytes += chunk.length;
    };
    const error = await rejection(read());
    expect(error.code).toBe("damaged");
    expect(error.where).toBe(path);
    expect(bytes).toBeGreaterThan(0);
  });

  it("names the path of a file that is absent, and of a folder", async () => {
    const folder = temporaryFolder();
    expect(await rejection(bytesOf(folder))).toMatchObject({ code: "unreadable", where: folder });
    expect(await rejection(bytesOf(`${folder}/x`))).toMatchObject({
      code: "not-found",
      where: `${folder}/x`,
    });
  });

  it.skipIf(isRoot)("names a file without permission (not when run as root)", async () => {
    const path = temporaryFile("x", "1");
    chmodSync(path, 0o000);
    expect(await rejection(bytesOf(path))).toMatchObject({ code: "unreadable", where: path });
  });

  it("ends with the reason of the signal, also while it unpacks", async () => {
    for (const content of [Buffer.alloc(3 * MEGABYTE), gzipSync(Buffer.alloc(3 * MEGABYTE))]) {
      const path = temporaryFile("x", content);
      const reason = new Error("enough");
      const read = async (overwrites: boolean): Promise<void> => {
        const controller = new AbortController();
        const options = {
          signal: controller.signal,
          chunkSize: 100,
          ...(overwrites && { buffersFor }),
        };
        for await (const _ of readChunks(path, options)) controller.abort(reason);
      };
      await expect(read(false)).rejects.toBe(reason);
      await expect(read(true)).rejects.toBe(reason);
    }
  });

  it("counts the bytes of the disk, not the unpacked ones", async () => {
    const packed = gzipSync("x".repeat(10_000));
    let bytes = 0;
    const options = { onBytes: (read: number) => (bytes += read) };
    for await (const _ of readChunks(temporaryFile("x", packed), options));
    expect(bytes).toBe(packed.length);
  });

  it.skipIf(process.platform === "win32")(
    "closes the file when the loop is left early",
    async () => {
      const plain = temporaryFile("x", Buffer.alloc(3 * MEGABYTE));
      const packed = temporaryFile("y", gzipSync(Buffer.alloc(3 * MEGABYTE)));
      const openFiles = (): number => readdirSync("/dev/fd").length;
      const before = openFiles();
      for (let round = 0; round < 20; round += 1) {
        const options = { chunkSize: 64, ...(round % 4 > 1 && { buffersFor }) };
        for await (const _ of readChunks(round % 2 ? packed : plain, options)) break;
      }
      expect(openFiles()).toBe(before);
    },
  );
});

describe("readHead", () => {
  it("gives the first bytes and no more, unpacked", async () => {
    expect((await readHead(temporaryFile("x", "model,item"), 5)).toString()).toBe("model");
    expect((await readHead(temporaryFile("x", gzipSync("model,item")), 5)).toString()).toBe(
      "model",
    );
    expect((await readHead(temporaryFile("x", "abc"), 5)).toString()).toBe("abc");
  });

  it("does not mind damage behind the head", async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 5e5 }, (_, i) => `${i}\n`).join("")));
    const path = temporaryFile("cut.gz", packed.subarray(0, packed.length / 2));
    expect((await readHead(path, 6)).toString()).toBe("0\n1\n2\n");
  });
});

describe("readLines", () => {
  it("splits at line feeds, tolerates carriage returns and counts from 1", async () => {
    expect(await linesOf(temporaryFile("x", "a\r\nb\n\nc"))).toEqual(["1 a", "2 b", "3 ", "4 c"]);
    expect(await linesOf(temporaryFile("x", "a\n"))).toEqual(["1 a"]);
    expect(await linesOf(temporaryFile("x", ""))).toEqual([]);
  });

  it("keeps U+2028, form feeds and lone carriage returns inside a line", async () => {
    const text = "a\u2028b\u2029c\u0085d\fe\rf";
    expect(await linesOf(temporaryFile("x", text))).toEqual([`1 ${text}`]);
  });

  it("removes a byte order mark from the first line only", async () => {
    expect(await linesOf(temporaryFile("x", "\uFEFFa\n\uFEFFb"))).toEqual(["1 a", "2 \uFEFFb"]);
  });

  it("decodes characters that lie across chunks", async () => {
    const text = "é😀한".repeat(50);
    expect(await linesOf(temporaryFile("x", text), { chunkSize: 7 })).toEqual([`1 ${text}`]);
  });

  it("gives any lines back, whatever the size of the chunks", () => {
    const line = fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\0\n\r]/g, "_"));
    fc.assert(
      fc.property(fc.array(line), fc.integer({ min: 1, max: 9 }), (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
        const expected = lines.map((text) => Buffer.from(text).toString());
        const splitter = new LineSplitter("x");
        const read: string[] = [];
        for (let at = 0; at < bytes.length; at += size) {
          for (const { text } of splitter.push(bytes.subarray(at, at + size))) read.push(text);
        }
        for (const { text } of splitter.end()) read.push(text);
        if (expected[0]?.startsWith("\uFEFF")) expected[0] = expected[0].slice(1);
        expect(read).toEqual(expected);
      }),
    );
  });

  it("refuses a line above the limit and names it", () => {
    const splitter = new LineSplitter("x.jsonl", { maxBytes: 64 * MEGABYTE });
    const chunk = Buffer.alloc(MEGABYTE, "a");
    let pushed = 0;
    const feed = (): void => {
      for (; pushed < 100; pushed += 1) for (const _ of splitter.push(chunk));
    };
    expect(feed).toThrow(
      expect.objectContaining({ code: "too-large", where: "x.jsonl:1" }) as EipError,
    );
    expect(pushed).toBe(64);
  });

  it("holds nothing of a line of 400 MB that it skips", () => {
    const splitter = new LineSplitter("x", { maxBytes: MEGABYTE, onTooLong: () => undefined });
    let most = 0;
    for (let pushed = 0; pushed < 400; pushed += 1) {
      for (const _ of splitter.push(Buffer.alloc(MEGABYTE, "a")));
      most = Math.max(most, process.memoryUsage().arrayBuffers);
    }
    expect(most).toBeLessThan(200 * MEGABYTE);
    const rest = [...splitter.push(Buffer.from("\nnext\n"))];
    expect(rest).toEqual([{ text: "next", line: 2 }]);
  });

  it("skips a line above the limit when told so, and goes on behind it", async () => {
    const path = temporaryFile("x.jsonl", `short\n${"a".repeat(3 * MEGABYTE)}\nlast`);
    const errors: string[] = [];
    const options: LineOptions = {
      maxBytes: MEGABYTE,
      onTooLong: (error, line) => errors.push(`${error.code} ${line}`),
    };
    expect(await linesOf(path, options)).toEqual(["1 short", "3 last"]);
    expect(errors).toEqual(["too-large 2"]);
  });

  it("refuses a NUL byte as not text, after the lines before it", async () => {
    const path = temporaryFile("x", "a\nb\nc\0d\n");
    const lines: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { text } of readLines(path)) lines.push(text);
    };
    expect(await rejection(read())).toMatchObject({ code: "not-text", where: `${path}:3` });
    expect(lines).toEqual(["a", "b"]);
  });

  it("recognises UTF-16 and says what to do", async () => {
    const path = temporaryFile("x", Buffer.from("\uFEFFmodel,item\n", "utf16le"));
    expect(await rejection(linesOf(path))).toMatchObject({
      code: "not-text",
      try: "save it as UTF-8",
    });
  });
});
