/** A comparison as the comment on a pull request: Markdown that GitHub shows, whatever is in the logs. */

import type { Comparison, ItemComparison } from "../analysis/compare.ts";
import { gateResult, type GateResult, type Gates } from "../analysis/verdict.ts";
import { EipError } from "../errors.ts";
import { count } from "../outcomes/wording.ts";
import { codeInCell, codeSpan } from "./github-text.ts";
import { markdownText } from "./markdown.ts";

/** What every comment carries. */
export interface CommentFrame {
  /** Which comment of a pull request this is; each suite has one. */
  readonly suite: string;
  /** The command that makes it again. */
  readonly command: string;
  /** When, as it is to be shown; without it the same input gives the same bytes. */
  readonly at?: string | undefined;
}

/** What a comment says besides the comparison itself. */
export interface CommentFacts extends CommentFrame {
  readonly gates: Gates;
  /** Confidence level. */
  readonly level: number;
  /** Items that were asked and got no usable score. */
  readonly unanswered: { readonly a: number; readonly b: number };
  /** Items on which B scored less than A, as they are called. */
  readonly lost: readonly string[];
  /** Those of them that every other model solved. */
  readonly lostThoughEasy: readonly string[];
  /** Models of the pool besides the two. */
  readonly otherModels: number;
}

/** One benchmark of a run that stands alone. */
export interface BenchmarkMean {
  readonly benchmark: string;
  readonly items: number;
  /** Mean score, 0 to 1. */
  readonly accuracy: number;
}

/** GitHub takes 65,536 characters; what a workflow adds needs room too. */
const MOST_CHARACTERS = 60_000;
const MOST_ROWS = 25;
const MOST_ITEMS = 200;
/** Differences that are folded into one row. */
const SMALL = 0.005;

/**
 * The hidden first line by which a comment is found again.
 *
 * @throws EipError `bad-option` for a suite that is no short word.
 * @example
 * ```ts
 * commentMarker("core"); // "<!-- eip-eval suite=core -->"
 * ```
 */
export function commentMarker(suite: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(suite) && !suite.includes("--")) {
    return `<!-- eip-eval suite=${suite} -->`;
  }
  throw new EipError("bad-option", {
    where: "--suite",
    found: JSON.stringify(suite.slice(0, 80)),
    expected: "a word of letters, digits, dots, dashes and underscores",
  });
}

/** The comment on a comparison behind a gate: passed, failed or undecided. */
export function comparedComment(pair: Comparison, facts: CommentFacts): string {
  const { gate, itemsNeeded } = pair;
  const more =
    gate === "undecided" && itemsNeeded
      ? ` About ${count(Number(itemsNeeded.toPrecision(2)), "more item")} would settle it four times in five.`
      : "";
  return comment(facts, {
    heading: ` ${gate ?? "undecided"}: ${gateText(pair, facts.gates)}`,
    parts: [
      subjectText(pair, facts),
      table(pair, facts),
      `Higher is better. ${flipText(pair, facts)}${more}`,
      detailsText(facts),
    ],
  });
}

/** The comment while there is nothing to compare with. */
export function noBaselineComment(
  frame: CommentFrame,
  { model, means }: { readonly model: string; readonly means: readonly BenchmarkMean[] },
): string {
  const shown = means.toSorted((x, y) => y.items - x.items).slice(0, MOST_ROWS);
  const rest = means.length - shown.length;
  const rows = shown.map(
    ({ benchmark, accuracy, items }) =>
      `| ${codeInCell(benchmark)} | ${share(accuracy)} | ${items.toLocaleString("en-US")} |`,
  );
  const more = rest > 0 ? [`| ${count(rest, "more task")} | | |`] : [];
  return comment(frame, {
    heading: ": no baseline yet",
    parts: [
      `${codeSpan(model)} alone. Keep its logs as the baseline, and the next change is compared with them.`,
      ["| | this change | items |", "|---|--:|--:|", ...rows, ...more].join("\n"),
    ],
  });
}

/**
 * The comment where the two runs are not one test taken twice, or one of them cannot be used. Each
 * reason is shown as it is.
 */
