/** How hard the items of each benchmark are. */

import { max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { colour } from "./colours.ts";
import { emptyFigure, figure, smallSize, textSize, widthOf, type FigureOptions } from "./figure.ts";
import { label, labelWidth } from "./label.ts";
import { legend } from "./legend.ts";
import { panelsOf, type Panel } from "./panels.ts";
import { element, escaped, visible } from "./svg.ts";
import { cutToWidth } from "./text-width.ts";

/** The benchmarks of a pool. */
export interface DifficultyHistogramData {
  readonly benchmarks: readonly BenchmarkDifficulties[];
}

/** The items of one benchmark. */
export interface BenchmarkDifficulties {
  readonly name: string;
  /** Difficulties of the items that tell models apart, 1 is the average of the pool (`relative`). */
  readonly relative: ArrayLike<number>;
  /** Items that every model solved, and that none did. */
  readonly solvedByAll: number;
  readonly solvedByNone: number;
}

const title = "Difficulty of the items, by benchmark";
/** More panels say little. */
const mostPanels = 24;

/**
 * A panel per benchmark: how many items there are at each difficulty, on a scale where each step is
 * half as hard again; hollow bars at the ends count the items that all solved and that none did.
 *
 * @returns One `<svg>`; a sentence in it where there are no items.
 * @example
 * ```ts
 * difficultyHistogram({ benchmarks: [{ name: "gsm8k", relative: [0.5, 1, 2.5], solvedByAll: 2, solvedByNone: 0 }] });
 * ```
 */
export function difficultyHistogram(
  data: DifficultyHistogramData,
  options: FigureOptions = {},
): string {
  const counted = data.benchmarks.map(countsOf).filter(({ items }) => items > 0);
  if (counted.length === 0) {
    return emptyFigure(
      { title, sentence: "There are no items whose difficulty could be shown." },
      options,
    );
  }
  const width = widthOf(options);
  const key = legend(legendEntries, { x: 12, y: 14, width: width - 24 });
  const shown = counted.slice(0, mostPanels);
  const { panels, bottom } = panelsOf(shown.length, {
    width,
    top: key.height + 8,
    height: shown.length === 1 ? 240 : 168,
    narrowest: 280,
  });
  const hidden = counted.length - shown.length;
  const content = [
    key.content,
    ...panels.map((panel, index) => drawPanel(shown[index]!, panel)),
    hidden > 0
      ? label({
          text: `${hidden} more benchmarks are not shown`,
          x: width / 2,
          y: bottom + 10,
          anchor: "middle",
          size: smallSize,
          tone: "soft",
        })
      : "",
  ];
  const description = shown.slice(0, 6).map(spoken).join(" ");
  return figure(
    { width, height: bottom + (hidden > 0 ? 20 : 0), title, description, content },
    options,
  );
}

/** Bins of half an octave from 1/64 to 64 times the average; the outermost take what is beyond. */
const halfOctaves = 12;

interface Counts {
  readonly name: string;
  readonly items: number;
  readonly bins: readonly number[];
  readonly solvedByAll: number;
  readonly solvedByNone: number;
}

function countsOf({ name, relative, solvedByAll, solvedByNone }: BenchmarkDifficulties): Counts {
  const bins = Array.from({ length: 2 * halfOctaves + 1 }, () => 0);
  let items = solvedByAll + solvedByNone;
  for (let index = 0; index < relative.length; index += 1) {
    const step = Math.round(2 * Math.log2(relative[index]!));
    if (Number.isNaN(step)) continue;
    bins[halfOctaves + Math.max(-halfOctaves, Math.min(halfOctaves, step))]! += 1;
    items += 1;
  }
  return { name, items, bins, solvedByAll, solvedByNone };
}

const legendEntries = [
  {
    text: "items that tell models apart",
    mark: ({ x, y }: { x: number; y: number }) =>
      element("rect", { x: x - 8, y: y - 6, width: 16, height: 12, fill: colour("first") }),
  },
  {
    text: "solved by all, or by none: not counted",
    mark: ({ x, y }: { x: number; y: number }) =>
      hollowBar({ x: x - 8, y: y - 6, width: 16, height: 12 }),
  },
];

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function hollowBar(bar: Bar): string {
  return element("rect", {
    ...bar,
    fill: "none",
    stroke: colour("soft"),
    "stroke-dasharray": "3 2",
  });
}

function drawPanel(counts: Counts, panel: Panel): string {
  const { bins, solvedByAll, solvedByNone, items } = counts;
  const left = panel.left + 10;
  const right = panel.right - 10;
  const top = panel.top + 42;
  const bottom = panel.bottom - 34;
  const step = (right - left) / (bins.length + 6);
  const highest = Math.max(1, solvedByAll, solvedByNone, max(bins) ?? 0);
  const y = scaleLinear().domain([0, highest]).range([bottom, top]);
  const at = (bin: number) => left + (bin + 3) * step;
  const bar = (x: number, count: number): Bar => ({
    x,
    y: y(count),
    width: step * 2,
    height: bottom - y(count),
  });
  const amount = items === 1 ? "1 item" : `${items.toLocaleString("en-US")} items`;
  const room = right - left - labelWidth({ text: amount, size: smallSize }) - 12;
  const ends = [
    { text: "all", count: solvedByAll, x: left },
    { text: "none", count: solvedByNone, x: right - step * 2 },
  ];
  return element("g", { "data-benchmark": counts.name }, [
    element("title", {}, escaped(spoken(counts))),
    label({
      text: cutToWidth(visible(counts.name), { width: room / 1.12, size: textSize }),
      x: left,
      y: panel.top + 16,
      bold: true,
    }),
    label({
      text: amount,
      x: right,
      y: panel.top + 16,
      anchor: "end",
      size: smallSize,
      tone: "soft",
    }),
    ...bins.map((count, bin) =>
      count === 0
        ? ""
        : element(
            "rect",
            { ...bar(at(bin), count), width: Math.max(1, step - 1), fill: colour("first") },
            element("title", {}, `${count} around ${factor(bin)}`),
          ),
    ),
    ...ends.map(({ count, x }) => (count === 0 ? "" : hollowBar(bar(x, count)))),
    element("line", { x1: left, x2: right, y1: bottom, y2: bottom, stroke: colour("soft") }),
    endLabels(ends, { left, right, bottom, y }),
    ...[-4, -2, 0, 2, 4].map((octave) => {
      const bin = halfOctaves + 2 * octave;
      return label({
        text: factor(bin),
        x: at(bin) + step / 2,
        y: bottom + 14,
        anchor: "middle",
        size: smallSize,
        tone: "soft",
      });
    }),
    label({
      text: "difficulty, times the average",
      x: (left + right) / 2,
      y: bottom + 28,
      anchor: "middle",
      size: smallSize,
      tone: "soft",
    }),
  ]);
}

interface End {
  readonly text: string;
  readonly count: number;
}

interface PanelScale {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly y: (count: number) => number;
}

/** Names of the two hollow bars below them, their counts above. */
function endLabels([all, none]: readonly End[], { left, right, bottom, y }: PanelScale): string {
  const side = [
    { end: all!, x: left, anchor: "start" as const },
    { end: none!, x: right, anchor: "end" as const },
  ];
  return side
    .map(({ end, x, anchor }) => {
      const shared = { x, anchor, size: smallSize, tone: "soft" as const };
      const count = label({
        text: end.count.toLocaleString("en-US"),
        ...shared,
        y: y(end.count) - 4,
      });
      return label({ text: end.text, ...shared, y: bottom + 14 }) + (end.count === 0 ? "" : count);
    })
    .join("");
}

/** Middle of a bin: `1x` is the average of the pool. */
function factor(bin: number): string {
  const value = 2 ** ((bin - halfOctaves) / 2);
  if (value >= 10) return `${Math.round(value)}x`;
  return value >= 1 ? `${Math.round(value * 10) / 10}x` : `${Math.round(value * 100) / 100}x`;
}

function spoken({ name, items, solvedByAll, solvedByNone }: Counts): string {
  return `${name}: ${items} items, ${solvedByAll} solved by all, ${solvedByNone} by none.`;
}
