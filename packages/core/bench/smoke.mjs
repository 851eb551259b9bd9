/** A ratio that a busy machine hardly changes: `propagate` against plain byte loops in one process. */

import { checkAgreement } from "./agreement.mjs";
import { answeredPool, byteRows } from "./answered-pool.mjs";
import { solvers, targetOf } from "./ours.mjs";
import { plainLoops } from "./plain-loops.mjs";
import { duration, markdownTable, ratio } from "./table.mjs";
import { alternating, timed } from "./timing.mjs";
import { warmUp } from "./warm-up.mjs";

const turns = 9;

/** The table, and a sentence for each kernel that is below half of its target. */
export async function smoke() {
  warmUp();
  const { matrix } = answeredPool(30, 35_550);
  const rows = byteRows({ models: 30, items: 35_550, matrix });
  const table = [];
  const failures = [];
  for (const { label, solve } of solvers) {
    const fit = solve(matrix);
    checkAgreement("plain byte loops", fit, plainLoops(rows));
    const times = await alternating(
      { plain: () => timed(() => plainLoops(rows)), ours: () => timed(() => solve(matrix)) },
      turns,
    );
    const target = targetOf(fit.kernel);
    table.push([
      `${label} (${fit.kernel})`,
      duration(times.plain),
      duration(times.ours),
      ratio(times.plain, times.ours),
      target,
    ]);
    if (times.plain / times.ours >= target / 2) continue;
    failures.push(
      `${label} is ${ratio(times.plain, times.ours)} times as fast as plain loops, less than half of its target of ${target}`,
    );
  }
  const header = ["30 x 35,550", "plain byte loops", "ours", "plain / ours", "target"];
  return { lines: markdownTable(header, table), failures };
}
