/** A comparison of two models as people read it. */

import { compare, type Comparison, type ItemComparison } from "../analysis/compare.ts";
import type { FlipBand } from "../analysis/flip-bands.ts";
import type { Gates } from "../analysis/verdict.ts";
import { count } from "../outcomes/wording.ts";
import type { CsvColumn } from "./csv.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

/** What `compare --json` prints. */
export interface CompareReport {
  readonly schema: "eip-compare/1";
  readonly pairs: ReturnType<typeof compare>;
}

/** The question and its answer in one line. */
export function compareLead(pair: Comparison, gates: Gates): string {
  const { a, b, verdict, items } = pair;
  const both = `on the ${count(items, "item")} that both answered`;
  const answer = {
    b: `Yes, ${both}.`,
    a: `No: A is better, ${both}.`,
    equivalent: `No, and not worse: the difference is within ${points(marginOf(gates))}, ${both}.`,
    undecided: `Undecided, ${both}.`,
  }[verdict];
  return `Is ${b} (B) better than ${a} (A)?  ${answer}`;
}

const marginOf = ({ maxDrop, minGain }: Gates) => Math.min(maxDrop ?? 1, minGain ?? 1);

interface Line extends ItemComparison {
  readonly name: string;
}

/** All items, then each benchmark, the largest first. */
export function compareTable(pair: Comparison, level: number): TextTable {
  const benchmarks = pair.benchmarks.toSorted((x, y) => y.items - x.items);
  const lines: readonly Line[] = [
    { ...pair, name: "all items" },
    ...(benchmarks.length > 1
      ? benchmarks.map((row) => ({ ...row, name: `  ${row.benchmark}` }))
      : []),
  ];
  const right = (header: string, cell: (line: Line) => string): Column<Line> => ({
    header,
    align: "right",
    cell,
  });
  return textTable<Line>(
    [
      { header: "", align: "left", cell: ({ name }) => name, mayShrink: true },
      right("A", ({ accuracyA }) => share(accuracyA)),
      right("B", ({ accuracyB }) => share(accuracyB)),
      right(`B minus A [${Math.round(level * 1000) / 10} %]`, (line) => interval(line)),
      right("p", ({ pAdjusted }) => pText(pAdjusted)),
      right("only A", ({ onlyA }) => onlyText(onlyA)),
      right("only B", ({ onlyB }) => onlyText(onlyB)),
      right("items", ({ items }) => onlyText(items)),
    ],
    lines,
  );
}

const onlyText = (value: number) => value.toLocaleString("en-US");
const share = (value: number) => `${(value * 100).toFixed(1)} %`;

function interval({ difference, lower, upper }: ItemComparison): string {
  const value = signed(difference);
  return lower === null || upper === null
    ? `${value} pt`
    : `${value} pt [${signed(lower)}, ${signed(upper)}]`;
}

/** Two digits that matter, and no more certainty than that. */
function pText(p: number): string {
  return p < 0.0001 ? "< 0.0001" : String(Number(p.toPrecision(2)));
}

/** Points with a sign: `+0.7`. */
function signed(value: number): string {
  const text = (value * 100).toFixed(1);
  return value >= 0 ? `+${text}` : text;
}

/** A margin as people write it: `1 pt`. */
function points(value: number): string {
  return `${Number((value * 100).toPrecision(3))} pt`;
}

export interface CompareWords {
  readonly gates: Gates;
  /** Models that say which items are hard, the two included. */
  readonly poolModels: number;
  /** How the p values of benchmarks and pairs were corrected. */
  readonly correction: "holm" | "bh";
}

/** What the table does not say. */
export function compareSentences(pair: Comparison, words: CompareWords): readonly string[] {
  return [
    gateSentence(pair, words.gates),
    correctionSentence(pair, words.correction),
    powerSentence(pair, words.gates),
    weightedSentence(pair, words.poolModels),
    leftOutSentence(pair),
    pair.canDecide
      ? ""
      : `Only ${count(pair.onlyA + pair.onlyB, "item")} differ: even if all went one way, that could be chance.`,
  ].filter((sentence) => sentence !== "");
}

function gateSentence({ gate, lower, upper }: Comparison, { maxDrop, minGain }: Gates): string {
  if (gate === null) return "";
  const asked = [
    maxDrop === undefined ? "" : `a drop of at most ${points(maxDrop)}`,
    minGain === undefined ? "" : `a gain of at least ${points(minGain)}`,
  ]
    .filter((text) => text !== "")
    .join(" and ");
  const range =
    lower === null || upper === null ? "" : ` (from ${signed(lower)} to ${signed(upper)} pt)`;
  return `Gate: ${asked}: ${gate}${range}.`;
}

