import { fingerprint } from "./fingerprint.ts";
import { rawGrade, type RawGrade } from "./grades.ts";
import { canonicalText, isObject, member, textOf, type JsonObject } from "@eip-eval/core/io";
import { promptPrint, type PromptPrint } from "./prompt.ts";
import { idText } from "./record.ts";

/**
 * One graded item of a hosted eval, from a dashboard export or from the API (format document,
 * section 7).
 */
export interface HostedRow {
  readonly kind: "row";
  readonly runId: string;
  readonly evalId: string | undefined;
  /** The item's number in the data source, whatever the order of the rows. */
  readonly index: string;
  /** Tells repetitions of one item apart; an export has none. */
  readonly outputId: string | undefined;
  /** Fingerprint of the item; NaN where it is not in the row. */
  readonly content: number;
  /** Scores by grader; empty where the call failed. */
  readonly grades: ReadonlyMap<string, RawGrade>;
  readonly passes: ReadonlyMap<string, RawGrade>;
  readonly model: string | undefined;
  readonly print: PromptPrint | undefined;
  /** Fingerprint of the sampling parameters. */
  readonly settings: number;
  /** The row itself, for its texts. */
  readonly raw: JsonObject;
}

/**
 * The row of a dashboard export (format document, section 7.3) or an output item of the API (format
 * document, section 7.2); `undefined` for any other value.
 *
 * @example
 * ```ts
 * hostedRow({ run_id: "evalrun_1", data_source_idx: 4, item: {}, grades: { exact: 1 } });
 * // { runId: "evalrun_1", index: "4", grades: Map { "exact" => 1 }, … }
 * ```
 */
export function hostedRow(value: unknown): HostedRow | undefined {
  if (!isObject(value)) return undefined;
  const runId = idText(member(value, "run_id"));
  if (runId === undefined) return undefined;
  const exported = idText(member(value, "data_source_idx"));
  if (exported !== undefined) return exportRow(value, { runId, index: exported });
  const index = idText(member(value, "datasource_item_id"));
  return index === undefined ? undefined : outputItem(value, { runId, index });
}

type Identity = Pick<HostedRow, "runId" | "index">;

function exportRow(raw: JsonObject, identity: Identity): HostedRow {
  const sample = member(raw, "sample");
  const isGraded = !hasFailed(sample);
  return {
    kind: "row",
    ...identity,
    evalId: undefined,
    outputId: undefined,
    content: contentOf(member(raw, "item")),
    grades: byGrader(isGraded ? member(raw, "grades") : undefined),
    passes: byGrader(isGraded ? member(raw, "passes") : undefined),
    model: textOf(member(sample, "sampled_model_name")),
    print: promptPrint(member(sample, "trajectory")),
    settings: settingsOf(member(sample, "sampled_model_params")),
    raw,
  };
}

const SETTINGS = ["temperature", "top_p", "seed", "max_completion_tokens"];

function outputItem(raw: JsonObject, identity: Identity): HostedRow {
  const sample = member(raw, "sample");
  const listed = member(raw, "results");
  const results: readonly unknown[] = Array.isArray(listed) && !hasFailed(sample) ? listed : [];
  const under = (key: string): JsonObject =>
    Object.fromEntries(
      results.map((result, at) => [
        textOf(member(result, "name")) ?? `grader ${at + 1}`,
        member(result, key) ?? null,
      ]),
    );
  return {
    kind: "row",
    ...identity,
    evalId: textOf(member(raw, "eval_id")),
    outputId: textOf(member(raw, "id")),
    content: contentOf(member(raw, "datasource_item")),
    grades: byGrader(under("score")),
    passes: byGrader(under("passed")),
    model: textOf(member(sample, "model")),
    print: promptPrint(member(sample, "input")),
    settings: settingsOf(SETTINGS.map((name) => member(sample, name) ?? null)),
    raw,
  };
}

/** A failed call is ungraded, not wrong. */
function hasFailed(sample: unknown): boolean {
  const error = member(sample, "error");
  return error !== undefined && error !== null;
}

function contentOf(item: unknown): number {
  return isObject(item) ? fingerprint(canonicalText(withoutMarks(item))) : Number.NaN;
}

/** Spreadsheets leave a byte order mark in their first column name. */
export function withoutMarks(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [key.replace(/^\uFEFF/, ""), value]),
  );
}

function settingsOf(settings: unknown): number {
  return fingerprint(canonicalText(settings ?? null));
}

const UUID = /-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Grader names differ per eval in the id at their end. */
function byGrader(values: unknown): Map<string, RawGrade> {
  const grades = new Map<string, RawGrade>();
  if (!isObject(values)) return grades;
  for (const [name, value] of Object.entries(values)) {
    const short = name.replace(UUID, "");
    grades.set(short === "" || grades.has(short) ? name : short, rawGrade(value));
  }
  return grades;
}
