/**
 * What fetching a leaderboard costs, and what killing it leaves.
 *
 *     node packages/hf-adapter/bench/fetch.mjs HUB [MODELS] [ITEMS]
 *
 * HUB is a module with `startFakeHub`, a hub for tests. Fetches MODELS models (300) with six benchmarks
 * of ITEMS items (250) from it, then again, then into another store while the process is killed ten
 * times at random points; prints a table, and fails unless both stores are the same byte for byte and
 * no file was asked for once its outcomes were in the store.
 */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { openStore } from "@eip-eval/core/io";

const print = (line) => process.stdout.write(`${line}\n`);
const [hubModule, models = "300", items = "250"] = process.argv.slice(2);
if (hubModule === undefined) throw new Error("name the module of the hub");
const program = resolve(import.meta.dirname, "../bin/eip-hf.js");
const folder = mkdtempSync(join(tmpdir(), "eip-hf-bench-"));

const hub = spawn(
  process.execPath,
  [resolve(import.meta.dirname, "hub.mjs"), pathToFileURL(resolve(hubModule)).href, models, items],
  { stdio: ["pipe", "pipe", "inherit"] },
);
process.on("exit", () => hub.kill());
const answers = createInterface({ input: hub.stdout })[Symbol.asyncIterator]();
const answer = async () => (await answers.next()).value;
const url = await answer();
const log = async () => {
  hub.stdin.write("log\n");
  return JSON.parse(await answer());
};

/** Runs a fetch to its end, or kills it after some milliseconds. */
function fetchInto(store, killAfter) {
  const child = spawn(
    process.execPath,
    [program, "fetch", "--org", "open-llm-leaderboard", "--store", store, "--json", "-q"],
    {
      env: { PATH: process.env.PATH, HOME: folder, HF_ENDPOINT: url, HF_TOKEN: "hf_granted" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let stdout = "";
  let peak = 0;
  child.stdout.on("data", (text) => (stdout += text));
  const watch = setInterval(() => (peak = Math.max(peak, residentMegabytes(child.pid))), 50);
  const timer = killAfter && setTimeout(() => child.kill("SIGKILL"), killAfter);
  return new Promise((done) => {
    child.on("close", (code) => {
      clearInterval(watch);
      clearTimeout(timer);
      done({ code, peak, report: stdout === "" ? undefined : JSON.parse(stdout) });
    });
  });
}

function residentMegabytes(pid) {
  const status = existsSync(`/proc/${pid}/status`)
    ? readFileSync(`/proc/${pid}/status`, "utf8")
    : "";
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function contents(store) {
  const files = readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .toSorted();
  return new Map(files.map((path) => [path.slice(store.length), readFileSync(path)]));
}

function row(name, { code, peak, report }, asked) {
  if (code !== 0) throw new Error(`${name}: exit ${code}`);
  const { api, resolvers, files } = report.requests;
  const bytes = asked.reduce((sum, one) => sum + one.bytes, 0);
  print(
    `| ${name} | ${report.seconds.toFixed(1)} s | ${api} | ${resolvers} | ${files} | ${(bytes / 1e6).toFixed(1)} MB | ${(report.storeBytes / 1e6).toFixed(1)} MB | ${peak.toFixed(0)} MB |`,
  );
}

print(`${models} models x 6 benchmarks of ${items} items\n`);
print(
  "| fetch | time | API requests | file requests | file bodies | bytes sent by the hub | store | peak memory |",
);
print("| --- | --: | --: | --: | --: | --: | --: | --: |");
const whole = join(folder, "whole");
row("first", await fetchInto(whole), await log());
row("again", await fetchInto(whole), await log());

const shas = new Map();
let seed = 3;
const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
const killed = join(folder, "killed");
const twice = [];
const stored = new Set();
for (let kill = 0; kill <= 10; kill += 1) {
  const isLast = kill === 10;
  const result = await fetchInto(killed, isLast ? undefined : 400 + random() * 2500);
  const asked = await log();
  const repeated = asked.filter(({ origin, target }) => origin === "hub" && stored.has(target));
  twice.push(...repeated.map(({ target }) => target));
  if (isLast) row("after ten kills", result, asked);
  if (!existsSync(killed)) continue;
  for (const { source } of await (await openStore(killed)).list()) {
    const [owner, name, ...path] = source.slice("hf://datasets/".length).split("/");
    stored.add(
      `/datasets/${owner}/${name}/resolve/${shaOf(asked, `${owner}/${name}`)}/${path.join("/")}`,
    );
  }
}

/** The commit under which the files of a repository are asked for. */
function shaOf(asked, repository) {
  const one = asked.find(({ target }) => target.startsWith(`/datasets/${repository}/resolve/`));
  shas.set(repository, one?.target.split("/resolve/")[1].split("/")[0] ?? shas.get(repository));
  return shas.get(repository);
}

const [one, other] = [contents(whole), contents(killed)];
const differing = [...new Set([...one.keys(), ...other.keys()])].filter(
  (name) => !one.get(name)?.equals(other.get(name) ?? Buffer.of()),
);
print(`\nFiles that differ between the two stores: ${differing.length} of ${one.size}`);
print(`Files asked for again after their outcomes were stored: ${twice.length}`);
rmSync(folder, { recursive: true, force: true });
if (differing.length + twice.length > 0) {
  print([...differing, ...twice].slice(0, 5).join("\n"));
  process.exitCode = 1;
}
