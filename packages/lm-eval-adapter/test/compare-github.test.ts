import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { DATE, writeRun } from "./support/logs.ts";

const folder = freshFolder();
const program = resolve(import.meta.dirname, "../bin/eip-lm-eval.js");
const scores = Array.from({ length: 60 }, (_, at) => Number(at % 3 > 0));

function comment(): { readonly status: number | null; readonly stdout: string } {
  const argv = ["compare", "old", "new", "--max-drop", "5pt", "--format", "github", "-q"];
  return spawnSync(process.execPath, [program, ...argv], { cwd: folder.path, encoding: "utf8" });
}

/** The same run in both folders, of models of these names. */
async function twoRuns(before: string, after: string): Promise<string> {
  await writeRun(join(folder.path, "old"), { task: "gsm8k", model: before, scores });
  await writeRun(join(folder.path, "new"), { task: "gsm8k", model: after, scores });
  return join(folder.path, "new", `results_${DATE}.json`);
}

async function change(path: string, edit: (results: Record<string, object>) => void) {
  const results = JSON.parse(await readFile(path, "utf8")) as Record<string, object>;
  edit(results);
  await writeFile(path, JSON.stringify(results));
}

describe("two runs of the harness on a pull request", () => {
  it.each([
    ["one model", "heron-7b", "heron-7b"],
    ["two models", "heron-7b", "heron-7b-sft"],
  ])("pass where nothing changed, for %s", async (_, before, after) => {
    await twoRuns(before, after);
    const { status, stdout } = comment();
    expect(stdout).toContain("### Evaluation passed");
    expect(status).toBe(0);
  });

  it.each([
    ["one model", "heron-7b", "heron-7b", "gsm8k: the runs differ in n-shot"],
    ["two models", "heron-7b", "heron-7b-sft", "heron-7b was asked 0-shot, heron-7b-sft 5-shot"],
  ])("are not comparable with other few-shot examples, for %s", async (_, before, after, said) => {
    const results = await twoRuns(before, after);
    await change(results.replace("new", "old"), (one) => (one["n-shot"] = { gsm8k: 0 }));
    await change(results, (one) => (one["n-shot"] = { gsm8k: 5 }));
    const { status, stdout } = comment();
    expect(stdout).toContain("### Evaluation not comparable");
    expect(stdout).toContain(said);
    expect(status).toBe(3);
  });

  it("are not comparable with other questions under the same numbers", async () => {
    await twoRuns("heron-7b", "heron-7b");
    const path = join(folder.path, "new", `samples_gsm8k_${DATE}.jsonl`);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replaceAll(/"doc_hash":"./g, '"doc_hash":"f'));
    const { status, stdout } = comment();
    expect(stdout).toMatch(/gsm8k: 5\d of 60 items have another question than in the baseline/);
    expect(status).toBe(3);
  });
});
