/** What is left of an order when models or items are left out. */

import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { EstimatorAgreement, PerturbationFigures } from "../analysis/stability.ts";
import { acrossAxis, upAxis } from "./axis.ts";
import { seriesKey, seriesMark } from "./band-axis.ts";
import { colour, seriesColours } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label } from "./label.ts";
import { legend } from "./legend.ts";
import { seriesDashes } from "./marker.ts";
import { panelsOf, type Panel } from "./panels.ts";
import { otherRows } from "./stability-rows.ts";
import { element, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** Figures of a study of stability; a `Stability` fits. */
export interface StabilityCurvesData {
  readonly perturbations: readonly StabilityStep[];
}

/** One change of the pool, with the agreement of each estimator before and after. */
export interface StabilityStep extends Pick<PerturbationFigures, "kind" | "what"> {
  readonly agreements: readonly StabilityAgreement[];
}

/** Tau-b before and after, and the same where the answers were shuffled. */
export type StabilityAgreement = Pick<
  EstimatorAgreement,
  "estimator" | "title" | "tau" | "tauShuffled"
>;

const title = "What is left of the order when the pool changes";
const plotHeight = 200;

/**
 * Agreement (Kendall's tau-b, 1 is the same order) of each estimator with itself before and after:
 * curves over the number of models and the share of items left out, each in a band from its lowest to
 * its highest repetition, and rows for all other changes. Thin lines and hollow marks are the control:
 * the same change where answers were shuffled. Only what goes beyond the control says anything.
 *
 * @returns One `<svg>`; a sentence in it where nothing was computed.
 * @example
 * ```ts
 * stabilityCurves(await stability(matrix), { width: 800 });
 * ```
 */
export function stabilityCurves(data: StabilityCurvesData, options: FigureOptions = {}): string {
  const steps = data.perturbations.filter(({ agreements }) =>
    agreements.some(({ tau }) => Number.isFinite(tau.mean)),
  );
  if (steps.length === 0) {
    return emptyFigure(
      { title, sentence: "Stability was not computed: report --full and study stability do." },
      options,
    );
  }
  const width = widthOf(options);
  const estimators = [
    ...new Map(
      steps
        .flatMap(({ agreements }) => agreements)
        .map(({ estimator, title: name }) => [estimator, name]),
    ),
  ];
  const series = new Map(estimators.map(([estimator], index) => [estimator, index]));
  const key = legend(
    legendEntries(
      estimators.map(([, name]) => name),
      width,
    ),
    { x: 12, y: 14, width: width - 24 },
  );
  const curves = curvesOf(steps);
  const onCurves = new Set(curves.flatMap((curve) => curve.steps.map(({ step }) => step)));
  const others = steps.filter((step) => !onCurves.has(step));
  const lowest = Math.min(
    0,
    ...steps.flatMap(({ agreements }) =>
      agreements
        .flatMap(({ tau, tauShuffled }) => [tau.min, tauShuffled.mean])
        .filter((value) => Number.isFinite(value)),
    ),
  );
  const { panels, bottom } = panelsOf(curves.length, {
    width,
    top: key.height + 6,
    height: plotHeight + 84,
    narrowest: 340,
  });
  const end = curves.length === 0 ? key.height + 6 : bottom;
  const rows = otherRows(others, { series, lowest, width, top: end });
  const content = [
    key.content,
    ...curves.map((curve, index) => drawCurve(curve, { panel: panels[index]!, series, lowest })),
    rows.content,
  ];
  return figure(
    { width, height: end + rows.height, title, description: descriptionOf(steps), content },
    options,
  );
}

interface Curve {
  readonly name: string;
  readonly unit: string;
  readonly steps: readonly { readonly step: StabilityStep; readonly at: number }[];
}

/** Changes that come in sizes, by the number in their names. */
function curvesOf(steps: readonly StabilityStep[]): readonly Curve[] {
  return (
    [
      { kind: "drop-models", name: "models left out", unit: "" },
      { kind: "drop-items", name: "items left out", unit: " %" },
    ] as const
  )
    .map(({ kind, name, unit }) => ({
      name,
      unit,
      steps: steps
        .filter((step) => step.kind === kind)
        .flatMap((step) => {
          const size = Number(/\d+/.exec(step.what)?.[0]);
          return Number.isFinite(size) ? [{ step, at: size }] : [];
        })
        .toSorted((a, b) => a.at - b.at),
    }))
    .filter((curve) => curve.steps.length > 1);
}

function legendEntries(titles: readonly string[], width: number) {
  return [
    ...titles.map((name, index) => ({
      text: cutToWidth(visible(name), { width: width - 70, size: textSize }),
      mark: (place: { readonly x: number; readonly y: number }) => seriesKey(place, index),
    })),
    {
      text: "thin, hollow: answers shuffled",
      mark: ({ x, y }: { readonly x: number; readonly y: number }) =>
        element("line", {
          x1: x - 11,
          x2: x + 11,
          y1: y,
          y2: y,
          stroke: colour("soft"),
          "stroke-width": 1,
        }),
    },
  ];
}

interface CurveRoom {
  readonly panel: Panel;
  readonly series: ReadonlyMap<string, number>;
  readonly lowest: number;
}

interface CurvePoint {
  readonly at: number;
  readonly agreement: StabilityAgreement;
}

function drawCurve({ name, unit, steps }: Curve, { panel, series, lowest }: CurveRoom): string {
  const left = panel.left + 50;
  const right = panel.right - 28;
  const top = panel.top + 48;
  const bottom = top + plotHeight;
  const x = scaleLinear()
    .domain([steps[0]!.at, steps.at(-1)!.at])
    .range([left + 10, right]);
  const y = scaleLinear().domain([lowest, 1]).range([bottom, top]);
  const whole = Object.assign((value: number) => x(value), {
    ticks: (count?: number) => x.ticks(count).filter(Number.isInteger),
  });
  const points = (estimator: string): readonly CurvePoint[] =>
    steps.flatMap(({ step, at }) => {
      const agreement = step.agreements.find((one) => one.estimator === estimator);
      return agreement && Number.isFinite(agreement.tau.mean) ? [{ at, agreement }] : [];
    });
  return [
    label({ text: name, x: panel.left + 12, y: panel.top + 18, bold: true }),
    label({
      text: "tau-b with the whole pool",
      x: panel.left + 12,
      y: panel.top + 36,
      size: smallSize,
      tone: "soft",
    }),
    upAxis({
      scale: y,
      left,
      right: right + 10,
      ticks: 5,
      format: (value) => String(Math.round(value * 100) / 100).replace("-", "−"),
    }),
    acrossAxis({
      scale: whole,
      left: left + 10,
      right,
      top,
      bottom,
      format: (value) => `${value}${unit}`,
    }),
    ...[...series].map(([estimator, index]) => drawSeries(points(estimator), { x, y, index })),
  ].join("");
}

interface SeriesRoom {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly index: number;
}

function drawSeries(points: readonly CurvePoint[], { x, y, index }: SeriesRoom): string {
  const place = index % seriesColours.length;
  const tone = colour(seriesColours[place]!);
  const band = area<CurvePoint>()
    .x(({ at }) => x(at))
    .y0(({ agreement }) => y(agreement.tau.min))
    .y1(({ agreement }) => y(agreement.tau.max))
    .digits(2);
  const through = (value: (agreement: StabilityAgreement) => number) =>
    line<CurvePoint>()
      .defined(({ agreement }) => Number.isFinite(value(agreement)))
      .x(({ at }) => x(at))
      .y(({ agreement }) => y(value(agreement)))
      .digits(2)(points) ?? undefined;
  return [
    element("path", { d: band(points) ?? undefined, fill: tone, "fill-opacity": "0.14" }),
    element("path", {
      d: through(({ tauShuffled }) => tauShuffled.mean),
      fill: "none",
      stroke: tone,
      "stroke-width": 1,
      "stroke-dasharray": seriesDashes[place],
    }),
    element("path", {
      d: through(({ tau }) => tau.mean),
      fill: "none",
      stroke: tone,
      "stroke-width": 2,
      "stroke-dasharray": seriesDashes[place],
    }),
    ...points.map(({ at, agreement }) =>
      seriesMark({ x: x(at), y: y(agreement.tau.mean), size: 3 }, index),
    ),
  ].join("");
}

function descriptionOf(steps: readonly StabilityStep[]): string {
  return steps
    .slice(0, 8)
    .map(
      ({ what, agreements }) =>
        `${what}: ${agreements.map(({ title: name, tau }) => `${name} ${Number.isFinite(tau.mean) ? tau.mean.toFixed(2) : "not known"}`).join(", ")}.`,
    )
    .join(" ");
}
