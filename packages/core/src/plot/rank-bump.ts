/** The places of models in several orders, side by side. */

import { max } from "d3-array";
import { curveBumpX, line } from "d3-shape";
import { colour } from "./colours.ts";
import {
  emptyFigure,
  figure,
  rowsAtMost,
  smallSize,
  textSize,
  widthOf,
  type FigureOptions,
} from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { marker } from "./marker.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** Orders of the same models. */
export interface RankBumpData {
  readonly models: readonly string[];
  /** From left to right, for instance accuracy, EIP, Rasch. */
  readonly orders: readonly RankOrder[];
  /** Models drawn, by their best place in any order. Default 40. */
  readonly rows?: number | undefined;
}

/** One order. */
export interface RankOrder {
  readonly name: string;
  /** One rank per model, 1 is best, ties share one; `null` or `NaN` for a model without. */
  readonly ranks: ArrayLike<number | null>;
}

const title = "Ranks of the models in several orders";

/**
 * One line per model through its place in each order. A part that climbs is blue and thick, one that
 * falls is orange, one between equal ranks grey; the ranks stand beside the names at both ends. Each
 * line is a group with `data-model`.
 *
 * @returns One `<svg>`; a sentence in it for fewer than two models or orders.
 * @example
 * ```ts
 * rankBump({ models: ["a", "b"], orders: [{ name: "accuracy", ranks: [1, 2] }, { name: "EIP", ranks: [2, 1] }] });
 * ```
 */
export function rankBump(data: RankBumpData, options: FigureOptions = {}): string {
  const { orders } = data;
  const everywhere = [...data.models.keys()].filter((model) =>
    orders.every(({ ranks }) => Number.isFinite(ranks[model] ?? Number.NaN)),
  );
  if (orders.length < 2 || everywhere.length < 2) {
    return emptyFigure(
      {
        title,
        sentence: "Fewer than two models have a place in every order: there is nothing to compare.",
      },
      options,
    );
  }
  const drawn = bestPlaced(data, everywhere);
  const slots = slotsOf(data, drawn);
  const width = widthOf(options);
  const layout = layoutOf(data, { drawn, width });
  const top = 46;
  const y = (slot: number) => top + slot * rowHeight;
  const isDrawn = new Set(drawn);
  const hidden = everywhere.filter((model) => !isDrawn.has(model));
  const bottom = y(drawn.length - 1) + 20;
  const content = [
    ...orders.map(({ name }, order) => heading(name, { order, orders: orders.length, layout })),
    ...drawn.map((model) =>
      drawLine(data, { model, layout, places: slots.map((column) => y(column.get(model)!)) }),
    ),
    hidden.length > 0
      ? label({
          text: `${hidden.length} more models, at best in place ${Math.min(...hidden.map((model) => bestPlace(data, model)))}`,
          x: width / 2,
          y: bottom + 6,
          anchor: "middle",
          size: smallSize,
          tone: "soft",
        })
      : "",
  ];
  const description = `${drawn.length} of ${everywhere.length} models by ${orders.map(({ name }) => name).join(", ")}.`;
  return figure(
    { width, height: bottom + (hidden.length > 0 ? 18 : 0), title, description, content },
    options,
  );
}

const rowHeight = 20;

function bestPlace({ orders }: RankBumpData, model: number): number {
  return Math.min(...orders.map(({ ranks }) => ranks[model]!));
}

function bestPlaced(data: RankBumpData, models: readonly number[]): readonly number[] {
  const best = new Map(models.map((model) => [model, bestPlace(data, model)]));
  const { ranks } = data.orders[0]!;
  return models
    .toSorted((a, b) => best.get(a)! - best.get(b)! || ranks[a]! - ranks[b]! || a - b)
    .slice(0, rowsAtMost(data.rows, 40));
}

/** Row of each model in each order; models that tie keep their order of the column before. */
function slotsOf(
  { orders }: RankBumpData,
  drawn: readonly number[],
): readonly ReadonlyMap<number, number>[] {
  let before = drawn;
  return orders.map(({ ranks }) => {
    const earlier = new Map(before.map((model, slot) => [model, slot]));
    const sorted = before.toSorted(
      (a, b) => ranks[a]! - ranks[b]! || earlier.get(a)! - earlier.get(b)!,
    );
    before = sorted;
    return new Map(sorted.map((model, slot) => [model, slot]));
  });
}

interface Layout {
  readonly nameWidth: number;
  readonly rankWidth: number;
  readonly left: number;
  readonly right: number;
  readonly columns: readonly number[];
  readonly hasBothSides: boolean;
  /** Room for the name of the last order. */
  readonly headingRoom: number;
}

