import { createHash } from "node:crypto";
import { createWriteStream, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { once } from "node:events";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import { tables, tablesWith } from "../../src/io/tables.ts";
import type { Outcome, Problem, ReadOptions, ReadSummary } from "../../src/outcomes/adapter.ts";
import type { TableOptions } from "../../src/outcomes/table-layout.ts";
import { sharedData } from "./shared-data.ts";
import { temporaryFile, temporaryFolder } from "./temporary-folder.ts";

interface Reading {
  readonly outcomes: Outcome[];
  readonly problems: Problem[];
  readonly summary: ReadSummary | undefined;
  readonly error: EipError | undefined;
}

async function read(
  paths: string | readonly string[],
  { table = {}, ...options }: ReadOptions & { table?: TableOptions } = {},
): Promise<Reading> {
  const outcomes: Outcome[] = [];
  const problems: Problem[] = [];
  let summary: ReadSummary | undefined;
  let error: EipError | undefined;
  try {
    for await (const outcome of tablesWith(table).read([paths].flat(), {
      onProblem: (problem) => problems.push(problem),
      onSummary: (made) => (summary = made),
      ...options,
    })) {
      outcomes.push(outcome);
    }
  } catch (thrown) {
    if (!EipError.isInstance(thrown)) throw thrown;
    error = thrown;
  }
  return { outcomes, problems, summary, error };
}

/** Reads one text as a file of this name; outcomes as "model benchmark item score". */
async function rows(
  name: string,
  text: string | Uint8Array,
  options?: Parameters<typeof read>[1],
): Promise<string[]> {
  const { outcomes, error, problems } = await read(temporaryFile(name, text), options);
  if (error) throw error;
  expect(problems).toEqual([]);
  return outcomes.map(({ model, benchmark, item, score }) =>
    [model, benchmark, item, score].join(" "),
  );
}

async function failure(
  name: string,
  text: string | Uint8Array,
  options?: Parameters<typeof read>[1],
): Promise<EipError> {
  const { error, problems } = await read(temporaryFile(name, text), options);
  if (!error) throw new Error("nothing was refused");
  const last = problems.at(-1);
  expect(last).toMatchObject({ severity: "fatal", code: error.code, message: error.message });
  return error;
}

const LONG = "model,item,score\nm0,q1,1\nm0,q2,0\nm1,q1,0.5\nm1,q2,\n";
const LONG_ROWS = ["m0 long q1 1", "m0 long q2 0", "m1 long q1 0.5", "m1 long q2 "];

function parquet(columns: Readonly<Record<string, unknown[]>>): Uint8Array {
  const columnData = Object.entries(columns).map(([name, data]) => ({ name, data }));
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 2 }));
}

