/** 10,000 models and 200,000 items, in a process of their own. */

import { outputOf } from "../child.mjs";
import { count, duration, markdownTable } from "../table.mjs";

export async function largestPool() {
  const run = outputOf("largest-pool.mjs");
  if (!run.converged) throw new Error("the largest pool did not settle");
  const megabytes = `${count(Math.round(run.peak / 1e6))} MB`;
  return [
    "## 2,000,000,000 answers",
    "",
    "10,000 x 200,000, generated as packed words, one call in a fresh process.",
    "",
    ...markdownTable(
      ["kernel", "rounds", "`propagate`", "peak resident set", "generating"],
      [[run.kernel, run.iterations, duration(run.solving), megabytes, duration(run.generating)]],
    ),
  ];
}
