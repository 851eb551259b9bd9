import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { writeFile } from "node:fs/promises";
import type { ReadOptions } from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { DATE, items, keyedRecord, lines, record, results, write } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();
const TASK = "canoe_maths";
const SCORES = [1, 0, 1, 1];
const asked = items(SCORES.length);
const totals = { "exact_match,none": 0.75 };
const metric = (at: number): Record<string, unknown> => ({ exact_match: SCORES[at] });

/** What a folder with one run of the task is read as. */
async function reading(options: ReadOptions = {}): Promise<unknown> {
  const { outcomes, problems, summary, error } = await readAll([folder.path], options);
  const [benchmark] = summary?.benchmarks ?? [];
  return {
    error,
    problems,
    model: outcomes[0]?.model,
    benchmark: benchmark?.benchmark,
    metric: benchmark?.metric,
    alternatives: benchmark?.alternatives,
    harnessMean: benchmark?.means[0]?.harnessMean,
    agrees: benchmark?.means[0]?.agrees,
    scores: outcomes.map(({ item, score }) => [item, score]),
  };
}

function expectedOf(model: string, { isChecked }: { isChecked: boolean }): unknown {
  return {
    error: undefined,
    problems: [],
    model,
    benchmark: TASK,
    metric: "exact_match",
    alternatives: [],
    harnessMean: isChecked ? 0.75 : null,
    agrees: isChecked ? true : null,
    scores: SCORES.map((score, at) => [String(at), score]),
  };
}

