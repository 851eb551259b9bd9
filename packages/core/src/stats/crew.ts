/** Replicates made by several hands. */

import type { MakeReplicates, ReplicateRows, ReplicateTask } from "./replicates.ts";

/** Who makes replicates along with the caller; `threadCrew` of the command line is one. */
export interface Crew {
  /**
   * Makes all replicates of a task and returns when all rows are there. Who made which does not show: a
   * replicate depends on the task and its own number only.
   *
   * @param make How the caller makes replicates itself.
   */
  makeAll(task: ReplicateTask, make: MakeReplicates): ReplicateRows;
}