describe("tables read", () => {
  it("long CSV, an empty score being asked and not graded", async () => {
    expect(await rows("long.csv", LONG)).toEqual(LONG_ROWS);
  });

  it("the same with tabs, semicolons, CRLF, a byte order mark, quotes, packed, under any name", async () => {
    expect(await rows("long.tsv", LONG.replaceAll(",", "\t"))).toEqual(LONG_ROWS);
    expect(await rows("long.txt", LONG.replaceAll(",", ";"))).toEqual(LONG_ROWS);
    expect(await rows("long.csv", `\uFEFF${LONG.replaceAll("\n", "\r\n")}`)).toEqual(LONG_ROWS);
    expect(await rows("long.csv", LONG.replaceAll(/[\w.]+/g, '"$&"'))).toEqual(LONG_ROWS);
    expect(await rows("long.csv.gz", gzipSync(LONG))).toEqual(LONG_ROWS);
    expect(await rows("long", LONG)).toEqual(LONG_ROWS);
  });

  it("wide CSV by models and by items, an empty cell never having been asked", async () => {
    expect(await rows("w.csv", "model,q1,q2\nm0,1,\nm1,0,1\n")).toEqual([
      "m0 w q1 1",
      "m1 w q1 0",
      "m1 w q2 1",
    ]);
    expect(await rows("w.csv", "item,m0,m1\nq1,1,0\nq2,,True\n")).toEqual([
      "m0 w q1 1",
      "m1 w q1 0",
      "m1 w q2 1",
    ]);
    const options = { table: { rows: "model" as const } };
    expect(await rows("w.csv", "name,q1,q2\nm0,1,0\n", options)).toHaveLength(2);
  });

  it("JSON lines, with keys that come and go and Python's NaN", async () => {
    const text = [
      '{"model": "m0", "item": 1, "score": true}',
      '{"item": 2, "model": "m0"}',
      "",
      '{"model": "m0", "item": 3, "score": NaN, "note": "NaN is \\"Infinity\\""}',
      '{"model": "m0", "item": 4, "score": null}',
    ].join("\n");
    expect(await rows("x.jsonl", text)).toEqual(["m0 x 1 1", "m0 x 2 ", "m0 x 3 ", "m0 x 4 "]);
  });

  it("what our own outcomes command writes", async () => {
    const outcome: Outcome = {
      model: "m0",
      benchmark: "gsm8k",
      item: "q1",
      score: 0.5,
      trial: 1,
      metric: "acc",
      filter: "none",
      run: "r",
      contentHash: "0a",
    };
    const { outcomes } = await read(temporaryFile("x.jsonl", `${JSON.stringify(outcome)}\n`));
    expect(outcomes).toEqual([outcome]);
  });

  it("Parquet, several row groups, long and wide", async () => {
    const long = parquet({
      model: ["m0", "m0", "m1"],
      item: [1n, 2n, 1n],
      resp: [1, 0, null],
    });
    expect(await rows("x.parquet", long)).toEqual(["m0 x 1 1", "m0 x 2 0", "m1 x 1 "]);
    const wide = parquet({
      item: ["q1", "q2", "q3"],
      ["__proto__"]: [1n, 0n, 1n],
      m1: [true, false, null],
    });
    expect(await rows("x.parquet", wide)).toHaveLength(5);
  });

  it("py-irt lines", async () => {
    const text = '{"subject_id": "m0", "responses": {"q1": 1, "10": 0, "__proto__": 1}}\n';
    expect((await rows("x.jsonlines", text)).toSorted()).toEqual([
      "m0 x 10 0",
      "m0 x __proto__ 1",
      "m0 x q1 1",
    ]);
  });

  it("Every Eval Ever instances, with their texts only when asked for", async () => {
    const instance = {
      schema_version: "0.2.1",
      evaluation_id: "gsm8k/acme/1",
      model_id: "acme/ant",
      evaluation_name: "gsm8k",
      sample_id: "17",
      sample_hash: "ab",
      interaction_type: "single_turn",
      input: { raw: "2 + 2?", reference: ["4"] },
      output: { raw: ["5"] },
      answer_attribution: [],
      evaluation: { score: 0.25, is_correct: false },
    };
    const path = temporaryFile("x_samples.jsonl", `${JSON.stringify(instance)}\n`);
    const outcome = {
      model: "acme/ant",
      benchmark: "gsm8k",
      item: "17",
      score: 0.25,
      run: "gsm8k/acme/1",
      contentHash: "ab",
    };
    expect((await read(path)).outcomes).toEqual([outcome]);
    expect((await read(path, { text: true })).outcomes).toEqual([
      { ...outcome, text: "2 + 2?", key: "4", answer: "5" },
    ]);
    const table = { columns: { score: "evaluation.is_correct" } };
    expect((await read(path, { table })).outcomes[0]!.score).toBe(0);
  });

  it("score vectors with the items beside them, null being no result", async () => {
    const folder = temporaryFolder({
      "items.jsonl": '{"item": "q1", "subset": "a"}\n{"item": "q2", "subset": "b"}\n',
      "matrix.jsonl": '{"model":"m0","scores":[1,0.5]}\n{"model":"m1","scores":[null,0]}\n',
      "stats.json": "{}",
    });
    const { outcomes, summary } = await read(folder);
    expect(outcomes).toEqual([
      { model: "m0", benchmark: "a", item: "q1", score: 1 },
      { model: "m0", benchmark: "b", item: "q2", score: 0.5 },
      { model: "m1", benchmark: "b", item: "q2", score: 0 },
    ]);
    expect(summary!.ignored.map(({ path }) => path)).toEqual([join(folder, "stats.json")]);
  });

  it("columns under other names, telling which was taken for what", async () => {
    const table = { columns: { score: "points", item: "question", model: "llm" } };
    const path = temporaryFile("x.csv", "llm,question,points\nm0,q1,1\n");
    const { outcomes, summary } = await read(path, { table });
    expect(outcomes).toEqual([{ model: "m0", benchmark: "x", item: "q1", score: 1 }]);
    expect(summary!.notices).toEqual([
      {
        severity: "note",
        code: "mapping",
        message: `${path}: score = points, item = question, model = llm`,
      },
    ]);
  });

  it("a file without a model under the name that was given", async () => {
    const text = "item,score\nq1,1\n";
    expect(await rows("x.csv", text, { name: "m7" })).toEqual(["m7 x q1 1"]);
    expect(await failure("x.csv", text)).toMatchObject({ code: "name-the-model" });
  });

  it("benchmarks and trials from their columns", async () => {
    const { outcomes } = await read(
      temporaryFile(
        "x.csv",
        "model,subset,item,score,epoch\nm0,a,q1,1,1\nm0,a,q1,0,2\nm0,,q1,1,\n",
      ),
    );
    expect(outcomes).toEqual([
      { model: "m0", benchmark: "a", item: "q1", score: 1, trial: 1 },
      { model: "m0", benchmark: "a", item: "q1", score: 0, trial: 2 },
      { model: "m0", benchmark: "x", item: "q1", score: 1 },
    ]);
  });

  it("raw grades on the scale of their benchmark", async () => {
    const text = "model,benchmark,item,score\nm0,essay_1,q1,4\nm0,mark,q1,P\n";
    const scales = {
      "essay_*": { min: 0, max: 5 },
      mark: { labels: { C: 1, P: 0.5 } },
      none: "unit" as const,
    };
    const { outcomes, summary } = await read(temporaryFile("x.csv", text), { scales });
    expect(outcomes.map(({ score }) => score)).toEqual([0.8, 0.5]);
    expect(summary!.notices).toContainEqual({
      severity: "warning",
      code: "unmatched-option",
      message: 'The scale for "none" fits no benchmark.',
    });
  });

  it("any names of models and items", async () => {
    const names = ["__proto__", "constructor", "=cmd()", "../../etc/passwd", "a\u2028b", "ü😀"];
    const text = `model,item,score\n${names.map((name) => `"${name}","${name}",1`).join("\n")}\n`;
    const { outcomes, summary } = await read(temporaryFile("x.csv", text));
    expect(outcomes.map(({ model, item }) => [model, item])).toEqual(
      names.map((name) => [name, name]),
    );
    expect(summary!.benchmarks[0]).toMatchObject({ models: 6, items: 6 });
  });

  it("long texts that stand for items as hashes, and says so", async () => {
    const question = `${"Why? ".repeat(50)}"`;
    const hash = createHash("sha256").update(question).digest("hex");
    const text = `model,input,score\nm0,"${question.replaceAll('"', '""')}",1\nm0,q2,0\n`;
    const path = temporaryFile("x.csv", text);
    const { outcomes, summary } = await read(path);
    expect(outcomes[0]).toEqual({
      model: "m0",
      benchmark: "x",
      item: hash.slice(0, 16),
      score: 1,
      contentHash: hash,
    });
    expect(outcomes[1]!.item).toBe("q2");
    expect(summary!.notices.map(({ code }) => code)).toContain("item-identity");
    expect((await read(path, { text: true })).outcomes[0]!.text).toBe(question);
  });

  it("covariates into the metadata", async () => {
    const { outcomes } = await read(
      temporaryFile("x.csv", "model,item,score,cov_age,z\nm0,q1,1,7,8\n"),
    );
    expect(outcomes[0]!.metadata).toEqual({ cov_age: "7" });
  });

  it("only the benchmarks that are wanted; the others cannot cause a problem", async () => {
    const text = "model,benchmark,item,score\nm0,a,q1,1\nm0,b,q1,99\n";
    const wants = (benchmark: string): boolean => benchmark === "a";
    expect(await rows("x.csv", text, { wants })).toEqual(["m0 a q1 1"]);
    expect(await failure("x.csv", text, { wants: () => false })).toMatchObject({
      code: "no-outcomes",
      found: "only other benchmarks (a, b)",
    });
  });
});

