import { describe, expect, it } from "vitest";
import { principalAxes } from "../../src/numeric/principal-axes.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import { squareProduct, transposed } from "../../src/numeric/square.ts";
import { symmetricEigen } from "../../src/numeric/symmetric.ts";

const size = 40;
const random = mulberry32(5);
const factor = Float64Array.from({ length: size * size }, () => random.normal());
const matrix = squareProduct(factor, transposed(factor));

describe("principalAxes", () => {
  it.each([1, 2, 3])("are the first eigenvectors, whatever the seed (%d)", (seed) => {
    const { vectors } = symmetricEigen(matrix, size);
    const axes = principalAxes(matrix, { size, wanted: 3, seed });
    expect(axes).toHaveLength(3);
    for (const [place, axis] of axes.entries()) {
      const cosine = axis.reduce(
        (sum, value, row) => sum + value * vectors[place * size + row]!,
        0,
      );
      expect(Math.abs(cosine)).toBeCloseTo(1, 9);
    }
  });
  it("are as many as there are eigenvalues above 0", () => {
    const line = Float64Array.from(
      { length: 9 },
      (_, place) => (place % 3) * Math.floor(place / 3),
    );
    expect(principalAxes(line, { size: 3, wanted: 3, seed: 1 })).toHaveLength(1);
    expect(principalAxes(new Float64Array(9), { size: 3, wanted: 2, seed: 1 })).toHaveLength(0);
  });
});
