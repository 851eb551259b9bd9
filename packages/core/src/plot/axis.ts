/** Axes: grid lines with a number at each. */

import { colour } from "./colours.ts";
import { smallSize } from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { element } from "./svg.ts";

/** Maps a value to pixels, and has round values to show; a scale of d3 fits. */
export interface AxisScale {
  (value: number): number;
  ticks(count?: number): number[];
}

/** Where an axis across the figure is. */
export interface AcrossAxis {
  readonly scale: AxisScale;
  readonly left: number;
  readonly right: number;
  /** Grid lines run from here … */
  readonly top: number;
  /** … to here; the numbers stand below. */
  readonly bottom: number;
  readonly format: (value: number) => string;
}

/** Vertical grid lines and the numbers below them, as many as find room. */
export function acrossAxis({ scale, left, right, top, bottom, format }: AcrossAxis): string {
  const ticks = fittingTicks({ scale, left, right, top, bottom, format });
  const lines = ticks.map((value) => {
    const x = scale(value);
    return element("line", { x1: x, x2: x, y1: top, y2: bottom });
  });
  const numbers = ticks.map((value) =>
    label({
      text: format(value),
      x: scale(value),
      y: bottom + 16,
      size: smallSize,
      anchor: "middle",
      tone: "soft",
    }),
  );
  return element("g", { stroke: colour("line") }, lines) + numbers.join("");
}

function fittingTicks({ scale, left, right, format }: AcrossAxis): readonly number[] {
  for (let count = Math.ceil((right - left) / 80); count > 1; count -= 1) {
    const ticks = scale.ticks(count);
    const widest = Math.max(
      ...ticks.map((value) => labelWidth({ text: format(value), size: smallSize })),
    );
    const gaps = ticks
      .slice(1)
      .map((value, index) => Math.abs(scale(value) - scale(ticks[index]!)));
    if (Math.min(...gaps) > widest + 6) return ticks;
  }
  return scale.ticks(1).slice(0, 1);
}

/** Where an axis up the figure is. */
export interface UpAxis {
  readonly scale: AxisScale;
  /** Grid lines run from here, the numbers stand to the left … */
  readonly left: number;
  /** … to here. */
  readonly right: number;
  readonly ticks: number;
  readonly format: (value: number) => string;
}

/** Horizontal grid lines with numbers to their left. */
export function upAxis({ scale, left, right, ticks, format }: UpAxis): string {
  const values = scale.ticks(ticks);
  const lines = values.map((value) => {
    const y = scale(value);
    return element("line", { x1: left, x2: right, y1: y, y2: y });
  });
  const numbers = values.map((value) =>
    label({
      text: format(value),
      x: left - 6,
      y: scale(value) + 4,
      size: smallSize,
      anchor: "end",
      tone: "soft",
    }),
  );
  return element("g", { stroke: colour("line") }, lines) + numbers.join("");
}

/** A share from 0 to 1 as on an axis. */
export function wholePercent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}
