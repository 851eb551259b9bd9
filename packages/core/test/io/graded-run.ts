import fc from "fast-check";
import type { Outcome } from "../../src/outcomes/adapter.ts";
import type { GradedRun } from "../../src/outcomes/graded-run.ts";
import { fingerprintOf } from "../../src/io/fingerprint.ts";

/** A run of four items where nothing else is said; `scores` alone says how many rows it has. */
export function gradedRun(parts: Partial<GradedRun> = {}): GradedRun {
  const scores = parts.scores ?? [[1, 0, 1, null]];
  const items = parts.items ?? scores[0]!.map((_, row) => String(row));
  const { model = "ant", benchmark = "sums", run } = parts;
  return {
    model,
    benchmark,
    source: `logs/${model}/${benchmark}${run === undefined ? "" : `-${run}`}.jsonl`,
    sourceHash: `sha256:${model}-${benchmark}-${run}`,
    metrics: [{ metric: "acc", filter: "none" }],
    rows: items.length,
    fingerprint: fingerprintOf(items, parts.contentHashes),
    harnessMeans: {},
    items,
    scores,
    ...parts,
  };
}

/** Outcomes as texts in an order of their own, to compare what two readers say. */
export async function outcomeLines(
  outcomes: AsyncIterable<Outcome> | Iterable<Outcome>,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const { model, benchmark, item, score, trial = 0, ...rest } of outcomes) {
    const { metric, filter, run, contentHash } = rest;
    lines.push(
      JSON.stringify({ model, benchmark, item, trial, score, metric, filter, run, contentHash }),
    );
  }
  return lines.toSorted();
}

const names = fc.constantFrom(
  "__proto__",
  "constructor",
  "ant",
  "Ant",
  "ANT",
  "..",
  ".",
  "a/b",
  String.raw`C:\x`,
  "con",
  "nul\0",
  "é",
  "e\u0301",
  "a b ",
  "%41nt",
  "~",
  "",
  "x".repeat(300),
);
const score = fc.oneof(
  { arbitrary: fc.constantFrom(0, 1, null, undefined), weight: 4 },
  { arbitrary: fc.double({ min: 0, max: 1, noNaN: true }), weight: 1 },
);

/** Rows of a run, each item and trial once. */
const rows = fc.uniqueArray(
  fc.record({
    item: fc.constantFrom("0", "1", "2", "10", "__proto__", "", "ü", "q\n"),
    trial: fc.nat({ max: 2 }),
    hash: fc.constantFrom("aa", "bb", "cc", undefined),
    scores: fc.tuple(score, score),
  }),
  { minLength: 1, maxLength: 12, selector: ({ item, trial }) => JSON.stringify([item, trial]) },
);

/** Runs of many names, each of a source of its own. */
export const gradedRuns: fc.Arbitrary<GradedRun[]> = fc
  .array(fc.record({ model: names, benchmark: names, rows, metrics: fc.constantFrom(1, 2) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((specs) =>
    specs.map(({ model, benchmark, rows: cells, metrics }, at) => ({
      model,
      benchmark,
      run: `2024-07-0${at + 1}T10-00-00`,
      source: `logs/${at}.jsonl`,
      sourceHash: `sha256:${at}`,
      metrics: [
        { metric: "acc", filter: "none" },
        { metric: "em", filter: "strict" },
      ].slice(0, metrics),
      rows: cells.length,
      expected: at % 2 === 0 ? cells.length : undefined,
      hashKind: "doc",
      fingerprint: fingerprintOf(
        cells.map(({ item }) => item),
        cells.map(({ hash }) => hash),
      ),
      harnessMeans: at % 3 === 0 ? { "acc,none": 0.5 } : {},
      items: cells.map(({ item }) => item),
      contentHashes: cells.map(({ hash }) => hash),
      trials: cells.map(({ trial }) => trial),
      scores: [0, 1].slice(0, metrics).map((metric) => cells.map(({ scores }) => scores[metric]!)),
    })),
  );
