/** On which items two models differ: flips by band of difficulty. */

import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import type { FlipBand } from "../analysis/flip-bands.ts";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** A comparison of two models. */
export interface FlipsData {
  /** Names of the two. */
  readonly a: string;
  readonly b: string;
  /** From `flipBands`, easiest first; `null` where too few other models say what is hard. */
  readonly bands: readonly FlipsBand[] | null;
}

/** One band; a `FlipBand` fits. */
export type FlipsBand = Pick<FlipBand, "kind" | "items" | "onlyA" | "onlyB">;

const title = "Items that only one of two models solves, by difficulty";
const rowHeight = 30;

/**
 * A row per band of difficulty, easiest first: to the left the items on which A earns more, to the
 * right those on which B does, each with its number, and the difference at the end.
 *
 * @returns One `<svg>`; a sentence in it where too few other models say what is hard.
 * @example
 * ```ts
 * flips({ a: "kestrel", b: "heron", bands: [{ kind: "band", items: 40, onlyA: 3, onlyB: 9 }] });
 * ```
 */
export function flips(data: FlipsData, options: FigureOptions = {}): string {
  if (data.bands === null) {
    return emptyFigure(
      { title, sentence: "Too few other models to say which items are hard: five are needed." },
      options,
    );
  }
  if (data.bands.every(({ onlyA, onlyB }) => onlyA === 0 && onlyB === 0)) {
    return emptyFigure(
      { title, sentence: "The two models earn the same on every item they share." },
      options,
    );
  }
  const width = widthOf(options);
  const layout = layoutOf(data.bands, width);
  const { axis, left, right } = layout;
  const top = 52;
  const bottom = top + data.bands.length * layout.rowHeight;
  const name = (text: string) =>
    cutToWidth(visible(text), { width: (axis - left - 24) / 1.12, size: textSize });
  const content = [
    label({
      text: "solved only by",
      x: axis - 10,
      y: 18,
      anchor: "end",
      size: smallSize,
      tone: "soft",
    }),
    label({ text: name(data.a), x: axis - 10, y: 36, anchor: "end", bold: true, tone: "first" }),
    label({ text: "solved only by", x: axis + 10, y: 18, size: smallSize, tone: "soft" }),
    label({ text: name(data.b), x: axis + 10, y: 36, bold: true, tone: "second" }),
    label({
      text: "B−A",
      x: right + layout.netWidth,
      y: 36,
      anchor: "end",
      size: smallSize,
      tone: "soft",
    }),
    element("line", { x1: axis, x2: axis, y1: top - 6, y2: bottom, stroke: colour("soft") }),
    ...data.bands.map((band, index) =>
      drawBand(band, { ...layout, bands: data.bands!, top: top + index * layout.rowHeight }),
    ),
  ];
  return figure(
    { width, height: bottom + 12, title, description: descriptionOf(data), content },
    options,
  );
}

interface Layout {
  readonly isNarrow: boolean;
  readonly rowHeight: number;
  readonly nameAt: number;
  readonly left: number;
  readonly right: number;
  readonly axis: number;
  readonly netWidth: number;
  readonly length: (items: number) => number;
}

function layoutOf(bands: readonly FlipsBand[], width: number): Layout {
  const isNarrow = width < 560;
  const nameAt = 12;
  const left = isNarrow ? 12 : 220;
  const small = (texts: readonly string[]) =>
    max(texts, (text) => labelWidth({ text, size: smallSize, bold: true })) ?? 0;
  const netWidth = 24 + small(["B−A", ...bands.map(({ onlyA, onlyB }) => signed(onlyB - onlyA))]);
  const numbers = bands.flatMap(({ onlyA, onlyB }) => [counted(onlyA), counted(onlyB)]);
  const right = width - 12 - netWidth;
  const axis = (left + right) / 2;
  const most = max(bands, ({ onlyA, onlyB }) => Math.max(onlyA, onlyB)) ?? 1;
  // The number beside the longest bar needs room too.
  const length = scaleLinear()
    .domain([0, most])
    .range([0, (right - left) / 2 - 8 - small(numbers)]);
  return {
    isNarrow,
    rowHeight: isNarrow ? rowHeight + 18 : rowHeight,
    nameAt,
    left,
    right,
    axis,
    netWidth,
    length,
  };
}

interface Row extends Layout {
  readonly bands: readonly FlipsBand[];
  readonly top: number;
}

function drawBand(band: FlipsBand, row: Row): string {
  const { axis, length, isNarrow, top, right, netWidth } = row;
  const { onlyA, onlyB } = band;
  const bar = isNarrow ? top + 20 : top + 4;
  const middle = bar + 15;
  const text = { size: smallSize };
  const name = `${bandName(band, row.bands)}, ${counted(band.items)} items`;
  const net = onlyB - onlyA;
  return element("g", {}, [
    element("title", {}, escaped(`${name}: only A ${onlyA}, only B ${onlyB}`)),
    label({
      text: name,
      x: isNarrow ? axis : row.nameAt,
      y: isNarrow ? top + 14 : middle,
      ...text,
      anchor: isNarrow ? "middle" : undefined,
      tone: "soft",
      rim: isNarrow,
    }),
    element("rect", {
      x: axis - length(onlyA),
      y: bar,
      width: length(onlyA),
      height: 20,
      fill: colour("first"),
    }),
    element("rect", { x: axis, y: bar, width: length(onlyB), height: 20, fill: colour("second") }),
    label({
      text: counted(onlyA),
      x: axis - length(onlyA) - 5,
      y: middle,
      ...text,
      anchor: "end",
    }),
    label({ text: counted(onlyB), x: axis + length(onlyB) + 5, y: middle, ...text }),
    label({
      text: signed(net),
      x: right + netWidth,
      y: middle,
      ...text,
      anchor: "end",
      bold: net !== 0,
    }),
  ]);
}

function counted(value: number): string {
  return value.toLocaleString("en-US");
}

function signed(value: number): string {
  if (value === 0) return "0";
  return `${value > 0 ? "+" : "−"}${counted(Math.abs(value))}`;
}

function bandName(band: FlipsBand, bands: readonly FlipsBand[]): string {
  if (band.kind === "easiest") return "all others solve";
  if (band.kind === "hardest") return "no other solves";
  const between = bands.filter(({ kind }) => kind === "band");
  return `difficulty ${between.indexOf(band) + 1} of ${between.length}`;
}

function descriptionOf({ a, b, bands }: FlipsData): string {
  const rows = bands!.map((band) => `${bandName(band, bands!)}: ${band.onlyA} and ${band.onlyB}`);
  return `Items on which only ${a} or only ${b} earns more: ${rows.join("; ")}.`;
}
