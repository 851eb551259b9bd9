/** Labels that somebody gave answers by hand. */

import { EipError } from "../errors.ts";
import { shownPath } from "../io/open.ts";
import { benchmarkOfFile, tablesWith } from "../io/tables.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { count } from "../outcomes/wording.ts";
import { pairs, type ReadFlags } from "./options.ts";

/** The label of an answer; `undefined` where it has none. */
export type LabelOf = (answer: Pick<Outcome, "benchmark" | "item" | "model">) => number | undefined;

export interface Labels {
  readonly labelOf: LabelOf;
  /** Labels that belong to none of the answers. */
  readonly unmatched: number;
}

/**
 * Reads a table with model, benchmark, item and score. A table without benchmarks labels items of any
 * benchmark. An answer labelled several times has the mean.
 *
 * @throws EipError `nothing-shared` where no label belongs to an answer, and what reading a table throws.
 */
export async function readLabels(
  path: string,
  answers: readonly Outcome[],
  { columns, rows }: Pick<ReadFlags, "columns" | "rows"> = {},
): Promise<Labels> {
  const tables = tablesWith({ columns: pairs("--columns", columns), rows });
  const scores = new Map<string, number[]>();
  const labels: Outcome[] = [];
  for await (const label of tables.read([path])) if (label.score !== null) labels.push(label);
  // Without a column for it a table gives its own name to all.
  const hasBenchmarks = labels.some(({ benchmark }) => benchmark !== benchmarkOfFile(path));
  const keyOf: (answer: Parameters<LabelOf>[0]) => string = ({ model, benchmark, item }) =>
    JSON.stringify([model, item, hasBenchmarks ? benchmark : ""]);
  for (const label of labels) {
    const key = keyOf(label);
    scores.set(key, [...(scores.get(key) ?? []), label.score!]);
  }
  const known = new Set(answers.map(keyOf));
  const unmatched = [...scores.keys()].filter((key) => !known.has(key)).length;
  if (unmatched === scores.size) {
    throw new EipError("nothing-shared", {
      where: shownPath(path),
      found: `${count(scores.size, "label")}, none of them of an answer that was read`,
      expected: "a table with model, benchmark, item and score",
      try: "compare the names with those that outcomes prints",
    });
  }
  return {
    unmatched,
    labelOf(answer) {
      const given = scores.get(keyOf(answer));
      return given && given.reduce((sum, score) => sum + score, 0) / given.length;
    },
  };
}
