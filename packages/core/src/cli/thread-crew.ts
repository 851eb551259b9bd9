/** A crew of threads that makes bootstrap replicates. */

import { existsSync } from "node:fs";
import { shareChunks, type Hands } from "../io/shared-chunks.ts";
import type { Crew } from "../stats/crew.ts";
import { emptyRows, type ReplicateRange } from "../stats/replicates.ts";
import { isSmall, sharedMatrix } from "./shared-matrix.ts";
import { threadLimit } from "./threads.ts";

/** Replicates in a chunk: as many as a refit makes at once. */
const CHUNK = 2;

/** The replicates of a chunk. */
export function rangeOf(chunk: number, replicates: number): ReplicateRange {
  return { first: CHUNK * chunk, end: Math.min(CHUNK * (chunk + 1), replicates) };
}

/**
 * Loops run at full speed after 30 ms. A worker starts and prepares its refits in 100 ms, and takes 150 ms of a
 * processor for that: with less work left, it costs more than it brings where the others are busy.
 */
const usual = { firstLook: 30, leastWork: 600, patience: 60_000 };

export interface CrewOptions extends Partial<Hands> {
  /** Module that does the work; for tests, since there are workers only where this was compiled. */
  readonly worker?: URL;
}

/**
 * Makes replicates with up to `threads` threads, by default those of `EIP_THREADS`. Where there is no worker,
 * little to do, or a pool too large to be shared, the calling thread makes all of them.
 */
export function threadCrew(options: CrewOptions = {}): Crew {
  const hands = { ...usual, threads: threadLimit(), ...options };
  const { worker = new URL("./bootstrap-worker.js", import.meta.url) } = options;
  return {
    makeAll(task, make) {
      const into = emptyRows(task, SharedArrayBuffer);
      const chunks = Math.ceil(task.replicates / CHUNK);
      const canShare = existsSync(worker) && isSmall(task.matrix);
      shareChunks(
        {
          chunks,
          make: (chunk) => {
            make(rangeOf(chunk, task.replicates), into);
          },
          worker,
          dataFor: (states) => ({
            task: { ...task, matrix: sharedMatrix(task.matrix) },
            into,
            states,
          }),
        },
        canShare ? hands : { ...hands, threads: 1 },
      );
      return into;
    },
  };
}
