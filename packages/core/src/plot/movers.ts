/** Who stands elsewhere when hard items count more: accuracy against weighted accuracy. */

import { extent } from "d3-array";
import { scaleLinear } from "d3-scale";
import { acrossAxis, upAxis, wholePercent } from "./axis.ts";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label, labelWidth, type Box } from "./label.ts";
import { placeLabels } from "./label-placement.ts";
import { legend } from "./legend.ts";
import { marker, type MarkerPlace } from "./marker.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** The models of a pool. */
export interface MoversData {
  readonly models: readonly MoverModel[];
  /** Movers that are named, those who move most first. Default 12. */
  readonly named?: number | undefined;
}

/** One point; a `ModelRow` of a `RankReport` fits. Shares are from 0 to 1. */
export interface MoverModel {
  readonly model: string;
  readonly accuracy: number | null;
  readonly weightedAccuracy: number | null;
  readonly rank: number | null;
  readonly accuracyRank: number | null;
}

const title = "Accuracy against weighted accuracy";

/**
 * One point per model. Triangles point up for models that rank higher when hard items count more, and
 * down for those that rank lower; the ones that move most are named, as far as there is room. Each
 * point is a group with `data-model`, and says its numbers on hover.
 *
 * @returns One `<svg>`; a sentence in it for fewer than two models with both values.
 * @example
 * ```ts
 * movers({ models: report.models }, { width: 600 });
 * ```
 */
export function movers(data: MoversData, options: FigureOptions = {}): string {
  const points = data.models.flatMap(pointOf);
  if (points.length < 2) {
    return emptyFigure(
      {
        title,
        sentence:
          "Too few models have both an accuracy and a weighted accuracy to compare the two orders.",
      },
      options,
    );
  }
  const width = widthOf(options);
  const key = legend(legendEntries, { x: 12, y: 14, width: width - 24 });
  const top = key.height + 32;
  const left = 52;
  const right = width - 24;
  const bottom = top + Math.min(460, Math.max(280, (right - left) * 0.62));
  const x = scaleLinear()
    .domain(domainOf(points.map(({ accuracy }) => accuracy)))
    .range([left + 8, right - 8]);
  const y = scaleLinear()
    .domain(domainOf(points.map(({ weighted }) => weighted)))
    .range([bottom - 10, top + 10]);
  const placed = points.map((point) => ({ ...point, x: x(point.accuracy), y: y(point.weighted) }));
  const content = [
    key.content,
    acrossAxis({ scale: x, left, right, top, bottom, format: wholePercent }),
    upAxis({ scale: y, left, right, ticks: 6, format: wholePercent }),
    label({ text: "weighted accuracy", x: 12, y: top - 10, size: smallSize, tone: "soft" }),
    label({
      text: "accuracy",
      x: right,
      y: bottom + 32,
      size: smallSize,
      anchor: "end",
      tone: "soft",
    }),
    ...placed.toSorted((a, b) => Math.abs(a.up) - Math.abs(b.up)).map(drawPoint),
    names(placed, {
      bounds: { left: left + 2, right: width - 4, top: top - 4, bottom: bottom - 2 },
      named: data.named ?? 12,
    }),
  ];
  return figure(
    { width, height: bottom + 40, title, description: descriptionOf(points), content },
    options,
  );
}

interface Point {
  readonly model: string;
  readonly accuracy: number;
  readonly weighted: number;
  readonly accuracyRank: number;
  readonly rank: number;
  /** Places gained when hard items count more. */
  readonly up: number;
}

interface Placed extends Point {
  readonly x: number;
  readonly y: number;
}

function pointOf({
  model,
  accuracy,
  weightedAccuracy,
  rank,
  accuracyRank,
}: MoverModel): readonly Point[] {
  const numbers = [accuracy, weightedAccuracy, rank, accuracyRank];
  if (!numbers.every((value) => typeof value === "number" && Number.isFinite(value))) return [];
  return [
    {
      model,
      accuracy: accuracy!,
      weighted: weightedAccuracy!,
      accuracyRank: accuracyRank!,
      rank: rank!,
      up: accuracyRank! - rank!,
    },
  ];
}

function domainOf(values: readonly number[]): readonly [number, number] {
  const [low, high] = extent(values) as [number, number];
  const room = Math.max(0.005, (high - low) * 0.04);
  // No numbers below 0 or above 100 % where no point is.
  return [Math.max(Math.min(0, low), low - room), Math.min(Math.max(1, high), high + room)];
}

