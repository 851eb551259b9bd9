import type { Outcome, ReadOptions } from "@eip-eval/core";
import { lmEval } from "@eip-eval/lm-eval-adapter";
import { withFile } from "./byte-source.ts";
import { member } from "@eip-eval/core/io";
import type { LocalRun } from "./local-runs.ts";
import { openParquetFile, type ParquetFile, type RowBatch } from "./parquet.ts";
import type { ColumnPath } from "./parquet-selection.ts";
import { readPythonLiteral } from "./python-literal.ts";
import { detailsColumns, neededPaths, recordsOf, textAt } from "./record.ts";

/** Question, reference and answer of one item, where the log has them. */
export type ItemTexts = Pick<Outcome, "text" | "key" | "answer">;

/**
 * Reads the texts of one run: of samples through the reader of the harness; of Parquet from the
 * columns that hold question, choices and answer, which are the large ones.
 */
export async function textsOf(
  { file, about }: LocalRun,
  { items, options }: { items: readonly string[]; options: ReadOptions },
): Promise<ReadonlyMap<string, ItemTexts>> {
  if (file.isParquet) {
    const { path } = file;
    const { byRow, byId } = await withFile(path, async (source) =>
      parquetTexts(await openParquetFile(source, path)),
    );
    // Both may be numbers, so it is all of one kind.
    return items.every((item) => byId.has(item)) ? byId : byRow;
  }
  const texts = new Map<string, ItemTexts>();
  const { signal, repair, text: which } = options;
  const reading = lmEval.read([file.path], { signal, repair, text: which, onProblem() {} });
  for await (const { benchmark, item, text, key, answer } of reading) {
    if (benchmark === about.benchmark) texts.set(item, { text, key, answer });
  }
  return texts;
}

/** Columns with texts, in the first leaderboard and in the versions of lighteval. */
const TEXT_PATHS: readonly ColumnPath[] = [
  ["example"],
  ["query"],
  ["choices"],
  ["gold"],
  ["gold_index"],
  ["predictions"],
  ["doc", "query"],
  ["doc", "choices"],
  ["doc", "gold_index"],
  ["model_response", "text"],
  ["model_response", "logprobs"],
];

interface ParquetTexts {
  readonly byRow: Map<string, ItemTexts>;
  readonly byId: Map<string, ItemTexts>;
}

async function parquetTexts(file: ParquetFile): Promise<ParquetTexts> {
  const columns = detailsColumns(file);
  const texts: ParquetTexts = { byRow: new Map(), byId: new Map() };
  if (!columns) return texts;
  const ids = neededPaths({ ...columns, grades: { kind: "columns", metrics: new Map() } });
  for await (const batch of file.batches([...ids, ...TEXT_PATHS])) {
    for (const [at, { row, id }] of recordsOf(batch, columns).entries()) {
      const found = textsAt(batch, at);
      texts.byRow.set(String(row), found);
      if (id !== undefined) texts.byId.set(id, found);
    }
  }
  return texts;
}

function textsAt(batch: RowBatch, at: number): ItemTexts {
  const text = ["query", "example"]
    .map((name) => textAt(batch, { at, path: [name] }))
    .find(Boolean);
  const [doc, response] = ["doc", "model_response"].map((name) => batch.columns.get(name)?.[at]);
  const value = (name: string, within?: unknown): unknown =>
    plainValue(member(within, name) ?? batch.columns.get(name)?.[at]);
  const choices = textsIn(value("choices", doc));
  return {
    text: textAt(batch, { at, path: ["doc", "query"] }) ?? text,
    key: keyText(choices, { index: value("gold_index", doc), gold: value("gold") }),
    answer: answerText(choices, {
      written: value("text", response),
      likelihoods: value("logprobs", response),
      predictions: value("predictions"),
    }),
  };
}

/** Old versions of lighteval wrote every value as Python. */
function plainValue(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[({\d]/.test(value)) return value;
  const reading = readPythonLiteral(value);
  return "value" in reading ? reading.value : value;
}

function textsIn(values: unknown): string[] {
  return Array.isArray(values) && values.every((one) => typeof one === "string") ? values : [];
}

/** The choice that the index names, else the reference itself. */
function keyText(
  choices: readonly string[],
  { index, gold }: { index: unknown; gold: unknown },
): string | undefined {
  const one = firstOf(index) ?? firstOf(gold);
  const at = typeof one === "bigint" || typeof one === "number" ? Number(one) : -1;
  const text = choices[at]?.trim() ?? firstOf(gold);
  return typeof text === "string" ? text : undefined;
}

/** The likeliest choice where there are choices, else what the model wrote. */
function answerText(
  choices: readonly string[],
  {
    written,
    likelihoods,
    predictions,
  }: { written: unknown; likelihoods: unknown; predictions: unknown },
): string | undefined {
  const likeliest = likeliestOf(choices, likelihoods) ?? likeliestOf(choices, predictions);
  if (likeliest !== undefined) return likeliest.trim();
  const first = firstOf(written) ?? firstOf(predictions);
  return typeof first === "string" ? first : undefined;
}

function likeliestOf(choices: readonly string[], likelihoods: unknown): string | undefined {
  if (!Array.isArray(likelihoods) || likelihoods.length !== choices.length) return undefined;
  const numbers = likelihoods.map((one) => firstOf(plainValue(one)));
  if (!numbers.every((one) => typeof one === "number")) return undefined;
  return choices[numbers.indexOf(Math.max(...numbers))];
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value[0] as unknown) : value;
}
