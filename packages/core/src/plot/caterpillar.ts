/** Who is ahead, and how sure: weighted accuracy with intervals, by rank, in tiers. */

import { extent, max, min } from "d3-array";
import { scaleLinear } from "d3-scale";
import { acrossAxis, wholePercent, type AxisScale } from "./axis.ts";
import { colour } from "./colours.ts";
import {
  emptyFigure,
  figure,
  rowsAtMost,
  smallSize,
  textSize,
  widthOf,
  type FigureOptions,
} from "./figure.ts";
import { isKnown } from "./known.ts";
import { label, labelWidth } from "./label.ts";
import { legend, type LegendEntry } from "./legend.ts";
import { marker } from "./marker.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** The models of a board, best first. */
export interface CaterpillarData {
  readonly models: readonly CaterpillarModel[];
  /** Level of the intervals, for the legend. Default .95. */
  readonly level?: number | null | undefined;
  /** Models that get a row; the others share the last one. Default 60. */
  readonly rows?: number | undefined;
}

/** One row; a `ModelRow` of a `RankReport` fits. Shares are from 0 to 1. */
export interface CaterpillarModel {
  readonly model: string;
  readonly weightedAccuracy: number | null;
  readonly weightedLower: number | null;
  readonly weightedUpper: number | null;
  readonly accuracy: number | null;
  readonly rank: number | null;
  readonly rankLower: number | null;
  readonly rankUpper: number | null;
  readonly tier: number | null;
}

const title = "Weighted accuracy of the models";

/**
 * One row per model, best first: a dot for the weighted accuracy, a line for its interval, a hollow
 * diamond for the accuracy, and a band for each tier. Below 560 pixels the name stands above its line.
 * Each row is a group with `data-model`, and says its numbers on hover.
 *
 * @returns One `<svg>`; a sentence in it for no model, for one, and where no item tells models apart.
 * @example
 * ```ts
 * caterpillar({ models: report.models, level: report.settings.level }, { width: 800 });
 * ```
 */
export function caterpillar(data: CaterpillarData, options: FigureOptions = {}): string {
  const sentence = nothingToShow(data.models);
  if (sentence !== undefined) return emptyFigure({ title, sentence }, options);
  const width = widthOf(options);
  const rows = rowsOf(data);
  const layout = layoutOf(rows, width);
  const key = legend(legendEntries(data), { x: layout.margin, y: 14, width: width - 24 });
  const top = key.height + 10;
  const bottom = top + rows.length * layout.rowHeight;
  const scale = scaleLinear()
    .domain(domainOf(data.models))
    .range([layout.left, layout.right])
    .nice();
  const content = [
    key.content,
    tierBands(rows, { ...layout, top, width }),
    acrossAxis({
      scale,
      left: layout.left,
      right: layout.right,
      top,
      bottom,
      format: wholePercent,
    }),
    ...rows.map((row, index) =>
      drawRow(row, { ...layout, scale, top: top + index * layout.rowHeight }),
    ),
    label({
      text: "share of what could be earned",
      x: layout.right,
      y: bottom + 32,
      size: smallSize,
      anchor: "end",
      tone: "soft",
    }),
  ];
  const description = descriptionOf(data);
  return figure({ width, height: bottom + 40, title, description, content }, options);
}

function nothingToShow(models: readonly CaterpillarModel[]): string | undefined {
  const [only] = models;
  if (!only) return "There are no models to show.";
  if (models.length === 1) {
    const known = only.accuracy === null ? "" : ` Its accuracy is ${exactPercent(only.accuracy)}.`;
    return `Only one model, ${visible(cutToWidth(only.model, { width: 280, size: textSize }))}: nothing to compare it with.${known}`;
  }
  if (models.every(({ weightedAccuracy }) => !isKnown(weightedAccuracy))) {
    return "No item tells these models apart: all of them gave the same answers.";
  }
  return undefined;
}

function exactPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** One model, or those for which there is no room. */
interface Row {
  readonly models: readonly CaterpillarModel[];
  readonly tier: number | null;
  readonly startsTier: boolean;
}

function rowsOf({ models, rows }: CaterpillarData): readonly Row[] {
  const most = rowsAtMost(rows, 60);
  const single = models.length <= most ? models : models.slice(0, most - 1);
  const rest = models.slice(single.length);
  const list = single.map((model, index) => ({
    models: [model],
    tier: model.tier,
    startsTier: index === 0 || single[index - 1]!.tier !== model.tier,
  }));
  return rest.length === 0 ? list : [...list, { models: rest, tier: null, startsTier: true }];
}

