import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compiledWordLoops } from "../../src/estimate/kernels/compiled-word-loops.ts";
import { plainWordLoops } from "../../src/estimate/kernels/word-loops.ts";
import { mulberry32 } from "../../src/numeric/random.ts";

const blocks = 2;
const compiled = compiledWordLoops({ planes: 1, blocks, items: 9, stride: 9 })!;
const inMemory = compiled.numbers(blocks);
const random = mulberry32(8);

/** Numbers per model; the last block is not full. */
const pool = fc.integer({ min: 33, max: 64 }).map((models) => ({
  models,
  perModel: Float64Array.from({ length: models }, () => random.normal()),
  // No item has a bit beyond the last model.
  bins: Float64Array.from({ length: blocks * 1024 }, (_, place) =>
    modelsOf(place).every((model) => model < models) ? random.normal() : 0,
  ),
}));
const use = fc.record({ clear: fc.boolean(), factor: fc.constantFrom(1, 0.3, 1.5) });

/** The models whose bits are set in the byte of a place among tables or bins. */
function modelsOf(place: number): number[] {
  const bits = [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (place >> bit) & 1);
  return bits.map((bit) => 8 * (place >> 8) + bit);
}

/** The models that count at a place. */
function counted(place: number, { clear }: { clear: boolean }): number[] {
  return modelsOf(clear ? place ^ 0xff : place);
}

describe("tables and bins for the bytes of eight models", () => {
  it("are filled with sums over the models that count, by both kinds of loops to the same bit", () => {
    fc.assert(
      fc.property(pool, use, ({ perModel }, how) => {
        const tables = plainWordLoops.numbers(blocks);
        plainWordLoops.fill(tables, perModel, how);
        compiled.fill(inMemory, perModel, how);
        expect(inMemory).toEqual(tables);
        const apart = tables.map((sum, place) => {
          const terms = counted(place, how).map((model) => how.factor * (perModel[model] ?? 0));
          return Math.abs(sum - terms.reduce((x, y) => x + y, 0));
        });
        expect(Math.max(...apart)).toBeLessThan(1e-12);
      }),
    );
  });

  it("are folded into sums over the bytes in which a model counts, by both kinds of loops to the same bit", () => {
    fc.assert(
      fc.property(pool, use, ({ models, bins }, how) => {
        const expected = Float64Array.from({ length: models }, () => 0.5);
        for (const [place, value] of bins.entries()) {
          for (const model of counted(place, how)) {
            if (model < models) expected[model]! += how.factor * value;
          }
        }
        const plain = new Float64Array(models).fill(0.5);
        plainWordLoops.fold(bins.slice(), plain, how);
        inMemory.set(bins);
        const out = new Float64Array(models).fill(0.5);
        compiled.fold(inMemory, out, how);
        expect(out).toEqual(plain);
        const apart = plain.map((sum, model) => Math.abs(sum - expected[model]!));
        expect(Math.max(...apart)).toBeLessThan(1e-11);
      }),
    );
  });
});
