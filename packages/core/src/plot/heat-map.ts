/** Every answer at a glance: models by items, both sorted. */

import { max } from "d3-array";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, widthOf, type FigureOptions } from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { legend } from "./legend.ts";
import { png, pngAddress, rgb, type Deflate, type IndexedImage } from "./png.ts";
import { element, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** Who solved what. */
export interface HeatMapData {
  readonly models: readonly string[];
  /** Number of items. */
  readonly items: number;
  /** Score of a model on an item, 0 to 1; `NaN` where it was not asked. */
  readonly score: (model: number, item: number) => number;
  /** What models are sorted by, highest first, one value each. Default: their mean score. */
  readonly strength?: ArrayLike<number> | undefined;
}

/** Options of a heat map. */
export interface HeatMapOptions extends FigureOptions {
  /** Compresses to a zlib stream, for a smaller picture; absent: stored as it is. */
  readonly deflate?: Deflate | undefined;
}

const title = "Every model on every item";

/**
 * Models from the strongest down, items from the easiest to the right; dark is solved. The answers are
 * one picture inside the figure (a `data:` address), a row per model and at most a column per pixel:
 * where items share a column, its shade is their mean. Names stand beside rows that are high enough.
 *
 * @returns One `<svg>`; a sentence in it where there are no models or no items.
 * @example
 * ```ts
 * heatMap({ models: ["a", "b"], items: 3, score: (model, item) => (item > model ? 0 : 1) });
 * ```
 */
export function heatMap(data: HeatMapData, options: HeatMapOptions = {}): string {
  const { models, items, score } = data;
  if (models.length === 0 || items === 0) {
    return emptyFigure({ title, sentence: "There are no answers to show." }, options);
  }
  const width = widthOf(options);
  const hasNames = models.length <= mostNames;
  const rowHeight = rowHeightOf(models.length);
  const longest = hasNames
    ? (max(models, (text) => labelWidth({ text, size: smallSize })) ?? 0)
    : 0;
  const nameWidth = Math.min(longest, width * 0.3);
  const left = hasNames ? 12 + nameWidth + 8 : 12;
  const right = width - 12;
  const means = meansOf(data);
  const key = legend(legendEntries(means), { x: 12, y: 14, width: width - 24 });
  const top = key.height + 28;
  const columns = Math.min(items, Math.floor(right - left));
  const strength = data.strength ?? means.models;
  const order = {
    models: descending(strength, models.length),
    items: descending(means.items, items),
  };
  const image = imageOf({ order, columns, score });
  const height = models.length * rowHeight;
  const content = [
    key.content,
    label({ text: "easier items", x: left, y: top - 8, size: smallSize, tone: "soft" }),
    label({
      text: "harder items",
      x: right,
      y: top - 8,
      size: smallSize,
      anchor: "end",
      tone: "soft",
    }),
    element("image", {
      x: left,
      y: top,
      width: right - left,
      height,
      preserveAspectRatio: "none",
      "image-rendering": "pixelated",
      href: pngAddress(png(image, options.deflate)),
    }),
    element("rect", {
      x: left,
      y: top,
      width: right - left,
      height,
      fill: "none",
      stroke: colour("line"),
    }),
    ...(hasNames
      ? order.models.map((model, row) =>
          label({
            text: cutToWidth(visible(models[model]!), { width: nameWidth, size: smallSize }),
            x: left - 8,
            y: top + row * rowHeight + rowHeight / 2 + 4,
            size: smallSize,
            anchor: "end",
          }),
        )
      : [
          label({
            text: `${models.length} models, strongest at the top`,
            x: left,
            y: top + height + 16,
            size: smallSize,
            tone: "soft",
          }),
        ]),
  ];
  const description = `${models.length} models by ${items} items; strongest ${models[order.models[0]!]!}, weakest ${models[order.models.at(-1)!]!}.`;
  return figure(
    { width, height: top + height + (hasNames ? 10 : 24), title, description, content },
    options,
  );
}

/** Rows with names beside them; beyond, rows are too low for a name. */
const mostNames = 60;

function rowHeightOf(models: number): number {
  const even = Math.floor(620 / models);
  return models <= mostNames ? Math.max(13, Math.min(18, even)) : Math.max(1, even);
}

/** Colours of scores in equal steps, light to dark, and of no answer. */
const steps = 15;
const unasked = 15;
const light = [244, 238, 224] as const;
const dark = [13, 59, 102] as const;
const palette: IndexedImage["palette"] = [
  ...Array.from({ length: steps }, (_, step) => mixed(step / (steps - 1))),
  [158, 158, 158],
];

function mixed(part: number): readonly [number, number, number] {
  const at = (index: 0 | 1 | 2) => Math.round(light[index] + (dark[index] - light[index]) * part);
  return [at(0), at(1), at(2)];
}

function legendEntries({ hasGaps }: Means) {
  const swatch =
    (index: number) =>
    ({ x, y }: { readonly x: number; readonly y: number }) =>
      element("rect", {
        x: x - 9,
        y: y - 6,
        width: 18,
        height: 12,
        fill: rgb(palette[index]!),
        stroke: colour("line"),
      });
  return [
    { text: "solved", mark: swatch(steps - 1) },
    { text: "failed", mark: swatch(0) },
    ...(hasGaps ? [{ text: "not asked", mark: swatch(unasked) }] : []),
  ];
}

interface Means {
  readonly models: Float64Array;
  readonly items: Float64Array;
  /** Whether some model was not asked some item. */
  readonly hasGaps: boolean;
}

/** Mean score of each model and of each item over the answers there are. */
function meansOf({ models, items, score }: HeatMapData): Means {
  const sums = { models: new Float64Array(models.length), items: new Float64Array(items) };
  const counts = { models: new Float64Array(models.length), items: new Float64Array(items) };
  for (let model = 0; model < models.length; model += 1) {
    for (let item = 0; item < items; item += 1) {
      const value = score(model, item);
      if (Number.isNaN(value)) continue;
      sums.models[model]! += value;
      sums.items[item]! += value;
      counts.models[model]! += 1;
      counts.items[item]! += 1;
    }
  }
  return {
    models: sums.models.map((sum, model) => sum / counts.models[model]!),
    items: sums.items.map((sum, item) => sum / counts.items[item]!),
    hasGaps: counts.models.some((count) => count < items),
  };
}

/** Indices by value, highest first, those without one last. */
function descending(values: ArrayLike<number>, count: number): readonly number[] {
  const value = (index: number) => {
    const known = values[index] ?? Number.NaN;
    return Number.isNaN(known) ? -Infinity : known;
  };
  const order = Array.from({ length: count }, (_, index) => index);
  return order.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    return one === other ? a - b : other > one ? 1 : -1;
  });
}

interface Picture {
  readonly order: { readonly models: readonly number[]; readonly items: readonly number[] };
  readonly columns: number;
  readonly score: HeatMapData["score"];
}

function imageOf({ order, columns, score }: Picture): IndexedImage {
  const height = order.models.length;
  const pixels = new Uint8Array(columns * height);
  for (const [row, model] of order.models.entries()) {
    for (let column = 0; column < columns; column += 1) {
      const from = Math.floor((column * order.items.length) / columns);
      const to = Math.floor(((column + 1) * order.items.length) / columns);
      pixels[row * columns + column] = shade(model, order.items.slice(from, to), score);
    }
  }
  return { width: columns, height, pixels, palette };
}

function shade(model: number, items: readonly number[], score: HeatMapData["score"]): number {
  let sum = 0;
  let count = 0;
  for (const item of items) {
    const value = score(model, item);
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  if (count === 0) return unasked;
  return Math.max(0, Math.min(steps - 1, Math.round((sum / count) * (steps - 1))));
}
