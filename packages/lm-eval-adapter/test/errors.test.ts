import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Outcome, Problem } from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import { lmEval } from "../src/index.ts";
import { freshFolder } from "./support/folder.ts";
import { DATE, items, keyedRecord, lines, results, write, writeRun } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);
const POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
const totals = { "acc,none": 1 };

async function first(outcomes: AsyncIterable<Outcome>): Promise<Outcome | undefined> {
  for await (const outcome of outcomes) return outcome;
  return undefined;
}

describe("paths without outcomes", () => {
  it("that hold results only ask for per-item logs", async () => {
    for (const name of ["a", "b"]) {
      await write(
        at(name, `results_${DATE}.json`),
        JSON.stringify(results({ model: name, task: "t", totals })),
      );
    }
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({
      code: "no-item-logs",
      where: folder.path,
      found: "2 results files but no per-item logs; totals cannot be taken apart",
      try: `run again with lm_eval … --log_samples --output_path ${folder.path}`,
    });
  });

  it("that hold logs of another harness name its program", async () => {
    const spec = { spec: { eval_name: "x.dev", completion_fns: ["m"], run_config: {} } };
    await write(at("log.jsonl"), lines([spec]));
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({
      code: "other-harness",
      found: "these are OpenAI evals logs, not lm-evaluation-harness output",
      try: `npx @eip-eval/openai-evals-adapter rank ${folder.path}`,
    });
  });

  it("that hold nothing of a harness say so", async () => {
    await mkdir(at("empty"));
    expect((await readAll([folder.path])).error).toMatchObject({ code: "no-outcomes" });
    await write(at("notes.txt"), "nothing to see");
    expect((await readAll([folder.path])).error).toMatchObject({ code: "no-outcomes" });
  });

  it("that do not exist are named", async () => {
    expect((await readAll([at("reslts")])).error).toMatchObject({ code: "not-found" });
  });

  it("of which no benchmark is wanted say so", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1] });
    const { error } = await readAll([folder.path], { wants: () => false });
    expect(error).toMatchObject({ code: "no-outcomes" });
    expect(error?.message).toContain("no benchmark in it is one of those asked for");
  });

  it("with one reason end with that reason, with several with all of them", async () => {
    await write(at(`samples_t_${DATE}.jsonl`), POINTER);
    const one = await readAll([folder.path]);
    expect(one.error).toMatchObject({ code: "lfs-pointer", try: "git lfs pull" });
    expect(one.error!.found).toBe(`a Git LFS pointer of ${POINTER.length} bytes, not the log`);
    await write(at(`samples_u_${DATE}.jsonl`), "");
    const two = await readAll([folder.path]);
    expect(two.error).toMatchObject({ code: "no-outcomes" });
    expect(two.error!.message).toContain("Git LFS pointer");
    expect(two.error!.message).toContain("an empty file");
  });
});

describe("files that cannot be used beside others that can", () => {
  it("are skipped problems, and reading goes on", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    await write(at("a", "samples_u.jsonl"), POINTER);
    await write(at("a", "samples_v.jsonl"), "");
    await write(at("a", "samples_w.jsonl"), '{"question": 1}\n');
    await write(at("a", "results_2026-01-01T00-00-00.json"), '"t": {"acc_stderr,none": 0.1}\n}');
    const { outcomes, problems, summary } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(problems.map(({ severity, code }) => `${severity} ${code}`).toSorted()).toEqual([
      "skipped damaged",
      "skipped empty",
      "skipped lfs-pointer",
      "skipped unsupported",
    ]);
    expect(summary!.filesRead).toBe(2);
  });

  it("are no problem where their benchmark is not wanted", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    await write(at("a", `samples_u_${DATE}.jsonl`), POINTER);
    await write(at("a", `samples_v_${DATE}.jsonl`), '{"doc_id": 0, "doc": ');
    const { outcomes, problems } = await readAll([folder.path], { wants: (name) => name === "t" });
    expect(outcomes).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it("are listed as ignored where they are not of this harness", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    await write(at("a", "trace.json"), '{"spans": []}');
    const { problems, summary } = await readAll([folder.path]);
    expect(problems).toEqual([]);
    expect(summary!.ignored).toEqual([
      { path: at("a", "trace.json"), reason: expect.stringContaining("not of this harness") },
    ]);
  });

  it("and values that are no records are reported once a file", async () => {
    const records = [
      ...items(2).map((item) => keyedRecord(item, "none", { acc: 1 })),
      {},
      { x: 1 },
    ];
    await write(at("kestrel", `samples_t_${DATE}.jsonl`), lines(records));
    const { outcomes, problems } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(problems).toMatchObject([
      { code: "damaged", message: expect.stringContaining(".jsonl:3: a value that is no record") },
    ]);
  });
});

describe("a caller that does not listen for problems", () => {
  it("gets the first one thrown", async () => {
    const path = await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    await write(at("a", "samples_v.jsonl"), "");
    await expect(first(lmEval.read([folder.path]))).rejects.toMatchObject({ code: "empty" });
    await write(path, '{"doc_id": 0, "doc": ');
    await expect(first(lmEval.read([path]))).rejects.toMatchObject({ code: "damaged" });
  });
});

describe("a caller that listens", () => {
  it("hears of the fatal problem too", async () => {
    await write(at("a", "notes.txt"), "nothing");
    const { problems, error } = await readAll([folder.path]);
    expect(problems).toMatchObject([{ severity: "fatal", code: error!.code }]);
  });

  it("can stop the reading", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    const stopped = AbortSignal.abort(new Error("enough"));
    await expect(first(lmEval.read([folder.path], { signal: stopped }))).rejects.toThrow("enough");
  });

  it("may leave early", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    let summaries = 0;
    for await (const outcome of lmEval.read([folder.path], { onSummary: () => (summaries += 1) })) {
      expect(outcome).toMatchObject({ item: "0" });
      break;
    }
    expect(summaries).toBe(0);
  });

  it("is told how far the reading is", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    const progress: { bytes: number; totalBytes: number; file: string }[] = [];
    await readAll([folder.path], { onProgress: (one) => progress.push(one) });
    expect(progress.length).toBeGreaterThan(0);
    expect(progress[0]!.file).toContain("samples_t_");
    expect(progress.every(({ bytes, totalBytes }) => bytes <= totalBytes)).toBe(true);
  });
});

describe("a file given by itself", () => {
  it("learns of its run from the results file beside it, never of other outcomes", async () => {
    const path = await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    await writeRun(at("a"), {
      model: "heron",
      task: "u",
      scores: [1],
      date: "2026-01-01T00-00-00",
    });
    const { outcomes, summary } = await readAll([path]);
    expect(outcomes.map(({ model, benchmark }) => `${model} ${benchmark}`)).toEqual([
      "kestrel t",
      "kestrel t",
    ]);
    expect(summary).toMatchObject({ filesFound: 1, filesRead: 1 });
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ agrees: true }]);
  });

  it("is read without it where that is broken", async () => {
    const path = await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0] });
    await write(
      at("a", `results_${DATE}.json`),
      '{"results": {"t": {"acc_stderr,none": 1}}, "conf',
    );
    const problems: Problem[] = [];
    const { outcomes } = await readAll([path], { onProblem: (one) => problems.push(one) });
    expect(outcomes.map(({ model }) => model)).toEqual(["a", "a"]);
    expect(problems).toEqual([]);
  });
});
