import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../src/numeric/random.ts";
import { invertDominant, solveCompiled, solveDominant } from "../../src/numeric/solve.ts";

/** Columns of off-diagonal entries that sum to less than the diagonal. */
function dominant(size: number, seed: number): Float64Array {
  const random = mulberry32(seed);
  const a = Float64Array.from({ length: size * size }, () => -random.uniform() / size);
  for (let place = 0; place < size; place += 1) a[place * size + place] = 1;
  return a;
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  return b.map((_, row) =>
    b.reduce((sum, value, column) => sum + a[row * size + column]! * value, 0),
  );
}

describe("solveDominant", () => {
  it.each([1, 2, 7, 40])("solves a system of %d unknowns", (size) => {
    const a = dominant(size, size);
    const b = Float64Array.from({ length: size }, (_, place) => place + 1);
    const solution = solveDominant(a.slice(), b.slice());
    for (const [row, value] of product(a, solution).entries()) {
      expect(Math.abs(value - b[row]!)).toBeLessThan(1e-11);
    }
  });
});

describe("solveCompiled", () => {
  it("says the same as TypeScript, to the last bit, in a memory that was used before", () => {
    for (let size = 1; size <= 64; size += 1) {
      const a = dominant(size, 100 + size);
      // A factor of 0 is passed over.
      if (size > 2) a[size] = 0;
      const b = Float64Array.from({ length: size }, (_, place) => Math.sin(place));
      expect(solveCompiled(a.slice(), b.slice())).toEqual(solveDominant(a.slice(), b.slice()));
    }
  });
});

describe("invertDominant", () => {
  it.each([1, 2, 7, 40])("inverts %d rows and leaves them as they were", (size) => {
    const a = dominant(size, size + 1);
    const before = a.slice();
    const inverse = invertDominant(a, size);
    expect(a).toEqual(before);
    for (let column = 0; column < size; column += 1) {
      const unit = new Float64Array(size);
      unit[column] = 1;
      const back = product(a, product(inverse, unit));
      for (const [row, value] of back.entries()) {
        expect(Math.abs(value - unit[row]!)).toBeLessThan(1e-12);
      }
    }
  });
});
