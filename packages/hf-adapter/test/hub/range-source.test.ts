import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connected, fakeHub, patience } from "./support/fake-hub.ts";
import { rejection } from "./support/rejection.ts";

const NAME = "acme/heron";
const SIZE = 400_000;
const BYTES = Buffer.from(
  Array.from({ length: SIZE }, (_, index) => (index * 31 + (index >> 8)) % 251),
);
const repos = {
  [NAME]: { "big.parquet": BYTES, "tiny.parquet": BYTES.subarray(0, 900), "plain.bin": BYTES },
};
const same = (slice: ArrayBuffer, start: number, end?: number): boolean =>
  Buffer.from(slice).equals(BYTES.subarray(start, end));

describe.skipIf(!fakeHub.isHere)(`files read in parts (${fakeHub.reason})`, () => {
  it("the size is known, and nothing is asked, before the first slice", async () => {
    const { hub, fake, file } = await connected({ repos });
    expect(hub.openRange(file("big.parquet")).byteLength).toBe(SIZE);
    expect(fake.log).toEqual([]);
  });

  it("many slices at once cost one request to the Hub, and one each to the file server", async () => {
    const { hub, fake, file } = await connected({ repos });
    const source = hub.openRange(file("big.parquet"));
    const starts = Array.from({ length: 12 }, (_, index) => index * 20_000);
    const slices = await Promise.all(starts.map(async (at) => source.slice(at, at + 100)));
    expect(slices.map((slice, index) => same(slice, starts[index]!, starts[index]! + 100))).toEqual(
      starts.map(() => true),
    );
    expect(fake.requests("hub GET")).toHaveLength(1);
    expect(fake.requests("cdn GET")).toHaveLength(12);
    expect(hub.stats.bytes).toBeLessThan(12 * 100 + 2000);
  });

  it("the last 64 KiB are fetched once, however often and in however many pieces", async () => {
    const { hub, fake, file } = await connected({ repos });
    const source = hub.openRange(file("big.parquet"));
    const tail = SIZE - 65_536;
    const slices = await Promise.all([
      source.slice(SIZE - 8),
      source.slice(SIZE - 8, SIZE),
      source.slice(-8),
      source.slice(tail, SIZE),
    ]);
    expect(slices.map((slice, index) => same(slice, index < 3 ? SIZE - 8 : tail))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(fake.requests("cdn GET").map(({ range }) => range)).toEqual([
      `bytes=${tail}-${SIZE - 1}`,
    ]);
    await source.slice(tail - 1, SIZE);
    expect(fake.requests("cdn GET")).toHaveLength(2);
  });

  it("a small file is one request for all of it", async () => {
    const { hub, fake, file } = await connected({ repos });
    const source = hub.openRange(file("tiny.parquet"));
    expect(same(await source.slice(0, 4), 0, 4)).toBe(true);
    expect(same(await source.slice(800), 800, 900)).toBe(true);
    expect(fake.log).toHaveLength(2);
  });

  it("any slice is the same bytes as of the whole", async () => {
    const { hub, file } = await connected({ repos });
    const whole = BYTES.buffer.slice(BYTES.byteOffset, BYTES.byteOffset + SIZE);
    const sources = ["big.parquet", "plain.bin"].map((path) => hub.openRange(file(path)));
    const position = fc.integer({ min: -SIZE - 10, max: SIZE + 10 });
    await fc.assert(
      fc.asyncProperty(position, fc.option(position, { nil: undefined }), async (start, end) => {
        for (const source of sources) {
          const slice = Buffer.from(await source.slice(start, end));
          expect(slice.equals(Buffer.from(whole.slice(start, end ?? SIZE)))).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("a slice is a buffer of its own", async () => {
    const { hub, file } = await connected({ repos });
    const source = hub.openRange(file("tiny.parquet"));
    new Uint8Array(await source.slice(0, 10)).fill(0);
    expect(same(await source.slice(0, 10), 0, 10)).toBe(true);
  });

  for (const [title, fault] of Object.entries({
    "an error": { kind: "status" },
    "a reset": { kind: "reset" },
    "a reset in the middle": { kind: "reset", after: 50 },
    silence: { kind: "stall" },
    "silence in the middle": { kind: "stall", after: 50 },
    "a cut body": { kind: "truncate", after: 50 },
    "a refused signature": { kind: "status", status: 403 },
    "a length too small": { kind: "wrong-length", by: -5 },
  })) {
    it(`${title} is tried again`, async () => {
      const { hub, fake, file } = await connected({ repos }, patience(fault));
      const source = hub.openRange(file("big.parquet"));
      fake.addFault({ match: "cdn GET", ...fault });
      expect(same(await source.slice(1000, 1100), 1000, 1100)).toBe(true);
      expect(fake.requests("cdn GET").length).toBeGreaterThan(1);
      if (fault.kind !== "stall") expect(fake.requests("cdn GET")).toHaveLength(2);
    });
  }

  it("a signature that ran out is replaced, with one more request to the Hub", async () => {
    const { hub, fake, file, clock } = await connected({ repos, cdn: { ttl: 60 } });
    const source = hub.openRange(file("big.parquet"));
    await source.slice(0, 10);
    clock.advance(61_000);
    const slices = await Promise.all([
      source.slice(10, 20),
      source.slice(20, 30),
      source.slice(30, 40),
    ]);
    expect(slices.map((slice, index) => same(slice, 10 * index + 10, 10 * index + 20))).toEqual([
      true,
      true,
      true,
    ]);
    expect(fake.requests("hub GET").length).toBeLessThanOrEqual(4);
    expect(await source.slice(40, 50).then((slice) => same(slice, 40, 50))).toBe(true);
  });

  it("a whole file in place of a part is cut where it is small, and asked for only once", async () => {
    const { hub, fake, file } = await connected({ repos });
    fake.addFault({ match: "cdn GET", kind: "no-range", times: Infinity });
    const source = hub.openRange(file("big.parquet"));
    expect(same(await source.slice(1000, 1100), 1000, 1100)).toBe(true);
    expect(same(await source.slice(5, 10), 5, 10)).toBe(true);
    expect(fake.requests("cdn GET")).toHaveLength(1);
  });

  it("a whole file in place of a part is an error where it is large, and is not read", async () => {
    const large = Buffer.alloc(9 * 2 ** 20);
    const { hub, fake, file } = await connected({ repos: { [NAME]: { "large.parquet": large } } });
    fake.addFault({ match: "cdn GET", kind: "no-range", times: Infinity });
    const error = await rejection(hub.openRange(file("large.parquet")).slice(0, 10));
    expect(error.code).toBe("network");
    expect(error.message).toContain("sends the whole file of 9,437,184 bytes in place of a part");
    expect(hub.stats.bytes).toBeLessThan(10_000);
  });

  it("another ETag between two slices is an error, not a mixture of two files", async () => {
    const { hub, fake, file } = await connected({ repos });
    const source = hub.openRange(file("big.parquet"));
    await source.slice(0, 10);
    fake.addFault({ match: "cdn GET", kind: "stale-etag" });
    expect(await rejection(source.slice(10, 20))).toMatchObject({
      code: "damaged",
      found: "it is not the same file in each answer",
    });
  });

  it("another size than the listed one is an error", async () => {
    const { hub, file } = await connected({ repos });
    for (const size of [SIZE - 1, SIZE + 1]) {
      const source = hub.openRange({ ...file("big.parquet"), size });
      expect((await rejection(source.slice(0, 10))).code).toBe("damaged");
    }
    const beyond = hub.openRange({ ...file("tiny.parquet"), size: 100_000 });
    expect((await rejection(beyond.slice(50_000))).code).toBe("damaged");
  });

  it("a failure of the tail is not kept", async () => {
    const { hub, fake, file } = await connected({ repos });
    const source = hub.openRange(file("big.parquet"));
    fake.addFault({ match: "cdn GET", kind: "status", times: 5 });
    expect((await rejection(source.slice(-8))).code).toBe("network");
    expect(same(await source.slice(-8), SIZE - 8)).toBe(true);
  });

  it("terms that were not accepted are told as such", async () => {
    const { hub, file } = await connected({ repos, gated: true }, { token: "hf_noaccess" });
    expect((await rejection(hub.openRange(file("big.parquet")).slice(0, 4))).code).toBe("consent");
  });
});