describe("tables refuse", () => {
  it("a score off its scale, with its place, and clip nothing", async () => {
    const path = temporaryFile("scores.csv", `${LONG}m2,q17,1.2\n`);
    const { error, problems, outcomes, summary } = await read(path);
    expect(error!.message).toBe(
      `${path}:6: score 1.2 (model m2, item q17); expected 0 to 1. Nothing was clipped.`,
    );
    expect(error!.try).toBe("correct it, or give the scale in eip.yaml: scale: { min: 0, max: 5 }");
    expect(problems).toEqual([
      {
        severity: "fatal",
        code: "off-scale",
        message: error!.message,
        path,
        line: 6,
        try: error!.try,
      },
    ]);
    expect(outcomes.every(({ model }) => model !== "m2")).toBe(true);
    expect(summary).toBeUndefined();
  });

  it("a text that is no score, and say what to do about it", async () => {
    const error = await failure("x.csv", "model,item,score\nm0,q1,n/a\n");
    expect(error.found).toBe('score "n/a" (model m0, item q1)');
    expect(error.try).toContain('scale: { "n/a": 0 }');
    const wide = await failure("x.csv", "model,question,points\nm0,Why?,1\n");
    expect(wide.try).toContain("--columns item=NAME");
  });

  it.each([
    '{"model": "m0", "item": "q1", "score": Infinity}',
    '{"model": "m0", "item": "q1", "score": {"value": 1}}',
    '{"model": "m0", "item": "q1", "score": [1]}',
    '{"model": "m0", "item": "q1", "score": -1}',
  ])("a value that is no score: %s", async (line) => {
    expect(await failure("x.jsonl", `${line}\n`)).toMatchObject({ code: "off-scale" });
  });

  it("infinity by its name", async () => {
    const error = await failure("x.jsonl", '{"model": "m0", "item": "q1", "score": Infinity}\n');
    expect(error.found).toBe("score Infinity (model m0, item q1)");
  });

  it("a row with more or fewer fields than the header, with its line", async () => {
    for (const row of ["m9,q1", "m9,q1,1,1"]) {
      const path = temporaryFile("x.csv", `${LONG}${row}\n`);
      expect((await read(path)).error).toMatchObject({ code: "damaged", where: `${path}:6` });
    }
  });

  it("a quote that never ends, with its line", async () => {
    const path = temporaryFile("x.csv", `${LONG}m9,"q1,1\nm9,q2,1\n`);
    expect((await read(path)).error).toMatchObject({ code: "damaged", where: `${path}:6` });
  });

  it("two columns for one role, two of one name, and a table that says neither way", async () => {
    expect((await failure("x.csv", "model,item,score,resp\nm,q,1,1\n")).code).toBe("two-columns");
    expect((await failure("x.csv", "model,item,score,score\nm,q,1,1\n")).code).toBe("two-columns");
    expect((await failure("x.csv", "name,q1,q2\nm0,1,0\n")).code).toBe("which-way");
  });

  it("score vectors without their items, or of another length", async () => {
    const vector = '{"model":"m0","scores":[1,0]}\n';
    expect(await failure("m.jsonl", vector)).toMatchObject({ code: "not-found" });
    const folder = temporaryFolder({ "items.jsonl": '{"item": "q1"}\n', "m.jsonl": vector });
    expect((await read(join(folder, "m.jsonl"))).error).toMatchObject({
      code: "damaged",
      where: `${join(folder, "m.jsonl")}:1`,
      found: "2 scores",
    });
  });

  it("an item list with a line that cannot be read, since it would shift the others", async () => {
    const folder = temporaryFolder({
      "items.jsonl": '{"item": "q1"}\n{"item": "q2\n{"item": "q3"}\n',
      "m.jsonl": '{"model":"m0","scores":[1,0]}\n',
    });
    const { error, outcomes } = await read(join(folder, "m.jsonl"));
    expect(error).toMatchObject({ code: "damaged" });
    expect(outcomes).toEqual([]);
  });

  it("what is no table, each for its own reason", async () => {
    expect(await failure("x", "")).toMatchObject({ code: "empty" });
    expect(await failure("x", "PK\u0003\0")).toMatchObject({ code: "not-text" });
    expect(await failure("x.md", "# Title\n")).toMatchObject({ code: "unsupported" });
    expect(await failure("x.csv", "model,item,score\n")).toMatchObject({ code: "no-outcomes" });
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:2d71\nsize 12\n";
    expect(await failure("x.csv", pointer)).toMatchObject({
      code: "lfs-pointer",
      found: `a Git LFS pointer of ${pointer.length} bytes, not the file itself`,
      try: "git lfs pull",
    });
  });

  it("Parquet that breaks off, and Parquet of something else", async () => {
    const whole = parquet({ model: ["m0"], item: ["q1"], score: [1] });
    expect(await failure("x", whole.slice(0, -9))).toMatchObject({ code: "damaged" });
    expect(await failure("x", parquet({ a: [1], b: [2] }))).toMatchObject({ code: "which-way" });
  });

  it("logs of a harness, and name the program that reads them", async () => {
    const folder = temporaryFolder({
      "it's/a.jsonl": '{"spec": {"completion_fns": ["m"], "eval_name": "x.dev.v0"}}\n',
      "it's/b.jsonl": '{"spec": {"completion_fns": ["n"], "eval_name": "x.dev.v0"}}\n',
      "it's/notes.md": "# Notes\n",
    });
    const path = join(folder, "it's");
    const { error } = await read(path);
    expect(error!.code).toBe("other-harness");
    expect(error!.message).toBe(`${path}: these are OpenAI evals logs, not tables of scores.`);
    expect(error!.try).toBe(
      `npx @eip-eval/openai-evals-adapter rank '${path.replace("'", String.raw`'\''`)}'`,
    );
  });

  it("a folder with nothing in it, and one with nothing of use", async () => {
    expect((await read(temporaryFolder())).error).toMatchObject({
      code: "no-outcomes",
      found: "no files",
    });
    const { error } = await read(temporaryFolder({ "a.md": "# A\n", "b.md": "# B\n" }));
    expect(error!.message).toContain("2 times text that is no table");
  });

  it("a path that does not exist", async () => {
    const folder = temporaryFolder();
    const { error, problems } = await read(join(folder, "absent.csv"));
    expect(error!.code).toBe("not-found");
    expect(problems.map(({ severity, code }) => [severity, code])).toEqual([
      ["fatal", "not-found"],
    ]);
  });

  it("the first problem, when nobody listens", async () => {
    const path = temporaryFile("x.csv", `${LONG},q3,1\n`);
    const reading = async (): Promise<void> => {
      for await (const _ of tables.read([path]));
    };
    await expect(reading()).rejects.toMatchObject({ code: "damaged", where: `${path}:6` });
  });
});

