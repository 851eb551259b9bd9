import { describe, expect, it } from "vitest";
import { mulberry32 } from "../../src/numeric/random.ts";
import { mcnemar } from "../../src/stats/mcnemar.ts";
import { itemsNeeded, minimumDetectable } from "../../src/stats/power.ts";

describe("minimumDetectable", () => {
  it("is 2.80159 standard errors at 95 %", () => {
    expect(minimumDetectable(1, 0.95)).toBeCloseTo(2.80159, 5);
    expect(minimumDetectable(1, 0.99)).toBeGreaterThan(3.4);
  });
  it("is found about four times in five: 400 pairs of 600 items with 90 flips, seed 5", () => {
    const items = 600;
    const flips = 90;
    const standardError = Math.sqrt((flips + 1) / (items + 2) / items);
    const truth = minimumDetectable(standardError, 0.95);
    const toB = 0.5 + (truth * items) / flips / 2;
    const random = mulberry32(5);
    let found = 0;
    for (let pair = 0; pair < 400; pair += 1) {
      let onlyA = 0;
      let onlyB = 0;
      for (let item = 0; item < items; item += 1) {
        if (random.uniform() >= flips / items) continue;
        if (random.uniform() < toB) onlyB += 1;
        else onlyA += 1;
      }
      if (mcnemar({ onlyA, onlyB }).p <= 0.05) found += 1;
    }
    expect(found / 400).toBeGreaterThan(0.74);
    expect(found / 400).toBeLessThan(0.88);
  });
});

describe("itemsNeeded", () => {
  const design = { items: 1000, standardError: 0.01, level: 0.95 };
  it("counts the items that are still missing", () => {
    expect(itemsNeeded({ ...design, target: 0.02 })).toBe(963);
  });
  it("is 0 when there are enough, and null when there is no use in saying", () => {
    expect(itemsNeeded({ ...design, target: 0.05 })).toBe(0);
    expect(itemsNeeded({ ...design, target: 0.0001 })).toBeNull();
    expect(itemsNeeded({ ...design, target: 0 })).toBeNull();
  });
});
