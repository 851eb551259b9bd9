/** Reading judgements of which of two items is harder. */

import type { Judgement } from "../analysis/judgements.ts";
import { EipError } from "../errors.ts";
import { readCsv, type CsvRecord } from "../io/csv.ts";
import { nearestName } from "../io/nearest-name.ts";
import { shownPath } from "../io/open.ts";

const columns = ["item_a", "item_b", "rater", "harder"] as const;

type ColumnName = (typeof columns)[number];

/** Judgements are small; more than this is some other file. */
const mostJudgements = 1_000_000;

/**
 * The judgements of a CSV file with the columns `item_a`, `item_b`, `rater` and `harder`, in any order;
 * further columns are passed over. `harder` holds `a`, `b`, `tie`, or the name of one of the two items.
 *
 * @throws EipError `damaged`, with file and line, for a missing column, an empty cell, an answer that is
 *   none, or an item judged against itself; `empty` for a file without judgements.
 */
export async function readJudgements(path: string): Promise<readonly Judgement[]> {
  const judgements: Judgement[] = [];
  let places: Readonly<Record<ColumnName, number>> | undefined;
  for await (const records of readCsv(path)) {
    for (const record of records) {
      if (places === undefined) places = placesOf(record, path);
      else judgements.push(judgementOf(record, { path, places }));
    }
    if (judgements.length > mostJudgements) throw tooMany(path);
  }
  if (judgements.length > 0) return judgements;
  throw new EipError("empty", {
    where: shownPath(path),
    found: "no judgements",
    expected: `a line with ${columns.join(", ")} and a line per judgement`,
  });
}

function placesOf({ fields, line }: CsvRecord, path: string): Readonly<Record<ColumnName, number>> {
  const names = fields.map((field) =>
    field
      .replace(/^\uFEFF/, "")
      .trim()
      .toLowerCase(),
  );
  const place = (column: ColumnName): number => {
    const at = names.indexOf(column);
    if (at >= 0) return at;
    const nearest = nearestName(column, names);
    throw new EipError("damaged", {
      where: `${shownPath(path)}:${line}`,
      found: `no column "${column}"${nearest === undefined ? "" : `, but "${nearest}"`}`,
      expected: `columns ${columns.join(", ")}`,
    });
  };
  return {
    item_a: place("item_a"),
    item_b: place("item_b"),
    rater: place("rater"),
    harder: place("harder"),
  };
}

interface Place {
  readonly path: string;
  readonly places: Readonly<Record<ColumnName, number>>;
}

function judgementOf(record: CsvRecord, { path, places }: Place): Judgement {
  const where = `${shownPath(path)}:${record.line}`;
  const cell = (column: ColumnName): string => {
    const text = record.fields[places[column]]?.trim() ?? "";
    if (text !== "") return text;
    throw new EipError("damaged", { where, found: `nothing under "${column}"` });
  };
  const [first, second] = [cell("item_a"), cell("item_b")];
  if (first === second) {
    throw new EipError("damaged", { where, found: `item "${first}" judged against itself` });
  }
  return { rater: cell("rater"), first, second, harder: choiceOf(cell("harder"), first, second) };

  function choiceOf(text: string, a: string, b: string): Judgement["harder"] {
    // Names come first: an item may be called "a".
    if (text === a) return "first";
    if (text === b) return "second";
    const word = text.toLowerCase();
    if (word === "a") return "first";
    if (word === "b") return "second";
    if (["tie", "equal", "same"].includes(word)) return "tie";
    throw new EipError("damaged", {
      where,
      found: `"${text}" under "harder"`,
      expected: "a, b, tie, or the name of one of the two items",
    });
  }
}

function tooMany(path: string): EipError {
  return new EipError("too-large", {
    where: shownPath(path),
    found: `more than ${mostJudgements.toLocaleString("en-US")} judgements`,
  });
}
