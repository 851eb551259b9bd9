import { describe, expect, it } from "vitest";
import { jsonOutline } from "../../src/io/json-outline.ts";

function keys(text: string): Record<string, string> {
  return Object.fromEntries(jsonOutline(text).keys);
}

describe("jsonOutline", () => {
  it("gives the keys of the first record with what their values begin with", () => {
    expect(keys('{"a": 1, "b": "x", "c": [2], "d": {"e": null}}\n{"f": 1}')).toEqual({
      a: ".",
      b: '"',
      c: "[",
      d: "{",
      "d.e": ".",
    });
  });

  it("looks through lists", () => {
    expect(keys('[[{"a": [{"b": 1}, {"c": 2}]}, {"d": 3}]]')).toEqual({
      a: "[",
      "a.b": ".",
      "a.c": ".",
    });
  });

  it("takes nothing inside a text for structure, also where it breaks off", () => {
    expect(keys(String.raw`{"a": "}{\"x\": [", "b": "cut {\"y\": `)).toEqual({ a: '"', b: '"' });
  });

  it("stops at the third level", () => {
    expect(keys('{"a": {"b": {"c": {"d": 1}}}}')).toEqual({ a: "{", "a.b": "{", "a.b.c": "{" });
  });

  it("says whether the text begins with a list", () => {
    expect(jsonOutline(' \n[{"a": 1}]').isList).toBe(true);
    expect(jsonOutline('{"a": [1]}').isList).toBe(false);
  });

  it("takes any key for a key", () => {
    expect([...jsonOutline('{"__proto__": {"constructor": 1}}').keys.keys()]).toEqual([
      "__proto__",
      "__proto__.constructor",
    ]);
  });
});
