import { describe, expect, it } from "vitest";
import { keyErrorProbability, keyEvidence } from "../../src/analysis/wrong-keys.ts";
import { observedCells } from "../../src/estimate/observed-cells.ts";
import { rasch, type LogitScale } from "../../src/estimate/rasch.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { madePool } from "./pools.ts";

function evidenceOf(matrix: ResponseMatrix, chance?: number) {
  const fit = rasch(matrix);
  const cells = observedCells(matrix, fit.keptItems);
  const levels =
    chance === undefined ? undefined : new Float64Array(fit.keptItems.length).fill(chance);
  return { items: fit.keptItems, ...keyEvidence(cells, fit, levels) };
}

/** The definition, sum by sum, for one item with the given answers. */
function byDefinition(
  answers: readonly (readonly [ability: number, score: number])[],
  grid: { mu: number; sigma: number; chance: number },
) {
  const slopes = [
    [0.6, 0.25],
    [1, 0.5],
    [1.6, 0.25],
  ] as const;
  const us = Array.from({ length: 41 }, (_, i) => -6 + 0.3 * i);
  const whole = us.reduce((sum, u) => sum + (1 + (u * u) / 4) ** -2.5, 0);
  const mix = (chanceOf: (right: number) => number) => {
    let sum = 0;
    for (const [a, weight] of slopes) {
      for (const u of us) {
        let product = 1;
        for (const [ability, score] of answers) {
          const curve = 1 / (1 + Math.exp(-a * (ability - grid.mu - grid.sigma * u)));
          const right = Math.min(1 - 1e-6, Math.max(1e-6, grid.chance + (1 - grid.chance) * curve));
          const p = chanceOf(right);
          product *= p ** score * (1 - p) ** (1 - score);
        }
        sum += ((weight * (1 + (u * u) / 4) ** -2.5) / whole) * product;
      }
    }
    return sum;
  };
  const right = mix((p) => p);
  const wrong = [0.1, 0.3, 0.6].reduce((sum, k) => sum + mix((p) => k * (1 - p)) / 3, 0);
  return Math.log(wrong / right);
}

describe("keyEvidence", () => {
  const scale: LogitScale = {
    competency: Float64Array.of(-1.2, -0.4, 0.1, 0.9, 2),
    difficulty: Float64Array.of(-1, 0.5, 2.5),
  };
  const columns = [
    [1, 1, 0, 0, 0],
    [0, 0, 1, undefined, 1],
    [0.5, 0.25, 0, 1, 0.75],
  ];
  const matrix = matrixFromRows([0, 1, 2, 3, 4].map((m) => columns.map((column) => column[m])));
  const cells = observedCells(matrix, Uint32Array.of(0, 1, 2));
  // Median .5, median distance from it 1.5.
  const prior = { mu: 0.5, sigma: 1.4826 * 1.5 };

  it.each([0, 0.25])("is the log likelihood ratio of its definition, chance level %d", (chance) => {
    const { evidence } = keyEvidence(cells, scale, new Float64Array(3).fill(chance));
    for (const [item, column] of columns.entries()) {
      const answers = column.flatMap((score, model) =>
        score === undefined ? [] : [[scale.competency[model]!, score] as const],
      );
      expect(evidence[item]).toBeCloseTo(byDefinition(answers, { ...prior, chance }), 9);
    }
  });
  it("takes an unknown chance level for none", () => {
    const unknown = keyEvidence(cells, scale, Float64Array.of(Number.NaN, 0.25, Number.NaN));
    const none = keyEvidence(cells, scale);
    expect(unknown.evidence[0]).toBe(none.evidence[0]);
    expect(unknown.evidence[1]).not.toBe(none.evidence[1]);
  });
  it("is for a wrong key where the weak solve what the strong fail, against one elsewhere", () => {
    const { evidence } = keyEvidence(cells, scale);
    expect(evidence[0]).toBeGreaterThan(0);
    expect(evidence[1]).toBeLessThan(0);
  });
  it("flat compares with answers that have nothing to do with ability", () => {
    const { flat, evidence } = keyEvidence(cells, scale);
    // Beta(S + 1, n - S + 1) for 2 of 5.
    const right = Math.log(1 / 60) - flat[0]!;
    expect(Math.exp(right + evidence[0]!)).toBeGreaterThan(Math.exp(right));
    expect(flat[0]).toBeGreaterThan(flat[1]!);
  });
  it("does not overflow with hundreds of models", () => {
    const { evidence } = evidenceOf(madePool(6, { models: 300, items: 60, wrong: 0.1 }).matrix);
    for (const value of evidence) expect(value).toSatisfy(Number.isFinite);
  });
});

describe("keyErrorProbability", () => {
  it("is even at ln 19 for 5 % wrong keys, and is the prior without evidence", () => {
    expect(keyErrorProbability(Math.log(19), 0.05)).toBeCloseTo(0.5, 12);
    expect(keyErrorProbability(0, 0.05)).toBeCloseTo(0.05, 12);
    expect(keyErrorProbability(800, 0.05)).toBe(1);
    expect(keyErrorProbability(-800, 0.05)).toBe(0);
  });
  it.each([0, 1, Number.NaN])("refuses a rate of %d", (rate) => {
    expect(() => keyErrorProbability(0, rate)).toThrowError(/keyErrorRate/);
  });
});

describe("planted wrong keys, eight pools of 500 items with 5 % of them", () => {
  // Reference (40 pools): 30 models 13 flagged, precision .83, recall .45; 100 models 22, .95, .83;
  // with guessing and its chance known, 30 models .85 and .76, 100 models .96 and .94.
  it.each<readonly [{ models: number; guess?: number }, { precision: number; recall: number }]>([
    [{ models: 30 }, { precision: 0.7, recall: 0.35 }],
    [{ models: 100 }, { precision: 0.88, recall: 0.75 }],
    [
      { models: 30, guess: 0.25 },
      { precision: 0.75, recall: 0.66 },
    ],
    [
      { models: 100, guess: 0.25 },
      { precision: 0.9, recall: 0.88 },
    ],
  ])("%o: at least %o", (shape, least) => {
    let flagged = 0;
    let hits = 0;
    let planted = 0;
    for (let seed = 1; seed <= 8; seed += 1) {
      const pool = madePool(seed, { ...shape, items: 500, wrong: 0.05 });
      const { items, evidence } = evidenceOf(pool.matrix, shape.guess);
      const found = [...items].filter(
        (_, place) => keyErrorProbability(evidence[place]!, 0.05) > 0.5,
      );
      flagged += found.length;
      hits += found.filter((item) => pool.wrong.has(item)).length;
      planted += pool.wrong.size;
    }
    expect(hits / flagged).toBeGreaterThan(least.precision);
    expect(hits / planted).toBeGreaterThan(least.recall);
  });
});
