/** Same level, other strengths: accuracy by band of difficulty. */

import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { upAxis, wholePercent } from "./axis.ts";
import {
  bandNames,
  bandPlaces,
  hasAccuracy,
  faintLine,
  pointsOf,
  seriesKey,
  seriesLine,
  type LinePoint,
} from "./band-axis.ts";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { spread } from "./label-placement.ts";
import { legend } from "./legend.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** Models with their bands, easiest first. */
export interface ProfileData {
  readonly models: readonly ProfileModel[];
  /** Names of the models in front, six at most; the others are a backdrop. Default: the first six. */
  readonly chosen?: readonly string[] | undefined;
}

/** One line; the bands of a `ModelProfile` fit. */
export interface ProfileModel {
  readonly model: string;
  readonly bands: readonly ProfilePoint[];
}

/** Accuracy on items that are about equally hard for the other models. */
export interface ProfilePoint {
  /** `easiest`: every other model solves them. `hardest`: none does. `band`: between. */
  readonly kind: "easiest" | "band" | "hardest";
  /** Number of a band among those between, from 1. */
  readonly number?: number | undefined;
  /** 0 to 1; absent for a band with too few items. */
  readonly accuracy?: number | null | undefined;
}

const title = "Accuracy by difficulty";
/** As many series as have a colour, dash and marker of their own. */
export const mostSeries = 6;

/**
 * One line per model over the bands of difficulty, easiest at the left. Up to six chosen models have a
 * colour, dash and marker of their own and are named at the end of their line, below 560 pixels in a
 * legend; the others are thin grey lines. Each line is a group with `data-model`.
 *
 * @returns One `<svg>`; a sentence in it where no model has two bands with a figure.
 * @example
 * ```ts
 * profiles({ models: [{ model: "a", bands: [{ kind: "easiest", accuracy: 1 }, { kind: "hardest", accuracy: 0.1 }] }] });
 * ```
 */
export function profiles(data: ProfileData, options: FigureOptions = {}): string {
  const known = data.models.filter(hasShape);
  if (known.length === 0) {
    return emptyFigure(
      { title, sentence: "No profiles: they need six models, and bands of at least 20 items." },
      options,
    );
  }
  const width = widthOf(options);
  const front = chosenOf(known, data.chosen);
  const isNarrow = width < 560;
  const longest = max(front, ({ model }) => labelWidth({ text: model })) ?? 0;
  const nameWidth = isNarrow ? 0 : Math.min(longest, width * 0.3);
  const entries = front.map(({ model }, series) => ({
    text: cutToWidth(visible(model), { width: width - 60, size: textSize }),
    mark: (place: LinePoint) => seriesKey(place, series),
  }));
  const key = isNarrow
    ? legend(entries, { x: 12, y: 14, width: width - 24 })
    : { content: "", height: 0 };
  const top = key.height + 34;
  const bottom = top + 300;
  const left = 56;
  const right = width - 30 - (isNarrow ? 0 : nameWidth + 14);
  const places = bandPlaces(known, { left: left + 16, right });
  const y = scaleLinear().domain([0, 1]).range([bottom, top]);
  const lineOf = (model: ProfileModel) => pointsOf(model, { places, y });
  const inFront = new Set(front);
  const content = [
    key.content,
    label({ text: "accuracy", x: 12, y: top - 12, size: smallSize, tone: "soft" }),
    upAxis({ scale: y, left, right: right + 14, ticks: 5, format: wholePercent }),
    element(
      "g",
      { fill: "none", stroke: colour("faint"), "stroke-opacity": "0.6" },
      known
        .filter((model) => !inFront.has(model))
        .map((model) => named(model, faintLine(lineOf(model)))),
    ),
    ...front.map((model, series) => named(model, seriesLine(lineOf(model), series))).toReversed(),
    isNarrow
      ? ""
      : endNames(front, {
          ends: front.map((model) => lineOf(model).at(-1)!),
          x: right + 22,
          nameWidth,
          top,
          bottom,
        }),
    bandNames(places, bottom + 18),
    label({
      text: "difficulty, by what the other models solve",
      x: right + 14,
      y: bottom + 36,
      anchor: "end",
      size: smallSize,
      tone: "soft",
    }),
  ];
  const description = `Accuracy of ${known.length} models by how hard the items are for the others; in front: ${front.map(({ model }) => model).join(", ")}.`;
  return figure({ width, height: bottom + 46, title, description, content }, options);
}

/** Whether there is a line to draw. */
export function hasShape({ bands }: ProfileModel): boolean {
  return bands.filter(hasAccuracy).length > 1;
}

function chosenOf(
  models: readonly ProfileModel[],
  chosen: readonly string[] | undefined,
): readonly ProfileModel[] {
  if (chosen === undefined) return models.slice(0, mostSeries);
  const byName = new Map(models.map((model) => [model.model, model]));
  return [...new Set(chosen)].flatMap((name) => byName.get(name) ?? []).slice(0, mostSeries);
}

/** A group that says whose line it is. */
export function named({ model }: ProfileModel, content: string): string {
  return element("g", { "data-model": model }, element("title", {}, escaped(model)) + content);
}

interface Ends {
  readonly ends: readonly LinePoint[];
  readonly x: number;
  readonly nameWidth: number;
  readonly top: number;
  readonly bottom: number;
}

function endNames(
  front: readonly ProfileModel[],
  { ends, x, nameWidth, top, bottom }: Ends,
): string {
  const order = [...front.keys()].toSorted((a, b) => ends[a]!.y - ends[b]!.y);
  const places = spread(
    order.map((index) => ends[index]!.y),
    { gap: 17, from: top, to: bottom },
  );
  return order
    .map((index, place) => {
      const y = places[place]!;
      const text = cutToWidth(visible(front[index]!.model), { width: nameWidth, size: textSize });
      const { x: fromX, y: fromY } = ends[index]!;
      return (
        element("line", {
          x1: fromX + 6,
          y1: fromY,
          x2: x - 4,
          y2: y,
          stroke: colour("faint"),
          "stroke-width": 0.8,
        }) + label({ text, x, y: y + 4 })
      );
    })
    .join("");
}
