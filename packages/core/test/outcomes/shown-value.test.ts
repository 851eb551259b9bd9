import { describe, expect, it } from "vitest";
import { shownValue } from "../../src/outcomes/shown-value.ts";

describe("shownValue", () => {
  it.each<[unknown, string]>([
    ["n/a", '"n/a"'],
    ["a\u001B[31m", String.raw`"a\u001b[31m"`],
    [1.2, "1.2"],
    [Infinity, "Infinity"],
    [2n, "2"],
    [undefined, "undefined"],
    [null, "null"],
    [[1, 2n, { a: 3n }], '[1,"2",{"a":"3"}]'],
  ])("shows %o as %s", (value, text) => {
    expect(shownValue(value)).toBe(text);
  });

  it("never gets long", () => {
    expect(shownValue("x".repeat(1000))).toHaveLength(60);
  });
});