describe("tables report and go on behind", () => {
  it("a row without model or item, and take no row number for an id", async () => {
    const path = temporaryFile("x.csv", `model,item,score\n,q1,1\nm0,,1\n,,\nm0,q2,1\n`);
    const { outcomes, problems } = await read(path);
    expect(outcomes).toHaveLength(1);
    expect(problems.map(({ severity, code, line }) => [severity, code, line])).toEqual([
      ["skipped", "damaged", 2],
      ["skipped", "damaged", 3],
    ]);
  });

  it("a line that is no JSON object", async () => {
    const path = temporaryFile(
      "x.jsonl",
      '{"model":"m0","item":"q1","score":1}\n[1]\n{"model":"m0","item":"q2","score":0}\n{"model":"m0","it',
    );
    const { outcomes, problems } = await read(path);
    expect(outcomes.map(({ item }) => item)).toEqual(["q1", "q2"]);
    expect(problems.map(({ severity, line }) => [severity, line])).toEqual([
      ["skipped", 2],
      ["skipped", 4],
    ]);
  });

  it("a line of 100 MB", async () => {
    const path = join(temporaryFolder(), "x.jsonl");
    const file = createWriteStream(path);
    file.write('{"model":"m0","item":"q1","score":1}\n{"model":"m0","item":"');
    for (let written = 0; written < 100; written += 1) {
      if (!file.write(Buffer.alloc(2 ** 20, "x"))) await once(file, "drain");
    }
    file.end('","score":1}\n{"model":"m0","item":"q3","score":0}\n');
    await once(file, "close");
    const { outcomes, problems } = await read(path);
    expect(outcomes.map(({ item }) => item)).toEqual(["q1", "q3"]);
    expect(problems).toMatchObject([{ severity: "skipped", code: "too-large", line: 2 }]);
  });

  it("packed data that break off; what was read before them counts", async () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, index) => `m0,q${index * 7919},${index % 2}\n`,
    );
    const packed = gzipSync(`model,item,score\n${lines.join("")}`);
    const path = temporaryFile("x.csv.gz", packed.subarray(0, packed.length / 2));
    const { outcomes, problems, summary } = await read(path);
    expect(outcomes.length).toBeGreaterThan(1000);
    expect(outcomes.length).toBeLessThan(100_000);
    expect(problems).toMatchObject([{ severity: "skipped", code: "damaged", path }]);
    expect(summary!.filesRead).toBe(1);
  });

  it("a pointer in a folder, and a file that was named but is no table", async () => {
    const folder = temporaryFolder({
      "long.csv": LONG,
      "big.csv": "version https://git-lfs.github.com/spec/v1\noid sha256:2d71\nsize 12\n",
      "notes.md": "# Notes\n",
    });
    const { outcomes, problems } = await read([folder, join(folder, "notes.md")]);
    expect(outcomes).toHaveLength(4);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ["lfs-pointer", join(folder, "big.csv")],
      ["unsupported", join(folder, "notes.md")],
    ]);
  });
});