interface Layout {
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

function layoutOf(rows: readonly Row[], width: number): Layout {
  const margin = 12;
  const rankWidth =
    max(rows, (row) => labelWidth({ text: rankText(row.models[0]!), size: smallSize })) ?? 0;
  const tierAt = margin;
  const rankAt = margin + 48 + rankWidth;
  const nameAt = rankAt + 10;
  const valueWidth = 58;
  if (width < 560) {
    const nameWidth = width - nameAt - valueWidth - margin;
    const left = margin + 14;
    return {
      margin,
      isNarrow: true,
      rowHeight: 38,
      tierAt,
      rankAt,
      nameAt,
      nameWidth,
      left,
      right: width - 26,
    };
  }
  const longest = max(rows, (row) => labelWidth({ text: nameOf(row) })) ?? 0;
  const nameWidth = Math.max(60, Math.min(longest, width * 0.34));
  const left = nameAt + nameWidth + 20;
  const right = width - margin - valueWidth - 8;
  return { margin, isNarrow: false, rowHeight: 22, tierAt, rankAt, nameAt, nameWidth, left, right };
}

function domainOf(models: readonly CaterpillarModel[]): readonly [number, number] {
  const values = models
    .flatMap((one) => [one.weightedAccuracy, one.weightedLower, one.weightedUpper, one.accuracy])
    .filter(isKnown);
  const [low, high] = extent(values) as [number, number];
  const room = Math.max(0.01, (high - low) * 0.03);
  return [Math.max(Math.min(0, low), low - room), Math.min(Math.max(1, high), high + room)];
}

function legendEntries({ models, level }: CaterpillarData): readonly LegendEntry[] {
  const hasIntervals = models.some(({ weightedLower }) => isKnown(weightedLower));
  const share = Math.round((level ?? 0.95) * 100);
  const weighted = hasIntervals
    ? `weighted accuracy, ${share} % interval`
    : "weighted accuracy (no intervals)";
  const span = { x1: -11, x2: 11 };
  return [
    {
      text: weighted,
      mark: ({ x, y }) =>
        (hasIntervals
          ? element("line", {
              x1: x + span.x1,
              x2: x + span.x2,
              y1: y,
              y2: y,
              stroke: colour("first"),
              "stroke-width": 2,
            })
          : "") + marker("circle", { x, y, size: 4.5 }, { fill: colour("first") }),
    },
    { text: "accuracy", mark: ({ x, y }) => hollowDiamond(x, y) },
    ...(models.some(({ tier }) => isKnown(tier))
      ? [
          {
            text: "one band is one tier",
            mark: ({ x, y }: { x: number; y: number }) =>
              element("rect", {
                x: x - 11,
                y: y - 6,
                width: 22,
                height: 12,
                fill: colour("band"),
                stroke: colour("line"),
              }),
          },
        ]
      : []),
  ];
}

function hollowDiamond(x: number, y: number): string {
  return marker(
    "diamond",
    { x, y, size: 4 },
    { fill: colour("paper"), stroke: colour("second"), "stroke-width": 1.5 },
  );
}

interface Bands extends Layout {
  readonly top: number;
  readonly width: number;
}

/** Every second tier on a tinted ground, with its number at its first row. */
function tierBands(rows: readonly Row[], { top, width, rowHeight, margin }: Bands): string {
  const starts = rows.flatMap(({ startsTier }, index) => (startsTier ? [index] : []));
  return starts
    .map((start, place) => {
      const end = starts[place + 1] ?? rows.length;
      const { tier } = rows[start]!;
      if (!isKnown(tier) || place % 2 === 1) return "";
      return element("rect", {
        x: margin / 2,
        y: top + start * rowHeight,
        width: width - margin,
        height: (end - start) * rowHeight,
        fill: colour("band"),
      });
    })
    .join("");
}

function nameOf({ models }: Row): string {
  return models.length === 1 ? models[0]!.model : `${models.length} more models`;
}

interface Cell extends Layout {
  readonly scale: AxisScale;
  readonly top: number;
}

function drawRow(row: Row, cell: Cell): string {
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
      ? label({ text: `tier ${row.tier}`, x: tierAt, y: textAt, size: smallSize, tone: "soft" })
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

function rankText({ rank, rankLower, rankUpper }: CaterpillarModel): string {
  if (!isKnown(rank)) return "–";
  if (!isKnown(rankLower) || !isKnown(rankUpper) || rankLower === rankUpper) return `${rank}`;
  return `${rankLower}–${rankUpper}`;
}

function spoken(model: CaterpillarModel): string {
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

function descriptionOf({ models }: CaterpillarData): string {
  const [first, ...others] = models;
  const tiers = new Set(models.map(({ tier }) => tier).filter(isKnown)).size;
  const inTiers = tiers > 0 ? ` in ${tiers} ${tiers === 1 ? "tier" : "tiers"}` : "";
  return `${models.length} models${inTiers}, best first: ${spoken(first!)}; last: ${spoken(others.at(-1)!)}.`;
}
