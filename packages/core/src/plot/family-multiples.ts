/** The profiles of each family in a panel of its own, the others behind them. */

import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { upAxis, wholePercent } from "./axis.ts";
import {
  bandNames,
  bandPlaces,
  faintLine,
  pointsOf,
  seriesKey,
  seriesLine,
  type LinePoint,
} from "./band-axis.ts";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label } from "./label.ts";
import { legend } from "./legend.ts";
import { columnsOf, panelsOf, type Panel } from "./panels.ts";
import { hasShape, mostSeries, named, type ProfileModel } from "./profiles.ts";
import { element, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** Profiles, and which of them belong together. */
export interface FamilyMultiplesData {
  readonly models: readonly ProfileModel[];
  readonly families: readonly FamilyPanel[];
}

/** One panel; a `ModelGroup` fits. */
export interface FamilyPanel {
  readonly name: string;
  /** Indices into `models`. */
  readonly models: readonly number[];
}

const title = "Accuracy by difficulty, by family";
const plotHeight = 140;
const narrowest = 280;
/** More panels say little. */
const mostPanels = 24;

/**
 * A panel per family: its models over the bands of difficulty, with all other models as thin grey
 * lines behind. Up to six models of a family have a style of their own and are named.
 *
 * @returns One `<svg>`; a sentence in it where there are no families, or no profiles.
 * @example
 * ```ts
 * familyMultiples({ models: [], families: [] }); // "<svg …>… No families: add "families:" to eip.yaml …"
 * ```
 */
export function familyMultiples(data: FamilyMultiplesData, options: FigureOptions = {}): string {
  const families = data.families
    .map(({ name, models }) => ({
      name,
      models: models.flatMap((index) => data.models[index] ?? []).filter(hasShape),
    }))
    .filter(({ models }) => models.length > 0);
  if (families.length === 0) {
    const sentence =
      data.families.length === 0
        ? "No families: add “families:” to eip.yaml."
        : "No profiles of these families: they need six models, and bands of at least 20 items.";
    return emptyFigure({ title, sentence }, options);
  }
  const width = widthOf(options);
  const shown = families.slice(0, mostPanels);
  const columns = columnsOf(shown.length, { width, narrowest });
  const keys = shown.map(
    (family) => keyOf(family, { left: 0, top: 0, width: width / columns }).height,
  );
  // Panels beside each other are as high as the one with the most names.
  const height = Array.from({ length: Math.ceil(shown.length / columns) }, (_, row) => {
    const highest = max(keys.slice(row * columns, (row + 1) * columns)) ?? 0;
    return 34 + highest + plotHeight + 48;
  });
  const { panels, bottom } = panelsOf(shown.length, { width, top: 4, height, narrowest });
  const hidden = families.length - shown.length;
  const content = [
    ...panels.map((panel, index) =>
      drawPanel(shown[index]!, { panel, all: data.models.filter(hasShape) }),
    ),
    hidden > 0
      ? label({
          text: `${hidden} more families are not shown`,
          x: width / 2,
          y: bottom + 10,
          anchor: "middle",
          size: smallSize,
          tone: "soft",
        })
      : "",
  ];
  const description = shown
    .map(
      ({ name, models }) =>
        `${name}: ${models
          .slice(0, mostSeries)
          .map(({ model }) => model)
          .join(", ")}.`,
    )
    .join(" ");
  return figure(
    { width, height: bottom + (hidden > 0 ? 20 : 0), title, description, content },
    options,
  );
}

interface Family {
  readonly name: string;
  readonly models: readonly ProfileModel[];
}

interface KeyRoom {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

function keyOf(
  { models }: Family,
  { left, top, width }: KeyRoom,
): { readonly content: string; readonly height: number } {
  const room = width - 24;
  const more = models.length - mostSeries;
  const entries = models.slice(0, mostSeries).map(({ model }, series) => ({
    text: cutToWidth(visible(model), { width: room - 34, size: textSize }),
    mark: (place: LinePoint) => seriesKey(place, series),
  }));
  const rest = {
    text: `${more} more`,
    mark: ({ x, y }: LinePoint) =>
      element("line", { x1: x - 11, x2: x + 11, y1: y, y2: y, stroke: colour("soft") }),
  };
  return legend(more > 0 ? [...entries, rest] : entries, { x: left + 12, y: top, width: room });
}

function drawPanel(
  family: Family,
  { panel, all }: { readonly panel: Panel; readonly all: readonly ProfileModel[] },
): string {
  const width = panel.right - panel.left;
  const key = keyOf(family, { left: panel.left, top: panel.top + 36, width });
  const bottom = panel.bottom - 38;
  const top = bottom - plotHeight;
  const left = panel.left + 50;
  const right = panel.right - 26;
  const places = bandPlaces(all, { left: left + 14, right: right - 10 });
  const y = scaleLinear().domain([0, 1]).range([bottom, top]);
  const lineOf = (model: ProfileModel) => pointsOf(model, { places, y });
  const own = new Set(family.models);
  const thin = (models: readonly ProfileModel[], tone: "faint" | "soft") =>
    element(
      "g",
      {
        fill: "none",
        stroke: colour(tone),
        "stroke-opacity": tone === "faint" ? "0.5" : undefined,
      },
      models.map((model) => faintLine(lineOf(model))),
    );
  return element("g", { "data-family": family.name }, [
    label({
      text: cutToWidth(visible(family.name), { width: (width - 24) / 1.12, size: textSize }),
      x: panel.left + 12,
      y: panel.top + 18,
      bold: true,
    }),
    key.content,
    upAxis({ scale: y, left, right, ticks: 3, format: wholePercent }),
    thin(
      all.filter((model) => !own.has(model)),
      "faint",
    ),
    thin(family.models.slice(mostSeries), "soft"),
    ...family.models
      .slice(0, mostSeries)
      .map((model, series) => named(model, seriesLine(lineOf(model), series))),
    bandNames(places, bottom + 16),
  ]);
}
