/** Who is ahead, and how sure: weighted accuracy with intervals, by rank, in tiers. */

import { extent, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { acrossAxis, wholePercent } from "./axis.ts";
import {
  drawRow,
  exactPercent,
  hollowDiamond,
  nameOf,
  rankText,
  spoken,
  tierText,
  type Layout,
  type Row,
} from "./caterpillar-row.ts";
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
import { element, visible } from "./svg.ts";
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

function layoutOf(rows: readonly Row[], width: number): Layout {
  const margin = 12;
  const rankWidth =
    max(rows, (row) => labelWidth({ text: rankText(row.models[0]!), size: smallSize })) ?? 0;
  const tierAt = margin;
  const tierWidth =
    max(rows, ({ tier }) =>
      isKnown(tier) ? labelWidth({ text: tierText(tier), size: smallSize }) + 12 : 0,
    ) ?? 0;
  const rankAt = margin + tierWidth + rankWidth;
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

function descriptionOf({ models }: CaterpillarData): string {
  const [first, ...others] = models;
  const tiers = new Set(models.map(({ tier }) => tier).filter(isKnown)).size;
  const inTiers = tiers > 0 ? ` in ${tiers} ${tiers === 1 ? "tier" : "tiers"}` : "";
  return `${models.length} models${inTiers}, best first: ${spoken(first!)}; last: ${spoken(others.at(-1)!)}.`;
}
