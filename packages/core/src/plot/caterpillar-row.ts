/** A row of a caterpillar. */

import { max, min } from "d3-array";
import type { AxisScale } from "./axis.ts";
import type { CaterpillarModel } from "./caterpillar.ts";
import { colour } from "./colours.ts";
import { smallSize, textSize } from "./figure.ts";
import { isKnown } from "./known.ts";
import { label } from "./label.ts";
import { marker } from "./marker.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** One model, or those for which there is no room. */
export interface Row {
  readonly models: readonly CaterpillarModel[];
  readonly tier: number | null;
  readonly startsTier: boolean;
}

/** Columns of a caterpillar, in pixels. */
export interface Layout {
  readonly margin: number;
  readonly isNarrow: boolean;
  readonly rowHeight: number;
  /** Columns from left to right: tier, ranks, name; then the plot from `left` to `right`. */
  readonly tierAt: number;
  readonly rankAt: number;
  readonly nameAt: number;
  readonly nameWidth: number;
  readonly left: number;
  readonly right: number;
}

/** What stands beside a row. */
export function nameOf({ models }: Row): string {
  return models.length === 1 ? models[0]!.model : `${models.length} more models`;
}

/** Where a row is drawn. */
export interface Cell extends Layout {
  readonly scale: AxisScale;
  readonly top: number;
}

/** Tier, ranks, name, marks and value of a row, as a group that says its numbers on hover. */
export function drawRow(row: Row, cell: Cell): string {
  const { tierAt, rankAt, nameAt, nameWidth, isNarrow, top, rowHeight, right } = cell;
  const textAt = isNarrow ? top + 15 : top + rowHeight / 2 + 4;
  const middle = isNarrow ? top + 27 : top + rowHeight / 2;
  const [first] = row.models;
  const isOne = row.models.length === 1;
  const name = nameOf(row);
  const valueAt = isNarrow ? right + 14 : right + 66;
  const content = [
    element("title", {}, escaped(isOne ? spoken(first!) : restText(row.models))),
    row.startsTier && isKnown(row.tier)
      ? label({ text: tierText(row.tier), x: tierAt, y: textAt, size: smallSize, tone: "soft" })
      : "",
    isOne
      ? label({
          text: rankText(first!),
          x: rankAt,
          y: textAt,
          size: smallSize,
          anchor: "end",
          tone: "soft",
        })
      : "",
    label({
      text: cutToWidth(visible(name), { width: nameWidth, size: textSize }),
      x: nameAt,
      y: textAt,
      tone: isOne ? undefined : "soft",
    }),
    isOne
      ? marks(first!, { scale: cell.scale, y: middle })
      : restBar(row.models, { scale: cell.scale, y: middle }),
    isOne && isKnown(first!.weightedAccuracy)
      ? label({
          text: exactPercent(first!.weightedAccuracy),
          x: valueAt,
          y: textAt,
          anchor: "end",
          size: smallSize,
        })
      : "",
  ];
  return element("g", { "data-model": isOne ? first!.model : undefined }, content);
}

interface OnLine {
  readonly scale: AxisScale;
  readonly y: number;
}

function marks(model: CaterpillarModel, { scale, y }: OnLine): string {
  const { weightedAccuracy, weightedLower, weightedUpper, accuracy } = model;
  return [
    isKnown(weightedLower) && isKnown(weightedUpper)
      ? element("path", {
          d: intervalPath({ from: scale(weightedLower), to: scale(weightedUpper), y }),
          stroke: colour("first"),
          "stroke-width": 2,
          fill: "none",
        })
      : "",
    isKnown(accuracy) ? hollowDiamond(scale(accuracy), y) : "",
    isKnown(weightedAccuracy)
      ? marker("circle", { x: scale(weightedAccuracy), y, size: 4.5 }, { fill: colour("first") })
      : "",
  ].join("");
}

function intervalPath({
  from,
  to,
  y,
}: {
  readonly from: number;
  readonly to: number;
  readonly y: number;
}): string {
  const [left, right, middle] = [from, to, y].map((value) => Math.round(value * 100) / 100);
  const [top, bottom] = [middle! - 4, middle! + 4];
  return `M${left} ${top}V${bottom}M${left} ${middle}H${right}M${right} ${top}V${bottom}`;
}

/** From the lowest to the highest of those that share a row. */
function restBar(models: readonly CaterpillarModel[], { scale, y }: OnLine): string {
  const values = models.map(({ weightedAccuracy }) => weightedAccuracy).filter(isKnown);
  if (values.length === 0) return "";
  const from = scale(min(values)!);
  const to = scale(max(values)!);
  return element("rect", {
    x: from - 1,
    y: y - 3,
    width: to - from + 2,
    height: 6,
    fill: colour("faint"),
  });
}

/** The range of ranks, or the rank where no range is known. */
export function rankText({ rank, rankLower, rankUpper }: CaterpillarModel): string {
  if (!isKnown(rank)) return "–";
  if (!isKnown(rankLower) || !isKnown(rankUpper) || rankLower === rankUpper) return `${rank}`;
  return `${rankLower}–${rankUpper}`;
}

/** `"tier 2"` */
export function tierText(tier: number): string {
  return `tier ${tier}`;
}

/** The numbers of a model in words. */
export function spoken(model: CaterpillarModel): string {
  const { weightedAccuracy, weightedLower, weightedUpper, accuracy, tier } = model;
  if (!isKnown(weightedAccuracy))
    return `${model.model}: no place, it answered no item that tells models apart`;
  const range =
    isKnown(weightedLower) && isKnown(weightedUpper)
      ? ` [${(weightedLower * 100).toFixed(1)}, ${(weightedUpper * 100).toFixed(1)}]`
      : "";
  return [
    `${model.model}: weighted ${exactPercent(weightedAccuracy)}${range}`,
    isKnown(accuracy) ? `accuracy ${exactPercent(accuracy)}` : "",
    `rank ${rankText(model)}`,
    isKnown(tier) ? `tier ${tier}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function restText(models: readonly CaterpillarModel[]): string {
  const values = models.map(({ weightedAccuracy }) => weightedAccuracy).filter(isKnown);
  if (values.length === 0) return `${models.length} models without a place`;
  return `${models.length} models: weighted ${exactPercent(min(values)!)} to ${exactPercent(max(values)!)}`;
}

/** The mark of an accuracy. */
export function hollowDiamond(x: number, y: number): string {
  return marker(
    "diamond",
    { x, y, size: 4 },
    { fill: colour("paper"), stroke: colour("second"), "stroke-width": 1.5 },
  );
}

/** `"51.1 %"` */
export function exactPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
