/** Data of which a tenth was observed, against compressed rows of scipy under the same policy. */

import { duel, duelNote, duelTable } from "../duel.mjs";
import { tenthPool } from "../gapped-pool.mjs";

const sizes = [
  [400, 35_550],
  [1_000, 200_000],
];

export async function gaps(rivals) {
  const { found, oneThread } = rivals;
  const against = oneThread && found.scipy ? { "scipy, 1 thread": oneThread } : {};
  const lines = [
    "## A tenth observed",
    "",
    "Each cell was observed with a chance of 10 %. scipy computes the same `weighted` policy: coverage in",
    "both products, and at the end accuracy over the items a model was asked.",
    ...duelNote,
  ];
  for (const [what, credit] of [
    ["0 or 1", false],
    ["Partial credit", true],
  ]) {
    const duels = [];
    for (const [models, items] of sizes) {
      duels.push(await duel(tenthPool(models, items, { credit }), { rivals, against }));
    }
    lines.push("", `### ${what}`, "", ...duelTable(duels));
  }
  return lines;
}
