import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overlap } from "../../src/plot/label.ts";
import { placeLabels, spread } from "../../src/plot/label-placement.ts";

describe("spread", () => {
  const positions = fc
    .array(fc.double({ min: -50, max: 150, noNaN: true }), { maxLength: 12 })
    .map((values) => values.toSorted((a, b) => a - b));

  it("keeps the order, the gap and the limits", () => {
    fc.assert(
      fc.property(positions, (wanted) => {
        const places = spread(wanted, { gap: 8, from: 0, to: 100 });
        expect(places).toHaveLength(wanted.length);
        for (const [index, place] of places.entries()) {
          expect(place).toBeGreaterThanOrEqual(-1e-9);
          expect(place).toBeLessThanOrEqual(100 + 1e-9);
          if (index > 0) expect(place - places[index - 1]!).toBeGreaterThanOrEqual(8 - 1e-9);
        }
      }),
    );
  });

  it("moves nothing that is far enough apart", () => {
    expect(spread([10, 30, 90], { gap: 8, from: 0, to: 100 })).toEqual([10, 30, 90]);
  });

  it("moves two close ones by the same distance", () => {
    expect(spread([10, 11, 50], { gap: 10, from: 0, to: 100 })).toEqual([5.5, 15.5, 50]);
  });
});

describe("placeLabels", () => {
  const point = fc.record({
    x: fc.double({ min: 0, max: 400, noNaN: true }),
    y: fc.double({ min: 0, max: 300, noNaN: true }),
    width: fc.double({ min: 1, max: 150, noNaN: true }),
    height: fc.constant(14),
  });
  const bounds = { left: 0, top: 0, right: 400, bottom: 300 };

  it("puts no label on another, on a point, or outside", () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 30 }), (wanted) => {
        const taken = wanted.map(({ x, y }) => ({
          left: x - 3,
          right: x + 3,
          top: y - 3,
          bottom: y + 3,
        }));
        const places = placeLabels(wanted, { bounds, taken }).filter((box) => box !== undefined);
        for (const [index, box] of places.entries()) {
          expect(
            Math.min(box.left, box.top, 400 - box.right, 300 - box.bottom),
          ).toBeGreaterThanOrEqual(0);
          for (const other of [...taken, ...places.slice(index + 1)]) {
            expect(overlap(box, other)).toBe(false);
          }
        }
      }),
    );
  });

  it("puts a label with room on all sides to the right of its point", () => {
    const [place] = placeLabels([{ x: 100, y: 100, width: 50, height: 14 }], { bounds, taken: [] });
    expect(place).toEqual({ left: 107, top: 93, right: 157, bottom: 107 });
  });

  it("leaves out a label for which there is no room", () => {
    expect(placeLabels([{ x: 5, y: 5, width: 500, height: 14 }], { bounds, taken: [] })).toEqual([
      undefined,
    ]);
  });
});
