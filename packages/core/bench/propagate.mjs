/**
 * How fast `propagate` is, as a ratio to plain loops over bytes in the same process.
 *
 *     pnpm bench            prints a Markdown table
 *     pnpm bench --smoke    the published size only; fails when the ratio falls below half its target
 *
 * Both stop at the same tolerance. Runs alternate, so that a slow moment hits both sides, and medians
 * are compared. Data: a seeded two-parameter logistic pool, packed in memory before the clock starts.
 */

import { cpus } from "node:os";
import { matrixFromRows, propagate } from "../dist/index.js";
import { mulberry32 } from "../dist/numeric/random.js";
import { distance } from "../dist/numeric/vectors.js";

const target = 4;
const smoke = process.argv.includes("--smoke");
const sizes = smoke
  ? [[30, 35_550]]
  : [
      [12, 1_000],
      [30, 35_550],
      [400, 35_550],
      [1_000, 20_000],
    ];

/** Who solved what: ability and difficulty on one logistic scale. */
function simulatedRows(models, items) {
  const random = mulberry32(1);
  const ability = Array.from({ length: models }, () => 0.8 * random.normal());
  const rows = ability.map(() => new Uint8Array(items));
  for (let item = 0; item < items; item += 1) {
    const difficulty = 0.3 + 1.2 * random.normal();
    const slope = Math.exp(0.3 * random.normal());
    for (let model = 0; model < models; model += 1) {
      const chance = 1 / (1 + Math.exp(-slope * (ability[model] - difficulty)));
      rows[model][item] = random.uniform() < chance ? 1 : 0;
    }
  }
  return rows;
}

/**
 * The method as one would write it down: a byte per cell, model by model. Items that tell no models
 * apart are left out and divisions hoisted, so that the difference is the layout and not clumsiness.
 */
function plainLoops(rows, { damping = 0.85, tolerance = 1e-10 } = {}) {
  const models = rows.length;
  const solved = new Float64Array(rows[0].length);
  for (const row of rows)
    for (let item = 0; item < row.length; item += 1) solved[item] += row[item];
  const kept = Uint32Array.from(solved.keys()).filter(
    (item) => solved[item] > 0 && solved[item] < models,
  );
  const items = kept.length;
  const cells = rows.map((row) => gathered(row, kept, new Uint8Array(items)));
  const success = gathered(solved, kept, new Float64Array(items));
  const failure = new Float64Array(models);
  for (let model = 0; model < models; model += 1) {
    for (let item = 0; item < items; item += 1) failure[model] += 1 - cells[model][item];
  }
  let competency = new Float64Array(models).fill(1 / models);
  let difficulty = new Float64Array(items).fill(1 / items);
  const weight = new Float64Array(items);
  for (let round = 0; round < 1000; round += 1) {
    const nextDifficulty = new Float64Array(items).fill((1 - damping) / items);
    for (let model = 0; model < models; model += 1) {
      const passed = (damping * competency[model]) / failure[model];
      const row = cells[model];
      for (let item = 0; item < items; item += 1) nextDifficulty[item] += (1 - row[item]) * passed;
    }
    for (let item = 0; item < items; item += 1) weight[item] = nextDifficulty[item] / success[item];
    const nextCompetency = new Float64Array(models);
    for (let model = 0; model < models; model += 1) {
      const row = cells[model];
      let sum = 0;
      for (let item = 0; item < items; item += 1) sum += row[item] * weight[item];
      nextCompetency[model] = (1 - damping) / models + damping * sum;
    }
    const settled =
      distance(competency, nextCompetency) < tolerance &&
      distance(difficulty, nextDifficulty) < tolerance;
    competency = nextCompetency;
    difficulty = nextDifficulty;
    if (settled) break;
  }
  return competency;
}

function gathered(values, places, out) {
  for (let index = 0; index < out.length; index += 1) out[index] = values[places[index]];
  return out;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function compare(models, items) {
  const rows = simulatedRows(models, items);
  const matrix = matrixFromRows(rows.map((row) => Array.from(row)));
  const theirs = plainLoops(rows);
  const ours = propagate(matrix).competency;
  const apart = Math.max(...ours.map((value, model) => Math.abs(value - theirs[model])));
  if (apart > 1e-9) throw new Error(`the two disagree by ${apart}`);
  const times = { plain: [], ours: [] };
  const rounds = models * items > 5e6 ? 5 : 9;
  for (let round = 0; round < rounds; round += 1) {
    times.plain.push(timed(() => plainLoops(rows)));
    times.ours.push(timed(() => propagate(matrix)));
  }
  return { plain: median(times.plain), ours: median(times.ours) };
}

// Both are compiled before anything is timed.
const warmRows = simulatedRows(30, 2_000);
const warmMatrix = matrixFromRows(warmRows.map((row) => Array.from(row)));
for (let round = 0; round < 300; round += 1) {
  plainLoops(warmRows);
  propagate(warmMatrix);
}

const out = [
  `${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}, one thread, warm`,
  "",
];
out.push("| models x items | plain byte loops | propagate | ratio |", "| --- | --: | --: | --: |");
let worst = Infinity;
for (const [models, items] of sizes) {
  const { plain, ours } = compare(models, items);
  worst = Math.min(worst, plain / ours);
  const size = `${models.toLocaleString("en-US")} x ${items.toLocaleString("en-US")}`;
  out.push(
    `| ${size} | ${plain.toFixed(1)} ms | ${ours.toFixed(2)} ms | ${(plain / ours).toFixed(1)} |`,
  );
}
process.stdout.write(`${out.join("\n")}\n`);
if (smoke && worst < target / 2) {
  process.stderr.write(
    `ratio ${worst.toFixed(1)} is below ${target / 2}, half of its target of ${target}\n`,
  );
  process.exitCode = 1;
}