function layoutOf(
  { models, orders }: RankBumpData,
  { drawn, width }: { readonly drawn: readonly number[]; readonly width: number },
): Layout {
  const ranks = drawn.flatMap((model) => orders.map((order) => `${order.ranks[model]!}`));
  const rankWidth = 18 + (max(ranks, (text) => labelWidth({ text, size: smallSize })) ?? 0);
  const longest = max(drawn, (model) => labelWidth({ text: models[model]! })) ?? 0;
  // A narrow figure has names at the left alone, so that they need not be cut.
  const sides = width < 560 ? 1 : 2;
  const most = (width - 24 - (orders.length - 1) * 54 - 2 * rankWidth) / sides;
  const nameWidth = Math.max(40, Math.min(longest, most));
  const left = 12 + nameWidth + rankWidth;
  const right = sides === 2 ? width - left : width - 12 - Math.max(rankWidth, 64);
  const columns = orders.map((_, order) => left + ((right - left) * order) / (orders.length - 1));
  return {
    nameWidth,
    rankWidth,
    left,
    right,
    columns,
    hasBothSides: sides === 2,
    headingRoom: width - 12 - right,
  };
}

interface Heading {
  readonly order: number;
  readonly orders: number;
  readonly layout: Layout;
}

function heading(name: string, { order, orders, layout }: Heading): string {
  const { columns } = layout;
  const x = columns[order]!;
  const step = columns[1]! - columns[0]!;
  const isEnd = order === 0 || order === orders - 1;
  // The names at both ends point outwards, so that a single one between has both gaps to itself.
  const between = orders === 3 ? 2 * step - 16 : step - 8;
  const outside = order === 0 ? columns[0]! - 12 : layout.headingRoom;
  const width = isEnd ? outside : between;
  const anchor = order === 0 ? "end" : isEnd ? "start" : "middle";
  const text = cutToWidth(visible(name), { width: width / 1.12, size: textSize });
  return label({ text, x, y: 20, anchor, bold: true });
}

interface Drawn {
  readonly model: number;
  readonly layout: Layout;
  /** Height of the model in each order. */
  readonly places: readonly number[];
}

const path = line<readonly [number, number]>().curve(curveBumpX).digits(2);

function drawLine({ models, orders }: RankBumpData, { model, layout, places }: Drawn): string {
  const ranks = orders.map((order) => order.ranks[model]!);
  const parts = ranks.slice(1).map((rank, index) => {
    const change = ranks[index]! - rank;
    const ends = [index, index + 1].map((at) => [layout.columns[at]!, places[at]!] as const);
    return element("path", { d: path(ends) ?? "", fill: "none", ...strokeOf(change) });
  });
  const name = cutToWidth(visible(models[model]!), { width: layout.nameWidth, size: textSize });
  const at = (order: number) => ({ y: places[order]! + 4 });
  const last = orders.length - 1;
  return element("g", { "data-model": models[model]! }, [
    element(
      "title",
      {},
      escaped(
        `${models[model]!}: ${orders.map((order, index) => `${order.name} ${ranks[index]}`).join(", ")}`,
      ),
    ),
    ...parts,
    ...places.map((y, order) =>
      stop(
        { x: layout.columns[order]!, y },
        { rank: ranks[order]!, isEnd: order === 0 || order === last },
      ),
    ),
    label({ text: name, x: layout.left - layout.rankWidth, ...at(0), anchor: "end" }),
    label({
      text: `${ranks[0]!}`,
      x: layout.left - 8,
      ...at(0),
      anchor: "end",
      size: smallSize,
      tone: "soft",
    }),
    label({
      text: `${ranks[last]!}`,
      x: layout.right + 8,
      ...at(last),
      size: smallSize,
      tone: "soft",
    }),
    layout.hasBothSides
      ? label({ text: name, x: layout.right + layout.rankWidth, ...at(last) })
      : "",
  ]);
}

interface Stop {
  readonly rank: number;
  readonly isEnd: boolean;
}

/** A dot at the ends, where the rank stands beside it; between them the rank itself. */
function stop({ x, y }: { readonly x: number; readonly y: number }, { rank, isEnd }: Stop): string {
  if (isEnd) return marker("circle", { x, y, size: 3 }, { fill: colour("ink") });
  const width = Math.max(18, labelWidth({ text: `${rank}`, size: smallSize }) + 8);
  return (
    element("rect", {
      x: x - width / 2,
      y: y - 8,
      width,
      height: 16,
      rx: 8,
      fill: colour("paper"),
      stroke: colour("faint"),
    }) + label({ text: `${rank}`, x, y: y + 4, anchor: "middle", size: smallSize })
  );
}

function strokeOf(change: number): { readonly stroke: string; readonly "stroke-width": number } {
  if (change > 0) return { stroke: colour("first"), "stroke-width": 2.6 };
  if (change < 0) return { stroke: colour("second"), "stroke-width": 1.4 };
  return { stroke: colour("faint"), "stroke-width": 1.2 };
}
