/** Complete 0/1 data, packed in memory: plain byte loops, `propagate`, numpy. */

import { checkAgreement } from "../agreement.mjs";
import { answeredPool, byteRows } from "../answered-pool.mjs";
import { duel, duelNote, duelTable } from "../duel.mjs";
import { solvers } from "../ours.mjs";
import { plainLoops } from "../plain-loops.mjs";
import { numpyFor, numpyNames } from "../rivals.mjs";
import { duration, markdownTable, ratio, size } from "../table.mjs";
import { alternating, timed, turnsFor } from "../timing.mjs";
import { warmUp } from "../warm-up.mjs";

const sizes = [
  [30, 35_550],
  [400, 35_550],
  [4_500, 20_000],
  [1_000, 200_000],
];
const plain = "plain byte loops";
const ours = solvers.map(({ label }) => label);

export async function solving(rivals) {
  const { table, duels } = await measured(rivals);
  return [
    "## Complete 0/1 data",
    "",
    "From a packed matrix to a tolerance of 1e-10, warm, medians of runs that take turns. Ours includes",
    "leaving items out and counting; numpy starts from prepared matrices in float64.",
    "",
    ...table,
    "",
    ...duelNote,
    "",
    ...duelTable(duels),
  ];
}

/** The table for the README. */
export async function quote(rivals) {
  return (await measured(rivals)).table;
}

async function measured(rivals) {
  warmUp();
  const duels = [];
  const table = [];
  for (const [models, items] of sizes) {
    const pool = answeredPool(models, items);
    const rows = byteRows(pool);
    const times = await againstPlainLoops(pool, rows);
    const contenders = await duel(pool, { rivals, against: numpyFor(pool, rivals), rows });
    duels.push(contenders);
    const numpy = numpyNames.map((name) => contenders.find((other) => other.name === name)?.time);
    table.push([
      size(pool),
      duration(times[plain]),
      ...ours.map((label) => duration(times[label])),
      ...numpy.map(duration),
      ...ours.map((label) => ratio(times[plain], times[label])),
      ...numpy.map((time) => ratio(time, contenders[0].time)),
    ]);
  }
  const header = [
    "models x items",
    plain,
    ...ours,
    ...numpyNames,
    ...ours.map((label) => `plain / ${label}`),
    ...numpyNames.map((name) => `${name} / ${ours[0]}`),
  ];
  return { table: markdownTable(header, table), duels };
}

/** Loops and ours in turn, without a rival process in between. */
async function againstPlainLoops({ models, items, matrix }, rows) {
  checkAgreement(plain, solvers[0].solve(matrix), plainLoops(rows));
  const works = { [plain]: () => timed(() => plainLoops(rows)) };
  for (const { label, solve } of solvers) works[label] = () => timed(() => solve(matrix));
  return alternating(works, turnsFor({ models, items }));
}
