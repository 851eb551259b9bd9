import { describe, expect, it } from "vitest";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { distance } from "../../src/numeric/vectors.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

/** Two families of models that share no solved item: scores pass between them by failures alone. */
function families(models: number, items: number): number[][] {
  const random = mulberry32(models);
  return Array.from({ length: models }, (_, model) =>
    Array.from({ length: items }, (__, item) =>
      model % 2 === item % 2 && random.uniform() < 0.6 ? 1 : 0,
    ),
  );
}

/** Every model solves what the one before it solves, and one item more. */
function scale(models: number, items: number): number[][] {
  return Array.from({ length: models }, (_, model) =>
    Array.from({ length: items }, (__, item) => (item % (models + 1) <= model ? 1 : 0)),
  );
}

const slow = [
  ["two families", families(100, 600), 0.85],
  ["two families, hardly damped", families(100, 600), 0.99],
  ["a scale", scale(100, 606), 0.85],
] as const;

describe.each(slow)("rounds on %s", (_, rows, damping) => {
  const matrix = matrixFromRows(rows);
  const tolerance = 1e-13;
  const plain = propagate(matrix, { damping, tolerance, method: "iterate" });
  const fast = propagate(matrix, { damping, tolerance });

  it("are combined to settle in fewer", () => {
    expect(plain.kernel).toBe("iterate, bits, WebAssembly");
    expect(fast.kernel).toBe("accelerate, bits, WebAssembly");
    expect(fast.converged).toBe(true);
    expect(fast.iterations).toBeLessThan(0.6 * plain.iterations);
  });

  it("end at the same fixed point, within the bounds that both give", () => {
    const apart = distance(fast.competency, plain.competency);
    expect(apart).toBeLessThanOrEqual(fast.errorBound + plain.errorBound + 1e-14);
  });
});

it("small pools, and rounds that were asked for, are left alone", () => {
  const kernelOf = (rows: number[][], options: PropagateOptions) =>
    propagate(matrixFromRows(rows), options).kernel;
  expect(kernelOf(families(100, 400), {})).toBe("iterate, bits");
  expect(kernelOf(families(100, 600), {})).toBe("accelerate, bits, WebAssembly");
  expect(kernelOf(families(100, 600), { method: "iterate" })).toBe("iterate, bits, WebAssembly");
  expect(kernelOf(families(100, 600), { maxIterations: 99 })).toBe("iterate, bits, WebAssembly");
});
