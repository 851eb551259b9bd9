import { describe, expect, it } from "vitest";
import { shareChunks, takeChunks, type ChunkStates } from "../../src/io/shared-chunks.ts";

const hands = { threads: 3, firstLook: 0, leastWork: 0, patience: 10_000 };
const chunks = 40;
const ours = 1;
const theirs = 2;

/** Who did each chunk. */
const newRecord = () => new Int32Array(new SharedArrayBuffer(4 * chunks));
type DoneBy = ReturnType<typeof newRecord>;

const pause = (milliseconds: number) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const compiled = new URL("../../dist/io/shared-chunks.js", import.meta.url).href;

/** A worker with its text; it has `states`, `doneBy` and `takeChunks`. */
const workerOf = (text: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { workerData } from "node:worker_threads";
      import { takeChunks } from "${compiled}";
      const { states, doneBy } = workerData;
      ${text}`)}`,
  );

const helpful = `takeChunks(states, (chunk) => { doneBy[chunk] = ${theirs}; });`;

function work(doneBy: DoneBy, worker: string, make: (chunk: number) => void) {
  return {
    chunks,
    make: (chunk: number) => {
      make(chunk);
      doneBy[chunk] = ours;
    },
    worker: workerOf(worker),
    dataFor: (states: ChunkStates) => ({ states, doneBy }),
  };
}

describe("shared chunks", () => {
  it("are all done by the caller where it has one thread, or no time is left to share", () => {
    for (const alone of [{ threads: 1 }, { leastWork: 60_000 }, { firstLook: 60_000 }]) {
      const doneBy = newRecord();
      const order: number[] = [];
      shareChunks(
        work(doneBy, helpful, (chunk) => order.push(chunk)),
        { ...hands, ...alone },
      );
      expect(order).toEqual([...doneBy.keys()]);
    }
  });
  it("are done once each, by whoever is there", () => {
    const doneBy = newRecord();
    let own = 0;
    shareChunks(
      work(doneBy, helpful, () => {
        own += 1;
        pause(25);
      }),
      hands,
    );
    expect(doneBy.filter((who) => who === ours)).toHaveLength(own);
    expect(doneBy.filter((who) => who === theirs)).toHaveLength(chunks - own);
    expect(own).toBeLessThan(chunks);
  });
  it("are done by the caller where workers fail at the start", () => {
    const doneBy = newRecord();
    shareChunks(
      work(doneBy, `throw new Error("no")`, () => pause(5)),
      hands,
    );
    expect(doneBy.every((who) => who === ours)).toBe(true);
  });
  it("are done again where a worker took one and does not come back", () => {
    const doneBy = newRecord();
    const taken = new Int32Array(new SharedArrayBuffer(4));
    const leaving = `workerData.taken[0] = Atomics.add(states, 0, 1); process.exit();`;
    shareChunks(
      {
        ...work(doneBy, leaving, () => pause(25)),
        dataFor: (states) => ({ states, doneBy, taken }),
      },
      { ...hands, threads: 2, patience: 100 },
    );
    expect(taken[0]).toBeGreaterThan(0);
    expect(doneBy.every((who) => who === ours)).toBe(true);
  });
  it("throw on the caller what they throw in a worker", () => {
    const doneBy = newRecord();
    const refusing = `takeChunks(states, (chunk) => {
      if (chunk > 20) throw new Error("there");
      doneBy[chunk] = ${theirs};
    });`;
    const make = (chunk: number) => {
      pause(25);
      if (chunk > 20) throw new Error(`chunk ${chunk}`);
    };
    expect(() => shareChunks(work(doneBy, refusing, make), hands)).toThrow(/^chunk \d+$/);
  });
  it("are marked when they throw, and the next one is left open", () => {
    const states: ChunkStates = new Int32Array(new SharedArrayBuffer(4 * 4));
    const refuse = (chunk: number) => {
      if (chunk === 1) throw new Error("one");
    };
    expect(() => takeChunks(states, refuse)).toThrow("one");
    expect([...states]).toEqual([2, 1, 2, 0]);
  });
});
