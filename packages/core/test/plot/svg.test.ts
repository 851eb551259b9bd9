import { describe, expect, it } from "vitest";
import { colour, inTheme, themeColours } from "../../src/plot/colours.ts";
import { element, escaped, rounded } from "../../src/plot/svg.ts";

describe("element", () => {
  it("escapes attributes, rounds numbers and leaves out what is not given", () => {
    expect(element("g", { a: `"<'&`, b: 1 / 3, c: undefined })).toBe(
      '<g a="&quot;&lt;&#39;&amp;" b="0.33"/>',
    );
  });

  it("holds its content as it is", () => {
    expect(element("g", {}, [element("a", {}), escaped("<")])).toBe("<g><a/>&lt;</g>");
  });

  it("refuses a number that cannot be drawn", () => {
    expect(() => element("g", { x: Number.NaN })).toThrow(TypeError);
  });
});

describe("rounded", () => {
  it("has no negative nothing and no exponent", () => {
    expect([-0.001, 1e-9, 100_000.126].map(rounded)).toEqual(["0", "0", "100000.13"]);
  });
});

describe("colours", () => {
  it("are the same in the light theme and as fallback", () => {
    expect(colour("ink")).toBe("var(--eip-ink,#1b1f24)");
    expect(themeColours("light")).toContain("--eip-ink:#1b1f24");
    expect(inTheme(`<g fill="${colour("ink")}"/>`, "light")).toBe('<g fill="#1b1f24"/>');
    expect(inTheme(`<g fill="${colour("ink")}"/>`, "dark")).toBe('<g fill="#e8ecf1"/>');
  });

  it("can be read as text on their ground, in both themes (WCAG 2.2, 4.5 to 1)", () => {
    for (const theme of ["light", "dark"] as const) {
      const values = new Map(
        themeColours(theme)
          .split(";")
          .map((entry) => entry.slice("--eip-".length).split(":") as [string, string]),
      );
      for (const ground of ["paper", "band"]) {
        for (const name of ["ink", "soft", "first", "second"]) {
          const ratio = contrast(values.get(name)!, values.get(ground)!);
          expect(ratio, `${theme}: ${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
});

/** Ratio of the relative luminances of two colours (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
