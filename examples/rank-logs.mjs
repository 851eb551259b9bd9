/**
 * The ranking of the sample logs from code: node rank-logs.mjs
 */

import { collect, infer, propagate } from "@eip-eval/core";
import { lmEval } from "@eip-eval/lm-eval-adapter";

const matrix = await collect(lmEval.read(["logs"]));
const pool = { matrix, fit: propagate(matrix) };
const { intervals, tiers } = infer(pool);

const percent = (share) => `${(share * 100).toFixed(1)} %`;
const order = [...matrix.models.keys()].toSorted(
  (a, b) => pool.fit.competency[b] - pool.fit.competency[a],
);
for (const model of order) {
  const { weightedLower, weightedUpper } = intervals.models[model];
  const interval = `${percent(weightedLower)} to ${percent(weightedUpper)}`;
  console.log(`tier ${tiers.models[model].tier}  ${matrix.models[model]}  ${interval}`);
}
