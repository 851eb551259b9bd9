/** Files of questions: what a benchmark asks, without anybody's answers. */

import { EipError } from "../errors.ts";
import { idFromValue } from "../outcomes/id.ts";
import { isObject } from "../outcomes/json-value.ts";
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
 * text, and where there are any for the benchmark, the reference and the choices. Choices are a list, or an
 * object of lists `text` and `label`, in CSV as JSON. With choices the reference is the letter of one or its
 * text, and becomes both, a line each; a number, which may count from 0 or from 1, is refused.
 *
 * @throws EipError `damaged` for a file without these columns and, with the line, for a row that cannot be
 *   read; `two-columns` where two columns have a name of the same role; `not-found` for an absent file.
 * @example
 * ```ts
 * // {"id": 7, "question": "6 * 7?", "answer": "42"}
 * await readQuestions("questions.jsonl"); // [{ benchmark: undefined, item: "7", text: "6 * 7?", key: "42" }]
 * ```
 */
export async function readQuestions(path: string): Promise<readonly FiledQuestion[]> {
  const head = (await readHead(path)).toString("utf8");
  if (/^[\s\uFEFF]*\[\s*[{\]]/.test(head)) {
    throw new EipError("damaged", {
      where: shownPath(path),
      found: "a JSON array",
      expected: "JSON lines, one object a line",
      try: "jq -c '.[]' FILE > questions.jsonl",
    });
  }
  const isJson = /^[\s\uFEFF]*\{/.test(head);
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

interface Place {
  readonly columns: Columns;
  readonly path: string;
}

function questionOf({ values, line }: TableRow, { columns, path }: Place): FiledQuestion {
  const cell = (role: Role): unknown => (columns[role] < 0 ? undefined : values[columns[role]]);
  const damaged = (found: string, expected: string): EipError =>
    new EipError("damaged", { where: `${shownPath(path)}:${line}`, found, expected });
  const needed = (role: "item" | "text"): string => {
    const text = idFromValue(cell(role));
    if (text !== undefined) return text;
    const what = role === "item" ? "the item's id" : "the question";
    throw damaged(`nothing under ${what}`, "a text or a number");
  };
  const choices = choicesOf(cell("choices"));
  if (!choices) throw damaged("choices in another form", "a list of 1 to 26 texts");
  const given = cell("key");
  const key = choices.length === 0 ? keyOf(given) : keyAmong(choices, given);
  if (key === null) {
    throw choices.length === 0
      ? damaged("a reference that is no text", "a text, a number, or a list of them")
      : damaged("a reference that is none of the choices", "the letter of one, or its text");
  }
  return {
    benchmark: idFromValue(cell("benchmark")),
    item: needed("item"),
    text: [needed("text"), ...choices.map(({ label, text }) => `${label}. ${text}`)].join("\n"),
    key,
  };
}

interface Choice {
  readonly label: string;
  readonly text: string;
}

/** No choices for nothing; `undefined` for what is none. */
function choicesOf(value: unknown): readonly Choice[] | undefined {
  const given = typeof value === "string" && /^\s*[[{]/.test(value) ? parsed(value) : value;
  if (given === undefined || given === null || given === "") return [];
  const { text, label } = isObject(given) ? given : { text: given, label: undefined };
  const texts = textsOf(text);
  const labels = label === undefined ? texts?.map((_, at) => letter(at)) : textsOf(label);
  if (!texts || !labels || texts.length === 0 || texts.length > 26) return undefined;
  if (labels.length !== texts.length) return undefined;
  return texts.map((one, at) => ({ label: labels[at]!, text: one }));
}

const letter = (place: number): string => String.fromCodePoint(65 + place);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((one: unknown) => idFromValue(one));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** `null` for what cannot be a reference. */
function keyOf(value: unknown): string | null | undefined {
  if (!Array.isArray(value)) {
    return typeof value === "object" && value !== null ? null : idFromValue(value);
  }
  return textsOf(value)?.join("\n") ?? null;
}

/** The letter and the text of the choice that a reference names. */
function keyAmong(choices: readonly Choice[], value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") return null;
  const wanted = value.trim();
  const choice =
    choices.find(({ text }) => text === wanted) ??
    choices.find(({ label }) => label.toUpperCase() === wanted.toUpperCase());
  return choice ? `${choice.label}\n${choice.text}` : null;
}
