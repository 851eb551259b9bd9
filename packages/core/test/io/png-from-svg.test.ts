import { describe, expect, it, vi } from "vitest";
import { pngFromSvg } from "../../src/io/png-from-svg.ts";
import { caterpillar } from "../../src/plot/caterpillar.ts";
import { inTheme } from "../../src/plot/colours.ts";
import { rejection } from "./rejection.ts";

const row = (model: string, share: number) => ({
  model,
  weightedAccuracy: share,
  weightedLower: share - 0.1,
  weightedUpper: share + 0.1,
  accuracy: 0.9,
  rank: 1,
  rankLower: 1,
  rankUpper: 2,
  tier: 1,
});
const svg = caterpillar(
  { models: [row("a", 0.6), row("b", 0.4)] },
  { width: 400, standalone: true },
);

/** Width and height from the header of a PNG. */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return [view.getUint32(16), view.getUint32(20)];
};

describe("pngFromSvg", () => {
  it("draws a figure at the scale asked for", async () => {
    const [width, height] = sizeOf(await pngFromSvg(svg, { scale: 1 }));
    expect(width).toBe(400);
    expect(sizeOf(await pngFromSvg(svg))).toEqual([800, height! * 2]);
  });

  it("draws the dark theme of a figure in other colours", async () => {
    const [light, dark] = await Promise.all([pngFromSvg(svg), pngFromSvg(inTheme(svg, "dark"))]);
    expect(sizeOf(dark)).toEqual(sizeOf(light));
    expect(Buffer.from(dark).equals(Buffer.from(light))).toBe(false);
  });

  it("refuses what is no figure, and a scale out of range", async () => {
    expect(await rejection(pngFromSvg("<p>no</p>"))).toMatchObject({ code: "unreadable" });
    expect(await rejection(pngFromSvg(svg, { scale: 9 }))).toMatchObject({ code: "bad-option" });
    expect(await rejection(pngFromSvg(svg, { scale: Number.NaN }))).toMatchObject({
      code: "bad-option",
    });
  });

  it("says what to install when the renderer is missing", async () => {
    vi.doMock("@resvg/resvg-js", () => {
      throw new Error("Cannot find package");
    });
    const error = await rejection(pngFromSvg(svg));
    vi.doUnmock("@resvg/resvg-js");
    expect(error).toMatchObject({ code: "unsupported" });
    expect(String(error)).toContain("@resvg/resvg-js, which is not installed");
  });
});
