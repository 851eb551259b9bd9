import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shortNames } from "../src/label.ts";
import { freshFolder } from "./support/folder.ts";
import { DATE, items, keyedRecord, lines, results, write, writeRun } from "./support/logs.ts";
import { graded, readAll } from "./support/read.ts";

const folder = freshFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);
const models = (outcomes: readonly { model: string }[]): string[] =>
  [...new Set(outcomes.map(({ model }) => model))].toSorted();

describe("names of models", () => {
  it("come from the results file, not from the folder", async () => {
    await writeRun(at("org__kestrel-8b"), { model: "org/kestrel-8b", task: "t", scores: [1] });
    expect(models((await readAll([folder.path])).outcomes)).toEqual(["org/kestrel-8b"]);
  });

  it("come from the adapter in model_args before the model under it", async () => {
    await writeRun(at("a"), {
      task: "t",
      scores: [1],
      modelArgs: "pretrained=org/base,peft=org/tuned,dtype=auto",
    });
    expect(models((await readAll([folder.path])).outcomes)).toEqual(["org/tuned"]);
  });

  it("are never paths: as many last parts as tell them apart", () => {
    const names = [
      "/data/kestrel-8b",
      "C:\\models\\heron-7b",
      "org/wren-1b",
      "/runs/a/epoch_1",
      "/runs/b/epoch_1",
      "./own",
    ];
    expect([...shortNames(names).values()]).toEqual([
      "kestrel-8b",
      "heron-7b",
      "org/wren-1b",
      "a/epoch_1",
      "b/epoch_1",
      "own",
    ]);
    expect(shortNames(["/same/x", "/same/x", "__proto__"]).size).toBe(2);
  });

  it("come from --name, else from the folder, where no log has one", async () => {
    await write(
      at("heron", `samples_t_${DATE}.jsonl`),
      lines([keyedRecord(items(1)[0]!, "none", { acc: 1 })]),
    );
    const { outcomes, summary } = await readAll([folder.path]);
    expect(models(outcomes)).toEqual(["heron"]);
    expect(summary!.notices).toMatchObject([
      { severity: "note", code: "label", try: "--name NAME" },
    ]);
    const named = await readAll([folder.path], { name: "kestrel" });
    expect(models(named.outcomes)).toEqual(["kestrel"]);
    expect(named.summary!.notices).toEqual([]);
  });

  it("do not give way to --name where a log has one", async () => {
    await writeRun(at("a"), { model: "heron-7b", task: "t", scores: [1] });
    const { outcomes } = await readAll([folder.path], { name: "kestrel" });
    expect(models(outcomes)).toEqual(["heron-7b"]);
  });

  it("are those of the other runs in the folder where one results file is missing", async () => {
    await writeRun(at("m"), { model: "heron-7b", task: "t", scores: [1] });
    await write(
      at("m", "samples_u_2026-03-05T05-06-07.jsonl"),
      lines([keyedRecord(items(1)[0]!, "none", { acc: 1 })]),
    );
    const { outcomes, summary } = await readAll([folder.path]);
    expect(models(outcomes)).toEqual(["heron-7b"]);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        code: "label",
        message: expect.stringContaining("no readable results file"),
      }),
    );
  });

  it("get what differs appended where one name stands for several systems", async () => {
    const parts = { model: "kestrel", task: "t", scores: [1, 0] };
    await writeRun(at("a"), { ...parts, modelArgs: "pretrained=kestrel,dtype=float16" });
    await writeRun(at("b"), { ...parts, modelArgs: "pretrained=kestrel,dtype=bfloat16" });
    const { outcomes, summary } = await readAll([folder.path]);
    expect(models(outcomes)).toEqual(["kestrel [dtype=bfloat16]", "kestrel [dtype=float16]"]);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        code: "label",
        message: "kestrel was run as 2 systems that differ in dtype; they are kept apart.",
      }),
    );
  });

  it("tell chat templates, system prompts, generation and versions of the weights apart", async () => {
    const parts = { model: "kestrel", task: "t", scores: [1, 0] };
    for (const [name, extra] of Object.entries({
      plain: { chat_template_sha: null, system_instruction_sha: null },
      chat: { chat_template_sha: "abcdef0123456789", system_instruction_sha: null },
      system: { chat_template_sha: null, system_instruction_sha: "0123456789abcdef" },
    })) {
      await writeRun(at(name), { ...parts, extra });
    }
    expect(models((await readAll([folder.path])).outcomes)).toEqual([
      "kestrel [chat_template=abcdef01, system_instruction=none]",
      "kestrel [chat_template=none, system_instruction=01234567]",
      "kestrel [chat_template=none, system_instruction=none]",
    ]);
  });

  it("never show a key, and do not split by where a model ran", async () => {
    const parts = { model: "kestrel", task: "t", scores: [1, 0] };
    const args = "pretrained=kestrel,api_key=sk-1,base_url=http://a,batch_size=8";
    await writeRun(at("a"), { ...parts, modelArgs: args });
    await writeRun(at("b"), {
      ...parts,
      date: "2026-03-05T05-06-07.1",
      modelArgs: "pretrained=kestrel,api_key=sk-2,base_url=http://b",
    });
    const { outcomes, summary } = await readAll([folder.path]);
    expect(models(outcomes)).toEqual(["kestrel"]);
    expect(JSON.stringify([outcomes, summary])).not.toContain("sk-");
  });

  it("are the end of the file names where nothing else differs", async () => {
    const totals = { "acc,none": 0.5 };
    await write(at("x_2026-03-04T05-06-07.json"), JSON.stringify(results({ task: "t", totals })));
    for (const name of ["plain", "schema-1"]) {
      const records = items(2).map((item) => keyedRecord(item, "none", { acc: 1 }));
      await write(at(`samples_t_${name}.jsonl`), lines(records));
    }
    const { outcomes, summary } = await readAll([folder.path]);
    expect(models(outcomes)).toEqual(["plain", "schema-1"]);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        code: "label",
        message:
          "t: 2 files differ only in the end of their names, and are called by it: plain, schema-1.",
      }),
    );
  });
});

