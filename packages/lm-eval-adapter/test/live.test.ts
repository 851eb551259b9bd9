import { existsSync } from "node:fs";
import { appendFile, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { LiveRun } from "@eip-eval/core/cli";
import { findFiles, recogniseFile } from "@eip-eval/core/io";
import { describe, expect, it } from "vitest";
import { planRun } from "../src/live-command.ts";
import { LmEvalFollower } from "../src/live-runs.ts";
import { freshFolder } from "./support/folder.ts";
import {
  DATE,
  items,
  keyedRecord,
  lines,
  record,
  results,
  write,
  writeRun,
} from "./support/logs.ts";

const folder = freshFolder();

describe("the plan of a command", () => {
  const flags = ["--model", "hf", "--output_path", "out", "--log_samples"];

  it.each([
    [["lm_eval", ...flags]],
    [["lm-eval", ...flags]],
    [["lm-eval", "run", ...flags]],
    [["/opt/env/bin/lm_eval", ...flags]],
    [["python", "-m", "lm_eval", ...flags]],
    [["accelerate", "launch", "--num_processes", "2", "-m", "lm_eval", ...flags]],
    [["uv", "run", "lm_eval", "--output_path=out", "-s"]],
    [["lm_eval", "-o", "out", "-s"]],
    [["lm_eval", "--output", "out", "--log_samples"]],
    [["torchrun", "--no-python", "lm_eval", "--tasks", "gsm8k", ...flags]],
    [["uv", "run", "--no-sync", "lm-eval", "run", "-t", "gsm8k", ...flags]],
    [["python", "/opt/lm-evaluation-harness/lm_eval/__main__.py", ...flags]],
  ])("is known for %j", async (command) => {
    expect(await planRun(command)).toEqual({ places: [{ path: "out" }], warnings: [] });
  });

  it("warns where nothing would be saved", async () => {
    expect(await planRun(["lm_eval", "--model", "hf"])).toEqual({
      places: [],
      warnings: [
        expect.stringContaining("--output_path is missing"),
        expect.stringContaining("--log_samples is missing"),
      ],
    });
  });

  it("does not take the value of an option for the program", async () => {
    const { places, warnings } = await planRun(["make", "--output_path", "out/lm_eval"]);
    expect(places).toEqual([{ path: "out/lm_eval" }]);
    expect(warnings).toEqual([expect.stringContaining("make is no command")]);
  });

  it("reads the settings file that a command names", async () => {
    const settings = await write(
      join(folder.path, "run.yaml"),
      'model: hf\noutput_path: "my out"  # here\nlog_samples: true\n',
    );
    expect(await planRun(["lm-eval", "run", "--config", settings])).toEqual({
      places: [{ path: "my out" }],
      warnings: [],
    });
  });

  it("knows the three meanings of a path that ends in .json", async () => {
    const { places } = await planRun(["lm_eval", "-s", "-o", "p/x.json"]);
    expect(places.map(({ path }) => path)).toEqual(["p/x.json", "p"]);
    const { only } = places[1]!;
    const names = [`x_${DATE}.json`, `samples_gsm8k_${DATE}.jsonl`, "package.json", "notes.txt"];
    expect(names.filter((name) => only!(name))).toEqual(names.slice(0, 2));
  });
});

/** Looks at everything in the folder. */
async function look(follower = new LmEvalFollower()): Promise<readonly LiveRun[]> {
  return follower.look(await findFiles([folder.path], () => undefined));
}

const states = (runs: readonly LiveRun[]): unknown =>
  runs.map(({ title, state, detail }) => [title, state, detail]);

describe("a run that is followed", () => {
  const scores = [1, 0, 1, 1, 0];
  const parts = { task: "gsm8k", model: "kestrel-8b", scores };

  it("is complete with as many lines as items times filters", async () => {
    const samples = await writeRun(folder.path, parts);
    const follower = new LmEvalFollower();
    expect(states(await look(follower))).toEqual([["kestrel-8b: gsm8k", "complete", undefined]]);
    const text = await readFile(samples, "utf8");
    await writeFile(samples, text.slice(0, -40));
    expect(states(await look(follower))).toEqual([
      ["kestrel-8b: gsm8k", "incomplete", "gsm8k 4 of 5 lines"],
    ]);
    await appendFile(samples, text.slice(-40));
    expect(states(await look(follower))).toEqual([["kestrel-8b: gsm8k", "complete", undefined]]);
  });

  it("needs the lines of every filter", async () => {
    await writeRun(folder.path, { ...parts, filters: ["strict-match", "flexible-extract"] });
    expect(states(await look())).toEqual([
      ["kestrel-8b: gsm8k", "incomplete", "gsm8k 5 of 10 lines"],
    ]);
  });

  it("has no per-item logs where there are only totals, and is not complete for half of them", async () => {
    const totals = { "exact_match,none": 0.6 };
    const whole = JSON.stringify(results({ ...parts, totals, effective: 5 }));
    const path = await write(join(folder.path, `results_${DATE}.json`), whole.slice(0, -30));
    const follower = new LmEvalFollower();
    expect(await look(follower)).toEqual([]);
    await writeFile(path, whole);
    expect(states(await look(follower))).toEqual([
      [
        "kestrel-8b: gsm8k",
        "no-item-logs",
        "no samples file belongs to it; was --log_samples missing?",
      ],
    ]);
  });

  it("is complete without a number of items once every file is there (before 0.4.3)", async () => {
    const totals = { "exact_match,none": 0.6 };
    const old = { ...parts, model: undefined, modelArgs: "pretrained=org/m,dtype=auto", totals };
    const { model: _, ...rest } = old;
    await write(join(folder.path, "results.json"), JSON.stringify(results(rest)));
    const follower = new LmEvalFollower();
    expect((await look(follower))[0]!.state).toBe("no-item-logs");
    const records = items(5).map((item, at) => record(item, { exact_match: scores[at] }));
    const path = join(folder.path, "pretrained__org__m,dtype__auto_gsm8k.jsonl");
    await write(path, JSON.stringify(records, undefined, 2));
    const [first] = await look(follower);
    expect(first).toMatchObject({ state: "complete", title: "org/m: gsm8k" });
    const changed = records.map((one) => ({ ...one, exact_match: 0 }));
    await write(path, JSON.stringify(changed, undefined, 2));
    await utimes(path, 1_700_000_000, 1_700_000_000);
    const [second] = await look(follower);
    expect(second!.run).toBe(first!.run);
    expect(second!.stamps).not.toEqual(first!.stamps);
  });

  it("stays the same run when its folder is renamed", async () => {
    await writeRun(join(folder.path, "a"), parts);
    const follower = new LmEvalFollower();
    const before = await look(follower);
    await rename(join(folder.path, "a"), join(folder.path, "b"));
    const after = await look(follower);
    expect(after.map(({ run, stamps }) => [run, stamps])).toEqual(
      before.map(({ run, stamps }) => [run, stamps]),
    );
  });

  it("keeps its stamps when its results file comes late or goes", async () => {
    await writeRun(folder.path, parts);
    const whole = await look();
    await rename(join(folder.path, `results_${DATE}.json`), join(folder.path, ".results.part"));
    const alone = await look();
    expect(alone).toMatchObject([{ state: "incomplete", detail: "no results file belongs to it" }]);
    expect(alone[0]!.stamps).toEqual(whole[0]!.stamps);
  });

  it("is told from another model's of the same date and size", async () => {
    for (const model of ["a", "b"]) {
      const path = join(folder.path, model, `samples_gsm8k_${DATE}.jsonl`);
      await writeRun(join(folder.path, model), { ...parts, model });
      const own = items(5).map((item) => keyedRecord({ ...item, target: model }, "none", {}));
      await write(path, lines(own));
    }
    const stamps = (await look()).flatMap((run) => run.stamps);
    expect(new Set(stamps).size).toBe(2);
  });

  it("does not see files that are still being copied under a hidden name", async () => {
    await writeRun(folder.path, parts);
    await write(join(folder.path, `.samples_x_${DATE}.jsonl.Xa81`), lines([{ doc_id: 0 }]));
    expect(await look()).toHaveLength(1);
  });
});

// Real logs under licences that allow tests, but not copies in this repository.
const shared = resolve(import.meta.dirname, "../../../../shared/data/lm-eval");

interface ExpectedRun {
  readonly results_file: string;
  readonly complete: boolean | null;
  readonly short?: readonly { readonly because: string }[];
}

/** Samples that somebody renamed, or put into one file. */
const RENAMED = /bbh_zeroshot_subset|pubmedqa_(?:level|no_schema)/;

describe.skipIf(!existsSync(shared))("runs of real logs", () => {
  it("are as complete as an independent count says", async () => {
    const expected = JSON.parse(await readFile(join(shared, "expected.json"), "utf8")) as {
      runs: readonly ExpectedRun[];
    };
    const files = await findFiles([shared], () => undefined);
    const kinds = await Promise.all(files.map(({ path }) => recogniseFile(path)));
    const samples = files.filter((_, at) => kinds[at] !== "lm-eval-results");
    for (const { results_file: name, complete, short = [] } of expected.runs) {
      const own = files.find(({ path }) => path === join(shared, name));
      // A record broken over lines makes more lines, not fewer; the reader reports it.
      const isBroken = short.some(({ because }) => because === "broken lines");
      if (!own || isBroken || RENAMED.test(name)) continue;
      const runs = await new LmEvalFollower().look([own, ...samples]);
      const [run] = runs.filter(({ run: id }) => !id.startsWith("alone"));
      expect(run!.state === "complete", name).toBe(complete !== false);
    }
  });
});
