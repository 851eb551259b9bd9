import { describe, expect, it } from "vitest";
import { nearestName } from "../../src/io/nearest-name.ts";

describe("nearestName", () => {
  it("is the name with the fewest letters to change", () => {
    expect(nearestName("reslts", ["logs", "results", "result"])).toBe("results");
    expect(nearestName("smooting", ["seed", "smoothing"])).toBe("smoothing");
    expect(nearestName("rnak", ["rank", "bank"])).toBe("rank");
  });

  it("is none that is far", () => {
    expect(nearestName("qqqqqq", ["rank", "items"])).toBeUndefined();
    expect(nearestName("x", [])).toBeUndefined();
  });

  it("does not depend on the order of the names", () => {
    expect(nearestName("ab", ["ac", "aa"])).toBe("aa");
    expect(nearestName("ab", ["aa", "ac"])).toBe("aa");
  });
});
