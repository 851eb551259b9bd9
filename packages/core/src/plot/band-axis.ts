/** Bands of difficulty across a figure, and lines over them. */

import { line } from "d3-shape";
import { colour, seriesColours } from "./colours.ts";
import { smallSize } from "./figure.ts";
import { isKnown } from "./known.ts";
import { label, labelWidth } from "./label.ts";
import { marker, seriesDashes, seriesShapes, type MarkerPlace } from "./marker.ts";
import { element } from "./svg.ts";
import type { ProfileModel, ProfilePoint } from "./profiles.ts";

/** One band and its place. */
export interface BandPlace {
  readonly key: string;
  readonly name: string;
  readonly x: number;
}

/**
 * The bands that any of the models has, easiest first, spread from `left` to `right`.
 */
export function bandPlaces(
  models: readonly ProfileModel[],
  { left, right }: { readonly left: number; readonly right: number },
): readonly BandPlace[] {
  const kinds = new Set<string>();
  let numbers = 0;
  for (const { bands } of models) {
    for (const band of bands.filter(hasAccuracy)) {
      kinds.add(band.kind);
      if (band.kind === "band") numbers = Math.max(numbers, Math.min(1000, band.number ?? 0));
    }
  }
  const end = (kind: string) => (kinds.has(kind) ? [{ key: kind, name: kind }] : []);
  const names = [
    ...end("easiest"),
    ...Array.from({ length: numbers }, (_, index) => ({
      key: `band ${index + 1}`,
      name: `${index + 1}`,
    })),
    ...end("hardest"),
  ];
  const step = names.length < 2 ? 0 : (right - left) / (names.length - 1);
  return names.map((name, index) => ({ ...name, x: left + index * step }));
}

/** Names of the bands; those that find no room are left out, the ends stay. */
export function bandNames(places: readonly BandPlace[], y: number): string {
  const half = ({ name }: BandPlace) => labelWidth({ text: name, size: smallSize }) / 2 + 4;
  const last = places.at(-1);
  let free = Number.NEGATIVE_INFINITY;
  return places
    .map((place) => {
      const isLast = place === last;
      const blocked = !isLast && last !== undefined && place.x + half(place) > last.x - half(last);
      if (blocked || place.x - half(place) < free) return "";
      free = place.x + half(place);
      return label({
        text: place.name,
        x: place.x,
        y,
        anchor: "middle",
        size: smallSize,
        tone: "soft",
      });
    })
    .join("");
}

/** Whether a band has a figure. */
export function hasAccuracy({ accuracy }: ProfilePoint): boolean {
  return isKnown(accuracy);
}

/** A point of a line in pixels. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
}

/** The points of a model that have an accuracy. */
export function pointsOf(
  { bands }: ProfileModel,
  {
    places,
    y,
  }: { readonly places: readonly BandPlace[]; readonly y: (accuracy: number) => number },
): readonly LinePoint[] {
  const byKey = new Map(places.map((place) => [place.key, place]));
  return bands.filter(hasAccuracy).flatMap((band) => {
    const place = byKey.get(keyOf(band));
    return place ? [{ x: place.x, y: y(Math.max(0, Math.min(1, band.accuracy!))) }] : [];
  });
}

function keyOf({ kind, number }: ProfilePoint): string {
  return kind === "band" ? `band ${number ?? 0}` : kind;
}

const path = line<LinePoint>(
  ({ x }) => x,
  ({ y }) => y,
).digits(2);

/** A thin line in the backdrop. */
export function faintLine(points: readonly LinePoint[]): string {
  return points.length < 2 ? "" : element("path", { d: path(points) ?? "" });
}

/** The line of a series: its own colour, dash and marker. */
export function seriesLine(points: readonly LinePoint[], series: number): string {
  const place = series % seriesColours.length;
  const tone = colour(seriesColours[place]!);
  return (
    element("path", {
      d: path(points) ?? "",
      fill: "none",
      stroke: tone,
      "stroke-width": 2,
      "stroke-dasharray": seriesDashes[place],
    }) + points.map((point) => seriesMark({ ...point, size: 3.5 }, series)).join("")
  );
}

/** The marker of a series. */
export function seriesMark(place: MarkerPlace, series: number): string {
  const index = series % seriesColours.length;
  return marker(seriesShapes[index]!, place, { fill: colour(seriesColours[index]!) });
}

/** A short line with the marker of a series, for a legend. */
export function seriesKey({ x, y }: LinePoint, series: number): string {
  const index = series % seriesColours.length;
  return (
    element("line", {
      x1: x - 11,
      x2: x + 11,
      y1: y,
      y2: y,
      stroke: colour(seriesColours[index]!),
      "stroke-width": 2,
      "stroke-dasharray": seriesDashes[index],
    }) + seriesMark({ x, y, size: 3.5 }, series)
  );
}
