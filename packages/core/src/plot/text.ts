/** The two most useful figures as lines of text. */

import stringWidth from "string-width";
import { extent, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { wholePercent } from "./axis.ts";
import { bandPlaces, hasAccuracy } from "./band-axis.ts";
import type { CaterpillarData, CaterpillarModel } from "./caterpillar.ts";
import { isKnown } from "./known.ts";
import { hasShape, type ProfileData, type ProfileModel } from "./profiles.ts";
import { visible } from "./svg.ts";
import { cutInTheMiddle } from "./text-width.ts";

/** Room for a figure made of text. */
export interface TextFigureOptions {
  /** Columns of the terminal, 40 at least. Default 80. */
  readonly width?: number | undefined;
}

/**
 * The figure of `caterpillar` for a terminal: a line per model with its interval and weighted accuracy
 * (`●`) and its accuracy (`◇`), tiers apart, and the scale below.
 *
 * @returns Lines that each end in a line break; a sentence where there is nothing to show.
 * @example
 * ```ts
 * caterpillarText({ models: report.models }, { width: 80 });
 * // "tier 1  osprey-72b-it        ├──────●──────┤      ◇\n…"
 * ```
 */
export function caterpillarText(
  { models }: CaterpillarData,
  options: TextFigureOptions = {},
): string {
  const values = models.flatMap(valuesOf);
  if (values.length === 0) return "No item tells these models apart: there is nothing to show.\n";
  const width = columnsOf(options);
  const nameWidth = nameColumns(models, width);
  const tierWidth = models.some(({ tier }) => isKnown(tier)) ? 9 : 0;
  const room = width - nameWidth - tierWidth - 3;
  const [low, high] = extent(values) as [number, number];
  const scale = scaleLinear()
    .domain([Math.min(low, high - 0.01), high])
    .range([0, room - 1]);
  const at = (share: number) => Math.round(scale(share));
  const rows = models.map((model, index) => {
    const starts = index === 0 || models[index - 1]!.tier !== model.tier;
    const tier = starts && isKnown(model.tier) ? `tier ${model.tier}` : "";
    const start = tierWidth === 0 ? "" : tier.padEnd(tierWidth);
    return `${start}${paddedName(model.model, nameWidth)}  ${barOf(model, { room, at })}`.trimEnd();
  });
  const indent = " ".repeat(tierWidth + nameWidth + 2);
  return [...rows, indent + rulerOf([low, high], room), "● weighted accuracy  ◇ accuracy"]
    .map((line) => `${line}\n`)
    .join("");
}

function valuesOf(model: CaterpillarModel): readonly number[] {
  const { weightedAccuracy, weightedLower, weightedUpper, accuracy } = model;
  if (!isKnown(weightedAccuracy)) return [];
  return [weightedAccuracy, weightedLower, weightedUpper, accuracy].filter(isKnown);
}

interface Bar {
  readonly room: number;
  readonly at: (share: number) => number;
}

function barOf(model: CaterpillarModel, { room, at }: Bar): string {
  const { weightedAccuracy, weightedLower, weightedUpper, accuracy } = model;
  if (!isKnown(weightedAccuracy)) return "(no place)";
  const cells = Array.from({ length: room }, () => " ");
  if (isKnown(weightedLower) && isKnown(weightedUpper)) {
    for (let cell = at(weightedLower); cell <= at(weightedUpper); cell += 1) cells[cell] = "─";
    cells[at(weightedLower)] = "├";
    cells[at(weightedUpper)] = "┤";
  }
  if (isKnown(accuracy)) cells[at(accuracy)] = "◇";
  cells[at(weightedAccuracy)] = "●";
  return cells.join("");
}

/** The ends of the scale, and its middle where there is room. */
function rulerOf([low, high]: readonly [number, number], room: number): string {
  const [left, middle, right] = [low, (low + high) / 2, high].map(wholePercent) as [
    string,
    string,
    string,
  ];
  const free = room - left.length - middle.length - right.length;
  if (free < 4)
    return `${left}${" ".repeat(Math.max(1, room - left.length - right.length))}${right}`;
  const before = Math.floor((room - middle.length) / 2) - left.length;
  return `${left}${" ".repeat(before)}${middle}${" ".repeat(free - before)}${right}`;
}

const blocks = "▁▂▃▄▅▆▇█";

/**
 * The figure of `profiles` for a terminal: a line per model with a bar for each band of difficulty,
 * easiest first, and the percentages where there is room.
 *
 * @returns Lines that each end in a line break; a sentence where there is nothing to show.
 * @example
 * ```ts
 * profileText({ models: [{ model: "a", bands: [{ kind: "easiest", accuracy: 1 }, { kind: "hardest", accuracy: 0 }] }] });
 * // "accuracy in percent, easy to hard\n … \na  █▁      100       0\n"
 * ```
 */
export function profileText({ models }: ProfileData, options: TextFigureOptions = {}): string {
  const known = models.filter(hasShape);
  if (known.length === 0)
    return "No profiles: they need six models, and bands of at least 20 items.\n";
  const width = columnsOf(options);
  const places = bandPlaces(known, { left: 0, right: 1 });
  const nameWidth = nameColumns(known, width);
  const cells = places.map(({ name }) => Math.max(4, name.length + 1));
  const numbersWidth = cells.reduce((sum, cell) => sum + cell, 0);
  const hasNumbers = nameWidth + 2 + places.length + 1 + numbersWidth <= width;
  const bandsAt = " ".repeat(nameWidth + 3 + places.length);
  const bandHeads = places.map(({ name }, index) => name.padStart(cells[index]!)).join("");
  const rows = known.map((model) => {
    const values = accuraciesOf(model);
    const bars = places.map(({ key }) => blockOf(values.get(key))).join("");
    const numbers = places.map(({ key }, index) =>
      wholeNumber(values.get(key)).padStart(cells[index]!),
    );
    return `${paddedName(model.model, nameWidth)}  ${bars}${hasNumbers ? ` ${numbers.join("")}` : ""}`.trimEnd();
  });
  return [
    "accuracy in percent, easy to hard",
    ...(hasNumbers ? [bandsAt + bandHeads] : []),
    ...rows,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function accuraciesOf({ bands }: ProfileModel): ReadonlyMap<string, number> {
  return new Map(
    bands
      .filter(hasAccuracy)
      .map(({ kind, number, accuracy }) => [
        kind === "band" ? `band ${number ?? 0}` : kind,
        accuracy!,
      ]),
  );
}

function blockOf(share: number | undefined): string {
  if (share === undefined) return " ";
  return blocks[Math.max(0, Math.min(7, Math.round(share * 7)))]!;
}

function wholeNumber(share: number | undefined): string {
  return share === undefined ? "–" : String(Math.round(share * 100));
}

function columnsOf({ width = 80 }: TextFigureOptions): number {
  return Number.isFinite(width) ? Math.max(40, Math.floor(width)) : 80;
}

/** Columns for names: as many as they need, a third of the line at most. */
function nameColumns(models: readonly { readonly model: string }[], width: number): number {
  const most = Math.floor(width / 3);
  return max(models, ({ model }) => stringWidth(cutColumns(model, most))) ?? 0;
}

function paddedName(name: string, width: number): string {
  const cut = cutColumns(name, width);
  return cut + " ".repeat(Math.max(0, width - stringWidth(cut)));
}

function cutColumns(name: string, width: number): string {
  return cutInTheMiddle(visible(name), { width, measure: stringWidth, narrowest: 0.5 });
}