function correctionSentence({ benchmarks }: Comparison, correction: "holm" | "bh"): string {
  if (benchmarks.length < 2) return "";
  const name = correction === "holm" ? "Holm" : "Benjamini-Hochberg";
  const striking = benchmarks.filter(({ p, pAdjusted }) => p <= 0.05 && pAdjusted > 0.05);
  const alone = striking.map(({ benchmark, p }) => `${benchmark} alone would be ${pText(p)}`);
  return `p of the ${benchmarks.length} benchmarks corrected (${name})${alone.length > 0 ? `; ${alone.join(", ")}` : ""}.`;
}

function powerSentence(pair: Comparison, gates: Gates): string {
  const { minimumDetectable, itemsNeeded, itemsNeededFor, difference } = pair;
  if (minimumDetectable === null) return "";
  const design = `This many items show a difference of ${points(minimumDetectable)} or more four times in five.`;
  if (itemsNeeded === null || itemsNeeded === 0) return design;
  const more = `about ${count(Number(itemsNeeded.toPrecision(2)), "more item")}`;
  return itemsNeededFor === "margin"
    ? `${design} To settle ${points(marginOf(gates))}: ${more}.`
    : `${design} If the true difference were the one seen, ${points(Math.abs(difference))}: ${more}. A margin that matters to you says more: --max-drop 1pt.`;
}

function weightedSentence(pair: Comparison, poolModels: number): string {
  const { weightedDifference, weightedLower, weightedUpper } = pair;
  if (weightedDifference === null) {
    return "Hard items counted more: needs at least three other models to say what is hard. Add --pool PATH.";
  }
  const range =
    weightedLower === null || weightedUpper === null
      ? ""
      : ` [${signed(weightedLower)}, ${signed(weightedUpper)}]`;
  return `Hard items counted more (weights from ${poolModels} models): ${signed(weightedDifference)} pt${range}. It does not decide: the weights move with the pool.`;
}

function leftOutSentence({ a, b, askedOnlyA, askedOnlyB }: Comparison): string {
  const parts = [
    askedOnlyA === 0 ? "" : `${count(askedOnlyA, "item")} that only ${a} was asked`,
    askedOnlyB === 0 ? "" : `${count(askedOnlyB, "item")} that only ${b} was asked`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `Left out: ${parts.join(" and ")}.`;
}

/** Flips by difficulty, easiest first. */
export function bandTable(bands: readonly FlipBand[]): TextTable {
  const numbered = bands.filter(({ kind }) => kind === "band");
  const name = (band: FlipBand) =>
    band.kind === "easiest"
      ? "solved by all others"
      : band.kind === "hardest"
        ? "solved by no other"
        : `band ${numbered.indexOf(band) + 1} of ${numbered.length}`;
  const figure = (value: number | null) => (value === null ? "too few" : share(value));
  const right = (header: string, cell: (band: FlipBand) => string): Column<FlipBand> => ({
    header,
    align: "right",
    cell,
  });
  return textTable<FlipBand>(
    [
      { header: "difficulty", align: "left", cell: name },
      right("items", ({ items }) => onlyText(items)),
      right("only A", ({ onlyA }) => onlyText(onlyA)),
      right("only B", ({ onlyB }) => onlyText(onlyB)),
      right("A", ({ accuracyA }) => figure(accuracyA)),
      right("B", ({ accuracyB }) => figure(accuracyB)),
    ],
    bands,
  );
}

/** Columns of `compare --csv`: a row per pair, and per benchmark of a pair. */
export const compareCsvColumns: readonly CsvColumn<CompareRow>[] = [
  { name: "a", value: (row) => row.a },
  { name: "b", value: (row) => row.b },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "items", value: (row) => row.items },
  { name: "accuracy_a", value: (row) => row.accuracyA },
  { name: "accuracy_b", value: (row) => row.accuracyB },
  { name: "difference", value: (row) => row.difference },
  { name: "lower", value: (row) => row.lower },
  { name: "upper", value: (row) => row.upper },
  { name: "p", value: (row) => row.p },
  { name: "p_adjusted", value: (row) => row.pAdjusted },
  { name: "test", value: (row) => row.test },
  { name: "only_a", value: (row) => row.onlyA },
  { name: "only_b", value: (row) => row.onlyB },
  { name: "minimum_detectable", value: (row) => row.minimumDetectable },
  { name: "verdict", value: (row) => row.verdict },
];

export interface CompareRow extends ItemComparison {
  readonly a: string;
  readonly b: string;
  /** `null` for all items together. */
  readonly benchmark: string | null;
}

export function compareRows(pairs: readonly Comparison[]): readonly CompareRow[] {
  return pairs.flatMap((pair) => [
    { ...pair, benchmark: null },
    ...pair.benchmarks.map((row) => ({ ...row, a: pair.a, b: pair.b })),
  ]);
}
