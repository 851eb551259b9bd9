/** Models and items on one axis: where each model solves about half. */

import { extent, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { upAxis } from "./axis.ts";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { spread } from "./label-placement.ts";
import { marker } from "./marker.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** Both sides of a Rasch fit: `competency` and `difficulty` of `rasch`. */
export interface ItemMapData {
  readonly models: readonly MappedModel[];
  /** In the unit of the abilities. */
  readonly difficulties: ArrayLike<number>;
}

/** A model and where it is, in logits; `null` or `NaN` where it has no place. */
export interface MappedModel {
  readonly model: string;
  readonly ability: number | null;
}

const title = "Models and items on one scale";
/** Names beside the map; further models have a mark only. */
const mostNames = 36;
const nameGap = 17;

/**
 * A scale that runs up the figure: bars to its left count the items of each difficulty, marks to its
 * right are the models. A model solves half of the items at its own height, more of those below.
 *
 * @returns One `<svg>`; a sentence in it where there are no models or no items to place.
 * @example
 * ```ts
 * itemMap({ models: [{ model: "a", ability: 0.4 }], difficulties: [-1, 0, 1] });
 * ```
 */
export function itemMap(data: ItemMapData, options: FigureOptions = {}): string {
  const models = data.models
    .flatMap(({ model, ability }) =>
      Number.isFinite(ability ?? Number.NaN) ? [{ model, ability: ability! }] : [],
    )
    .toSorted((a, b) => b.ability - a.ability);
  const difficulties = Array.from(data.difficulties).filter((value) => Number.isFinite(value));
  if (models.length === 0 || difficulties.length === 0) {
    return emptyFigure(
      {
        title,
        sentence: "No item tells these models apart, so neither has a place on a common scale.",
      },
      options,
    );
  }
  const width = widthOf(options);
  const named = thinnedOut(models, mostNames);
  const top = 46;
  const bottom = top + Math.max(300, named.length * nameGap + 8);
  const scale = scaleLinear()
    .domain(domainOf([...models.map(({ ability }) => ability), ...difficulties]))
    .range([bottom, top]);
  const longest = max(named, ({ model }) => labelWidth({ text: model })) ?? 0;
  const nameWidth = Math.max(60, Math.min(longest, width * 0.38));
  const axis = width - 12 - nameWidth - 58;
  const content = [
    upAxis({
      scale,
      left: 44,
      right: axis + 14,
      ticks: 8,
      format: (value) => String(Math.round(value * 10) / 10).replace("-", "−"),
    }),
    histogram(difficulties, { scale, left: 60, axis }),
    ...models.map(({ model, ability }) =>
      markOf(model, { x: axis + 14, y: scale(ability), ability }),
    ),
    namesOf(named, { scale, axis, nameWidth, top, bottom }),
    label({
      text: `${difficulties.length.toLocaleString("en-US")} items`,
      x: axis,
      y: 18,
      anchor: "end",
      bold: true,
    }),
    label({
      text: models.length === 1 ? "1 model" : `${models.length} models`,
      x: axis + 14,
      y: 18,
      bold: true,
    }),
    label({ text: "logits, harder up", x: 12, y: 36, size: smallSize, tone: "soft" }),
    label({ text: "stronger up", x: axis + 14, y: 36, size: smallSize, tone: "soft" }),
  ];
  const description = `${difficulties.length} items and ${models.length} models; strongest ${models[0]!.model}, weakest ${models.at(-1)!.model}. A model solves about half of the items at its height.`;
  return figure({ width, height: bottom + 16, title, description, content }, options);
}

interface Placed {
  readonly model: string;
  readonly ability: number;
}

/** First, last and evenly between. */
function thinnedOut(models: readonly Placed[], most: number): readonly Placed[] {
  if (models.length <= most) return models;
  return Array.from(
    { length: most },
    (_, index) => models[Math.round((index * (models.length - 1)) / (most - 1))]!,
  );
}

function domainOf(values: readonly number[]): readonly [number, number] {
  const [low, high] = extent(values) as [number, number];
  const room = Math.max(0.1, (high - low) * 0.03);
  return [low - room, high + room];
}

interface Bars {
  readonly scale: ((value: number) => number) & { domain(): number[] };
  readonly left: number;
  readonly axis: number;
}

function histogram(difficulties: readonly number[], { scale, left, axis }: Bars): string {
  const [low, high] = scale.domain() as [number, number];
  // Equal numbers of models that solve an item give equal difficulties: more bins would be ragged.
  const different = new Set(difficulties).size;
  const count = Math.max(
    8,
    Math.min(40, Math.ceil(Math.min(different / 2, Math.sqrt(difficulties.length)))),
  );
  const bins = Array.from({ length: count }, () => 0);
  const size = (high - low) / count;
  for (const value of difficulties)
    bins[Math.min(count - 1, Math.floor((value - low) / size))]! += 1;
  const longest = max(bins)!;
  const bars = bins.map((items, bin) => {
    if (items === 0) return "";
    const [y1, y2] = [scale(low + bin * size), scale(low + (bin + 1) * size)];
    const length = ((axis - left) * items) / longest;
    return element(
      "rect",
      { x: axis - length, y: y2, width: length, height: Math.max(1, y1 - y2 - 1) },
      element("title", {}, `${items} items around ${(low + (bin + 0.5) * size).toFixed(1)} logits`),
    );
  });
  return element("g", { fill: colour("faint") }, bars);
}

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly ability: number;
}

function markOf(model: string, { x, y, ability }: Mark): string {
  return element("g", { "data-model": model }, [
    element("title", {}, escaped(`${model}: ${ability.toFixed(2)} logits`)),
    marker("diamond", { x, y, size: 3.2 }, { fill: colour("first") }),
  ]);
}

interface Names {
  readonly scale: (value: number) => number;
  readonly axis: number;
  readonly nameWidth: number;
  readonly top: number;
  readonly bottom: number;
}

function namesOf(named: readonly Placed[], { scale, axis, nameWidth, top, bottom }: Names): string {
  const wanted = named.map(({ ability }) => scale(ability));
  const places = spread(wanted, { gap: nameGap - 1, from: top + 4, to: bottom - 4 });
  return named
    .map(({ model }, index) => {
      const y = places[index]!;
      return (
        element("path", {
          d: elbow({ from: axis + 20, to: axis + 54, y1: wanted[index]!, y2: y }),
          fill: "none",
          stroke: colour("faint"),
        }) +
        label({
          text: cutToWidth(visible(model), { width: nameWidth, size: textSize }),
          x: axis + 58,
          y: y + 4,
        })
      );
    })
    .join("");
}

interface Elbow {
  readonly from: number;
  readonly to: number;
  readonly y1: number;
  readonly y2: number;
}

function elbow({ from, to, y1, y2 }: Elbow): string {
  const round = (value: number) => Math.round(value * 100) / 100;
  return `M${round(from)} ${round(y1)}L${round(from + 8)} ${round(y1)}L${round(to - 8)} ${round(y2)}H${round(to)}`;
}
