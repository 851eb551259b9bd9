/** Times the first call in this process, for `sections/first-call.mjs`: `node first-call.mjs ours|plain`. */

import { matrixFromRows } from "../dist/index.js";
import { answeredPool, byteRows } from "./answered-pool.mjs";
import { solve } from "./ours.mjs";
import { plainLoops } from "./plain-loops.mjs";
import { timed } from "./timing.mjs";

const bytes = byteRows(answeredPool(30, 35_550));
if (process.argv[2] === "plain") {
  report({ first: timed(() => plainLoops(bytes)) });
} else {
  const rows = bytes.map((row) => Array.from(row));
  let matrix;
  const building = timed(() => (matrix = matrixFromRows(rows)));
  report({ first: timed(() => solve(matrix)), building });
}

function report(times) {
  process.stdout.write(JSON.stringify(times));
}
