import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const program = resolve(
  import.meta.dirname,
  "../../../packages/lm-eval-adapter/bin/eip-lm-eval.js",
);
const folder = mkdtempSync(join(tmpdir(), "eip-shim-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function call(command: string, ...args: readonly string[]) {
  return spawnSync(command, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PYTHONIOENCODING: "utf-8", LC_ALL: "C" },
  });
}

interface Row {
  readonly model: string;
  readonly benchmark: string;
  readonly item: string;
  readonly score: number;
  readonly filter: string;
}

function outcomes(path: string): readonly Row[] {
  const { stdout } = call(process.execPath, program, "outcomes", path, "--json");
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}

const hasPython =
  call("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 9))").status === 0;
const harness = process.env["EIP_LM_EVAL_PYTHON"] ?? "python3";
const hasHarness = call(harness, "-c", "import lm_eval, tenacity").status === 0;

describe("the Python shim", () => {
  it.skipIf(!hasPython)("saves what simple_evaluate returns, as our reader takes it", () => {
    const out = join(folder, "recorded");
    const script = join(import.meta.dirname, "record.py");
    const { stdout, stderr, status } = call("python3", script, out, process.execPath, program);
    expect(status, stderr).toBe(0);
    const lines = stdout.split("\n");
    expect(lines.slice(0, 6)).toEqual([
      "acme__heron-7b",
      "..__..__up",
      "__",
      "None",
      "no samples in the results: call simple_evaluate with log_samples=True",
      'no name of the model in the results: save(results, folder, name="my-model")',
    ]);
    expect(lines[6]).toMatch(/^rank,|^model,/);
    expect(lines.at(-3)).toBe("0");
    expect(lines.at(-2)).toBe("3");
    expect(stderr).toContain(
      "exact_match, strict-match (all 3 task means equal the harness's own)",
    );
    const rows = outcomes(out);
    expect(rows).toHaveLength(90);
    const solved = (model: string) =>
      rows.filter((row) => row.model === model).reduce((sum, { score }) => sum + score, 0);
    expect(["acme/heron-7b", "up", ".."].map((name) => solved(name))).toEqual([20, 11, 5]);
    expect(readdirSync(out).toSorted()).toEqual(["..__..__up", "__", "acme__heron-7b"]);
    const files = readdirSync(join(out, "acme__heron-7b"));
    expect(files).toHaveLength(2);
    expect(files.every((name) => !name.startsWith("."))).toBe(true);
  });

  // EIP_LM_EVAL_PYTHON names a Python with lm-eval[api]; see the README beside.
  it.skipIf(!hasHarness)("keeps the scores of the real harness, item by item", () => {
    const script = join(import.meta.dirname, "real_harness.py");
    const { stderr, status } = call(harness, script, folder);
    expect(status, stderr).toBe(0);
    const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as Record<
      string,
      Record<string, number>
    >;
    const rows = outcomes(join(folder, "out"));
    expect(rows).toHaveLength(2 * 3 * 12);
    for (const [model, tasks] of Object.entries(expected)) {
      for (const [task, sum] of Object.entries(tasks)) {
        const own = rows.filter((row) => row.model === model && row.benchmark === task);
        expect(own.reduce((total, { score }) => total + score, 0)).toBeCloseTo(sum, 9);
      }
    }
    const ranked = call(process.execPath, program, "rank", join(folder, "out"), "--markdown");
    expect(ranked.stderr).toContain("all 6 task means equal the harness's own");
  });
});