describe("renamed files", () => {
  const renamed = async (name: string, scores: readonly number[]): Promise<void> => {
    const records = scores.map((acc, item) => keyedRecord(items(4)[item]!, "none", { acc }));
    await write(at(`samples_t_${name}.jsonl`), lines(records));
  };
  const total = (name: string, acc: number): Promise<string> =>
    write(
      at(`${name}_2026-03-04T05-06-07.json`),
      JSON.stringify(results({ task: "t", totals: { "acc,none": acc }, effective: 4 })),
    );

  it("get the results file that only their records can give, and no other", async () => {
    await renamed("a", [1, 1, 1, 0]);
    await renamed("b", [1, 0, 0, 0]);
    await total("one", 0.75);
    await total("two", 0.6);
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks[0]!.means).toMatchObject([
      { model: "a", harnessMean: 0.75, agrees: true },
      { model: "b", harnessMean: null },
    ]);
  });

  it("get none where two files fit it", async () => {
    await renamed("a", [1, 0, 0, 0]);
    await renamed("b", [0, 1, 0, 0]);
    await total("one", 0.25);
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks[0]!.means.map(({ harnessMean }) => harnessMean)).toEqual([
      null,
      null,
    ]);
  });
});

describe("runs of the same task again", () => {
  it("are not merged: most items, then the newest, and the others are listed", async () => {
    const parts = { model: "kestrel", task: "t" };
    const [first, second, third] = [
      "2026-01-01T00-00-00",
      "2026-01-02T00-00-00",
      "2026-01-03T00-00-00",
    ];
    await writeRun(at("m"), { ...parts, date: first, scores: [1, 1, 1] });
    await writeRun(at("m"), { ...parts, date: second, scores: [0, 0, 1] });
    await writeRun(at("m"), { ...parts, date: third, scores: [1] });
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([0, 0, 1]);
    expect(summary!.runs.map(({ date, used, reason }) => ({ date, used, reason }))).toEqual([
      { date: second, used: true, reason: undefined },
      { date: first, used: false, reason: "a newer run was used" },
      { date: third, used: false, reason: "a run with more items was used (3)" },
    ]);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        severity: "note",
        code: "rerun",
        message: "kestrel ran t 3 times; the run of 2026-01-02 00:00 (3 items) was used.",
      }),
    );
  });

  it("with other settings say what differs", async () => {
    const parts = { model: "kestrel", task: "t", scores: [1, 0] };
    await writeRun(at("m"), { ...parts, date: "2026-01-01T00-00-00", shots: 0 });
    await writeRun(at("m"), { ...parts, date: "2026-01-02T00-00-00", shots: 5 });
    const { summary } = await readAll([folder.path]);
    expect(summary!.notices[0]!.message).toContain("the runs differ in n-shot");
  });

  it("without a samples file cannot be chosen, however large they were", async () => {
    await writeRun(at("m"), { model: "kestrel", task: "t", scores: [1, 0] });
    await write(
      at("m", "results_2026-09-09T00-00-00.json"),
      JSON.stringify(
        results({ model: "kestrel", task: "t", totals: { "exact_match,none": 1 }, effective: 900 }),
      ),
    );
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes).toHaveLength(2);
    expect(summary!.runs).toMatchObject([
      { used: true },
      { used: false, items: 0, date: "2026-09-09T00-00-00" },
    ]);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        code: "partial-run",
        message: expect.stringMatching(/^1 results file/),
      }),
    );
  });

  it("that are two tests are not taken for one", async () => {
    const parts = { model: "kestrel", task: "winogrande", scores: [1, 0] };
    await writeRun(at("m"), { ...parts, metric: "acc", outputType: "multiple_choice" });
    await writeRun(at("m"), { ...parts, date: "2026-05-05T00-00-00" });
    expect((await readAll([folder.path])).error).toMatchObject({ code: "mixed-setup" });
  });
});

