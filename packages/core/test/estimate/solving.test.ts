import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import {
  binaryRows,
  continuousRows,
  gappyBinaryRows,
  gappyRows,
  type GappyRows,
} from "../matrix/arbitrary-rows.ts";
import { restored, type StorageKind } from "../matrix/stored-as.ts";
import { solvePool } from "../support/closed-form.ts";

const settings = fc.record({
  damping: fc.constantFrom(0.5, 0.85, 0.95),
  smoothing: fc.constantFrom(0, 0.1, 1),
});

const complete = binaryRows({ models: [2, 40] });
const gappy = gappyBinaryRows({ models: [2, 40] });

/** Every way to the fixed point, and pools that it is for. */
const ways: readonly (readonly [
  kernel: string,
  StorageKind,
  PropagateOptions,
  fc.Arbitrary<GappyRows>,
])[] = [false, true].flatMap((webAssembly) => {
  const by = webAssembly ? ", WebAssembly" : "";
  const iterate = { method: "iterate", webAssembly } as const;
  return [
    [`exact, pairs${by}`, "bits", { method: "exact", webAssembly }, complete],
    [`iterate, bits${by}`, "bits", iterate, complete],
    [`iterate, planes${by}`, "planes", iterate, gappy],
    [`iterate, dense${by}`, "dense", iterate, fc.oneof(gappyRows(), continuousRows())],
    [`iterate, lists${by}`, "lists", iterate, gappy],
    [`iterate, sparse${by}`, "sparse", iterate, fc.oneof(gappyRows(), gappy)],
  ] as const;
});

describe.each(ways)("%s", (kernel, kind, options, pools) => {
  it("ends where the linear system says, to 1e-12, on 1,000 pools", () => {
    let solved = 0;
    fc.assert(
      fc.property(pools, settings, (rows, { damping, smoothing }) => {
        const counted = rows.map((row) => row.map((score) => (score === null ? 0 : score)));
        const matrix = restored(matrixFromRows(counted), kind, counted);
        const found = propagate(matrix, { damping, smoothing, tolerance: 1e-14, ...options });
        const exact = solvePool(rows, { damping, smoothing });
        expect([...found.keptItems]).toEqual(exact.kept);
        if (exact.kept.length === 0) return;
        solved += 1;
        // Models that were asked nothing are taken out, and the rest is held in what fits it.
        if (exact.scored.length === rows.length) expect(found.kernel).toBe(kernel);
        expect(found.converged).toBe(true);
        expect(furthest(found.competency, exact.competency)).toBeLessThanOrEqual(1e-12);
        expect(furthest(found.difficulty, exact.difficulty)).toBeLessThanOrEqual(1e-12);
        expect(furthest(found.itemWeight, exact.itemWeight)).toBeLessThanOrEqual(1e-12);
        expect(furthest(found.weightedAccuracy, exact.weightedAccuracy)).toBeLessThanOrEqual(1e-12);
      }),
      { numRuns: 1000 },
    );
    expect(solved).toBeGreaterThan(900);
  });
});

/**
 * Largest difference, of values above 1 relative to them (an item that earned a millionth of a credit
 * weighs a million); `Infinity` where one is not a number and the other is.
 */
function furthest(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(found.length).toBe(expected.length);
  return Array.from(found).reduce((most, value, index) => {
    const other = expected[index]!;
    if (Number.isNaN(value) || Number.isNaN(other)) {
      return Number.isNaN(value) && Number.isNaN(other) ? most : Infinity;
    }
    return Math.max(most, Math.abs(value - other) / Math.max(1, Math.abs(other)));
  }, 0);
}

describe("the exact method", () => {
  const rows = [
    [1, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ];

  it("needs one round, whose residual is the rounding of doubles", () => {
    const { iterations, residual, converged } = propagate(matrixFromRows(rows), {
      method: "exact",
    });
    expect({ iterations, converged }).toEqual({ iterations: 1, converged: true });
    expect(residual).toBeLessThan(1e-15);
  });

  it("is refused for gaps and for partial credit", () => {
    for (const cell of [undefined, 0.5]) {
      const matrix = matrixFromRows([[1, 0, cell], ...rows.slice(1)]);
      expect(() => propagate(matrix, { method: "exact" })).toThrow(
        "method: exact for data with gaps or partial credit; expected auto or iterate",
      );
    }
  });

  it("is not taken where rounds are asked for", () => {
    const many = Array.from({ length: 20 }, (_, model) =>
      Array.from({ length: 3000 }, (__, item) => (((model + 3) * (item + 7)) % 11 < 5 ? 1 : 0)),
    );
    const kernelOf = (options: PropagateOptions) => propagate(matrixFromRows(many), options).kernel;
    expect(kernelOf({})).toBe("exact, pairs, WebAssembly");
    expect(kernelOf({ webAssembly: false })).toBe("accelerate, bits");
    expect(kernelOf({ webAssembly: false, method: "exact" })).toBe("exact, pairs");
    expect(kernelOf({ method: "iterate" })).toBe("iterate, bits, WebAssembly");
    expect(kernelOf({ maxIterations: 50 })).toBe("iterate, bits, WebAssembly");
    expect(kernelOf({ method: "exact", maxIterations: 50 })).toBe("exact, pairs, WebAssembly");
  });
});
