/** What the marks of a figure mean, in as many lines as it takes. */

import { label, labelWidth } from "./label.ts";

/** One mark and its meaning. */
export interface LegendEntry {
  /** Draws the mark in a space of 24 pixels around a point. */
  readonly mark: (place: { readonly x: number; readonly y: number }) => string;
  readonly text: string;
}

/** Where a legend goes. */
export interface LegendPlace {
  readonly x: number;
  /** Middle of the first line. */
  readonly y: number;
  readonly width: number;
}

const lineHeight = 20;
const markWidth = 28;

/** A legend and the height it takes. */
export function legend(
  entries: readonly LegendEntry[],
  { x, y, width }: LegendPlace,
): { readonly content: string; readonly height: number } {
  let content = "";
  let left = x;
  let line = 0;
  for (const { mark, text } of entries) {
    const size = markWidth + labelWidth({ text, size: 12 });
    if (left > x && left + size > x + width) {
      left = x;
      line += 1;
    }
    const middle = y + line * lineHeight;
    content += mark({ x: left + 12, y: middle });
    content += label({ text, x: left + markWidth, y: middle + 4, tone: "soft" });
    left += size + 16;
  }
  return { content, height: (line + 1) * lineHeight };
}
