import { describe, expect, it } from "vitest";
import { checkDifferences, checkRuns, checkSizedRuns } from "../src/parquet-runs.ts";

const cursor = (...bytes: number[]) => ({ bytes: Uint8Array.from(bytes), at: 0 });

describe("runs of numbers", () => {
  it("that fit are passed", () => {
    // Three times 1, then eight packed in a byte of which two count.
    const runs = cursor(3 << 1, 1, (1 << 1) | 1, 0b11);
    checkRuns(runs, { values: 5, width: 1 });
    expect(runs.at).toBe(4);
  });

  it("that claim more numbers than there can be are refused", () => {
    expect(() => checkRuns(cursor(6 << 1, 1), { values: 5, width: 1 })).toThrow(
      "a run that does not fit",
    );
    expect(() =>
      checkRuns(cursor(0xfe, 0xff, 0xff, 0xff, 0x0f, 1), { values: 5, width: 1 }),
    ).toThrow("a run that does not fit");
    expect(() => checkRuns(cursor((2 << 1) | 1, 0, 0), { values: 5, width: 1 })).toThrow(
      "a run that does not fit",
    );
    expect(() =>
      checkRuns(cursor(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), { values: 5, width: 1 }),
    ).toThrow("more than 32 bits");
  });

  it("end with their bytes", () => {
    checkRuns(cursor(1 << 1, 1), { values: 100, width: 1 });
    expect(() => checkRuns(cursor(0x80), { values: 100, width: 1 })).toThrow("breaks off");
  });

  it("behind their size must lie in the page", () => {
    const runs = cursor(2, 0, 0, 0, 4 << 1, 1, 99);
    checkSizedRuns(runs, { values: 4, width: 1 });
    expect(runs.at).toBe(6);
    expect(() => checkSizedRuns(cursor(9, 0, 0, 0, 8, 1), { values: 4, width: 1 })).toThrow(
      "a run that does not fit",
    );
    expect(() => checkSizedRuns(cursor(9), { values: 4, width: 1 })).toThrow(
      "a run that does not fit",
    );
  });

  it("of differences have blocks of a possible size", () => {
    checkDifferences(cursor(0x80, 0x01, 4));
    for (const bytes of [
      [0, 4],
      [0x80, 0x01, 0],
      [0x80, 0x01, 3],
      [0xff, 0xff, 0xff, 0x7f, 1],
    ]) {
      expect(() => checkDifferences(cursor(...bytes))).toThrow("blocks of an impossible size");
    }
  });
});
