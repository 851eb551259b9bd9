/**
 * How long a leaderboard takes from a store to a ranking, and how much memory.
 *
 *     node packages/core/bench/store.mjs                  4,500 models, 21,606 items in 39 benchmarks
 *     node packages/core/bench/store.mjs --models 100     fewer models; --share 0.1 for fewer items
 *     node packages/core/bench/store.mjs --single 4500    all as single files first, which takes an hour
 *     node packages/core/bench/store.mjs --keep FOLDER    keeps the store there, or reads it again
 *
 * Some models are added as `fetch` does it, one file a run; the others are written as merged files
 * straight away, and then all are merged. Opening, reading and ranking run in a process of their own,
 * so that the peak of memory is theirs. Data: who solves what on one logistic scale, seeded; every run
 * has a hash for each item.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { collect, propagate } from "../dist/index.js";
import { openStore, stores } from "../dist/io/index.js";
import { storedForm } from "../dist/io/store-run.js";
import { storeFile } from "../dist/io/store-write.js";
import { mulberry32 } from "../dist/numeric/random.js";

const { values } = parseArgs({
  options: {
    models: { type: "string", default: "4500" },
    share: { type: "string", default: "1" },
    keep: { type: "string" },
    single: { type: "string", default: "20" },
    measure: { type: "string" },
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

async function main() {
  const folder = values.keep ?? join(mkdtempSync(join(tmpdir(), "eip-bench-")), "pool");
  const rows = existsSync(folder) ? [] : await filled(folder);
  rows.push(...measured(folder, "merged files"));
  print(rows);
  if (values.keep === undefined) rmSync(join(folder, ".."), { recursive: true });
}

async function filled(folder) {
  const models = Number(values.models);
  const single = Math.min(models, Number(values.single));
  const store = await openStore(folder, { create: true });
  const random = mulberry32(1);
  const benchmarks = SIZES.map(([name, size]) => benchmarkOf(name, size, random));
  const abilities = Array.from({ length: models }, () => 0.8 * random.normal());
  const adding = await timed(async () => {
    for (const [model, ability] of abilities.slice(0, single).entries()) {
      await Promise.all(benchmarks.map((one) => store.add(runOf(one, { model, ability }))));
    }
  });
  const rows = [[`add ${single} models`, ...sizeOf(folder), adding, ""]];
  rows.push(...measured(folder, "single files"));
  for (const benchmark of benchmarks) await writeMerged(folder, benchmark, { abilities, single });
  const merging = await timed(() => store.compact());
  rows.push(["merge", ...sizeOf(folder), merging, megabytes(process.resourceUsage().maxRSS)]);
  return rows;
}

function benchmarkOf(name, size, random) {
  const count = Math.max(2, Math.round(size * Number(values.share)));
  const items = Array.from({ length: count }, (_, item) => String(item)).toSorted();
  const hashes = items.map((item) => sha256(`${name} ${item}`));
  const difficulty = items.map(() => 0.3 + 1.2 * random.normal());
  return { name, items, hashes, difficulty, fingerprint: sha256(name) };
}

function runOf(benchmark, { model, ability }) {
  const { name, items, hashes, difficulty, fingerprint } = benchmark;
  const random = mulberry32(Number.parseInt(sha256(`${model} ${name}`).slice(0, 8), 16));
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

/** The runs of the other models on one benchmark as one file, as a merge would have left it. */
async function writeMerged(folder, benchmark, { abilities, single }) {
  const { layout } = storedForm(runOf(benchmark, { model: 0, ability: 0 })).parts[0];
  const runs = abilities.slice(single).map((ability, at) => {
    const { items, contentHashes, scores, ...run } = runOf(benchmark, {
      model: single + at,
      ability,
    });
    const solved = Uint8Array.from(scores[0]);
    const rows = items.length;
    const id = sha256(run.source).slice(0, 32);
    return {
      head: { ...run, id, generation: 0, parts: [{ rows, layout }] },
      part: () => ({ rows, layout, items, contentHashes, scores: Array.from(solved) }),
    };
  });
  if (runs.length === 0) return;
  const path = join(folder, `benchmark=${benchmark.name}`, "merged-bench.parquet");
  mkdirSync(dirname(path), { recursive: true });
  const file = createWriteStream(path);
  for await (const piece of storeFile(runs)) file.write(piece);
  await new Promise((done) => file.end(done));
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
    [`read ${title} and collect`, "", "", read, ""],
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

if (values.measure) await measure(values.measure);
else await main();
