import { describe, expect, it } from "vitest";
import { kernelFor } from "../../src/estimate/kernels/kernel-for.ts";
import { planeKernel } from "../../src/estimate/kernels/planes.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

/** 0/1 answers of which a share is missing. */
function gappyRows(models: number, items: number, gaps: number): (number | undefined)[][] {
  const random = mulberry32(models * 1000 + items);
  return Array.from({ length: models }, () =>
    Array.from({ length: items }, () => {
      const answer = random.uniform() < 0.5 ? 1 : 0;
      return random.uniform() < gaps ? undefined : answer;
    }),
  );
}

describe("products with planes of bits", () => {
  it.each([
    [1, 5, 0.2],
    [8, 40, 0.1],
    [31, 20, 0.5],
    [32, 20, 0],
    [33, 20, 0.3],
    [70, 15, 0.05],
  ])("of %d models and %d items with gaps of %d are those with single cells", (m, n, gaps) => {
    const matrix = matrixFromRows(gappyRows(m, n, gaps));
    const items = Uint32Array.from({ length: n - 2 }, (_, place) => place + 1);
    const perModel = Float64Array.from({ length: m }, (_, model) => 0.3 + ((model * 7) % 11) / 10);
    const perItem = Float64Array.from(items, (_, place) => 0.2 + ((place * 5) % 7) / 10);
    for (const of of ["solved", "failed"] as const) {
      for (const smoothing of [0, 0.05, 1]) {
        const [byItem, byModel] = [planeKernel, kernelFor].map((kernel) => {
          const out = new Float64Array(items.length).fill(99);
          const sums = new Float64Array(m).fill(99);
          kernel(matrix, items).byItem({ of, smoothing }, perModel, out);
          kernel(matrix, items).byModel({ of, smoothing }, perItem, sums);
          return [...out, ...sums];
        });
        for (const [place, value] of byItem!.entries()) {
          expect(Math.abs(value - byModel![place]!)).toBeLessThan(1e-12);
        }
      }
    }
  });
});
