/**
 * Work in chunks that several threads take from one counter. The caller takes part and does not depend on the
 * others: what they leave undone it does itself.
 */

import { Worker } from "node:worker_threads";

/** In shared memory: the number of the next chunk, then the state of each chunk. */
export type ChunkStates = Int32Array<SharedArrayBuffer>;

const OPEN = 0;
const DONE = 1;
const FAILED = 2;

export interface ChunkedWork {
  readonly chunks: number;
  /** Does a chunk on the calling thread. A chunk may be done twice. */
  readonly make: (chunk: number) => void;
  /** Module of a worker, which calls {@link takeChunks}. */
  readonly worker: URL;
  /** What each worker gets as its `workerData`. */
  readonly dataFor: (states: ChunkStates) => object;
}

export interface Hands {
  /** Threads at most, the calling one among them. */
  readonly threads: number;
  /** Milliseconds after which the caller looks how much work there is. */
  readonly firstLook: number;
  /** Milliseconds of work that there must be left for each worker. */
  readonly leastWork: number;
  /** Milliseconds that the caller waits for a chunk in other hands before it does it again. */
  readonly patience: number;
}

/**
 * Does all chunks, and returns when they are done. Workers are started once the first chunks have shown that
 * there is enough to do.
 */
export function shareChunks(work: ChunkedWork, hands: Hands): void {
  const { chunks, make } = work;
  const states = new Int32Array(new SharedArrayBuffer(4 * (1 + chunks)));
  const begin = performance.now();
  let isDecided = hands.threads === 1;
  try {
    takeChunks(states, (chunk) => {
      make(chunk);
      const spent = performance.now() - begin;
      if (isDecided || spent < hands.firstLook) return;
      isDecided = true;
      const left = (spent / (chunk + 1)) * (chunks - chunk - 1);
      const workers = Math.min(hands.threads - 1, Math.floor(left / hands.leastWork));
      if (workers > 0) start(work.worker, workers, work.dataFor(states));
    });
  } finally {
    // Nobody is to begin another chunk after an error.
    Atomics.store(states, 0, chunks);
  }
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (!isDone(states, chunk, hands.patience)) make(chunk);
  }
}

function start(module: URL, count: number, data: object): void {
  for (let number = 0; number < count; number += 1) {
    const worker = new Worker(module, { workerData: data });
    worker.unref();
    // What a worker leaves undone the caller does itself, and there meets the same error.
    worker.on("error", () => undefined);
  }
}

/** Waits for a chunk that was taken; whether it is done then. */
function isDone(states: ChunkStates, chunk: number, patience: number): boolean {
  if (Atomics.load(states, 1 + chunk) === OPEN) Atomics.wait(states, 1 + chunk, OPEN, patience);
  return Atomics.load(states, 1 + chunk) === DONE;
}

/** Takes chunks until there are none left. A chunk that throws is marked, for the caller to do. */
export function takeChunks(states: ChunkStates, make: (chunk: number) => void): void {
  const chunks = states.length - 1;
  for (;;) {
    const chunk = Atomics.add(states, 0, 1);
    if (chunk >= chunks) return;
    let state = FAILED;
    try {
      make(chunk);
      state = DONE;
    } finally {
      Atomics.store(states, 1 + chunk, state);
      Atomics.notify(states, 1 + chunk);
    }
  }
}
