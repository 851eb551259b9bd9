import { describe, expect, it } from "vitest";
import { logisticWorld } from "../../src/analysis/worlds.ts";
import { threadCrew } from "../../src/cli/thread-crew.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import type { ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { bootstrap } from "../../src/stats/bootstrap.ts";
import type { Crew } from "../../src/stats/crew.ts";

/** Workers run what was compiled. */
const worker = new URL("../../dist/cli/bootstrap-worker.js", import.meta.url);
const replicates = 61;

/** A crew whose caller is slow, so that the others have a part; counts the chunks of the caller. */
function slowly(crew: Crew, done: { chunks: number }): Crew {
  return {
    makeAll: (task, make) =>
      crew.makeAll(task, (range, into) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
        done.chunks += 1;
        make(range, into);
      }),
  };
}

describe("a crew of threads", () => {
  const world = (models: number) => logisticWorld(41, { models, items: 200 }).matrix;
  const cluster = Uint32Array.from({ length: 200 }, (_, item) => item >> 1);
  const gappy = logisticWorld(42, { models: 9, items: 200, gaps: "random half" }).matrix;
  const manyGappy = logisticWorld(42, { models: 70, items: 200, gaps: "random half" }).matrix;
  const pools: readonly (readonly [string, ResponseMatrix, object])[] = [
    ["pairs of models", world(12), { smoothing: 0.1 }],
    ["two draws at once", world(70), {}],
    ["counted draws of clusters", world(8), { cluster }],
    ["gaps", gappy, {}],
    ["two draws of clusters", world(70), { cluster }],
    ["two draws with gaps", manyGappy, {}],
  ];
  it.each(pools)("makes the bytes that one thread makes: %s", (_, matrix, options) => {
    const pool = { matrix, fit: propagate(matrix, options) };
    const alone = bootstrap(pool, { ...options, replicates });
    for (const threads of [1, 2, 3]) {
      const done = { chunks: 0 };
      const crew = threadCrew({ threads, worker, firstLook: 0, leastWork: 0 });
      const drawn = bootstrap(pool, { ...options, replicates, crew: slowly(crew, done) });
      expect(drawn).toEqual(alone);
      if (threads === 1) expect(done.chunks).toBe(31);
      else expect(done.chunks).toBeLessThan(31);
    }
  });
  it("is the calling thread alone where there is no worker to start", () => {
    const matrix = world(12);
    const pool = { matrix, fit: propagate(matrix) };
    const done = { chunks: 0 };
    const missing = new URL("no-worker.js", import.meta.url);
    const crew = threadCrew({ threads: 2, worker: missing, firstLook: 0, leastWork: 0 });
    const drawn = bootstrap(pool, { replicates, crew: slowly(crew, done) });
    expect(drawn).toEqual(bootstrap(pool, { replicates }));
    expect(done.chunks).toBe(31);
  });
});
