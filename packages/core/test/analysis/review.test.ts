import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { auditItems } from "../../src/analysis/audit.ts";
import { expectedHitRate, reviewList } from "../../src/analysis/review.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { madePool, plantedPool } from "./pools.ts";

function reviewed(matrix: ReturnType<typeof matrixFromRows>) {
  const audit = auditItems({ matrix, fit: propagate(matrix) });
  return { audit, review: reviewList(matrix, audit) };
}

describe("reviewList", () => {
  const { matrix, wrong } = plantedPool();
  const { audit, review } = reviewed(matrix);

  it("has all 23 planted wrong keys that are kept among its first 25", () => {
    const kept = [...wrong].filter((item) => audit.items[item]!.dropped === null);
    const hits = review.slice(0, 25).filter(({ item }) => wrong.has(item));
    expect(kept).toHaveLength(23);
    expect(hits).toHaveLength(23);
  });
  it("goes by evidence, then names what every model failed", () => {
    const evidence = review.map(({ item }) => audit.items[item]!.evidence);
    const kept = evidence.filter((value) => value !== null);
    expect(kept).toEqual(kept.toSorted((a, b) => b - a));
    expect(kept.every((value) => value > 0)).toBe(true);
    expect(evidence.slice(kept.length).every((value) => value === null)).toBe(true);
    expect(
      review.slice(kept.length).every(({ reason }) => reason === "failed by every model"),
    ).toBe(true);
    expect(review.length - kept.length).toBe(
      audit.items.filter(({ dropped }) => dropped === "all-failed").length,
    );
  });
  it("gives a reason each, and what the best and the weakest third did", () => {
    expect(review[0]).toMatchObject({
      suspicion: "key",
      reason: "key: over 99 % likely wrong",
      strong: { asked: 13 },
      weak: { asked: 13 },
    });
    expect(review[0]!.strong.earned).toBeLessThan(review[0]!.weak.earned);
    for (const { item, suspicion } of review) {
      const likely = (audit.items[item]!.probability ?? 0) > 0.5;
      expect(suspicion === "key").toBe(likely);
    }
  });
  it("says when the evidence is weak", () => {
    const models = 12;
    const rows = Array.from({ length: models }, (_, model) =>
      Array.from({ length: 61 }, (__, item) =>
        item === 60 ? Number(2 * model < models) : Number((item * models) / 60 < model + 0.5),
      ),
    );
    const [first] = reviewed(matrixFromRows(rows)).review;
    expect(first).toMatchObject({ item: 60, suspicion: "key" });
    expect(first!.reason).toMatch(/ likely wrong \(weak: 12 models\)$/);
  });
  it("lists the later of two copies once, at the end", () => {
    const { rows } = madePool(1, { models: 100, items: 120 });
    const copies = reviewed(matrixFromRows(rows.map((row) => [...row, row[0]]))).review.filter(
      ({ suspicion }) => suspicion === "duplicate",
    );
    expect(copies).toMatchObject([{ item: 120, reason: "duplicate of q0" }]);
  });
  it("counts items that all failed who were asked", () => {
    const list = reviewed(
      matrixFromRows([
        [0, 1, 0],
        [0, 0, 1],
        [undefined, 1, 0],
      ]),
    ).review;
    expect(list.find(({ item }) => item === 0)).toMatchObject({
      suspicion: "failed-by-all",
      reason: "failed by all 2 models asked",
    });
  });
});

describe("expectedHitRate", () => {
  it("is the simulated share at the simulated sizes", () => {
    expect(
      [5, 10, 20, 40, 80].map((models) => expectedHitRate(models, { guessing: true })),
    ).toEqual([0.21, 0.35, 0.6, 0.7, 0.87]);
    expect(
      [5, 10, 20, 40, 80].map((models) => expectedHitRate(models, { guessing: false })),
    ).toEqual([0.38, 0.59, 0.77, 0.87, 0.94]);
  });
  it("is interpolated between them, and grows with the pool", () => {
    expect(expectedHitRate(38, { guessing: true })).toBeCloseTo(0.69, 2);
    for (let models = 6; models <= 200; models += 1) {
      for (const guessing of [true, false]) {
        expect(expectedHitRate(models, { guessing })!).toBeGreaterThanOrEqual(
          expectedHitRate(models - 1, { guessing })!,
        );
      }
    }
  });
  it("is unknown below five models, and constant above eighty", () => {
    expect(expectedHitRate(4, { guessing: true })).toBeNull();
    expect(expectedHitRate(500, { guessing: false })).toBe(0.94);
  });
});

/** A folder with public matrices, beside the checkout or where EIP_MATRICES says. */
const matrices = process.env["EIP_MATRICES"] ?? "../shared/data/matrices";
const gsm8k = join(matrices, "zeroeval/gsm/matrix.jsonl");

describe.skipIf(!existsSync(gsm8k))("GSM8K, 43 models of ZeroEval", () => {
  it("flags 22 items, and 85 % of those that tell models apart are saturated", () => {
    const lines = readFileSync(gsm8k, "utf8").trim().split("\n");
    const complete = lines
      .map((line) => JSON.parse(line) as { model: string; scores: (number | null)[] })
      .filter(({ scores }) => !scores.includes(null));
    expect(complete).toHaveLength(43);
    const { audit } = reviewed(matrixFromRows(complete.map(({ scores }) => scores)));
    const count = (flag: string) =>
      audit.items.filter(({ flags }) => (flags as string[]).includes(flag)).length;
    const kept = audit.items.filter(({ dropped }) => dropped === null).length;
    expect(count("likely-wrong-key")).toBe(22);
    expect(count("near-duplicate")).toBe(0);
    expect(count("saturated") / kept).toBeCloseTo(0.85, 2);
  });
});
