/**
 * Python libraries that solve the same pools, in a process of their own for each number of threads.
 * What is not installed is left out.
 */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { damping, tolerance } from "./ours.mjs";

const program = fileURLToPath(new URL("rivals.py", import.meta.url));

export const numpyNames = ["numpy, 1 thread", "numpy, 2 threads"];

/** A thread of BLAS goes on spinning for a while after its work; it must not do so in our time. */
const cooling = 60;

/**
 * Starts what is installed.
 *
 * @returns per library its version or `null`, the processes, and `stop`. Without python3 or numpy
 *   there is no process: all others read their data with numpy.
 */
export async function startRivals() {
  const folder = mkdtempSync(join(tmpdir(), "eip-rivals-"));
  const processes = [startProcess(1), startProcess(2)];
  const stop = () => {
    for (const { end } of processes) end();
    rmSync(folder, { recursive: true, force: true });
  };
  const found = await processes[0].ask({ ask: "versions" }).catch(() => ({ python: null }));
  const usable = found.numpy ? processes.map((process) => rival(process, folder)) : [];
  return { found, folder, oneThread: usable[0], twoThreads: usable[1], stop };
}

/** What was found, in a line, and a line for each library that was not. */
export function describeRivals({ found }) {
  const { python, ...libraries } = found;
  if (!python) return ["python3 is not installed: no rivals"];
  const present = Object.entries(libraries).filter(([, version]) => version);
  const absent = Object.keys(libraries).filter((name) => !libraries[name]);
  return [
    `Rivals: Python ${python}${present.map(([name, version]) => `, ${name} ${version}`).join("")}`,
    ...absent.map((name) => `${name} is not installed: left out`),
  ];
}

/**
 * The processes that run numpy on complete data, by name of their row: none without numpy, nor where
 * memory is too small for two copies in float64 in either process, which is said on stderr.
 */
export function numpyFor({ models, items }, { oneThread, twoThreads }) {
  if (!oneThread) return {};
  const needed = models * items * 8 * 4;
  if (needed > process.availableMemory()) {
    process.stderr.write(
      `numpy is left out at ${models} x ${items}: it needs ${Math.ceil(needed / 1e9)} GB\n`,
    );
    return {};
  }
  const [one, two] = numpyNames;
  return { [one]: oneThread, [two]: twoThreads };
}

function startProcess(threads) {
  const { OPENBLAS_CORETYPE: _core, OPENBLAS_L2_SIZE: _cache, ...env } = process.env;
  const child = spawn("python3", [program], {
    env: { ...env, OPENBLAS_NUM_THREADS: String(threads) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = [];
  const fail = (error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  let ended;
  child.on("error", (error) => fail((ended = error)));
  child.on("exit", (code) => fail((ended ??= new Error(`python3 ended with ${code}`))));
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    const { resolve, reject } = waiting.shift();
    if (answer.error) reject(new Error(answer.error));
    else resolve(answer);
  });
  return {
    end: () => child.kill(),
    ask(request) {
      if (ended) return Promise.reject(ended);
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
}

/** Questions to one process, with answers as numbers and arrays. */
function rival({ ask }, folder) {
  const out = join(folder, "fit.f64");
  const common = { damping, tolerance };
  const fitOf = (models) => {
    const values = new Float64Array(new Uint8Array(readFileSync(out)).buffer);
    return { competency: values.subarray(0, models), difficulty: values.subarray(models) };
  };
  return {
    /** Milliseconds to prepare a pool that was written with `writePool`. */
    async load(written) {
      return (await ask({ ask: "load", ...written })).milliseconds;
    },
    async milliseconds(settings = {}) {
      const answer = await ask({ ask: "solve", ...common, ...settings });
      await pause(cooling);
      return answer.milliseconds;
    },
    async fit(models, settings = {}) {
      const { rounds } = await ask({ ask: "solve", ...common, ...settings, out });
      return { ...fitOf(models), rounds };
    },
    /** A fit in which each item counts as often as `copies` says. */
    async refit(models, copies) {
      const file = join(folder, "copies.u32");
      writeFileSync(file, copies);
      await ask({ ask: "refit", ...common, copies: file, out });
      return fitOf(models);
    },
    async resample(replicates) {
      // The tolerance of our own refits.
      const answer = await ask({ ask: "resample", ...common, tolerance: 1e-8, replicates });
      await pause(cooling);
      return answer.milliseconds;
    },
    async graph(library, written) {
      const { build, milliseconds } = await ask({
        ask: "graph",
        library,
        ...common,
        ...written,
        out,
      });
      return { build, milliseconds, ...fitOf(written.models) };
    },
  };
}

/** Writes a pool where the rivals can read it; `rows` are its bytes, for a pool of packed words. */
export function writePool({ models, items, matrix }, { folder }, rows) {
  const file = join(folder, "scores");
  const { storage } = matrix;
  if (storage.kind === "bits") {
    writeFileSync(file, new Uint8Array(rows[0].buffer));
    return { kind: "bytes", models, items, file };
  }
  if (storage.kind === "dense") {
    writeFileSync(file, storage.scores);
    return { kind: "credit", models, items, file };
  }
  const cells = storage.kind === "lists" ? cellsOfLists(storage, items) : storage;
  const starts = join(folder, "starts");
  const model = join(folder, "model");
  writeFileSync(file, cells.scores);
  writeFileSync(starts, cells.starts);
  writeFileSync(model, Uint32Array.from(cells.model));
  return { kind: "lists", models, items, file, starts, model };
}

/** Two lists an item, of those that solved it and those that failed it, as cells with scores. */
function cellsOfLists({ starts, model }, items) {
  const scores = new Float64Array(model.length);
  for (let item = 0; item < items; item += 1)
    scores.fill(1, starts[2 * item], starts[2 * item + 1]);
  return {
    starts: Uint32Array.from({ length: items + 1 }, (_, item) => starts[2 * item]),
    model,
    scores,
  };
}
