import fc from "fast-check";
import { expect, it } from "vitest";
import { Occurrences } from "../src/occurrences.ts";

it("are counted alike, near and far", () => {
  const numbers = fc.array(
    fc.oneof(fc.nat(50), fc.integer({ min: 3000, max: 70_000 }), fc.nat(2 ** 40)),
    { maxLength: 400 },
  );
  fc.assert(
    fc.property(numbers, fc.nat(9000), fc.integer({ min: 1, max: 3 }), (list, first, times) => {
      const seen = new Occurrences();
      const counts = new Map<number, number>();
      const all = [first, ...Array.from({ length: times }, () => list).flat()];
      for (const number of all) {
        const before = counts.get(number) ?? 0;
        expect(seen.add(number)).toBe(before);
        counts.set(number, before + 1);
      }
    }),
    { seed: 20_261_130, numRuns: 200 },
  );
});