describe("layouts and versions", () => {
  it("0.3 with --write_out: arrays, grades as text, the folder names the model", async () => {
    const records = asked.map(({ id, doc }, at) => ({
      doc_id: id,
      prompt_0: `Q: 1?\nA: 2\n\nQ: ${String(doc["question"])}\nA:`,
      logit_0: " 4",
      truth: "1",
      exact_match: SCORES[at] === 1 ? "True" : "0.0",
    }));
    const path = join(folder.path, "kestrel", `${TASK}_write_out_info.json`);
    await write(path, JSON.stringify(records, null, 4));
    expect(await reading()).toEqual(expectedOf("kestrel", { isChecked: false }));
  });

  it("the rewrite of 2023: JSON lines, model and task in the name, paired by model_args", async () => {
    const records = asked.map((item, at) => {
      const { arguments: _, ...rest } = record(item, metric(at));
      return { ...rest, arguments: ["Q", { until: [] }], doc_hash: undefined };
    });
    await write(join(folder.path, `pretrained=org__kestrel-8b_${TASK}.jsonl`), lines(records));
    await write(
      join(folder.path, "o.json"),
      JSON.stringify(results({ task: TASK, totals, modelArgs: "pretrained=org/kestrel-8b" })),
    );
    expect(await reading()).toEqual(expectedOf("org/kestrel-8b", { isChecked: true }));
  });

  it("0.4.0 to 0.4.2: one pretty-printed array in a .jsonl file, results.json beside it", async () => {
    const records = asked.map((item, at) => ({ ...record(item, metric(at)), doc_hash: undefined }));
    const name = `pretrained__org__kestrel-8b,dtype__auto_${TASK}.jsonl`;
    await write(join(folder.path, name), JSON.stringify(records, null, 2));
    const modelArgs = "pretrained=org/kestrel-8b,dtype=auto";
    await write(
      join(folder.path, "results.json"),
      JSON.stringify(results({ task: TASK, totals, modelArgs })),
    );
    expect(await reading()).toEqual(expectedOf("org/kestrel-8b", { isChecked: true }));
  });

  for (const [version, form] of [
    ["development of May 2024: an array in .json", (list: unknown[]) => JSON.stringify(list)],
    ["development of June 2024: JSON lines in .json", lines],
    ["one array over many lines in .json", (list: unknown[]) => JSON.stringify(list, null, 2)],
    [
      "objects over many lines one after another",
      (list: unknown[]) => list.map((one) => JSON.stringify(one, null, 1)).join("\n"),
    ],
  ] as const) {
    it(`are read: ${version}`, async () => {
      const records = asked.map((item, at) => record(item, metric(at)));
      await write(join(folder.path, "m", `samples_${TASK}_${DATE}.json`), form(records));
      await write(
        join(folder.path, "m", `results_${DATE}.json`),
        JSON.stringify(results({ model: "kestrel-8b", task: TASK, totals })),
      );
      expect(await reading()).toEqual(expectedOf("kestrel-8b", { isChecked: true }));
    });
  }

  it("0.4.7 and later: filter and metrics; keys beside the metrics are none", async () => {
    const records = asked.map((item, at) => ({
      ...keyedRecord(item, "none", metric(at)),
      latency_ms: 0.5,
      token_usage: { in: 3 },
    }));
    await write(join(folder.path, "m", `samples_${TASK}_${DATE}.jsonl`), lines(records));
    await write(
      join(folder.path, "m", `results_${DATE}.json`),
      JSON.stringify(results({ model: "kestrel-8b", task: TASK, totals, effective: 4 })),
    );
    expect(await reading()).toEqual(expectedOf("kestrel-8b", { isChecked: true }));
  });

  it("0.4.9 with --output_path x.json: x_{date}.json, no folder for the model", async () => {
    const records = asked.map((item, at) => keyedRecord(item, "none", metric(at)));
    await write(join(folder.path, `samples_${TASK}_${DATE}.jsonl`), lines(records));
    const modelArgs = { pretrained: "org/kestrel-8b", dtype: "auto" };
    await write(
      join(folder.path, `first try_${DATE}.json`),
      JSON.stringify(results({ task: TASK, totals, modelArgs })),
    );
    expect(await reading()).toEqual(expectedOf("org/kestrel-8b", { isChecked: true }));
  });

  it("--output_path x.json of 0.4.3 to 0.4.8, which makes a folder of that name", async () => {
    const records = asked.map((item, at) => record(item, metric(at)));
    const inside = join(folder.path, "out.json", "runs.jsonl");
    await write(join(inside, `samples_${TASK}_${DATE}.jsonl`), lines(records));
    await write(
      join(inside, `results_${DATE}.json`),
      JSON.stringify(results({ model: "kestrel-8b", task: TASK, totals })),
    );
    expect(await reading()).toEqual(expectedOf("kestrel-8b", { isChecked: true }));
  });

  it("the layout of the Hub, with results in the folder of the model", async () => {
    const records = asked.map((item, at) => record(item, metric(at)));
    await write(
      join(folder.path, "org__kestrel-8b", `samples_${TASK}_${DATE}.jsonl`),
      lines(records),
    );
    await write(
      join(folder.path, "org/kestrel-8b", `results_${DATE}.json`),
      JSON.stringify(results({ model: "org/kestrel-8b", task: TASK, totals })),
    );
    expect(await reading()).toEqual(expectedOf("org/kestrel-8b", { isChecked: true }));
  });

  it('simple_evaluate()["samples"] written by a script', async () => {
    const dump = {
      [TASK]: asked.map((item, at) => ({
        ...keyedRecord(item, "none", metric(at)),
        arguments: [["Q", { until: [] }]],
      })),
    };
    await write(join(folder.path, "kestrel-8b", "my samples.json"), JSON.stringify(dump));
    expect(await reading()).toEqual(expectedOf("kestrel-8b", { isChecked: false }));
  });

  it("the whole of simple_evaluate() written by a script", async () => {
    const whole = {
      ...results({ model: "kestrel-8b", task: TASK, totals }),
      samples: { [TASK]: asked.map((item, at) => keyedRecord(item, "none", metric(at))) },
    };
    await write(join(folder.path, "everything.json"), JSON.stringify(whole, null, 2));
    expect(await reading()).toEqual(expectedOf("kestrel-8b", { isChecked: true }));
  });

  it("a gzipped file", async () => {
    const records = asked.map((item, at) => record(item, metric(at)));
    await writeFile(
      join(folder.path, `samples_${TASK}_${DATE}.jsonl.gz`),
      gzipSync(lines(records)),
    );
    expect(await reading({ name: "kestrel" })).toEqual(expectedOf("kestrel", { isChecked: false }));
  });

  it("records without doc_id and doc are told apart by their hashes", async () => {
    const records = asked.map((item, at) => {
      const {
        doc_id: _,
        doc: __,
        target: ___,
        arguments: ____,
        ...rest
      } = record(item, metric(at));
      return rest;
    });
    await write(join(folder.path, `samples_${TASK}_${DATE}.jsonl`), lines(records));
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ item }) => item)).toEqual(
      records.map((one) => String(one["doc_hash"]).slice(0, 16)),
    );
  });

  it("evalchemy is refused by name", async () => {
    const evalchemy = {
      results: { [TASK]: { accuracy: 0.5, examples: [{ correctness: true, doc_id: 1 }] } },
      config: { model: "hf", model_args: "" },
      configs: {},
      versions: {},
    };
    await write(join(folder.path, "results_x.json"), JSON.stringify(evalchemy));
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "unsupported" });
    expect(error!.message).toContain("evalchemy");
  });
});
