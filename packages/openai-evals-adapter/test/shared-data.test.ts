import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Outcome } from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import { openaiEvalsWith } from "../src/index.ts";
import { byItem, graded, mean, readAll, type ReadResult } from "./support/read.ts";

// Real logs under licences that allow tests, but not copies in this repository.
const root = resolve(import.meta.dirname, "../../../../shared/data/openai-evals");

interface Scores {
  readonly rule: string;
  readonly outcomes: number;
  readonly missing: number;
  readonly meanScore: number | null;
  readonly scores?: Readonly<Record<string, number | null>>;
  readonly missingItems?: readonly string[];
}

interface ExpectedFile extends Scores {
  readonly model: string;
  readonly grader: string | null;
  readonly servedModel: string | null;
  readonly benchmark: string;
  readonly runId: string;
  readonly items: number;
  readonly duplicates: number;
  readonly finalReport: unknown;
  readonly refuse?: { readonly keys: readonly string[]; readonly choicesSeen: readonly string[] };
  readonly alternatives?: readonly Scores[];
}

interface ExpectedGroup {
  readonly files: readonly string[];
  readonly rule: string;
  readonly models: readonly string[];
  readonly benchmark: string;
  readonly itemsInAll: number;
  readonly itemsInAny: number;
  readonly promptsAgree: boolean;
  readonly itemsWithDifferingScores: number;
  readonly itemsAllOne: number;
  readonly itemsAllZero: number;
  readonly meanScores: readonly number[];
}

const isHere = existsSync(resolve(root, "expected.json"));
const expected: { files: Record<string, ExpectedFile>; groups: Record<string, ExpectedGroup> } =
  isHere
    ? JSON.parse(readFileSync(resolve(root, "expected.json"), "utf8"))
    : { files: {}, groups: {} };

it.skipIf(isHere)(`real logs are not tested: there is no ${root}`, () => {});

/** What to ask for each rule in the list. */
const REQUESTS: Readonly<Record<string, string | undefined>> = {
  "match.correct": undefined,
  "metrics.score": undefined,
  "metrics.f1_score": "f1_score",
  "mean of criteria Y/N": undefined,
  "one item per criterion": "criteria,each",
  "metrics.score, __invalid__ missing": "score,valid",
};
const MAP = 'choice map {"A": 0, "B": 1, "C": 1, "D": 0, "E": 1}';

function readBy(rule: string, files: readonly string[]): Promise<ReadResult> {
  const asked = REQUESTS[rule];
  return readAll(
    files.map((file) => resolve(root, file)),
    {
      ...(asked === undefined ? {} : { metrics: { "*": asked } }),
      ...(rule === MAP ? { scales: { "*": { labels: { A: 0, B: 1, C: 1, D: 0, E: 1 } } } } : {}),
    },
  );
}

function expectScores(outcomes: readonly Outcome[], want: Scores): void {
  expect(graded(outcomes)).toHaveLength(want.outcomes);
  expect(outcomes.length - graded(outcomes).length).toBe(want.missing);
  if (want.meanScore !== null) expect(mean(graded(outcomes))).toBeCloseTo(want.meanScore, 12);
  if (want.scores) {
    const scores = byItem(outcomes);
    expect(Object.keys(scores).toSorted()).toEqual(Object.keys(want.scores).toSorted());
    for (const [item, score] of Object.entries(want.scores)) {
      if (score === null) expect(scores[item]).toBeNull();
      else expect(scores[item]).toBeCloseTo(score, 12);
    }
  }
  for (const item of want.missingItems ?? []) expect(byItem(outcomes)[item]).toBeNull();
}

describe.runIf(isHere)("files", () => {
  for (const [file, want] of Object.entries(expected.files)) {
    it(file, async () => {
      const { outcomes, summary, error, problems } = await readBy(want.rule, [file]);
      expect(problems.filter(({ severity }) => severity === "skipped")).toEqual([]);
      if (want.items === 0) {
        expect(outcomes).toEqual([]);
        expect(error!.code).toBe(want.finalReport === null ? "no-outcomes" : "no-item-logs");
        return;
      }
      if (want.refuse) {
        expect(error!.code).toBe("not-an-item-score");
        for (const key of want.refuse.keys) expect(error!.message).toContain(`metrics.${key}`);
        for (const choice of want.refuse.choicesSeen)
          expect(error!.message).toContain(`"${choice}"`);
        return;
      }
      expect(error).toBeUndefined();
      expectScores(outcomes, want);
      const { model, benchmark, runId, grader, servedModel } = want;
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ model, benchmark, run: runId });
        expect(outcome.metadata?.["grader"] ?? null).toBe(grader);
        expect(outcome.metadata?.["served"] ?? null).toBe(servedModel);
      }
      const [check] = summary!.benchmarks[0]!.means;
      expect(check!.agrees).toBe(want.finalReport === null ? null : true);
      expect(summary!.notices.map(({ code }) => code)).not.toContain("metric-mismatch");
    });

    for (const other of want.alternatives ?? []) {
      it(`${file}: ${other.rule}`, async () => {
        const { outcomes, error } = await readBy(other.rule, [file]);
        expect(error).toBeUndefined();
        expectScores(outcomes, other);
      });
    }

    if (want.servedModel === null) continue;
    it(`${file}: the served snapshot as the label`, async () => {
      const { outcomes } = await readAll([resolve(root, file)], {
        adapter: openaiEvalsWith({ label: "served" }),
      });
      expect(new Set(outcomes.map(({ model }) => model))).toEqual(new Set([want.servedModel]));
    });
  }
});

