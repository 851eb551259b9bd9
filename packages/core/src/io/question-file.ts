/** Files of questions: what a benchmark asks, without anybody's answers. */

import { EipError } from "../errors.ts";
import { idFromValue } from "../outcomes/id.ts";
import { readHead } from "./lines.ts";
import { shownPath } from "./open.ts";
import { openRows, type TableRow } from "./table-rows.ts";

/** A question as its file has it. */
export interface FiledQuestion {
  /** `undefined` where the file has no column for it. */
  readonly benchmark: string | undefined;
  readonly item: string;
  /** With its choices below it, each behind a letter, where there are any. */
  readonly text: string;
  /** The reference; several lines are several right answers. */
  readonly key: string | undefined;
}

/** Names that columns have, in lower case. */
const names = {
  benchmark: ["benchmark", "task", "subset"],
  item: ["item", "item_id", "id", "question_id", "sample_id"],
  text: ["text", "question", "prompt", "input"],
  key: ["key", "answer", "target", "reference", "ideal"],
  choices: ["choices", "options"],
} as const;

type Role = keyof typeof names;

/**
 * The questions of a file of JSON lines, CSV or TSV (gzip is unpacked): columns for the item's id and its
 * text, and where there are any for the benchmark, the reference and a list of choices. A reference that is
 * one of the choices becomes its letter.
 *
 * @throws EipError `damaged` for a file without these columns and, with the line, for a row without id or
 *   text; `two-columns` where two columns have a name of the same role; `not-found` for an absent file.
 * @example
 * ```ts
 * // {"id": 7, "question": "6 * 7?", "answer": "42"}
 * await readQuestions("questions.jsonl"); // [{ benchmark: undefined, item: "7", text: "6 * 7?", key: "42" }]
 * ```
 */
export async function readQuestions(path: string): Promise<readonly FiledQuestion[]> {
  const isJson = /^[\s\uFEFF]*\{/.test((await readHead(path)).toString("utf8"));
  const table = await openRows(path, isJson ? "table-jsonl" : "table-csv", {
    onDamaged: (error) => {
      throw error;
    },
  });
  try {
    const columns = columnsOf(table.header, path);
    const questions: FiledQuestion[] = [];
    for await (const rows of table.rows) {
      for (const row of rows) questions.push(questionOf(row, { columns, path }));
    }
    return questions;
  } finally {
    await table.close();
  }
}

type Columns = Readonly<Record<Role, number>>;

function columnsOf(header: readonly string[], path: string): Columns {
  const where = shownPath(path);
  const placeOf = (role: Role): number => {
    const lower = header.map((name) => name.replace(/^\uFEFF/, "").toLowerCase());
    const known = names[role] as readonly string[];
    const claims = [...lower.keys()].filter((place) => known.includes(lower[place]!));
    if (claims.length < 2) return claims[0] ?? -1;
    throw new EipError("two-columns", {
      where,
      found: `${claims.map((place) => `"${header[place]!}"`).join(" and ")} both say the ${role}`,
      expected: "one of them",
    });
  };
  const columns: Columns = {
    benchmark: placeOf("benchmark"),
    item: placeOf("item"),
    text: placeOf("text"),
    key: placeOf("key"),
    choices: placeOf("choices"),
  };
  if (columns.item >= 0 && columns.text >= 0) return columns;
  throw new EipError("damaged", {
    where,
    found: `columns ${header.slice(0, 8).join(", ") || "of no name"}`,
    expected: `one of ${names.item.join(", ")} and one of ${names.text.join(", ")}`,
  });
}

function questionOf(
  { values, line }: TableRow,
  { columns, path }: { readonly columns: Columns; readonly path: string },
): FiledQuestion {
  const cell = (role: Role): unknown => (columns[role] < 0 ? undefined : values[columns[role]]);
  const needed = (role: "item" | "text"): string => {
    const text = idFromValue(cell(role));
    if (text !== undefined) return text;
    throw new EipError("damaged", {
      where: `${shownPath(path)}:${line}`,
      found: `nothing under the ${role === "item" ? "item's id" : "question"}`,
      expected: "a text or a number",
    });
  };
  const choices = choicesOf(cell("choices"));
  const key = keyOf(cell("key"));
  const place = key === undefined ? -1 : choices.indexOf(key);
  return {
    benchmark: idFromValue(cell("benchmark")),
    item: needed("item"),
    text: [needed("text"), ...choices.map((choice, at) => `${letter(at)}. ${choice}`)].join("\n"),
    key: place < 0 ? key : letter(place),
  };
}

const letter = (place: number): string => String.fromCodePoint(65 + place);

function choicesOf(value: unknown): readonly string[] {
  return Array.isArray(value) && value.length <= 26 ? value.map(String) : [];
}

function keyOf(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(String).join("\n") : idFromValue(value);
}
