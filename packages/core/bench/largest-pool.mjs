/** Solves 2e9 answers in this process and prints time and memory, for `sections/largest-pool.mjs`. */

import { readFileSync } from "node:fs";
import { answeredPool } from "./answered-pool.mjs";
import { solve } from "./ours.mjs";
import { timed } from "./timing.mjs";

let pool;
let fit;
const generating = timed(() => (pool = answeredPool(10_000, 200_000)));
const solving = timed(() => (fit = solve(pool.matrix)));
const { iterations, kernel, converged } = fit;
const peak = peakBytes();
process.stdout.write(JSON.stringify({ generating, solving, iterations, kernel, converged, peak }));

/** Linux counts what the starting process held in `maxRSS` of a new one, but not in `VmHWM`. */
function peakBytes() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}
