import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { chmod, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { DATE, write, writeRun } from "./support/logs.ts";

const folder = freshFolder();
const program = resolve(import.meta.dirname, "../bin/eip-lm-eval.js");

/** Stands for the harness: writes the files in FILES, then does what THEN says. */
const HARNESS = `#!${process.execPath}
const { mkdirSync, writeFileSync } = require("node:fs");
const { dirname } = require("node:path");
for (const [path, text] of Object.entries(JSON.parse(process.env.FILES ?? "{}"))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (process.env.THEN === "wait") {
  process.on("SIGTERM", () => { process.exitCode = 5; clearInterval(alive); });
  const alive = setInterval(() => {}, 1000);
  console.log("harness: waiting");
} else {
  console.log("harness: done");
  process.exitCode = Number(process.env.THEN ?? 0);
}
`;

interface Started {
  readonly child: ChildProcess;
  readonly written: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
}

const alive = new Set<ChildProcess>();
afterEach(() => {
  for (const child of alive) child.kill("SIGKILL");
});

function start(argv: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd: folder.path,
    env: { ...process.env, XDG_STATE_HOME: join(folder.path, "state"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  alive.add(child);
  const written = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (written.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (written.stderr += text));
  const ended = new Promise<number | null>((done) => {
    child.once("close", (code) => {
      alive.delete(child);
      done(code);
    });
  });
  return { child, written, ended };
}

/** Waits, on a busy machine too. */
async function until(holds: () => boolean, shown: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within a minute; so far: ${shown()}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

async function harness(): Promise<string> {
  const path = await write(join(folder.path, "bin", "lm_eval"), HARNESS);
  await chmod(path, 0o755);
  return path;
}

const scores = (from: number): number[] =>
  Array.from({ length: 30 }, (_, at) => Number((at * 7 + from) % 30 < from));

/** Text of the two files of a run, by the paths that a harness would give them. */
async function filesOf(model: string, from: number, at: (kind: string) => string): Promise<string> {
  const draft = join(folder.path, "draft", model);
  const samples = await writeRun(draft, { task: "gsm8k", model, scores: scores(from) });
  const results = join(draft, `results_${DATE}.json`);
  return JSON.stringify({
    [at("results")]: await readFile(results, "utf8"),
    [at("samples")]: await readFile(samples, "utf8"),
  });
}

describe("eip-lm-eval run", () => {
  it("ranks a new run with those that were there, behind the harness's own output", async () => {
    await writeRun(join(folder.path, "out", "wren-1b"), {
      task: "gsm8k",
      model: "wren-1b",
      scores: scores(9),
    });
    const FILES = await filesOf("kestrel-8b", 20, (kind) =>
      kind === "results"
        ? `out/kestrel-8b/results_${DATE}.json`
        : `out/kestrel-8b/samples_gsm8k_${DATE}.jsonl`,
    );
    const argv = ["run", "--", await harness(), "--output_path", "out", "--log_samples"];
    const { written, ended } = start(argv, { FILES });
    expect(await ended).toBe(0);
    expect(written.stdout).toMatch(/^harness: done\n/);
    expect(written.stdout).toContain("kestrel-8b");
    expect(written.stdout).toContain("wren-1b");
    expect(written.stderr).toContain("2 files new in out.");
  });

  it.each([
    ["a folder (0.4.3 to 0.4.8)", "x.json/m/results", "x.json/m/samples"],
    ["the front of a name (0.4.9 and later)", "x_results", "samples"],
  ])("finds --output_path x.json as %s", async (_, results, samples) => {
    const FILES = await filesOf("kestrel-8b", 20, (kind) =>
      kind === "results"
        ? `p/${results.replace("x_results", "x")}_${DATE}.json`
        : `p/${samples}_gsm8k_${DATE}.jsonl`,
    );
    const argv = ["run", "--", await harness(), "-o", "p/x.json", "-s"];
    const { written, ended } = start(argv, { FILES });
    expect(await ended).toBe(0);
    expect(written.stdout).toContain("kestrel-8b");
  });

  it("keeps the exit code of a harness that fails", async () => {
    const argv = ["run", "--", await harness(), "-o", "out", "-s"];
    const { written, ended } = start(argv, { THEN: "4" });
    expect(await ended).toBe(4);
    expect(written.stdout).toBe("harness: done\n");
    expect(written.stderr).toContain("ended with exit code 4, so nothing was ranked");
  });

  it("passes a signal on, and waits for the harness to end in its own way", async () => {
    const { child, written, ended } = start(["run", "--", await harness(), "-o", "out", "-s"], {
      THEN: "wait",
    });
    await until(
      () => written.stdout.includes("harness: waiting"),
      () => written.stderr,
    );
    child.kill("SIGTERM");
    expect(await ended).toBe(5);
  });
});

describe("eip-lm-eval watch", () => {
  const told = (text: string, model: string): number =>
    text.split(`Complete: ${model}: gsm8k.`).length - 1;

  /** Whether everything that was told is noted. */
  const isNoted = (): boolean => {
    const state = join(folder.path, "state", "eip");
    return existsSync(state) && readdirSync(state).every((name) => name.endsWith(".json"));
  };

  it("loses nothing and repeats nothing when it is killed and started again", async () => {
    const models = ["kestrel-8b", "wren-1b", "heron-7b"];
    const all: string[] = [];
    for (const [at, model] of models.entries()) {
      const watch = start(["watch", "out", "--interval", "0.1"]);
      const parts = {
        task: "gsm8k",
        model,
        scores: scores(8 + 5 * at),
        date: `2026-03-0${at + 1}T05-06-07.891234`,
      };
      await writeRun(join(folder.path, "out", model), parts);
      await until(
        () => told(watch.written.stderr, model) > 0 && watch.written.stdout !== "" && isNoted(),
        () => watch.written.stderr,
      );
      watch.child.kill("SIGKILL");
      await watch.ended;
      all.push(watch.written.stderr);
    }
    const last = start(["watch", "out", "--once"]);
    expect(await last.ended).toBe(0);
    expect(last.written).toEqual({ stdout: "", stderr: "" });
    const text = all.join("");
    expect(models.map((model) => told(text, model))).toEqual([1, 1, 1]);
    expect(all[2]).toContain("3 models");
    expect(readdirSync(join(folder.path, "out")).toSorted()).toEqual(models.toSorted());
  });

  it("ends with 130 and a clean line when it is interrupted", async () => {
    const watch = start(["watch", "out", "--interval", "0.1"]);
    await until(
      () => watch.written.stderr.includes("waiting for it"),
      () => watch.written.stderr,
    );
    watch.child.kill("SIGINT");
    expect(await watch.ended).toBe(130);
    expect(watch.written.stderr).toMatch(/Stopped\. The same command goes on from here\.\n$/);
  });
});
