/** Points of a figure, told apart by shape as well as by colour. */

import { element, rounded, type Attributes } from "./svg.ts";

export type MarkerShape = "circle" | "square" | "diamond" | "up" | "down" | "cross";

/** Shapes of series in their order. */
export const seriesShapes: readonly MarkerShape[] = [
  "circle",
  "square",
  "up",
  "diamond",
  "down",
  "cross",
];

/** Dashes of the lines of series in their order; the first is drawn through. */
export const seriesDashes: readonly (string | undefined)[] = [
  undefined,
  "6 3",
  "2 3",
  "9 3 2 3",
  "4 2",
  "1 2",
];

/** Where a marker is, and half its size in pixels. */
export interface MarkerPlace {
  readonly x: number;
  readonly y: number;
  readonly size?: number | undefined;
}

const corners: Readonly<
  Record<Exclude<MarkerShape, "circle">, readonly (readonly [number, number])[]>
> = {
  square: [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
  diamond: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  up: [
    [0, -1.2],
    [1.15, 0.9],
    [-1.15, 0.9],
  ],
  down: [
    [0, 1.2],
    [1.15, -0.9],
    [-1.15, -0.9],
  ],
  cross: [
    [-0.35, -1.2],
    [0.35, -1.2],
    [0.35, -0.35],
    [1.2, -0.35],
    [1.2, 0.35],
    [0.35, 0.35],
    [0.35, 1.2],
    [-0.35, 1.2],
    [-0.35, 0.35],
    [-1.2, 0.35],
    [-1.2, -0.35],
    [-0.35, -0.35],
  ],
};

/** The element of one marker. */
export function marker(
  shape: MarkerShape,
  { x, y, size = 4 }: MarkerPlace,
  attributes: Attributes = {},
): string {
  if (shape === "circle") return element("circle", { cx: x, cy: y, r: size, ...attributes });
  const points = corners[shape].map(
    ([dx, dy]) => `${rounded(x + dx * size)},${rounded(y + dy * size)}`,
  );
  return element("polygon", { points: points.join(" "), ...attributes });
}