describe("tables in a folder", () => {
  it("are found among other files, which are listed with a reason", async () => {
    const folder = temporaryFolder({
      "a/long.csv": LONG,
      "logs/x.jsonl": '{"spec": {"completion_fns": ["m"], "eval_name": "x.dev.v0"}}\n',
      "people.csv": "name,city\nAda,London\nAlan,Wilmslow\n",
      "questions.csv": "input,target\nWhy?,because\nHow?,so\n",
      "totals.csv": "model,score\nm0,0.5\n",
      "empty.csv": "",
    });
    symlinkSync(folder, join(folder, "a/loop"));
    const { outcomes, problems, summary } = await read(folder);
    expect(outcomes).toHaveLength(4);
    expect(problems).toEqual([]);
    expect(summary).toMatchObject({ adapter: "tables", filesFound: 6, filesRead: 1 });
    const reasons = summary!.ignored.map(({ path, reason }) => [
      path.slice(folder.length + 1),
      reason,
    ]);
    expect(reasons).toEqual([
      ["empty.csv", "an empty file"],
      ["logs/x.jsonl", "OpenAI evals logs; npx @eip-eval/openai-evals-adapter reads them"],
      ["people.csv", "text that is no table"],
      ["questions.csv", "a table without scores"],
      ["totals.csv", 'no column names the item of each "score"; totals cannot be taken apart'],
    ]);
  });

  it("still have to say which way they are to be read", async () => {
    const folder = temporaryFolder({ "a.csv": LONG, "b.csv": "name,q1,q2\nm0,1,0\nm1,0,0\n" });
    expect((await read(folder)).error).toMatchObject({
      code: "which-way",
      where: join(folder, "b.csv"),
    });
  });
});