export function notComparableComment(
  frame: CommentFrame,
  {
    reasons,
    unusable = false,
  }: { readonly reasons: readonly string[]; readonly unusable?: boolean },
): string {
  const shown = reasons.slice(0, MOST_ROWS);
  const rest = reasons.length - shown.length;
  return comment(frame, {
    heading: unusable
      ? " not comparable: one of the two runs cannot be used"
      : " not comparable: this run and the baseline are not the same test",
    parts: [
      unusable ? "What was found:" : "What changed:",
      [
        ...shown.map((reason) => `- ${codeSpan(reason, 600)}`),
        ...(rest > 0 ? [`- and ${rest.toLocaleString("en-US")} more`] : []),
      ].join("\n"),
      unusable
        ? "Nothing was decided."
        : "Nothing was decided. Run both with one set-up, or make a new baseline.",
    ],
  });
}

interface Body {
  readonly heading: string;
  readonly parts: readonly string[];
}

function comment({ suite, command, at }: CommentFrame, { heading, parts }: Body): string {
  const when = at === undefined ? "" : ` · updated ${markdownText(at).slice(0, 200)}`;
  const text = [
    `${commentMarker(suite)}\n### Evaluation${heading}`,
    ...parts.filter((part) => part !== ""),
    `${codeSpan(command, 500)}${when}`,
  ].join("\n\n");
  return `${text}\n`;
}

/** Of several gates those that decided. */
function gateText({ lower, upper, gate }: Comparison, { maxDrop, minGain }: Gates): string {
  const said: [GateResult | null, string][] = [];
  if (maxDrop !== undefined) {
    const result = gateResult({ lower, upper }, { maxDrop });
    said.push([result, dropText(result, points(maxDrop))]);
  }
  if (minGain !== undefined) {
    const result = gateResult({ lower, upper }, { minGain });
    said.push([result, gainText(result, points(minGain))]);
  }
  return said
    .filter(([result]) => result === gate)
    .map(([, text]) => text)
    .join("; ");
}

function dropText(result: GateResult | null, margin: string): string {
  if (result === "passed") return `a drop of more than ${margin} is ruled out`;
  if (result === "failed") return `accuracy dropped by more than ${margin}`;
  return `a drop of more than ${margin} is neither shown nor ruled out`;
}

function gainText(result: GateResult | null, margin: string): string {
  if (result === "passed") return `a gain of at least ${margin} is shown`;
  if (result === "failed") return `a gain of ${margin} is ruled out`;
  return `a gain of at least ${margin} is neither shown nor ruled out`;
}

function subjectText(pair: Comparison, { unanswered }: CommentFacts): string {
  const { a, b, items, askedOnlyA, askedOnlyB } = pair;
  const number = (value: number) => value.toLocaleString("en-US");
  const apart = [
    askedOnlyA === 0 ? "" : `${number(askedOnlyA)} only in the baseline`,
    askedOnlyB === 0 ? "" : `${number(askedOnlyB)} only in this change`,
  ].filter((text) => text !== "");
  const which =
    apart.length === 0
      ? `the same ${count(items, "item")}`
      : `the ${count(items, "item")} that both were asked (not counted: ${apart.join(", ")})`;
  return `${codeSpan(b)} against ${codeSpan(a)}, ${which}, ${number(unanswered.b)} unanswered (baseline ${number(unanswered.a)})`;
}

interface Row extends ItemComparison {
  readonly benchmark: string;
}

function table(pair: Comparison, { gates, level }: CommentFacts): string {
  const { rows, folded } = partedRows(pair.benchmarks.length > 1 ? pair.benchmarks : [], level);
  const lookHere = rows.find(
    (row) => row.difference <= -SMALL && statusText(row, level) === "undecided",
  );
  const lines = rows.map((row) => {
    const first = row === lookHere ? ", look here first" : "";
    return `| ${codeInCell(row.benchmark)} | ${figures(row)} | ${statusText(row, level)}${first} |`;
  });
  const whole = { ...pair, isBold: true };
  return [
    `| | baseline | this change | difference [${Math.round(level * 1000) / 10} %] | |`,
    "|---|--:|--:|--:|---|",
    `| **all items (gate: ${marginText(gates)})** | ${figures(whole)} | ${pair.gate ?? "undecided"} |`,
    ...lines,
    ...(folded.length === 0 ? [] : [foldedLine(folded)]),
  ].join("\n");
}

