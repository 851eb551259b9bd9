/** Complete data with partial credit, against numpy. */

import { duel, duelNote, duelTable } from "../duel.mjs";
import { creditPool } from "../gapped-pool.mjs";
import { numpyFor } from "../rivals.mjs";

const sizes = [
  [30, 35_550],
  [400, 35_550],
];

export async function partialCredit(rivals) {
  const duels = [];
  for (const [models, items] of sizes) {
    const pool = creditPool(models, items);
    duels.push(await duel(pool, { rivals, against: numpyFor(pool, rivals) }));
  }
  return [
    "## Partial credit",
    "",
    "Uniform credit in every cell, from a matrix in memory.",
    ...duelNote,
    "",
    ...duelTable(duels),
  ];
}
