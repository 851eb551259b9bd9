import { describe, expect, it } from "vitest";
import { pairSums } from "../../src/estimate/kernels/pair-sums.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

type Answer = 0 | 1 | undefined;

function answers(models: number, items: number, gaps: number): Answer[][] {
  const random = mulberry32(models * 100 + items);
  return Array.from({ length: models }, (_, model) =>
    Array.from({ length: items }, () => {
      const answer = random.uniform() < (model + 1) / (models + 1) ? 1 : 0;
      return random.uniform() < gaps ? undefined : answer;
    }),
  );
}

/** Sum of weights over the items on which both answers are as wanted. */
function byHand(
  rows: readonly Answer[][],
  weight: Float64Array,
  wanted: (first: Answer, second: Answer) => boolean,
): number[] {
  return rows.flatMap((first) =>
    rows.map((second) =>
      weight.reduce((sum, value, q) => sum + (wanted(first[q], second[q]) ? value : 0), 0),
    ),
  );
}

describe("sums over items for all pairs of models", () => {
  it.each([
    [2, 3, 0],
    [7, 20, 0],
    [13, 500, 0],
    [64, 90, 0],
    [30, 5000, 0],
    [2, 3, 0.3],
    [7, 20, 0.5],
    [13, 500, 0.02],
    [65, 90, 0.2],
  ])("of %d models and %d items with gaps of %d", (models, items, gaps) => {
    const rows = answers(models, items, gaps);
    const weight = Float64Array.from({ length: items }, (_, q) => (q % 3 === 0 ? 0 : 1 / (1 + q)));
    const all = Uint32Array.from({ length: items }, (_, q) => q);
    const sums = pairSums(matrixFromRows(rows), all);
    const found = new Float64Array(models * models).fill(99);
    const close = (expected: readonly number[]) => {
      for (const [place, value] of found.entries()) {
        if (Math.abs(value - expected[place]!) > 1e-12) {
          expect.unreachable(`pair ${place}: ${value}, expected ${expected[place]}`);
        }
      }
    };
    sums.solvedFailed(weight, found);
    close(byHand(rows, weight, (first, second) => first === 1 && second === 0));
    sums.bothAsked(weight, found);
    close(byHand(rows, weight, (first, second) => first !== undefined && second !== undefined));
  });
  it("are exactly 0 where there is nothing to add", () => {
    const sums = pairSums(
      matrixFromRows([
        [1, 1, 1],
        [0, 1, 0],
      ]),
      Uint32Array.of(0, 1, 2),
    );
    const found = new Float64Array(4).fill(99);
    sums.solvedFailed(Float64Array.of(0.1, 0.2, 0.3), found);
    expect([...found]).toEqual([0, 0.1 + 0.3, 0, 0]);
  });
});