describe.runIf(isHere)("groups", () => {
  for (const [name, want] of Object.entries(expected.groups)) {
    it(name, async () => {
      const { outcomes, summary, error } = await readBy(want.rule, want.files);
      expect(error).toBeUndefined();
      expect(new Set(outcomes.map(({ model }) => model))).toEqual(new Set(want.models));
      expect(summary!.benchmarks).toMatchObject([
        { benchmark: want.benchmark, items: want.itemsInAny, models: new Set(want.models).size },
      ]);
      const codes = summary!.notices.map(({ code }) => code);
      expect(codes.includes("prompt-differs")).toBe(!want.promptsAgree);
      const rows = rowsOf(outcomes);
      expect(rows).toHaveLength(want.models.length);
      expect(rows.map((row) => mean([...row.values()])).toSorted(ascending)).toEqual(
        want.meanScores.toSorted(ascending).map((score) => expect.closeTo(score, 12)),
      );
      const shared = [...rows[0]!.keys()].filter((item) => rows.every((row) => row.has(item)));
      const columns = shared.map((item) => rows.map((row) => row.get(item)!));
      const count = (fits: (column: readonly number[]) => boolean): number =>
        columns.filter(fits).length;
      expect(shared).toHaveLength(want.itemsInAll);
      expect(count((column) => new Set(column).size > 1)).toBe(want.itemsWithDifferingScores);
      expect(count((column) => column.every((score) => score === 1))).toBe(want.itemsAllOne);
      expect(count((column) => column.every((score) => score === 0))).toBe(want.itemsAllZero);
    });
  }

  function ascending(a: number, b: number): number {
    return a - b;
  }

  /** Scores by item, one row per run. */
  function rowsOf(outcomes: readonly Outcome[]): Map<string, number>[] {
    const rows = new Map<string, Map<string, number>>();
    for (const { run, item, score } of outcomes) {
      const row = rows.get(run!) ?? new Map<string, number>();
      rows.set(run!, row.set(item, score!));
    }
    return [...rows.values()];
  }

  it("two runs of one model are trials of it", async () => {
    const { files } = expected.groups["mini-two-runs-of-one-model"]!;
    const { outcomes, summary } = await readBy("match.correct", files);
    const trials = outcomes.map(({ run, trial }) => `${run} ${trial}`);
    expect(new Set(trials)).toEqual(new Set(["261129203706QDWNRYUO 0", "261129203713A4BLWKGO 1"]));
    expect(summary!.notices).toMatchObject([
      { code: "rerun", models: ["gpt-4-0613"] },
      { code: "partial-run", message: expect.stringContaining("50 of 120 items") },
    ]);
  });
});

describe.runIf(isHere)("the whole folder", () => {
  it("every file is read, refused or ignored", async () => {
    const { outcomes, summary, problems, error } = await readAll([root]);
    expect(error).toBeUndefined();
    expect(summary).toMatchObject({ filesFound: 24, filesRead: 22 });
    expect(summary!.ignored).toHaveLength(2);
    expect(problems).toMatchObject([{ severity: "skipped", code: "not-an-item-score" }]);
    expect(summary!.runs.filter(({ used }) => !used)).toHaveLength(2);
    const checks = summary!.benchmarks.flatMap(({ means }) => means);
    expect(checks.every(({ agrees }) => agrees !== false)).toBe(true);
    expect(outcomes).toHaveLength(1043);
  });
});

describe.skipIf(!isHere)("a strict reading of real logs", () => {
  const logs = isHere
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:md|py)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

  it.each(logs)("finds the same in %s", async (path) => {
    const usual = await readAll([path]);
    expect(usual).toEqual(await readAll([path], { strict: true }));
  });

  it("finds the same in all of them together", async () => {
    for (const { name } of readdirSync(root, { withFileTypes: true })) {
      const usual = await readAll([join(root, name)]);
      expect(usual).toEqual(await readAll([join(root, name)], { strict: true }));
    }
  });
});
