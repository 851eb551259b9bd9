/** A set of items in the syntax of the programs that can run it. */

import { itemKey, type ItemKey } from "../analysis/wording.ts";
import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { groupBy } from "../outcomes/group-by.ts";
import { csv } from "./csv.ts";

/** Programs whose syntax is known. */
export type SelectTarget = "lm-eval" | "openai-evals" | "table" | "ids";

/** The chosen items and where they come from. */
export interface SelectedItems {
  readonly items: readonly ItemKey[];
  readonly matrix: ResponseMatrix;
  /** The number that the harness has for an item, where its logs say it. */
  readonly docIdOf?: DocIdOf | undefined;
}

type DocIdOf = (item: ItemKey) => string | undefined;

/** A text, and what to know before using it. */
export interface SelectText {
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * The chosen items as a program takes them:
 *
 * - `lm-eval`: the value of `--samples`, `{"task": [doc_ids]}`, from version 0.4.9 on;
 * - `openai-evals`: JSON lines with the sample id and, where the id ends with it, the row of the data;
 * - `table`: CSV with benchmark and item;
 * - `ids`: a line per item, benchmark and item with a tab between.
 *
 * @throws EipError `unsupported` for `lm-eval` when an item has no doc_id, or several.
 */
export function selectText(
  target: SelectTarget,
  { items, matrix, docIdOf = () => undefined }: SelectedItems,
): SelectText {
  switch (target) {
    case "lm-eval":
      return samplesText(items, { matrix, docIdOf });
    case "openai-evals":
      return { text: items.map(sampleLine).join(""), notes: sampleNotes(items) };
    case "table":
      return {
        text: csv(
          [
            { name: "benchmark", value: (row: ItemKey) => row.benchmark },
            { name: "item", value: (row) => row.item },
          ],
          items,
        ),
        notes: [],
      };
    default:
      return {
        text: items.map((one) => `${line(one.benchmark)}\t${line(one.item)}\n`).join(""),
        notes: [],
      };
  }
}

/** Names that would break a line are written as JSON texts, as in lists of `items --todo`. */
const line = (name: string) => (/^"|\p{Cc}/u.test(name) ? JSON.stringify(name) : name);

const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

function samplesText(
  items: readonly ItemKey[],
  { matrix, docIdOf }: Pick<SelectedItems, "matrix"> & { docIdOf: DocIdOf },
): SelectText {
  const numbered = items.map((item) => ({ item, id: docIdOf(item) ?? item.item }));
  const unknown = numbered.find(({ id }) => !wholeNumber.test(id));
  if (unknown) {
    throw new EipError("unsupported", {
      where: unknown.item.benchmark,
      found: `the item "${unknown.item.item}" has no one doc_id in these logs`,
      expected: "logs of lm-evaluation-harness that number the documents alike",
      try: "--for table, and look the doc_ids up in the logs",
    });
  }
  const tasks = groupBy(numbered, ({ item }) => item.benchmark);
  const parts = [...tasks].map(([task, ofTask]) => {
    const ids = ofTask.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
    return `${JSON.stringify(task)}: [${ids.join(", ")}]`;
  });
  const guessed = new Set(
    items.filter((item) => docIdOf(item) === undefined).map(({ benchmark }) => benchmark),
  );
  const doubtful = [...guessed].filter((task) => !isNumberedFromZero(matrix, task));
  return {
    text: `{${parts.join(", ")}}\n`,
    notes: doubtful.map(
      (task) =>
        `${task}: the ids are whole numbers but not 0, 1, 2 and so on, so they may be ids of the data set rather than doc_ids; compare one with the log before a run.`,
    ),
  };
}

/** Whether the items of a benchmark are numbered as doc_ids of a complete run are. */
function isNumberedFromZero(matrix: ResponseMatrix, task: string): boolean {
  const keys = [...matrix.items.keys()].map((item) => itemKey(matrix, item));
  const ids = keys.filter(({ benchmark }) => benchmark === task).map(({ item }) => item);
  return ids.every((id) => wholeNumber.test(id) && Number(id) < ids.length);
}

/** `<base>.<split>.<row>` is how oaieval numbers samples. */
const rowOf = (item: string) => /\.(\d{1,15})$/.exec(item)?.[1];

function sampleLine({ benchmark, item }: ItemKey): string {
  const row = rowOf(item);
  const record = { eval: benchmark, sample_id: item, ...(row ? { row: Number(row) } : {}) };
  return `${JSON.stringify(record)}\n`;
}

function sampleNotes(items: readonly ItemKey[]): readonly string[] {
  const unnumbered = items.filter(({ item }) => rowOf(item) === undefined).length;
  return [
    "oaieval has no flag for single samples: keep these rows (counted from 0) of the data file. It numbers the rows of a shortened file anew, so scores join with the full runs only after the old ids are put back.",
    ...(unnumbered > 0
      ? [`${unnumbered} of ${items.length} ids do not end with a row number.`]
      : []),
  ];
}
