/** Figures as PNG, by a renderer that is loaded when it is asked for. */

import { EipError } from "../errors.ts";

/** How a picture is made. */
export interface PngOptions {
  /** Pixels of the picture per pixel of the figure, above 0 to 8. Default 2. */
  readonly scale?: number | undefined;
}

/**
 * The picture of a figure as a PNG, drawn with the fonts of this machine by the optional package
 * `@resvg/resvg-js`. Custom properties get their fallback; for the dark theme the figure goes through
 * `inTheme(svg, "dark")` of `@eip-eval/core/plot` first.
 *
 * @throws EipError `unsupported` when the package is not installed; `bad-option` for a scale out of
 *   range; `unreadable` for a text that is no SVG.
 * @example
 * ```ts
 * await writeFile("board.png", await pngFromSvg(caterpillar(data, { standalone: true })));
 * ```
 */
export async function pngFromSvg(svg: string, { scale = 2 }: PngOptions = {}): Promise<Uint8Array> {
  if (!(scale > 0 && scale <= 8)) {
    throw new EipError("bad-option", {
      where: "scale",
      found: `${scale}`,
      expected: "above 0 to 8",
    });
  }
  const { Resvg } = await renderer();
  try {
    const drawing = new Resvg(withFallbacks(svg), { fitTo: { mode: "zoom", value: scale } });
    return drawing.render().asPng();
  } catch (cause) {
    throw new EipError("unreadable", {
      found: "a text that cannot be drawn",
      expected: "a figure as SVG",
      cause,
    });
  }
}

async function renderer(): Promise<typeof import("@resvg/resvg-js")> {
  try {
    return await import("@resvg/resvg-js");
  } catch (cause) {
    throw new EipError("unsupported", {
      found: "PNG pictures need the package @resvg/resvg-js, which is not installed",
      try: "npm install @resvg/resvg-js, or keep the SVG",
      cause,
    });
  }
}

/** The renderer knows neither custom properties nor media queries. */
function withFallbacks(svg: string): string {
  return (
    svg
      .replaceAll(/<style>[^<]*<\/style>/g, "")
      .replaceAll(/var\(--[a-z-]+,(#[0-9a-f]{6})\)/g, (_, fallback: string) => fallback)
      // The renderer knows the older name of sharp cells only.
      .replaceAll('image-rendering="pixelated"', 'image-rendering="optimizeSpeed"')
  );
}
