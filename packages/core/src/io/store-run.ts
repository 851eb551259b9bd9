/** A run in the one form in which a store keeps it. */

import { createHash } from "node:crypto";
import { EipError } from "../errors.ts";
import type { GradedRun, RunHead } from "../outcomes/graded-run.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { isUnicode } from "./store-names.ts";

/** What the file of a run says about it. */
export interface StoredHead extends RunHead {
  /** Hash of everything in the run. */
  readonly id: string;
  /** Counts how often the source was replaced by a newer version of itself. */
  readonly generation: number;
  /** For each metric its rows in the file. */
  readonly parts: readonly PartHead[];
}

export interface PartHead {
  readonly rows: number;
  /** Equal for parts with the same items, trials and content hashes, row by row. */
  readonly layout: string;
}

/** The rows of a run that have a score under one metric, by item and then by trial. */
export interface Part extends PartHead {
  readonly items: readonly string[];
  readonly contentHashes: readonly (string | undefined)[] | undefined;
  readonly trials: readonly number[] | undefined;
  readonly scores: readonly (number | null)[];
}

/**
 * Sorts a run and takes it apart by metric.
 *
 * @throws EipError `unsupported` for what a store cannot give back unchanged, `off-scale` for a
 *   score outside [0, 1], `usage` for columns of unequal length.
 */
export function storedForm(run: GradedRun): {
  head: Omit<StoredHead, "generation">;
  parts: Part[];
} {
  checkRun(run);
  const { items, trials, contentHashes } = run;
  const order = [...items.keys()].toSorted(
    (a, b) =>
      byCodeUnit(items[a]!, items[b]!) ||
      (trials?.[a] ?? 0) - (trials?.[b] ?? 0) ||
      byCodeUnit(contentHashes?.[a] ?? "", contentHashes?.[b] ?? "") ||
      byCodeUnit(scoresAt(run, a), scoresAt(run, b)),
  );
  const parts = run.scores.map((scores) => partOf(run, scores, order));
  const head = { ...plainHead(run), parts: parts.map(({ rows, layout }) => ({ rows, layout })) };
  const id = digest([head, parts.map(({ scores }) => scores)]);
  return { head: { ...head, id }, parts };
}

/** The same head whatever else its object holds, keys in a fixed order. */
export function plainHead(run: RunHead): RunHead {
  const { model, benchmark, source, sourceHash, metrics, rows, expected, hashKind } = run;
  return {
    model,
    benchmark,
    run: run.run,
    source,
    sourceHash,
    metrics: metrics.map(({ metric, filter }) => ({ metric, filter })),
    rows,
    expected,
    hashKind,
    fingerprint: run.fingerprint,
    harnessMeans: sortedRecord(run.harnessMeans),
  };
}

function sortedRecord(record: Readonly<Record<string, number>>): Record<string, number> {
  const entries = Object.entries(record).toSorted(([a], [b]) => byCodeUnit(a, b));
  return Object.fromEntries(entries);
}

function partOf(run: GradedRun, scores: GradedRun["scores"][number], order: number[]): Part {
  const rows = order.filter((row) => scores[row] !== undefined);
  const items = rows.map((row) => run.items[row]!);
  const hashes = rows.map((row) => run.contentHashes?.[row]);
  const trials = rows.map((row) => run.trials?.[row] ?? 0);
  return {
    rows: rows.length,
    layout: digest([items, hashes, trials]),
    items,
    contentHashes: hashes.some((hash) => hash !== undefined) ? hashes : undefined,
    trials: trials.some((trial) => trial !== 0) ? trials : undefined,
    // Adding 0 makes 0 of -0, which is no score of its own.
    scores: rows.map((row) => (scores[row] === null ? null : scores[row]! + 0)),
  };
}

const scoresAt = (run: GradedRun, row: number): string =>
  JSON.stringify(run.scores.map((scores) => scores[row] ?? String(scores[row])));

const DIGITS = 32;

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, DIGITS);
}

function checkRun(run: GradedRun): void {
  const { items, contentHashes = items, trials = items, scores, metrics, model, benchmark } = run;
  const lengths = [contentHashes.length, trials.length, ...scores.map(({ length }) => length)];
  if (metrics.length === 0 || metrics.length !== scores.length) {
    throw refused(run, "usage", `${scores.length} columns of scores for ${metrics.length} metrics`);
  }
  if (lengths.some((length) => length !== items.length)) {
    throw refused(run, "usage", "columns of unequal length");
  }
  const texts = [model, benchmark, run.source, run.run ?? "", ...items, ...contentHashes];
  const broken = texts.find((text) => text !== undefined && !isUnicode(text));
  if (broken !== undefined) {
    throw refused(run, "unsupported", `half a character in ${JSON.stringify(broken)}`);
  }
  const trial = run.trials?.find((one) => !Number.isInteger(one) || one < 0 || one > MOST_TRIALS);
  if (trial !== undefined) throw refused(run, "unsupported", `trial ${trial}`);
  for (const column of scores) {
    const off = column.find((score) => score != null && !(score >= 0 && score <= 1));
    if (off !== undefined) throw refused(run, "off-scale", `score ${off}`);
  }
}

const MOST_TRIALS = 2 ** 31 - 1;

function refused(
  { source, model, benchmark }: RunHead,
  code: "off-scale" | "unsupported" | "usage",
  found: string,
): EipError {
  return new EipError(code, {
    where: source,
    found: `${found} (${model} on ${benchmark})`,
    expected:
      code === "off-scale" ? "scores from 0 to 1, or null" : "a run that a store can give back",
  });
}
