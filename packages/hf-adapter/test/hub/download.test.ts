import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HubFile } from "../../src/hub/hub-file.ts";
import { asked, connected, fakeHub, patience, type Connected } from "./support/fake-hub.ts";
import { rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const NAME = "acme/heron";
const SIZE = 300_000;
const BYTES = Buffer.from(
  Array.from({ length: SIZE / 20 }, (_, row) => `row ${String(row).padStart(15, "0")}\n`).join(""),
);
const repos = {
  [NAME]: {
    "big.parquet": BYTES,
    "small.jsonl": BYTES.subarray(0, 60_000),
    "empty.txt": "",
    "odd/a|b:c#d?e%20f g é.jsonl": "odd\n",
  },
};

interface Target extends Connected {
  readonly folder: string;
  readonly to: string;
  /** The sum of what onBytes was told. */
  readonly told: () => number;
  readonly get: (file: HubFile) => Promise<void>;
}

async function target(...parts: Parameters<typeof connected>): Promise<Target> {
  const folder = temporaryFolder();
  const to = join(folder, "deep/folder/file");
  const one = await connected(...parts);
  let sum = 0;
  const onBytes = (bytes: number): void => {
    sum += bytes;
  };
  return {
    ...one,
    folder,
    to,
    told: () => sum,
    get: async (file) => one.hub.download(file, { to, onBytes }),
  };
}

/** Whether a file has these bytes; comparing them one by one takes a second. */
const holds = (path: string, bytes: Buffer): boolean => readFileSync(path).equals(bytes);

/** The names in the folder of the target. */
const left = (to: string): string[] => readdirSync(join(to, "..")).toSorted();

describe.skipIf(!fakeHub.isHere)(`downloads (${fakeHub.reason})`, () => {
  for (const path of Object.keys(repos[NAME])) {
    it(`${path} arrives byte for byte, under its name alone`, async () => {
      const { fake, file, to, told, get } = await target({ repos });
      const wanted = file(path);
      await get(wanted);
      expect(holds(to, fake.repos.get(NAME)!.head.files.get(path)!.bytes)).toBe(true);
      expect(left(to)).toEqual(["file"]);
      expect(told()).toBe(wanted.size);
    });
  }

  it("costs one request to the Hub and one for the bytes; an empty file none", async () => {
    const { fake, file, get, hub } = await target({ repos });
    const { sha } = file("big.parquet");
    await get(file("empty.txt"));
    expect(asked(fake)).toEqual([]);
    await get(file("big.parquet"));
    expect(asked(fake)).toEqual([
      `hub GET /datasets/${NAME}/resolve/${sha}/big.parquet`,
      `cdn GET /${NAME}/big.parquet`,
    ]);
    expect(hub.stats).toMatchObject({
      requests: { api: 0, resolvers: 1, pages: 0, files: 1 },
      retries: 0,
    });
  });

  it("from a hub that answers itself it costs one", async () => {
    const { fake, file, to, get } = await target({ repos, cdn: false });
    await get(file("big.parquet"));
    expect(fake.log).toHaveLength(1);
    expect(holds(to, BYTES)).toBe(true);
  });

  it("a file that is there already, and right, is not asked for", async () => {
    const { fake, file, to, told, get } = await target({ repos });
    await get(file("big.parquet"));
    fake.resetLog();
    await get(file("big.parquet"));
    expect(fake.log).toEqual([]);
    expect(told()).toBe(2 * SIZE);
    writeFileSync(to, "something else");
    await get(file("big.parquet"));
    expect(holds(to, BYTES)).toBe(true);
  });

  describe("a file arrives whole in spite of", () => {
    const at = 100_000;
    // [fault, status and range of each request for the bytes]
    const faults: Record<string, [Record<string, unknown>, (string | undefined)[]]> = {
      "an error of the file server": [{ kind: "status" }, [undefined, undefined]],
      "a reset before the answer": [{ kind: "reset" }, [undefined, undefined]],
      "silence before the answer": [{ kind: "stall" }, [undefined, undefined]],
      "a reset in its middle": [{ kind: "reset", after: at }, [undefined, `bytes=${at}-`]],
      "silence in its middle": [{ kind: "stall", after: at }, [undefined, `bytes=${at}-`]],
      "a body cut to a right length": [
        { kind: "truncate", after: at },
        [undefined, `bytes=${at}-`],
      ],
      "a length too large": [{ kind: "wrong-length", by: 50 }, [undefined, undefined]],
      "a length too small": [{ kind: "wrong-length", by: -50 }, [undefined, `bytes=${SIZE - 50}-`]],
      "no length": [{ kind: "no-length" }, [undefined]],
      "a slow line": [{ kind: "slow", chunk: 60_000, every: 5 }, [undefined]],
      "a wrong byte": [{ kind: "corrupt", at: 7 }, [undefined, undefined]],
      "an odd ETag": [{ kind: "stale-etag" }, [undefined]],
      "a refused signature": [{ kind: "status", status: 403 }, [undefined, undefined]],
    };
    for (const [title, [fault, ranges]] of Object.entries(faults)) {
      for (const [path, match] of [
        ["big.parquet", "cdn GET"],
        ["small.jsonl", "/resolve-cache/"],
      ] as const) {
        const isShort = path === "small.jsonl";
        if (isShort && (fault["status"] === 403 || fault["after"] === at || fault["by"] === -50))
          continue;
        it(`${title} (${path})`, async () => {
          const { fake, file, to, told, get } = await target({ repos }, patience(fault));
          const wanted = file(path);
          fake.addFault({ match, ...fault });
          await get(wanted);
          expect(holds(to, BYTES.subarray(0, wanted.size))).toBe(true);
          const got = fake.requests(match).map(({ range }) => range);
          // A late answer may be given up, too; each try goes on where the one before ended.
          if (fault["kind"] === "stall") expect(got.slice(0, 2)).toEqual(ranges);
          else expect(got).toEqual(ranges);
          expect(left(to)).toEqual(["file"]);
          expect(told()).toBe(wanted.size);
        });
      }
    }

    it("a server that ignores ranges, once its connection was reset", async () => {
      const { fake, file, to, told, get } = await target({ repos });
      fake.addFault({ match: "cdn GET", kind: "reset", after: at });
      fake.addFault({ match: "cdn GET", kind: "no-range" });
      await get(file("big.parquet"));
      expect(holds(to, BYTES)).toBe(true);
      expect(fake.requests("cdn GET").map(({ status }) => status)).toEqual([200, 200]);
      expect(told()).toBe(SIZE);
    });

    it("a signature that ran out in its middle: the Hub is asked for a new one, and no byte twice", async () => {
      const { hub, fake, file, to, clock } = await target({ repos, cdn: { ttl: 60 } });
      fake.addFault({ match: "cdn GET", kind: "reset", after: at });
      const onBytes = (): void => clock.advance(clock.waits.length === 0 ? 61_000 : 0);
      await hub.download(file("big.parquet"), { to, onBytes });
      expect(holds(to, BYTES)).toBe(true);
      expect(fake.requests("cdn GET").map(({ status, range }) => [status, range])).toEqual([
        [200, undefined],
        [403, `bytes=${at}-`],
        [206, `bytes=${at}-`],
      ]);
      expect(fake.requests("/resolve/")).toHaveLength(2);
    });

    it("many resets, as long as each try brings a mebibyte", async () => {
      const huge = Buffer.alloc(9 * 2 ** 20, "abcdefg");
      const { fake, file, to, get } = await target({ repos: { [NAME]: { "huge.parquet": huge } } });
      fake.addFault({ match: "cdn GET", kind: "reset", after: 2 ** 20 + 5, times: 7 });
      await get(file("huge.parquet"));
      expect(readFileSync(to).equals(huge)).toBe(true);
      expect(fake.requests("cdn GET")).toHaveLength(8);
    });
  });

  it("the ETag of the first part guards the second", async () => {
    const { fake, file, to, get } = await target({ repos });
    fake.addFault({ match: "cdn GET", kind: "reset", after: 1000 });
    // Another file under the same address: it must come whole, not be put behind the first part.
    fake.addFault({ match: "cdn GET", kind: "stale-etag" });
    await get(file("big.parquet"));
    expect(holds(to, BYTES)).toBe(true);
    expect(fake.requests("cdn GET").map(({ status }) => status)).toEqual([200, 200]);
  });

  it("a file that stays wrong is damaged, and nothing of it is left", async () => {
    const { fake, file, to, told, get } = await target({ repos });
    fake.addFault({ match: "cdn GET", kind: "corrupt", at: 7, times: Infinity });
    const error = await rejection(get(file("big.parquet")));
    expect(error).toMatchObject({ code: "damaged", where: `${NAME}/big.parquet` });
    expect(fake.requests("cdn GET")).toHaveLength(2);
    expect(left(to)).toEqual([]);
    expect(told()).toBe(0);
  });

  it("a file that is shorter than listed is incomplete", async () => {
    const { fake, file, to, get } = await target({ repos });
    const longer = { ...file("big.parquet"), size: SIZE + 10 };
    const error = await rejection(get(longer));
    expect(error).toMatchObject({
      code: "incomplete",
      message: `${NAME}/big.parquet: 300,000 of 300,010 bytes arrived.`,
    });
    expect(fake.requests("cdn GET")).toHaveLength(4);
    expect(existsSync(to)).toBe(false);
  });

  it("a file that is longer than listed is damaged, and is not read to its end", async () => {
    const { fake, file, get, hub } = await target({ repos });
    expect(await rejection(get({ ...file("big.parquet"), size: 10 }))).toMatchObject({
      code: "damaged",
    });
    expect(fake.requests("cdn GET")).toHaveLength(2);
    expect(hub.stats.bytes).toBeLessThan(10_000);
  });

  it("what a line that keeps breaking has brought is kept for the next command", async () => {
    const { fake, file, to, told, get } = await target({ repos });
    fake.addFault({ match: "cdn GET", kind: "reset", after: 1000, times: 5 });
    expect(await rejection(get(file("big.parquet")))).toMatchObject({ code: "network" });
    expect(existsSync(to)).toBe(false);
    expect(left(to)).toEqual(["file.part", "file.part.json"]);
    expect(told()).toBe(5000);
    await get(file("big.parquet"));
    expect(holds(to, BYTES)).toBe(true);
    expect(fake.requests("cdn GET").at(-1)).toMatchObject({ range: "bytes=5000-", status: 206 });
    expect(fake.requests("cdn GET").reduce((sum, { bytes }) => sum + bytes, 0)).toBe(SIZE);
  });

  it("a part of another file is thrown away", async () => {
    const { fake, file, to, get } = await target({ repos });
    fake.addFault({ match: "cdn GET", kind: "reset", after: 1000, times: 5 });
    await rejection(get(file("big.parquet")));
    fake.resetLog();
    await get(file("small.jsonl"));
    expect(holds(to, BYTES.subarray(0, 60_000))).toBe(true);
    expect(fake.log.every(({ range }) => range === undefined)).toBe(true);
  });

  it("a part that was changed on disk is found out by its checksum", async () => {
    const { fake, file, to, get } = await target({ repos });
    fake.addFault({ match: "cdn GET", kind: "reset", after: 1000, times: 5 });
    await rejection(get(file("big.parquet")));
    writeFileSync(`${to}.part`, Buffer.alloc(4000, "z"));
    await get(file("big.parquet"));
    expect(holds(to, BYTES)).toBe(true);
  });

  it("an aborted download keeps its part and gives back its lock", async () => {
    const { fake, file, to, hub } = await target({ repos });
    const stop = new AbortController();
    fake.addFault({ match: "cdn GET", kind: "stall", after: 1000 });
    const reason = new Error("enough");
    const onBytes = (): void => stop.abort(reason);
    const work = hub.download(file("big.parquet"), { to, onBytes, signal: stop.signal });
    await expect(work).rejects.toBe(reason);
    expect(left(to)).toEqual(["file.part", "file.part.json"]);
  });

  it("two downloads do not write one file", async () => {
    const { file, to, get } = await target({ repos });
    const both = await Promise.allSettled([get(file("big.parquet")), get(file("big.parquet"))]);
    const failed = both.flatMap((one) =>
      one.status === "rejected" ? [one.reason as unknown] : [],
    );
    expect(failed).toMatchObject([{ code: "write", found: "another process is downloading it" }]);
    expect(holds(to, BYTES)).toBe(true);
    expect(left(to)).toEqual(["file"]);
  });

  it.skipIf(!existsSync("/dev/full"))(
    "a full disk is told as such, and leaves no file",
    async () => {
      const folder = temporaryFolder();
      const { hub, file } = await connected({ repos });
      const to = join(folder, "file");
      symlinkSync("/dev/full", `${to}.part`);
      expect(await rejection(hub.download(file("big.parquet"), { to }))).toMatchObject({
        code: "disk-full",
        where: to,
      });
      expect(existsSync(to)).toBe(false);
    },
  );

  it("a folder that cannot be written to is told as such", async () => {
    const folder = temporaryFolder({ file: "x" });
    const { hub, file } = await connected({ repos });
    const to = join(folder, "file/under-a-file");
    expect(await rejection(hub.download(file("big.parquet"), { to }))).toMatchObject({
      code: "write",
    });
  });
});

describe.skipIf(!fakeHub.isHere)(`small files (${fakeHub.reason})`, () => {
  it("come whole and checked, large ones too where they are stored apart", async () => {
    const { hub, fake, file } = await connected({ repos });
    for (const path of Object.keys(repos[NAME]).filter((one) => one !== "empty.txt")) {
      const { sha } = file(path);
      const bytes = await hub.readSmall(NAME, sha, path);
      expect(Buffer.from(bytes).equals(fake.repos.get(NAME)!.head.files.get(path)!.bytes)).toBe(
        true,
      );
    }
  });

  it("an empty file is empty", async () => {
    const { hub, file } = await connected({ repos });
    expect(await hub.readSmall(NAME, file("empty.txt").sha, "empty.txt")).toHaveLength(0);
  });

  it("a byte that is wrong once is asked for again, one that stays wrong is an error", async () => {
    const { hub, fake, file } = await connected({ repos });
    const { sha } = file("small.jsonl");
    fake.addFault({ match: "cdn GET", kind: "corrupt" });
    expect(BYTES.equals(await hub.readSmall(NAME, sha, "big.parquet"))).toBe(true);
    expect(fake.requests("cdn GET")).toHaveLength(2);
    fake.addFault({ match: "resolve-cache", kind: "corrupt" });
    const bytes = await hub.readSmall(NAME, sha, "small.jsonl");
    const sha1 = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    expect(`git-sha1:${sha1}`).toBe(file("small.jsonl").oid);
    fake.addFault({ match: "resolve-cache", kind: "truncate", after: 5, times: Infinity });
    expect((await rejection(hub.readSmall(NAME, sha, "small.jsonl"))).code).toBe("damaged");
  });

  it("the checksum of the tree is kept to where it is given", async () => {
    const { hub, fake, file } = await connected({ repos });
    const expected = file("big.parquet");
    fake.addFault({ match: "cdn GET", kind: "corrupt" });
    const bytes = await hub.readSmall(NAME, expected.sha, "big.parquet", { expected });
    expect(Buffer.from(bytes).equals(BYTES)).toBe(true);
  });

  it("a file larger than allowed is not read", async () => {
    const { hub, file } = await connected({ repos });
    const { sha } = file("big.parquet");
    for (const path of ["big.parquet", "small.jsonl"]) {
      const reading = hub.readSmall(NAME, sha, path, { maxBytes: 1000 });
      expect(await rejection(reading)).toMatchObject({ code: "too-large" });
    }
  });
});
