import { createHash } from "node:crypto";
import { join } from "node:path";
import type { EipError, GradedRun, Problem } from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import {
  detailsRun,
  detailsRunOfFile,
  type DetailsAbout,
  type DetailsOptions,
} from "../src/details-run.ts";
import { freshFolder } from "./support/folder.ts";
import { parquetOf, sourceOf, writeBytes, type Row } from "./support/parquet-of.ts";

const folder = freshFolder();

interface Reading {
  readonly run?: GradedRun;
  readonly error?: EipError;
  readonly problems: Problem[];
}

async function read(
  rows: readonly Row[],
  about: Partial<DetailsAbout> = {},
  options: DetailsOptions = {},
): Promise<Reading> {
  const problems: Problem[] = [];
  const place = { model: "acme/ant", benchmark: "sums|0", source: "x.parquet", ...about };
  try {
    const run = await detailsRun(sourceOf(parquetOf(rows, 2)), {
      about: place,
      options: { onProblem: (problem) => problems.push(problem), ...options },
    });
    return { run, problems };
  } catch (error) {
    return { error: error as EipError, problems };
  }
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const v1 = (at: number, grades: Row, example = `Question ${at} of several words`): Row => ({
  example,
  full_prompt: "p",
  hashes: { example: `h${at}`, full_prompt: "f" },
  ...grades,
});
const old = (at: number, metrics: unknown): Row => ({
  example: `Question ${at}`,
  full_prompt: "p",
  metrics,
  specifics: { a: "b" },
});
const young = (at: number, metric: unknown, id = ""): Row => ({
  doc: { query: `Question ${at}`, id },
  metric,
  model_response: { text: ["x"] },
});

describe("details of the first leaderboard", () => {
  it.each([
    ["columns of their own", (acc: number, norm: number) => ({ acc, acc_norm: norm })],
    ["a struct", (acc: number, norm: number) => ({ metrics: { acc, acc_norm: norm } })],
    [
      "columns with dots in their names",
      (acc: number, norm: number) => ({ "metrics.acc": acc, "metrics.acc_norm": norm }),
    ],
  ])("are read with grades in %s", async (_, grades) => {
    const rows = [v1(0, grades(0, 1)), v1(1, grades(1, 1)), v1(2, grades(1, 0))];
    const { run } = await read(rows, { benchmark: "arc:challenge|25", run: "2023-09-15T09-53-02" });
    expect(run).toMatchObject({
      model: "acme/ant",
      benchmark: "arc:challenge|25",
      run: "2023-09-15T09-53-02",
      rows: 3,
      items: ["0", "1", "2"],
      contentHashes: ["h0", "h1", "h2"],
      hashKind: "hashes.example",
      metrics: [
        { metric: "acc_norm", filter: "none" },
        { metric: "acc", filter: "none" },
      ],
      scores: [
        [1, 1, 0],
        [0, 1, 1],
      ],
    });
  });

  it("name items by the ids of the data set where the file has them", async () => {
    const ids = await read([0, 1, 2].map((at) => v1(at, { acc: 1 }, `Mercury_${at}`)));
    expect(ids.run!.items).toEqual(["Mercury_0", "Mercury_1", "Mercury_2"]);
    const twice = await read([0, 1, 2].map((at) => v1(at, { acc: 1 }, `Mercury_${at % 2}`)));
    expect(twice.run!.items).toEqual(["0", "1", "2"]);
  });

  it("have a usual metric for each task", async () => {
    const rows = [v1(0, { metrics: { mc1: 1, mc2: 0.25 } })];
    const { run } = await read(rows, {
      benchmark: "truthfulqa:mc|0",
      task: "harness|truthfulqa:mc|0",
    });
    expect(run!.metrics[0]!.metric).toBe("mc2");
    expect(run!.scores[0]).toEqual([0.25]);
  });
});

describe("details of lighteval", () => {
  it("are read where every column is Python", async () => {
    const rows = [
      "{'em': 1.0, 'qem': nan}",
      "{'em': 0.0, 'qem': np.float64(1.0)}",
      "{'em': True, 'qem': None}",
    ].map((text, at) => old(at, text));
    const { run } = await read(rows);
    expect(run).toMatchObject({
      metrics: [{ metric: "em" }, { metric: "qem" }],
      scores: [
        [1, 0, 1],
        [null, 1, null],
      ],
      hashKind: "example",
      contentHashes: [0, 1, 2].map((at) => sha256(`Question ${at}`)),
    });
  });

  it("are read where columns are nested, with whole numbers, lists and gaps", async () => {
    const rows = [
      old(0, { prompt_level_strict_acc: 0n, inst_level_strict_acc: [true, false], loose: null }),
      old(1, { prompt_level_strict_acc: 1n, inst_level_strict_acc: [true], loose: true }),
      old(2, null),
    ];
    const { run } = await read(rows, { benchmark: "ifeval|0" });
    expect(run).toMatchObject({
      metrics: [
        { metric: "prompt_level_strict_acc" },
        { metric: "inst_level_strict_acc" },
        { metric: "loose" },
      ],
    });
    expect(run!.scores).toEqual([
      [0, 1, undefined],
      [0.5, 1, undefined],
      [null, 1, undefined],
    ]);
  });

  it("of today have ids, or none", async () => {
    const named = await read(
      ["a", "b", "c"].map((id, at) => young(at, { extractive_match: 1 }, id)),
    );
    expect(named.run).toMatchObject({
      items: ["a", "b", "c"],
      hashKind: "query",
      contentHashes: [sha256("Question 0"), sha256("Question 1"), sha256("Question 2")],
    });
    const unnamed = await read([0, 1, 2].map((at) => young(at, { extractive_match: 1 })));
    expect(unnamed.run!.items).toEqual(["0", "1", "2"]);
  });

  it("rank what a task usually counts before repeated answers", async () => {
    const { run } = await read([
      young(0, { "maj@8": 0.5, "pass@k:k=1&n=4": 0.25, extractive_match: 1 }),
    ]);
    expect(run!.metrics.map(({ metric }) => metric)).toEqual([
      "extractive_match",
      "maj@8",
      "pass@k:k=1&n=4",
    ]);
  });
});

describe("a metric", () => {
  it("with a value off the scale is no score, and is left out", async () => {
    const { run } = await read([
      old(0, { acc: 1, length: 12, ppl: 0.5 }),
      old(1, { acc: 0, length: 0, ppl: 0.5 }),
    ]);
    expect(run!.metrics).toEqual([{ metric: "acc", filter: "none" }]);
  });

  it("that is none leaves no file without its name in the refusal", async () => {
    const { error } = await read([old(0, { length: 12.5 }), old(1, { length: 3 })]);
    expect(error).toMatchObject({
      code: "not-an-item-score",
      where: "x.parquet",
      found: '"length" ranges from 3 to 12.5, not from 0 to 1',
    });
    const lists = await read([old(0, { golds: ["a", "b"], mcc: 0.5 })]);
    expect(lists.error!.found).toBe(
      '"golds" is a list, not a number from 0 to 1; "mcc" is no score from 0 to 1 with more for better answers',
    );
  });

  it("that is null for every item was never graded", async () => {
    const { error } = await read([old(0, "{'acc': nan}"), old(1, "{'acc': None}")]);
    expect(error!.code).toBe("predictions-only");
  });

  it("must be chosen where several are possible and none is usual", async () => {
    const rows = [old(0, { rouge1: 0.5, rouge2: 0.25 })];
    const { error } = await read(rows);
    expect(error).toMatchObject({ code: "choose-metric", try: "--metric 'sums|0=rouge1'" });
    const { run } = await read(rows, {}, { metrics: { "sums*": "rouge2" } });
    expect(run!.metrics.map(({ metric }) => metric)).toEqual(["rouge2", "rouge1"]);
    const { error: unknown } = await read(rows, {}, { metrics: { "*": "acc" } });
    expect(unknown).toMatchObject({ code: "not-an-item-score", found: 'no metric "acc"' });
  });

  it("has the scale that the user gives", async () => {
    const rows = [old(0, { mark: 5, acc: 1 }), old(1, { mark: 0, acc: 0 })];
    const { run } = await read(
      rows,
      {},
      { metrics: { "*": "mark" }, scales: { "*": { min: 0, max: 10 } } },
    );
    expect(run!.metrics[0]!.metric).toBe("mark");
    expect(run!.scores).toEqual([
      [0.5, 0],
      [1, 0],
    ]);
  });
});

describe("what cannot be read", () => {
  it("is a problem with file and row, and never a score", async () => {
    const texts = ["{'acc': 1.0}", "{'acc': array(", "{'acc': 0.0}", "oops", "{'acc': 'n/a'}"];
    const { run, problems } = await read(texts.map((text, at) => old(at, text)));
    expect(run).toMatchObject({ items: ["0", "2", "4"], rows: 3, scores: [[1, 0, undefined]] });
    expect(problems.map(({ message, severity, path }) => ({ message, severity, path }))).toEqual([
      {
        severity: "skipped",
        path: "x.parquet",
        message:
          "x.parquet, row 1: metrics that cannot be read at character 9; expected plain data, not array(…); and 1 more such row.",
      },
      {
        severity: "skipped",
        path: "x.parquet",
        message: 'x.parquet, row 4: "acc" is a text ("n/a"), not a number from 0 to 1.',
      },
    ]);
  });

  it("is thrown where nobody listens", async () => {
    const { error } = await read(
      [old(0, "{'acc': 1.0}"), old(1, "oops")],
      {},
      { onProblem: undefined },
    );
    expect(error!.code).toBe("unreadable");
  });

  it("is Parquet without grades", async () => {
    const { error } = await read([{ question: "q", fullname: "m" }]);
    expect(error).toMatchObject({
      code: "unsupported",
      found: "Parquet with the columns question, fullname",
    });
  });
});

describe("a run", () => {
  it("carries what the results file says", async () => {
    const results = { expected: 40, means: new Map([["acc,none", 0.5]]) };
    const { run } = await read([old(0, { acc: 1 })], {
      results,
      sourceHash: "sha256:ab",
      source: "org/repo/x.parquet",
    });
    expect(run).toMatchObject({
      expected: 40,
      harnessMeans: { "acc,none": 0.5 },
      sourceHash: "sha256:ab",
      source: "org/repo/x.parquet",
    });
  });

  it("of the same items has the same fingerprint in any order", async () => {
    const rows = [0, 1, 2].map((at) => v1(at, { acc: 1 }, `id_${at}`));
    const [one, other, less] = await Promise.all([
      read(rows),
      read(rows.toReversed()),
      read(rows.slice(1)),
    ]);
    expect(one.run!.fingerprint).toBe(other.run!.fingerprint);
    expect(one.run!.fingerprint).not.toBe(less.run!.fingerprint);
  });

  it("comes from samples of the harness as well, under the names of the repository", async () => {
    const record = (id: number, acc: string): string =>
      `{"doc_id": ${id}, "doc": {"q": "q${id}"}, "target": "A", "arguments": [], "resps": [["x"]], "filtered_resps": ["x"], "doc_hash": "h${id}", "acc_norm": ${acc}}`;
    const path = join(folder.path, "samples_leaderboard_bbh_snarks_2024-07-18T23-44-05.jsonl");
    await writeBytes(path, [record(0, "1.0"), record(1, "NaN"), record(2, "0.0")].join("\n"));
    const about = {
      model: "acme/ant",
      benchmark: "leaderboard_bbh_snarks",
      run: "2024-07-18T23-44-05",
      source: "org/acme__ant-details/s.jsonl",
    };
    const run = await detailsRunOfFile(path, { about });
    expect(run).toMatchObject({
      ...about,
      items: ["0", "1", "2"],
      contentHashes: ["h0", "h1", "h2"],
      hashKind: "lm-eval",
      scores: [[1, null, 0]],
      metrics: [{ metric: "acc_norm", filter: "none" }],
    });
  });
});