describe("the summary of tables", () => {
  it("counts models and items, and means over what was graded, in any order of rows", async () => {
    const shuffled = `model,item,score\n${LONG.trim().split("\n").slice(1).toReversed().join("\n")}\n`;
    const [one, other] = [
      await read(temporaryFile("long.csv", LONG)),
      await read(temporaryFile("long.csv", shuffled)),
    ];
    expect(one.summary!.benchmarks).toEqual([
      {
        benchmark: "long",
        metric: "score",
        filter: "none",
        models: 2,
        items: 2,
        alternatives: [],
        means: [
          { model: "m0", mean: 0.5, harnessMean: null, agrees: null },
          { model: "m1", mean: 0.5, harnessMean: null, agrees: null },
        ],
      },
    ]);
    expect(other.summary!.benchmarks).toEqual(one.summary!.benchmarks);
    expect(one.summary!.runs.map(({ model, items, used }) => [model, items, used])).toEqual([
      ["m0", 2, true],
      ["m1", 2, true],
    ]);
  });

  it("counts an item once that was tried often", async () => {
    const text = "model,item,score,trial\nm0,q1,1,0\nm0,q1,0,1\nm0,q2,1,0\n";
    const { summary } = await read(temporaryFile("x.csv", text));
    expect(summary!.runs[0]!.items).toBe(2);
  });

  it("names one mapping once for all files that share it", async () => {
    const { summary } = await read(
      temporaryFolder({ "a.csv": LONG, "b.csv": LONG, "c.csv": LONG }),
    );
    const mappings = summary!.notices.filter(({ code }) => code === "mapping");
    expect(mappings.map(({ message }) => message.replace(/^.*\//, ""))).toEqual([
      "a.csv and 2 more: model = model, item = item, score = score",
    ]);
  });

  it("warns of a column that no table has", async () => {
    const { summary } = await read(temporaryFile("x.csv", LONG), {
      table: { columns: { score: "rsp" } },
    });
    expect(summary!.notices.map(({ message }) => message)).toContain(
      'No table has a column called "rsp".',
    );
  });

  it("follows progress to the last byte", async () => {
    const steps: number[] = [];
    const path = temporaryFile("x.csv", LONG);
    await read(path, {
      onProgress: ({ bytes, totalBytes, file }) => {
        expect([totalBytes, file]).toEqual([LONG.length, path]);
        steps.push(bytes);
      },
    });
    expect(steps.at(-1)).toBe(LONG.length);
  });
});

describe("reading tables", () => {
  it("gives the same twice and can be left early", async () => {
    const path = temporaryFile("x.csv", LONG);
    for await (const outcome of tables.read([path])) {
      expect(outcome.item).toBe("q1");
      break;
    }
    expect((await read(path)).outcomes).toEqual((await read(path)).outcomes);
  });

  it("ends with the reason of the signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const text = `model,item,score\n${"m0,q1,1\n".repeat(500_000)}`;
    const reading = async (): Promise<void> => {
      for await (const _ of tables.read([temporaryFile("x.csv", text)], {
        signal: controller.signal,
      })) {
        controller.abort(reason);
      }
    };
    await expect(reading()).rejects.toBe(reason);
  });
});