/** The rows to show, the largest drop first, and those that say too little to be shown. */
function partedRows(
  benchmarks: readonly Row[],
  level: number,
): { readonly rows: readonly Row[]; readonly folded: readonly Row[] } {
  const isPlain = (row: Row) => ["undecided", "within the margin"].includes(statusText(row, level));
  const small = benchmarks.filter((row) => isPlain(row) && Math.abs(row.difference) <= SMALL);
  const few = small.length < 2 ? [] : small;
  const ranked = benchmarks
    .filter((row) => !few.includes(row))
    .toSorted(
      (x, y) =>
        Number(isPlain(x)) - Number(isPlain(y)) ||
        Math.abs(y.difference) - Math.abs(x.difference) ||
        (x.benchmark < y.benchmark ? -1 : 1),
    );
  const rows = ranked.slice(0, MOST_ROWS);
  return {
    rows: rows.toSorted((x, y) => x.difference - y.difference),
    folded: [...few, ...ranked.slice(MOST_ROWS)],
  };
}

function foldedLine(folded: readonly Row[]): string {
  const differences = folded.map(({ difference }) => difference);
  const [least, most] = [Math.min(...differences), Math.max(...differences)];
  const isSmall = Math.max(-least, most) <= SMALL;
  const range = isSmall ? "within ±0.5" : `${signed(least)} to ${signed(most)}`;
  return `| ${count(folded.length, "more task")} | | | ${range} | ${isSmall ? "undecided" : "see the full table"} |`;
}

function statusText({ verdict, p, pAdjusted }: ItemComparison, level: number): string {
  const alpha = 1 - level;
  if (verdict === "a") return "**worse**";
  if (verdict === "b") return "better";
  if (p <= alpha && pAdjusted > alpha) return "not clear after correction";
  return verdict === "equivalent" ? "within the margin" : "undecided";
}

function figures({
  accuracyA,
  accuracyB,
  difference,
  lower,
  upper,
  isBold = false,
}: ItemComparison & { readonly isBold?: boolean }): string {
  const mark = isBold ? "**" : "";
  const range = lower === null || upper === null ? "" : ` [${signed(lower)}, ${signed(upper)}]`;
  return `${share(accuracyA)} | ${share(accuracyB)} | ${mark}${signed(difference)}${mark}${range}`;
}

function flipText(
  { onlyA, onlyB }: Comparison,
  { otherModels, lostThoughEasy }: CommentFacts,
): string {
  const flips = `Lost ${count(onlyA, "item")}, gained ${onlyB.toLocaleString("en-US")}.`;
  if (otherModels === 0 || onlyA === 0) return flips;
  const easy = lostThoughEasy.length;
  const others = `each of the ${count(otherModels, "other model")} of the pool`;
  return easy === 0
    ? `${flips} None of the lost ones is solved by ${others}.`
    : `${flips} Before this change, ${easy.toLocaleString("en-US")} of the lost ones ${easy === 1 ? "was" : "were"} solved by every model of the pool.`;
}

/** Ids only: texts of questions may not be public. */
function detailsText({ lost, lostThoughEasy }: CommentFacts): string {
  const isEasy = lostThoughEasy.length > 0;
  const items = isEasy ? lostThoughEasy : lost;
  if (items.length === 0) return "";
  const shown: string[] = [];
  let length = 0;
  for (const item of items.slice(0, MOST_ITEMS)) {
    const text = codeSpan(item, 160);
    length += text.length + 2;
    if (length > MOST_CHARACTERS / 2) break;
    shown.push(text);
  }
  const rest = items.length - shown.length;
  const more = rest > 0 ? `, and ${rest.toLocaleString("en-US")} more with \`--show flips\`` : "";
  const title = isEasy
    ? `${items.length === 1 ? "That" : "Those"} ${count(items.length, "item")}`
    : `The ${count(items.length, "lost item")}`;
  return `<details><summary>${title}</summary>\n\n${shown.join(", ")}${more}\n\n</details>`;
}

function marginText({ maxDrop, minGain }: Gates): string {
  return [
    maxDrop === undefined ? "" : `drop at most ${short(maxDrop)} pt`,
    minGain === undefined ? "" : `gain at least ${short(minGain)} pt`,
  ]
    .filter((text) => text !== "")
    .join(", ");
}

const share = (value: number) => `${(value * 100).toFixed(1)} %`;
const short = (value: number) => String(Number((value * 100).toPrecision(3)));

function points(value: number): string {
  return `${short(value)} ${short(value) === "1" ? "point" : "points"}`;
}

/** Points with a sign; nothing is "-0.0". */
function signed(value: number): string {
  const text = (value * 100).toFixed(1);
  if (Number(text) === 0) return "0.0";
  return value > 0 ? `+${text}` : text;
}
