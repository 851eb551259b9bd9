/** What all figures have in common: size, name, description, font, and the sentence of an empty one. */

import { colour, themeColours } from "./colours.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth, textWidth } from "./text-width.ts";

/** How a figure is drawn. */
export interface FigureOptions {
  /** Width in pixels, 340 to 1200; other widths are moved there. Default 720. The height follows. */
  readonly width?: number | undefined;
  /**
   * Whether the figure is a file of its own: it brings its background and its dark theme along. In a
   * page, which sets the custom properties (`themeColours`), this is `false`, the default.
   */
  readonly standalone?: boolean | undefined;
}

/** A drawing and how it is called. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Name, read out by a screen reader. */
  readonly title: string;
  /** What it shows, in a sentence or two. */
  readonly description: string;
  readonly content: string | readonly string[];
}

/** Pixels of a normal text. */
export const textSize = 12;
/** Pixels of ticks and notes. */
export const smallSize = 11;

/** The width that a figure takes. */
export function widthOf({ width = 720 }: FigureOptions): number {
  return Number.isFinite(width) ? Math.min(1200, Math.max(340, Math.round(width))) : 720;
}

/** A number of rows, two at least. */
export function rowsAtMost(rows: number | undefined, usual: number): number {
  return Number.isFinite(rows) ? Math.max(2, Math.floor(rows!)) : usual;
}

/** The whole figure as one `<svg>` element, without ids, scripts or references. */
export function figure(drawing: Drawing, { standalone = false }: FigureOptions = {}): string {
  const { width, height, title, description, content } = drawing;
  const inside = typeof content === "string" ? content : content.join("");
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      class: "eip-figure",
      viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`,
      width: Math.ceil(width),
      height: Math.ceil(height),
      role: "img",
      "font-family":
        "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
      "font-size": textSize,
      fill: colour("ink"),
    },
    [
      element("title", {}, escaped(title)),
      element("desc", {}, escaped(description)),
      standalone ? ownTheme(Math.ceil(width), Math.ceil(height)) : "",
      inside,
    ],
  );
}

function ownTheme(width: number, height: number): string {
  const dark = `@media (prefers-color-scheme:dark){.eip-figure{${themeColours("dark")}}}`;
  return element("style", {}, dark) + element("rect", { width, height, fill: colour("paper") });
}

/**
 * A sentence in place of a figure that has nothing to show.
 *
 * @example
 * ```ts
 * emptyFigure({ title: "Tiers", sentence: "No tiers: intervals were switched off." }, { width: 400 });
 * ```
 */
export function emptyFigure(
  { title, sentence }: { readonly title: string; readonly sentence: string },
  options: FigureOptions = {},
): string {
  const width = widthOf(options);
  const lines = wrapped(visible(sentence), width - 32);
  const content = lines.map((line, index) =>
    element(
      "text",
      { x: width / 2, y: 30 + index * 18, "text-anchor": "middle", fill: colour("soft") },
      escaped(line),
    ),
  );
  const height = 36 + lines.length * 18;
  return figure({ width, height, title, description: sentence, content }, options);
}

/**
 * A text in lines no wider than `width` pixels.
 *
 * @example
 * ```ts
 * wrapped("one two three", 60); // ["one two", "three"]
 * ```
 */
export function wrapped(text: string, width: number, size: number = textSize): readonly string[] {
  const lines: string[] = [];
  for (const whole of text.split(" ")) {
    const word = cutToWidth(whole, { width, size });
    const longer = lines.length === 0 ? word : `${lines.at(-1)!} ${word}`;
    if (lines.length === 0) lines.push(word);
    else if (textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