describe("runs that are two tests", () => {
  const one = { model: "kestrel-8b", task: "winogrande", scores: [1, 0] };
  const other = { model: "wren-1b", task: "winogrande", scores: [0, 1] };

  it("are refused for another number of examples, unless that is allowed", async () => {
    await writeRun(at("a"), { ...one, shots: 5 });
    await writeRun(at("b"), { ...other, shots: 0 });
    const { outcomes, error } = await readAll([folder.path]);
    expect(outcomes).toEqual([]);
    expect(error!.message).toBe(
      "winogrande: kestrel-8b was asked 5-shot, wren-1b 0-shot; these are two tests.",
    );
    expect(error!.try).toBe("leave one out, or --allow-mixed n-shot");
    for (const allowed of ["n-shot", "n_shot"]) {
      const pooled = await readAll([folder.path], { allowMixed: [allowed] });
      expect(models(pooled.outcomes)).toEqual(["kestrel-8b", "wren-1b"]);
    }
  });

  it("are refused for another version, output type, metric or filter", async () => {
    for (const [name, differing, allowed] of [
      ["version", { version: 2 }, "version"],
      ["output", { outputType: "multiple_choice" }, "output-type"],
      ["metric", { metric: "acc" }, "metric"],
      ["filter", { filter: "strict-match" }, "filter"],
    ] as const) {
      await writeRun(at(name, "a"), one);
      await writeRun(at(name, "b"), { ...other, ...differing });
      const { error } = await readAll([at(name)]);
      expect(error).toMatchObject({
        code: "mixed-setup",
        try: `leave one out, or --allow-mixed ${allowed}`,
      });
      const pooled = await readAll([at(name)], { allowMixed: [allowed] });
      expect(models(pooled.outcomes)).toEqual(["kestrel-8b", "wren-1b"]);
    }
  });

  it("are no problem where that benchmark is not wanted", async () => {
    await writeRun(at("a"), { ...one, shots: 5 });
    await writeRun(at("b"), { ...other, shots: 0 });
    await writeRun(at("b"), { ...other, task: "piqa" });
    const { outcomes, problems } = await readAll([folder.path], {
      wants: (name) => name === "piqa",
    });
    expect(outcomes).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it("fit any run of which the set-up is unknown", async () => {
    await writeRun(at("a"), { ...one, shots: 5 });
    await write(
      at("b", `samples_winogrande_${DATE}.jsonl`),
      lines(items(2).map((item) => keyedRecord(item, "none", { exact_match: 1 }))),
    );
    expect(models((await readAll([folder.path])).outcomes)).toEqual(["b", "kestrel-8b"]);
  });
});