describe.skipIf(!sharedData.isHere)(`real matrices (${sharedData.reason})`, () => {
  interface ModelMean {
    readonly model: string;
    readonly n: number;
    readonly mean: number;
  }

  it.each([
    ["zeroeval/gsm", "long.csv.gz", 44, 1319],
    ["zeroeval/gsm", "matrix.jsonl", 44, 1319],
    ["zeroeval/math-l5", "matrix.jsonl", 43, 721],
    ["mmlu-pro-tiger", "matrix.jsonl", 29, 12_032],
    ["merged-sparse", "matrix.jsonl", 83, 4044],
  ])(
    "%s/%s has the models, items and means that its list says",
    async (folder, file, models, items) => {
      const { outcomes, problems } = await read(sharedData.path("matrices", folder, file));
      const list = sharedData.path("matrices", folder, "models.json");
      const expected = JSON.parse(readFileSync(list, "utf8")) as ModelMean[];
      const found = new Map<string, { n: number; sum: number }>();
      for (const { model, score } of outcomes) {
        const { n, sum } = found.get(model) ?? { n: 0, sum: 0 };
        found.set(model, { n: n + 1, sum: sum + score! });
      }
      expect(problems).toEqual([]);
      expect([found.size, new Set(outcomes.map(({ item }) => item)).size]).toEqual([models, items]);
      expect(expected).toHaveLength(models);
      for (const { model, n, mean } of expected) {
        expect([model, found.get(model)!.n]).toEqual([model, n]);
        expect(Math.abs(found.get(model)!.sum / n - mean)).toBeLessThan(1e-5);
      }
    },
  );

  it("CSV and vectors of one matrix agree cell by cell", async () => {
    const cells = async (file: string): Promise<string[]> => {
      const { outcomes } = await read(sharedData.path("matrices/zeroeval/gsm", file));
      return outcomes.map(({ model, item, score }) => `${model} ${item} ${score}`).toSorted();
    };
    expect(await cells("long.csv.gz")).toEqual(await cells("matrix.jsonl"));
  });

  it.each([
    ["lm-eval", "npx @eip-eval/lm-eval-adapter"],
    ["openai-evals", "npx @eip-eval/openai-evals-adapter"],
    ["hf/repos/open-llm-leaderboard-old", "npx @eip-eval/hf-adapter"],
  ])("the logs in %s are for %s", async (folder, program) => {
    const { error } = await read(sharedData.path(folder));
    expect(error!.code).toBe("other-harness");
    expect(error!.try!.startsWith(`${program} rank `)).toBe(true);
  });
});
