import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohenKappa } from "../../src/analysis/cohen-kappa.ts";
import { judgeAgreement } from "../../src/analysis/judge-agreement.ts";
import { lengthBias } from "../../src/analysis/length-bias.ts";
import { orderBias } from "../../src/analysis/order-bias.ts";
import { repeatAgreement } from "../../src/analysis/repeated-judgements.ts";

const score = fc.constantFrom(0, 0.25, 0.5, 0.75, 1);

describe("cohenKappa", () => {
  test("by hand: 70 % agreed, 50 % by chance", () => {
    expect(
      cohenKappa([
        [20, 5],
        [10, 15],
      ]),
    ).toBeCloseTo(0.4, 12);
  });

  test("three categories by hand", () => {
    // agreed 59 / 100; chance (40 * 35 + 35 * 40 + 25 * 25) / 100^2 = 0.3425
    const table = [
      [25, 10, 5],
      [5, 22, 8],
      [5, 8, 12],
    ];
    expect(cohenKappa(table)).toBeCloseTo((0.59 - 0.3425) / (1 - 0.3425), 12);
  });

  test("1 for full agreement, 0 for independence, negative for reversal", () => {
    expect(
      cohenKappa([
        [3, 0],
        [0, 9],
      ]),
    ).toBe(1);
    expect(
      cohenKappa([
        [4, 8],
        [2, 4],
      ]),
    ).toBeCloseTo(0, 12);
    expect(
      cohenKappa([
        [0, 5],
        [5, 0],
      ]),
    ).toBe(-1);
  });

  test("without meaning there is no number", () => {
    expect(
      cohenKappa([
        [7, 0],
        [0, 0],
      ]),
    ).toBeNaN();
    expect(
      cohenKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toBeNaN();
  });

  test("does not change when the raters change places, nor when every count doubles", () => {
    const count = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(fc.tuple(count, count, count, count), ([a, b, c, d]) => {
        const kappa = cohenKappa([
          [a, b],
          [c, d],
        ]);
        const turned = cohenKappa([
          [a, c],
          [b, d],
        ]);
        const doubled = cohenKappa([
          [2 * a, 2 * b],
          [2 * c, 2 * d],
        ]);
        if (Number.isNaN(kappa)) expect([turned, doubled]).toEqual([Number.NaN, Number.NaN]);
        else {
          // Sums in another order differ by rounding.
          expect(turned).toBeCloseTo(kappa, 12);
          expect(doubled).toBeCloseTo(kappa, 12);
          expect(kappa).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe("judgeAgreement", () => {
  test("counts bands, sides and means", () => {
    const pairs = [
      { label: 0, judged: 0 },
      { label: 0, judged: 0.25 },
      { label: 0, judged: 0.5 },
      { label: 1, judged: 0.75 },
      { label: 1, judged: 1 },
      { label: 0.5, judged: 0.4 },
    ];
    const { bands, ...figures } = judgeAgreement(pairs);
    expect(bands).toEqual([
      [1, 1, 1, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 1],
    ]);
    expect(figures.answers).toBe(6);
    expect(figures.agreement).toBeCloseTo(4 / 6, 12);
    // sides [[2, 1], [1, 2]]: agreed 2/3, chance 1/2
    expect(figures.kappa).toBeCloseTo(1 / 3, 12);
    expect(figures.meanLabel).toBeCloseTo(2.5 / 6, 12);
    expect(figures.meanJudged).toBeCloseTo(2.9 / 6, 12);
  });

  test("nothing gives no number", () => {
    const { agreement, kappa, meanJudged, answers } = judgeAgreement([]);
    expect([agreement, kappa, meanJudged, answers]).toEqual([NaN, NaN, NaN, 0]);
  });

  test("every answer is in one band, and a judge equal to the labels agrees fully", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ label: score, judged: score }), { minLength: 1 }),
        (pairs) => {
          const { bands, agreement } = judgeAgreement(pairs);
          expect(bands.flat().reduce((sum, one) => sum + one)).toBe(pairs.length);
          expect(agreement).toBeGreaterThanOrEqual(0);
          expect(agreement).toBeLessThanOrEqual(1);
          const same = judgeAgreement(pairs.map(({ label }) => ({ label, judged: label })));
          expect(same.agreement).toBe(1);
        },
      ),
    );
  });
});

describe("repeatAgreement", () => {
  test("by hand", () => {
    const agreement = repeatAgreement([[1, 1, 1], [0, 0.5, 1], [0.25, null, 0.25], [1], [null]]);
    expect(agreement.answers).toBe(3);
    expect(agreement.allEqual).toBeCloseTo(2 / 3, 12);
    // distances of the second: .5, 1, .5
    expect(agreement.meanDifference).toBeCloseTo(2 / 3 / 3, 12);
  });

  test("one judgement each gives no number", () => {
    expect(repeatAgreement([[1], [0]])).toEqual({
      answers: 0,
      allEqual: Number.NaN,
      meanDifference: Number.NaN,
    });
  });

  test("all equal exactly when no two differ", () => {
    fc.assert(
      fc.property(fc.array(fc.array(score, { minLength: 2 }), { minLength: 1 }), (scores) => {
        const { allEqual, meanDifference } = repeatAgreement(scores);
        expect(allEqual === 1).toBe(meanDifference === 0);
      }),
    );
  });
});

describe("orderBias", () => {
  test("by hand: differences 0.5, 0, 0.25 and -0.25 of four items", () => {
    const bias = orderBias(
      [0.5, 0, 0.25, -0.25].map((change, item) => ({
        referenceFirst: 0.5,
        answerFirst: 0.5 + change,
        item,
      })),
    );
    expect(bias).toMatchObject({ answers: 4, difference: 0.125, changed: 0.75 });
    // A jackknife over single items is the usual standard error: sd 0.3227 / 2, and t(.975, 3) is 3.1824.
    expect(bias.upper! - 0.125).toBeCloseTo(3.182446 * (0.322749 / 2), 5);
    expect(0.125 - bias.lower!).toBeCloseTo(bias.upper! - 0.125, 12);
  });

  test("answers to one item count as drawn together", () => {
    const pairs = (item: (at: number) => number) =>
      Array.from({ length: 40 }, (_, at) => ({
        referenceFirst: 0,
        answerFirst: at % 8 < 4 ? 1 : 0,
        item: item(at),
      }));
    const width = ({ lower, upper }: { lower: number | null; upper: number | null }) =>
      upper! - lower!;
    const apart = orderBias(pairs((at) => at));
    const together = orderBias(pairs((at) => at % 8));
    expect(together.difference).toBeCloseTo(apart.difference, 12);
    expect(width(together)).toBeGreaterThan(width(apart));
  });

  test("too little says nothing", () => {
    expect(orderBias([])).toMatchObject({ answers: 0, difference: NaN, lower: null, upper: null });
    const one = { referenceFirst: 1, answerFirst: 0.5, item: 0 };
    expect(orderBias([one, one])).toMatchObject({ difference: -0.5, lower: null, changed: 1 });
  });
});

describe("lengthBias", () => {
  test("looks at all answers and within right and wrong ones", () => {
    const answers = [
      { length: 10, judged: 0, label: 0 },
      { length: 20, judged: 0.25, label: 0 },
      { length: 30, judged: 0.5, label: 0.25 },
      { length: 40, judged: 1, label: 1 },
      { length: 50, judged: 0.75, label: 1 },
      { length: 60, judged: 1, label: null },
    ];
    const bias = lengthBias(answers);
    expect(bias.wrong).toEqual({ answers: 3, correlation: 1 });
    expect(bias.right).toEqual({ answers: 2, correlation: -1 });
    expect(bias.all.answers).toBe(6);
    expect(bias.all.correlation).toBeGreaterThan(0.8);
  });

  test("no number where nothing varies", () => {
    expect(lengthBias([{ length: 3, judged: 1, label: 1 }]).all.correlation).toBeNaN();
  });
});
