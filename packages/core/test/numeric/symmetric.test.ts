import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../src/numeric/random.ts";
import {
  identity,
  scaledRows,
  squareProduct,
  transformedSquare,
  transposed,
} from "../../src/numeric/square.ts";
import { invertPositive, symmetricEigen } from "../../src/numeric/symmetric.ts";

/** Products of random vectors, so without negative eigenvalues. */
function positive(size: number, seed: number): Float64Array {
  const random = mulberry32(seed);
  const a = Float64Array.from({ length: size * size }, () => random.normal());
  return squareProduct(transposed(a), a);
}

const apart = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((value, place) => Math.abs(value - b[place]!)));

describe("symmetricEigen", () => {
  it.each([1, 2, 5, 30])("takes %d rows apart into turned axes and their values", (size) => {
    const a = positive(size, size);
    const { values, vectors } = symmetricEigen(a, size);
    const together = squareProduct(transposed(vectors), scaledRows(vectors, values));
    expect(apart(together, a)).toBeLessThan(1e-12 * size * values[0]!);
    expect(apart(squareProduct(vectors, transposed(vectors)), identity(size))).toBeLessThan(1e-13);
    expect([...values]).toEqual([...values].toSorted((one, other) => other - one));
  });
  it("leaves the matrix as it was", () => {
    const a = positive(4, 1);
    const before = a.slice();
    symmetricEigen(a, 4);
    expect(a).toEqual(before);
  });
  it("finds what is known: a chain of n points has eigenvalues 2 - 2 cos(pi k / (n + 1))", () => {
    const size = 12;
    const chain = new Float64Array(size * size);
    for (let row = 0; row < size; row += 1) {
      chain[row * size + row] = 2;
      if (row > 0) chain[row * size + row - 1] = -1;
      if (row > 0) chain[(row - 1) * size + row] = -1;
    }
    for (const [place, value] of symmetricEigen(chain, size).values.entries()) {
      expect(value).toBeCloseTo(2 - 2 * Math.cos((Math.PI * (size - place)) / (size + 1)), 12);
    }
  });
  it("takes a matrix of zeros, and tied values", () => {
    expect([...symmetricEigen(new Float64Array(4), 2).values]).toEqual([0, 0]);
    expect([...symmetricEigen(identity(3), 3).values]).toEqual([1, 1, 1]);
  });
});

describe("invertPositive", () => {
  it.each([1, 2, 4, 11])("puts the inverse of %d rows in their place", (size) => {
    const a = positive(size, 7 + size);
    for (let row = 0; row < size; row += 1) a[row * size + row]! += 1;
    const inverse = a.slice();
    expect(invertPositive(inverse, size)).toBe(inverse);
    expect(apart(squareProduct(a, inverse), identity(size))).toBeLessThan(1e-11);
  });
});

describe("transformedSquare", () => {
  it("is what products of vectors become when the vectors are moved", () => {
    const v = [3, -2];
    const by = Float64Array.of(1, 2, 0.5, -1);
    const moved = [v[0]! + 2 * v[1]!, 0.5 * v[0]! - v[1]!];
    const products = (of: number[]) => Float64Array.from(of.flatMap((a) => of.map((b) => a * b)));
    expect(apart(transformedSquare(by, products(v)), products(moved))).toBeLessThan(1e-14);
  });
});
