/** Changes of a pool that come in one size, as rows. */

import { scaleLinear } from "d3-scale";
import { acrossAxis, type AxisScale } from "./axis.ts";
import { seriesMark } from "./band-axis.ts";
import { colour, seriesColours } from "./colours.ts";
import { textSize } from "./figure.ts";
import { label } from "./label.ts";
import type { StabilityStep } from "./stability-curves.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

const rowHeight = 24;

/** Where the rows go, and the place of each estimator among the series. */
export interface RowsRoom {
  readonly series: ReadonlyMap<string, number>;
  readonly lowest: number;
  readonly width: number;
  readonly top: number;
}

/** A row for each change that has no size, with a mark per estimator, and the height they take. */
export function otherRows(
  steps: readonly StabilityStep[],
  { series, lowest, width, top }: RowsRoom,
): { readonly content: string; readonly height: number } {
  if (steps.length === 0) return { content: "", height: 0 };
  const isNarrow = width < 560;
  const each = isNarrow ? 40 : rowHeight;
  const left = isNarrow ? 24 : Math.min(260, width * 0.36);
  const right = width - 28;
  const first = top + 30;
  const bottom = first + steps.length * each;
  const x = scaleLinear().domain([lowest, 1]).range([left, right]);
  const rows = steps.map((step, index) =>
    drawRow(step, {
      series,
      x,
      isNarrow,
      nameWidth: isNarrow ? width - 24 : left - 26,
      top: first + index * each,
      height: each,
    }),
  );
  const content = [
    label({ text: "other changes", x: 12, y: top + 18, bold: true }),
    acrossAxis({
      scale: x,
      left,
      right,
      top: first,
      bottom,
      format: (value) => String(Math.round(value * 100) / 100).replace("-", "−"),
    }),
    ...rows,
  ];
  return { content: content.join(""), height: bottom + 26 - top };
}

interface RowRoom {
  readonly series: ReadonlyMap<string, number>;
  readonly x: AxisScale;
  readonly isNarrow: boolean;
  readonly nameWidth: number;
  readonly top: number;
  readonly height: number;
}

function drawRow(
  { what, agreements }: StabilityStep,
  { series, x, isNarrow, nameWidth, top, height }: RowRoom,
): string {
  const middle = isNarrow ? top + 26 : top + height / 2;
  const known = agreements.filter(({ tau }) => Number.isFinite(tau.mean));
  const spoken = known.map(({ title: name, tau }) => `${name} ${tau.mean.toFixed(2)}`).join(", ");
  return element("g", {}, [
    element("title", {}, escaped(`${what}: ${spoken}`)),
    label({
      text: cutToWidth(visible(what), { width: nameWidth, size: textSize }),
      x: 12,
      y: isNarrow ? top + 14 : middle + 4,
      rim: isNarrow,
    }),
    ...known.map(({ estimator, tauShuffled }) =>
      Number.isFinite(tauShuffled.mean)
        ? element("circle", {
            cx: x(tauShuffled.mean),
            cy: middle,
            r: 3,
            fill: "none",
            stroke: colour(seriesColours[series.get(estimator)! % seriesColours.length]!),
          })
        : "",
    ),
    ...known.map(({ estimator, tau }) =>
      seriesMark({ x: x(tau.mean), y: middle, size: 4 }, series.get(estimator)!),
    ),
  ]);
}
