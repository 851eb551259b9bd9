/**
 * How fast logs are read, all methods in one process and by turns.
 *
 *     node packages/core/bench/reading.mjs               prints a Markdown table
 *     node packages/core/bench/reading.mjs --rounds 3    fewer rounds; --share 0.2 for smaller files
 *
 * The logs are written first, to a temporary folder: per-sample logs of eight models in the form of
 * lm-evaluation-harness, with records of about 9 KB (a few-shot prompt in each) and 0.5 KB, plain and
 * gzipped, and a log of openai/evals. All of a form are read in each turn. "Plain read" takes the bytes
 * into one buffer of 8 MiB and looks at none of them; "readline" is readline and JSON.parse. Every
 * method has to find the same ids, hashes and grades. Times are medians of the rounds, from the page
 * cache.
 */

import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createGunzip, gzipSync } from "node:zlib";
import { lmEval } from "../../lm-eval-adapter/dist/index.js";
import { sampleRecord } from "../../lm-eval-adapter/dist/record.js";
import { partsOfSamples } from "../../lm-eval-adapter/dist/record-parts.js";
import { readSamplePieces } from "../../lm-eval-adapter/dist/samples.js";
import { openaiEvals } from "../../openai-evals-adapter/dist/index.js";
import { mulberry32 } from "../dist/numeric/random.js";
import { alternating } from "./timing.mjs";

const MODELS = 8;
const SIZES = { "9 KB": { items: 2800, shots: 8 }, "0.5 KB": { items: 35_000, shots: 0 } };

