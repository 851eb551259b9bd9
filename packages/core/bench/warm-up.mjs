/** Small pools solved often, so that what is timed later is compiled. */

import { answeredPool, byteRows } from "./answered-pool.mjs";
import { solvers } from "./ours.mjs";
import { plainLoops } from "./plain-loops.mjs";

export function warmUp() {
  const pool = answeredPool(30, 2_000);
  const rows = byteRows(pool);
  for (let round = 0; round < 300; round += 1) {
    plainLoops(rows);
    for (const { solve } of solvers) solve(pool.matrix);
  }
}
