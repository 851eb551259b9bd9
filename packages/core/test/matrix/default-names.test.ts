import { describe, expect, it } from "vitest";
import { defaultNames } from "../../src/matrix/default-names.ts";

const lengths = [0, 1, 10, 101, 11, 70_000, 12_345, 1];

describe("defaultNames", () => {
  it.each(lengths)("numbers %d names from 0, whatever was asked for before", (length) => {
    expect(defaultNames("q", length)).toEqual(Array.from({ length }, (_, number) => `q${number}`));
  });

  it("hands out lists of their own", () => {
    Object.assign(defaultNames("x", 3), ["changed"]);
    expect(defaultNames("x", 3)).toEqual(["x0", "x1", "x2"]);
    expect(defaultNames("m", 1)).toEqual(["m0"]);
  });
});
