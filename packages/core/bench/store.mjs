/**
 * How long a leaderboard takes from a store to a ranking, and how much memory.
 *
 *     node packages/core/bench/store.mjs                  4,500 models, 21,606 items in 39 benchmarks
 *     node packages/core/bench/store.mjs --models 100     fewer models; --share 0.1 for fewer items
 *     node packages/core/bench/store.mjs --keep FOLDER    keeps the store there, or reads it again
 *
 * The store is filled as `fetch` does it, one file a run, and then merged. Opening, reading and ranking
 * run in a process of their own, so that the peak of memory is theirs. Data: who solves what on one
 * logistic scale, seeded; every run has a hash for each item.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { collect, propagate } from "../dist/index.js";
import { openStore, stores } from "../dist/io/index.js";
import { mulberry32 } from "../dist/numeric/random.js";

const { values } = parseArgs({
  options: {
    models: { type: "string", default: "4500" },
    share: { type: "string", default: "1" },
    keep: { type: "string" },
    measure: { type: "string" },
    loose: { type: "boolean", default: false },
  },
});

/** Benchmarks of the Open LLM Leaderboard with their numbers of items. */
const SIZES = [
  ...Array.from({ length: 21 }, (_, at) => [`leaderboard_bbh_${at}`, 250]),
  ["leaderboard_bbh_causal_judgement", 187],
  ["leaderboard_bbh_penguins_in_a_table", 146],
  ["leaderboard_bbh_snarks", 178],
  ["leaderboard_gpqa_diamond", 198],
  ["leaderboard_gpqa_extended", 546],
  ["leaderboard_gpqa_main", 448],
  ["leaderboard_ifeval", 541],
  ["leaderboard_math_algebra_hard", 307],
  ["leaderboard_math_counting_and_prob_hard", 123],
  ["leaderboard_math_geometry_hard", 132],
  ["leaderboard_math_intermediate_algebra_hard", 280],
  ["leaderboard_math_num_theory_hard", 154],
  ["leaderboard_math_prealgebra_hard", 193],
  ["leaderboard_math_precalculus_hard", 135],
  ["leaderboard_mmlu_pro", 12_032],
  ["leaderboard_musr_murder_mysteries", 250],
  ["leaderboard_musr_object_placements", 256],
  ["leaderboard_musr_team_allocation", 250],
];

if (values.measure) await measure(values.measure);
else await main();

async function main() {
  const models = Number(values.models);
  const folder = values.keep ?? join(mkdtempSync(join(tmpdir(), "eip-bench-")), "pool");
  const rows = [];
  if (!existsSync(folder)) {
    const store = await openStore(folder, { create: true });
    const seconds = await timed(() => fill(store, models));
    rows.push(["fill, one file a run", ...sizeOf(folder), seconds, ""]);
    if (values.loose) rows.push(...measured(folder, "from single files"));
    const merging = await timed(() => store.compact());
    rows.push(["merge", ...sizeOf(folder), merging, megabytes(process.resourceUsage().maxRSS)]);
  }
  rows.push(...measured(folder, "from merged files"));
  print(rows);
  if (values.keep === undefined) rmSync(join(folder, ".."), { recursive: true });
}

async function fill(store, models) {
  const random = mulberry32(1);
  const benchmarks = SIZES.map(([name, size]) => benchmarkOf(name, size, random));
  for (let model = 0; model < models; model += 1) {
    const ability = 0.8 * random.normal();
    const added = benchmarks.map((one) => store.add(runOf(one, { model, ability, random })));
    await Promise.all(added);
  }
}

function benchmarkOf(name, size, random) {
  const count = Math.max(2, Math.round(size * Number(values.share)));
  const items = Array.from({ length: count }, (_, item) => String(item));
  const hashes = items.map((item) => sha256(`${name} ${item}`));
  const difficulty = items.map(() => 0.3 + 1.2 * random.normal());
  return { name, items, hashes, difficulty, fingerprint: sha256(name) };
}

function runOf(benchmark, { model, ability, random }) {
  const { name, items, hashes, difficulty, fingerprint } = benchmark;
  const scores = difficulty.map((hard) =>
    random.uniform() < 1 / (1 + Math.exp(hard - ability)) ? 1 : 0,
  );
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    model: `acme/model-${model}`,
    benchmark: name,
    run: `2024-07-01T00-00-${String(model).padStart(5, "0")}`,
    source: `open-llm-leaderboard/acme__model-${model}-details/samples_${name}.json`,
    sourceHash: `sha256:${sha256(`${model} ${name}`)}`,
    metrics: [{ metric: "acc", filter: "none" }],
    rows: items.length,
    expected: items.length,
    hashKind: "doc_hash",
    fingerprint,
    harnessMeans: { "acc,none": mean },
    items,
    contentHashes: hashes,
    scores: [scores],
  };
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** The steps of a ranking, in a process of their own. */
function measured(folder, title) {
  const own = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(process.execPath, [own, "--measure", folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const { open, read, rank, peak } = JSON.parse(stdout);
  const [files, bytes] = sizeOf(folder);
  return [
    [`open ${title}`, files, bytes, open, ""],
    ["read and collect", "", "", read, ""],
    ["rank", "", "", rank, megabytes(peak)],
  ];
}

async function measure(folder) {
  const store = await openStore(folder);
  const open = await timed(() => store.list());
  let matrix;
  const read = await timed(async () => (matrix = await collect(stores.read([folder]))));
  const rank = await timed(() => propagate(matrix));
  const { maxRSS: peak } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ open, read, rank, peak }));
}

async function timed(work) {
  const start = performance.now();
  await work();
  return ((performance.now() - start) / 1000).toFixed(1);
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.name.endsWith(".parquet"),
  );
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
  return [files.length.toLocaleString("en-US"), `${(bytes / 1e6).toFixed(1)} MB`];
}

/** From the kilobytes of `maxRSS`. */
const megabytes = (kilobytes) => `${Math.round(kilobytes / 1024)} MB`;

function print(rows) {
  process.stdout.write(`${values.models} models on ${cpus()[0]?.model ?? "this machine"}\n\n`);
  const table = [["step", "files", "on disk", "seconds", "peak memory"], Array(5).fill("---")];
  for (const row of [...table, ...rows]) process.stdout.write(`| ${row.join(" | ")} |\n`);
}
