/** Texts in a figure, and the room they take. */

import { colour, type ColourName } from "./colours.ts";
import { textSize } from "./figure.ts";
import { element, escaped, visible } from "./svg.ts";
import { hasKnownWidth, textWidth } from "./text-width.ts";

/** One line of text; `y` is its base line. */
export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Pixels. Default 12. */
  readonly size?: number | undefined;
  readonly anchor?: "start" | "middle" | "end" | undefined;
  readonly tone?: ColourName | undefined;
  readonly bold?: boolean | undefined;
  /** Whether a rim in the colour of the ground keeps the letters apart from lines behind them. */
  readonly rim?: boolean | undefined;
}

/** A rectangle. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A bold letter is wider. */
const boldFactor = 1.12;

/**
 * The element of a text. Where a letter is of unknown width, the whole is fitted into the width that
 * {@link labelWidth} foretells.
 */
export function label({ text, x, y, size = textSize, anchor, tone, bold, rim }: Label): string {
  const shown = visible(text);
  const width = textWidth(shown, size) * (bold ? boldFactor : 1);
  return element(
    "text",
    {
      x,
      y,
      "font-size": size === textSize ? undefined : size,
      "font-weight": bold ? "600" : undefined,
      "text-anchor": anchor === "start" ? undefined : anchor,
      fill: tone && colour(tone),
      stroke: rim ? colour("paper") : undefined,
      "stroke-width": rim ? 3 : undefined,
      "stroke-linejoin": rim ? "round" : undefined,
      "paint-order": rim ? "stroke" : undefined,
      textLength: hasKnownWidth(shown) ? undefined : width,
      lengthAdjust: hasKnownWidth(shown) ? undefined : "spacingAndGlyphs",
    },
    escaped(shown),
  );
}

/** Width in pixels that a label takes at most. */
export function labelWidth({
  text,
  size = textSize,
  bold = false,
}: Omit<Label, "x" | "y">): number {
  return textWidth(visible(text), size) * (bold ? boldFactor : 1);
}

/** Where a label will be. */
export function labelBox(given: Label): Box {
  const { x, y, size = textSize, anchor = "start" } = given;
  const width = labelWidth(given);
  const left = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return { left, top: y - 0.8 * size, right: left + width, bottom: y + 0.22 * size };
}

/** Whether two rectangles share more than an edge. */
export function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
