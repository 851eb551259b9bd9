import { EipError } from "../errors.ts";
import type { Outcome } from "./adapter.ts";
import type { ColumnMap, ColumnRole } from "./columns.ts";
import { idFromValue } from "./id.ts";
import { shownValue } from "./shown-value.ts";
import type { TableLayout } from "./table-layout.ts";

/** One cell of a table before its grade is judged. `undefined` marks what the table does not say. */
export interface TableCell {
  readonly model: string | undefined;
  readonly item: string | undefined;
  readonly benchmark: string | undefined;
  readonly grade: unknown;
}

/**
 * The cells of one row: one of a long table, and of a wide one all that are not empty (an empty
 * wide cell was never asked; an empty long score was asked and not graded).
 *
 * @example
 * ```ts
 * const layout = layoutFromHeader(["model", "q1", "q2"], "wide.csv");
 * [...cellsFromRow(layout, ["m0", "1", ""])]; // one cell: m0 on q1
 * ```
 */
export function* cellsFromRow(layout: TableLayout, row: readonly unknown[]): Generator<TableCell> {
  const { columns } = layout;
  const benchmark = idFromValue(valueOf(columns, "benchmark", row));
  if (layout.shape === "long") {
    const model = idFromValue(valueOf(columns, "model", row));
    const item = idFromValue(valueOf(columns, "item", row));
    yield { model, item, benchmark, grade: valueOf(columns, "score", row) };
    return;
  }
  const label = idFromValue(row[layout.label]);
  for (const [index, name] of layout.cells) {
    const grade = row[index];
    if (isEmpty(grade)) continue;
    yield layout.rows === "model"
      ? { model: label, item: name, benchmark, grade }
      : { model: name, item: label, benchmark, grade };
  }
}

/** What a row says besides model, benchmark, item and score. */
export type OutcomeDetails = Pick<
  Outcome,
  "trial" | "metric" | "filter" | "run" | "contentHash" | "text" | "key" | "answer" | "metadata"
>;

/**
 * The further columns of a row, as far as the table has them. Texts only when asked for.
 *
 * @throws EipError `unsupported` for a trial that is not a whole number.
 * @example
 * ```ts
 * const layout = layoutFromHeader(["model", "item", "score", "epoch"], "long.csv");
 * detailsFromRow(layout, ["m0", "q1", "1", "2"], { text: false, where: "long.csv:2" }); // { trial: 2 }
 * ```
 */
export function detailsFromRow(
  { columns, covariates }: TableLayout,
  row: readonly unknown[],
  { text, where }: { text: boolean | "whole"; where: string },
): OutcomeDetails {
  const details: { -readonly [Key in keyof OutcomeDetails]: OutcomeDetails[Key] } = {};
  const trial = trialFromValue(valueOf(columns, "trial", row), where);
  if (trial !== undefined) details.trial = trial;
  for (const role of text ? DETAILS_WITH_TEXT : DETAILS) {
    const value = textFromValue(valueOf(columns, role, row));
    if (value !== undefined) details[role] = value;
  }
  if (text === "whole" && valueOf(columns, "answer", row) === "") details.answer = "";
  if (covariates.size > 0) details.metadata = covariatesFromRow(covariates, row);
  return details;
}

/** Whether the rows of a table say anything besides model, benchmark, item and score. */
export function hasDetails({ columns, covariates }: TableLayout): boolean {
  return (
    covariates.size > 0 ||
    ["trial" as const, ...DETAILS_WITH_TEXT].some((role) => columns.has(role))
  );
}

const DETAILS = ["metric", "filter", "run", "contentHash"] as const;
const DETAILS_WITH_TEXT = [...DETAILS, "text", "key", "answer"] as const;

function covariatesFromRow(
  covariates: ReadonlyMap<string, number>,
  row: readonly unknown[],
): Readonly<Record<string, unknown>> {
  const metadata: Record<string, unknown> = Object.create(null);
  for (const [name, index] of covariates) {
    if (!isEmpty(row[index])) metadata[name] = row[index];
  }
  return metadata;
}

function trialFromValue(value: unknown, where: string): number | undefined {
  if (isEmpty(value)) return undefined;
  const trial = typeof value === "object" ? Number.NaN : Number(value);
  if (Number.isSafeInteger(trial) && trial >= 0) return trial;
  throw new EipError("unsupported", {
    where,
    found: `trial ${shownValue(value)}`,
    expected: "a whole number from 0",
    try: "--columns trial=NAME, or give that column another name",
  });
}

/** The value of a row in the column of a role; `undefined` without such a column. */
function valueOf(columns: ColumnMap, role: ColumnRole, row: readonly unknown[]): unknown {
  const index = columns.get(role);
  return index === undefined ? undefined : row[index];
}

function textFromValue(value: unknown): string | undefined {
  return Array.isArray(value) ? value.map(String).join("\n") : idFromValue(value);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === "string" && value.trim() === "")
  );
}
