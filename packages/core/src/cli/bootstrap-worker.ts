/** The thread of a worker that makes bootstrap replicates; see `threadCrew`. */

import { workerData } from "node:worker_threads";
import { takeChunks, type ChunkStates } from "../io/shared-chunks.ts";
import { replicateMaker, type ReplicateRows, type ReplicateTask } from "../stats/replicates.ts";
import { rangeOf } from "./thread-crew.ts";

interface Order {
  readonly task: ReplicateTask;
  readonly into: ReplicateRows;
  readonly states: ChunkStates;
}

const { task, into, states } = workerData as Order;
const { make } = replicateMaker(task);
takeChunks(states, (chunk) => {
  make(rangeOf(chunk, task.replicates), into);
});
