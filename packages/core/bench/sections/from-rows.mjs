/** From rows of numbers to the ranking: building the matrix is part of the time. */

import { matrixFromRows } from "../../dist/index.js";
import { checkAgreement } from "../agreement.mjs";
import { answeredPool, byteRows } from "../answered-pool.mjs";
import { solve } from "../ours.mjs";
import { plainLoops } from "../plain-loops.mjs";
import { writePool } from "../rivals.mjs";
import { duration, markdownTable, ratio, size } from "../table.mjs";
import { alternating, timed, turnsFor } from "../timing.mjs";
import { warmUp } from "../warm-up.mjs";

const sizes = [
  [30, 35_550],
  [400, 35_550],
];

export async function fromRows(rivals) {
  warmUp();
  const { oneThread: numpy } = rivals;
  const table = [];
  for (const [models, items] of sizes) {
    const pool = answeredPool(models, items);
    const bytes = byteRows(pool);
    const rows = bytes.map((row) => Array.from(row));
    const byHand = () => plainLoops(rows.map((row) => new Uint8Array(row)));
    const ours = () => solve(matrixFromRows(rows));
    checkAgreement("plain byte loops", ours(), byHand());
    const contenders = {
      plain: () => timed(byHand),
      ours: () => timed(ours),
      matrix: () => timed(() => matrixFromRows(rows)),
    };
    if (numpy) {
      const written = writePool(pool, rivals, bytes);
      contenders.numpy = async () => (await numpy.load(written)) + (await numpy.milliseconds());
    }
    const times = await alternating(contenders, turnsFor(pool));
    table.push([
      size(pool),
      duration(times.plain),
      duration(times.ours),
      duration(times.matrix),
      duration(times.numpy),
      ratio(times.plain, times.ours),
      ratio(times.numpy, times.ours),
    ]);
  }
  const header = [
    "models x items",
    "plain byte loops",
    "`matrixFromRows` and `propagate`",
    "of it `matrixFromRows`",
    "numpy, 1 thread",
    "plain / ours",
    "numpy / ours",
  ];
  return [
    "## From rows",
    "",
    "Warm. Plain loops and ours start from arrays of numbers, numpy from an array of bytes.",
    "",
    ...markdownTable(header, table),
  ];
}