/** Median times of all methods, as the lines of a Markdown table. */
export async function readingTable({ rounds = 5, share = 1 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "eip-reading-"));
  try {
    const lines = [
      "| log | method | MB/s | x readline | of a plain read |",
      "|---|---|---:|---:|---:|",
    ];
    for (const suite of suitesIn(folder, share)) lines.push(...(await measured(suite, rounds)));
    return lines;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* suitesIn(folder, share) {
  for (const [size, { items, shots }] of Object.entries(SIZES)) {
    const paths = writeSamples(join(folder, size), { items: Math.ceil(items * share), shots });
    yield { name: `lm-eval, ${size}`, paths, methods: sampleMethods(paths) };
    const packed = paths.map((path) => pack(path));
    yield { name: `lm-eval, ${size}, gzip`, paths, methods: packedMethods(packed) };
  }
  const path = join(folder, "evals.jsonl");
  writeEvents(path, Math.ceil(4000 * share));
  yield { name: "openai/evals", paths: [path], methods: eventMethods(path) };
}

async function measured({ name, paths, methods }, rounds) {
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const found = new Map();
  const timedRun = async ({ method, run, finds }) => {
    const start = performance.now();
    const result = await run();
    const time = performance.now() - start;
    if (finds === undefined) return time;
    if (!found.has(finds)) found.set(finds, result);
    if (found.get(finds) !== result)
      throw new Error(`${name}, ${method}: ${result} instead of ${found.get(finds)}`);
    return time;
  };
  const contenders = Object.fromEntries(methods.map((one) => [one.method, () => timedRun(one)]));
  for (const warmUp of Object.values(contenders)) await warmUp();
  const medians = await alternating(contenders, rounds);
  const [plain, , readline] = Object.values(medians);
  const figure = (value) => (value >= 10 ? value.toFixed(0) : value.toPrecision(2));
  return Object.entries(medians).map(
    ([method, time]) =>
      `| ${name} | ${method} | ${figure(bytes / 1e3 / time)} | ${figure(readline / time)} | ${figure(plain / time)} |`,
  );
}

/** All files one after another, and what was found in them. */
const eachOf = (paths) => (read) => async () => {
  const sum = new Checksum();
  for (const path of paths) await read(path, sum);
  return sum.text;
};

/** By our reader, of whose records the parts are wanted. */
const pieces = (partsOf, take) => async (path, sum) => {
  for await (const values of readSamplePieces({ path, layout: "records" }, { partsOf })) {
    for (const { value } of values) take(value, sum);
  }
};

const fields = (value, sum) =>
  sum.add(String(value.doc_id), value.doc_hash, value.filter, value.exact_match);

function sampleMethods(paths) {
  const each = eachOf(paths);
  const records = (value, sum) => {
    const { docId, hash, filter, grades } = sampleRecord(value);
    sum.add(docId, hash, filter, grades.get("exact_match"));
  };
  return [
    { method: "plain read", run: each(plainRead) },
    { method: "createReadStream", run: each(streamRead) },
    {
      method: "readline, four fields",
      finds: "f",
      run: each((path, sum) => byLine(path, fields, sum)),
    },
    {
      method: "readline, records",
      finds: "f",
      run: each((path, sum) => byLine(path, records, sum)),
    },
    { method: "reader, four fields", finds: "f", run: each(pieces(fourFields, fields)) },
    { method: "reader, records", finds: "f", run: each(pieces(partsOfSamples(), records)) },
    { method: "strict reader, records", finds: "f", run: each(pieces(undefined, records)) },
    { method: "adapter, outcomes", finds: "o", run: () => outcomes(lmEval, paths, {}) },
    {
      method: "strict adapter, outcomes",
      finds: "o",
      run: () => outcomes(lmEval, paths, { strict: true }),
    },
  ];
}

/** Parts of a record for those who want four members only. */
function fourFields(keys) {
  const wanted = ["doc_id", "doc_hash", "filter", "exact_match"];
  const others = keys.filter((key) => !wanted.includes(key));
  return { members: new Map(others.map((key) => [key, "nothing"])) };
}

function packedMethods(paths) {
  const each = eachOf(paths);
  return [
    { method: "plain gunzip, 1 MiB", run: () => gunzip(paths, 2 ** 20) },
    { method: "plain gunzip, as it comes", run: () => gunzip(paths) },
    {
      method: "readline, four fields",
      finds: "f",
      run: each((path, sum) => eachLine(createReadStream(path).pipe(createGunzip()), fields, sum)),
    },
    { method: "reader, four fields", finds: "f", run: each(pieces(fourFields, fields)) },
    { method: "adapter, outcomes", finds: "o", run: () => outcomes(lmEval, paths, {}) },
    {
      method: "strict adapter, outcomes",
      finds: "o",
      run: () => outcomes(lmEval, paths, { strict: true }),
    },
  ];
}

function eventMethods(path) {
  return [
    { method: "plain read", run: () => plainRead(path) },
    { method: "createReadStream", run: () => streamRead(path) },
    {
      method: "readline, events",
      run: async () => {
        let correct = 0;
        await byLine(
          path,
          ({ type, data }) => (correct += type === "match" && data.correct ? 1 : 0),
        );
      },
    },
    { method: "adapter, outcomes", finds: "o", run: () => outcomes(openaiEvals, [path], {}) },
    {
      method: "strict adapter, outcomes",
      finds: "o",
      run: () => outcomes(openaiEvals, [path], { strict: true }),
    },
  ];
}

/** What was found, as one text. */
class Checksum {
  #records = 0;
  #sum = 0;
  add(id, hash, filter, grade) {
    this.#records += 1;
    this.#sum +=
      id.length + hash.charCodeAt(7) * hash.length + filter.length + (grade + 1) * Number(id);
  }
  get text() {
    return `${this.#records} records, ${this.#sum}`;
  }
}

async function outcomes(adapter, paths, options) {
  let count = 0;
  let sum = 0;
  for await (const { item, score } of adapter.read(paths, options)) {
    count += 1;
    sum += score * item.length;
  }
  return `${count} outcomes, ${sum}`;
}

const buffer = Buffer.allocUnsafeSlow(2 ** 23);

function plainRead(path) {
  const file = openSync(path);
  while (readSync(file, buffer, 0, buffer.length) > 0);
  closeSync(file);
}

async function streamRead(path) {
  let bytes = 0;
  for await (const chunk of createReadStream(path)) bytes += chunk.length;
  return bytes;
}

const byLine = (path, take, sum) => eachLine(createReadStream(path), take, sum);

async function eachLine(input, take, sum) {
  for await (const line of createInterface({ input, crlfDelay: Infinity }))
    take(JSON.parse(line), sum);
}

async function gunzip(paths, chunkSize) {
  let bytes = 0;
  for (const path of paths) {
    const unpacked = createReadStream(path, { highWaterMark: 2 ** 20 }).pipe(
      createGunzip({ chunkSize }),
    );
    for await (const chunk of unpacked) bytes += chunk.length;
  }
  return bytes;
}

function pack(path) {
  const packed = `${path}.gz`;
  writeFileSync(packed, gzipSync(readFileSync(path), { level: 4 }));
  return packed;
}

const WORDS =
  "the of a and question answer if 12 is number then costs how many each total said — “quote” π".split(
    " ",
  );

function textOf(random, length) {
  let text = "";
  while (text.length < length) {
    const draw = random.uniform();
    const gap = draw < 0.06 ? "\n" : draw < 0.08 ? ' "so" ' : " ";
    text += WORDS[Math.floor(random.uniform() * WORDS.length)] + gap;
  }
  return text;
}

/** As Python's json.dumps writes it. */
function pythonText(value) {
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${pythonText(inner)}`)
    .join(", ")}}`;
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");

/** The logs of all models on the same items. */
function writeSamples(prefix, { items, shots }) {
  const random = mulberry32(20_261_130);
  const isLong = shots > 0;
  const docs = Array.from({ length: items }, () => ({
    question: textOf(random, isLong ? 250 : 50),
    answer: isLong ? textOf(random, 250) : "42",
  }));
  const prompt = textOf(random, shots * 800);
  const lengths = docs.map(() => Math.floor(random.uniform() * (isLong ? 800 : 20)));
  return Array.from({ length: MODELS }, (_, model) => {
    const path = `${prefix.replace(" ", "")}_m${model}_samples_gsm8k.jsonl`.replace(
      /([^/]*)_samples_gsm8k/,
      "samples_gsm8k_$1",
    );
    const lines = docs.map((doc, id) => {
      const answer = textOf(random, lengths[id]);
      const record = {
        doc_id: id,
        doc,
        target: doc.answer,
        arguments: { gen_args_0: { arg_0: prompt + doc.question, arg_1: { until: ["Q:"] } } },
        resps: [[answer]],
        filtered_resps: ["42"],
        filter: "strict-match",
        metrics: ["exact_match"],
        doc_hash: sha256(`${id}`),
        prompt_hash: sha256(`${id} prompt`),
        target_hash: sha256(doc.answer),
      };
      const grade = random.uniform() < 0.3 + 0.05 * model ? "1.0" : "0.0";
      return `${pythonText(record).slice(0, -1)}, "exact_match": ${grade}}\n`;
    });
    writeFileSync(path, lines.join(""));
    return path;
  });
}

/** A log of openai/evals: two calls and an outcome for each sample. */
function writeEvents(path, samples) {
  const random = mulberry32(20_261_130);
  const run = { run_id: "261130120000ABCDEFGH" };
  const made = { created_by: "", created_at: "2026-11-30 12:00:00.000000+00:00" };
  const spec = {
    completion_fns: ["gpt-4"],
    eval_name: "coins.dev.v0",
    base_eval: "coins",
    split: "dev",
    run_config: {
      completion_fns: ["gpt-4"],
      eval_spec: {
        cls: "evals.elsuite.basic.match:Match",
        args: {},
        key: "coins.dev.v0",
        group: "coins",
      },
      seed: 1,
    },
    created_by: "",
    ...run,
    created_at: "2026-11-30 12:00:00.000000",
  };
  const lines = [{ spec }];
  const add = (sample, type, data) =>
    lines.push({
      ...run,
      event_id: lines.length - 1,
      sample_id: `coins.dev.${sample}`,
      type,
      data,
      ...made,
    });
  const system = textOf(random, 3000);
  for (let sample = 0; sample < samples; sample += 1) {
    const prompt = [
      { role: "system", content: system },
      { role: "user", content: textOf(random, 400) },
    ];
    const sampled = [textOf(random, 600)];
    add(sample, "sampling", { prompt, sampled, model: "gpt-4-0613" });
    add(sample, "sampling", {
      prompt: [...prompt, { role: "assistant", content: sampled[0] }],
      sampled: ["42"],
    });
    add(sample, "match", {
      correct: random.uniform() < 0.6,
      expected: "42",
      picked: "42",
      sampled: "42",
      options: ["42"],
    });
  }
  lines.push({ final_report: { accuracy: 0.6 }, ...run });
  writeFileSync(path, lines.map((line) => `${pythonText(line)}\n`).join(""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { rounds: { type: "string" }, share: { type: "string" } },
  });
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value)]),
  );
  process.stdout.write(`${cpus()[0]?.model}, ${cpus().length} CPUs, Node ${process.version}\n\n`);
  process.stdout.write(`${(await readingTable(given)).join("\n")}\n\n`);
  process.stdout.write(`load ${loadavg()[0].toFixed(1)}\n`);
}
