/** The figures of the page, drawn when it is written and again for another width. */

import { caterpillar } from "../plot/caterpillar.ts";
import { difficultyHistogram } from "../plot/difficulty-histogram.ts";
import { familyMultiples, type FamilyPanel } from "../plot/family-multiples.ts";
import type { FigureOptions } from "../plot/figure.ts";
import { heatMap } from "../plot/heat-map.ts";
import { itemMap } from "../plot/item-map.ts";
import { movers } from "../plot/movers.ts";
import { profiles } from "../plot/profiles.ts";
import { rankBump } from "../plot/rank-bump.ts";
import { stabilityCurves } from "../plot/stability-curves.ts";
import { scoreAt } from "../matrix/response-matrix.ts";
import { ranks } from "../stats/ranks.ts";
import { html, trusted, type Markup } from "./html-template.ts";
import type { PageModel } from "./page-model.ts";

export type FigureName =
  | "caterpillar"
  | "movers"
  | "bump"
  | "histogram"
  | "item-map"
  | "profiles"
  | "families"
  | "heat-map"
  | "stability";

type Draw = (page: PageModel, options: FigureOptions) => string;

const draws: Readonly<Record<FigureName, Draw>> = {
  caterpillar: ({ report }, options) =>
    caterpillar({ models: report.models, level: report.settings.level }, options),
  movers: ({ report }, options) => movers({ models: report.models }, options),
  bump: (page, options) => rankBump({ models: page.names.models, orders: ordersOf(page) }, options),
  histogram: (page, options) => difficultyHistogram({ benchmarks: difficultiesOf(page) }, options),
  "item-map": ({ names, abilities, items }, options) =>
    itemMap(
      {
        models: names.models.map((model, index) => ({ model, ability: abilities[index]! })),
        difficulties: items.logit.filter((value) => !Number.isNaN(value)),
      },
      options,
    ),
  profiles: (page, options) =>
    profiles({ models: profilesOf(page), chosen: inFront(page) }, options),
  families: (page, options) =>
    familyMultiples({ models: profilesOf(page), families: familiesOf(page) }, options),
  "heat-map": (page, options) => {
    const { matrix, fit } = page.pool!();
    return heatMap(
      {
        models: matrix.models,
        items: matrix.items.length,
        score: (model, item) => scoreAt(matrix, model, item),
        strength: fit.competency,
      },
      options,
    );
  },
  stability: ({ stability }, options) =>
    stabilityCurves({ perturbations: stability ?? [] }, options),
};

/** The figures that there are data for, in the order of the page. */
export function figuresOf({ pool, families, stability }: PageModel): FigureName[] {
  const needs: Partial<Record<FigureName, boolean>> = {
    "heat-map": pool !== null,
    families: typeof families !== "string",
    stability: stability !== null,
  };
  return (Object.keys(draws) as FigureName[]).filter((name) => needs[name] ?? true);
}

/** A figure as SVG. */
export function drawFigure(name: FigureName, page: PageModel, options: FigureOptions): string {
  return draws[name](page, options);
}

/** Width of the figures in the file, for readers without scripts. */
const writtenWidth = 860;

/** A figure in its frame, with the words beneath it. */
export function figureBlock(name: FigureName, page: PageModel, caption: string): Markup {
  return html`<figure data-figure="${name}">
    <div class="drawing">${trusted(drawFigure(name, page, { width: writtenWidth }))}</div>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

const profilesOf = ({ profiles: found }: PageModel) => (typeof found === "string" ? [] : found);

/** Families by place in the list of profiles, which need not hold every model. */
function familiesOf(page: PageModel): readonly FamilyPanel[] {
  const { families, names } = page;
  if (typeof families === "string") return [];
  const places = new Map(profilesOf(page).map(({ model }, place) => [model, place]));
  return families.map(({ name, models }) => ({
    name,
    models: models.flatMap((model) => places.get(names.models[model]!) ?? []),
  }));
}

/** The first six of the board. */
const inFront = ({ report }: PageModel) => report.models.slice(0, 6).map(({ model }) => model);

function ordersOf({ report, names, abilities }: PageModel) {
  const rows = new Map(report.models.map((row) => [row.model, row]));
  const ofRows = (key: "accuracyRank" | "rank") =>
    names.models.map((model) => rows.get(model)![key]);
  return [
    { name: "accuracy", ranks: ofRows("accuracyRank") },
    { name: "EIP", ranks: ofRows("rank") },
    { name: "Rasch", ranks: ranks(abilities, 1e-6) },
  ];
}

function difficultiesOf({ names, items }: PageModel) {
  return names.benchmarks.map((name, benchmark) => {
    const own = [...names.benchmarkOf.keys()].filter((i) => names.benchmarkOf[i] === benchmark);
    const flagged = (place: number) =>
      own.filter((item) => (items.flags[item]! >> place) & 1).length;
    return {
      name,
      relative: own.map((item) => items.relative[item]!).filter((value) => !Number.isNaN(value)),
      solvedByAll: flagged(0),
      solvedByNone: flagged(1),
    };
  });
}