function mark(up: number, place: MarkerPlace): string {
  if (up > 0) return marker("up", place, { fill: colour("first") });
  if (up < 0) return marker("down", place, { fill: colour("second") });
  return marker(
    "circle",
    { ...place, size: 3.5 },
    { fill: colour("paper"), stroke: colour("soft"), "stroke-width": 1.3 },
  );
}

const legendEntries = [
  {
    text: "higher when hard items count more",
    mark: (place: MarkerPlace) => mark(1, { ...place, size: 5 }),
  },
  { text: "lower", mark: (place: MarkerPlace) => mark(-1, { ...place, size: 5 }) },
  { text: "same rank", mark: (place: MarkerPlace) => mark(0, place) },
];

function drawPoint(point: Placed): string {
  return element("g", { "data-model": point.model }, [
    element("title", {}, escaped(spoken(point))),
    mark(point.up, { x: point.x, y: point.y, size: 5 }),
  ]);
}

function spoken({ model, accuracy, weighted, accuracyRank, rank }: Point): string {
  const exact = (share: number) => `${(share * 100).toFixed(1)} %`;
  return `${model}: accuracy ${exact(accuracy)} (rank ${accuracyRank}), weighted ${exact(weighted)} (rank ${rank})`;
}

interface Naming {
  readonly bounds: Box;
  readonly named: number;
}

/** In a pool of this size also the models that stay where they were are named. */
const smallPool = 20;

/** Movers by distance; in a small pool the others after them. */
function worthNaming(points: readonly Placed[], named: number): readonly Placed[] {
  const order = points.toSorted((a, b) => Math.abs(b.up) - Math.abs(a.up) || a.rank - b.rank);
  const moving = order.filter(({ up }) => up !== 0).slice(0, named);
  const others = points.length <= smallPool ? order.filter(({ up }) => up === 0) : [];
  return [...moving, ...others];
}

function names(points: readonly Placed[], { bounds, named }: Naming): string {
  const wanted = worthNaming(points, named);
  const width = (bounds.right - bounds.left) * 0.4;
  const texts = wanted.map(({ model, up }) => {
    const short = cutToWidth(visible(model), { width, size: textSize });
    return up === 0 ? short : `${short} ${up > 0 ? "+" : "−"}${Math.abs(up)}`;
  });
  const sizes = texts.map((text) => ({ width: labelWidth({ text }), height: 15 }));
  const places = placeLabels(
    wanted.map(({ x, y }, index) => ({ x, y, ...sizes[index]! })),
    { bounds, taken: points.map(around) },
  );
  const placed = wanted.flatMap((point, index) => {
    const box = places[index];
    return box ? [{ point, box, text: texts[index]! }] : [];
  });
  return [
    ...placed.map(({ point, box }) => leader(point, box)),
    ...placed.map(({ point, box, text }) =>
      label({
        text,
        x: box.left,
        y: box.bottom - 3.5,
        rim: true,
        tone: point.up === 0 ? "soft" : "ink",
      }),
    ),
  ].join("");
}

const around = ({ x, y }: Placed): Box => ({
  left: x - 6,
  right: x + 6,
  top: y - 6,
  bottom: y + 6,
});

/** A line from a point to its name, where that is not beside it. */
function leader({ x, y }: Placed, box: Box): string {
  const toX = Math.max(box.left, Math.min(box.right, x));
  const toY = Math.max(box.top, Math.min(box.bottom, y));
  if (Math.hypot(toX - x, toY - y) < 16) return "";
  return element("line", {
    x1: x,
    y1: y,
    x2: toX,
    y2: toY,
    stroke: colour("soft"),
    "stroke-width": 0.8,
  });
}

function descriptionOf(points: readonly Point[]): string {
  const moving = points
    .filter(({ up }) => up !== 0)
    .toSorted((a, b) => Math.abs(b.up) - Math.abs(a.up));
  const most = moving
    .slice(0, 3)
    .map(({ model, accuracyRank, rank }) => `${model} from ${accuracyRank} to ${rank}`);
  const who = most.length === 0 ? "" : `; most: ${most.join(", ")}`;
  return `${points.length} models, of which ${moving.length} rank otherwise by weighted accuracy than by accuracy${who}.`;
}
