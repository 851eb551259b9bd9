import { isObject, member, textOf, type JsonObject } from "@eip-eval/core/io";

/**
 * One line of a local log (format document, section 1.1), or what an HTTP recorder sent instead.
 */
export type LogRecord =
  | { readonly kind: "spec"; readonly runId: string | undefined; readonly spec: JsonObject }
  | EventRecord
  | ReportRecord;

/** The totals of a run. */
export interface ReportRecord {
  readonly kind: "report";
  readonly runId: string | undefined;
  readonly report: JsonObject;
  /** How many events the run had, as the HTTP recorder says; NaN where nothing does. */
  readonly events: number;
}

/** Something that happened to one sample (format document, section 1.3). */
export interface EventRecord {
  readonly kind: "event";
  readonly runId: string | undefined;
  /** Counts from 0 within a run; NaN where there is none. */
  readonly eventId: number;
  readonly sampleId: string;
  readonly type: string;
  readonly data: unknown;
}

/** Events that have no outcome in them, or that only few evals write. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([
  "match",
  "metrics",
  "sampling",
  "raw_sample",
  "error",
  "function_call",
  "postprocessor",
  "extra",
  "embedding",
  "cond_logp",
  "pick_option",
]);

/**
 * The record that a line of a local log is; `undefined` for any other value. An event of the type
 * `final_report`, as the HTTP recorder sends it, is a final report.
 *
 * @example
 * ```ts
 * logRecord({ run_id: "r", event_id: 3, sample_id: "x.dev.1", type: "match", data: { correct: true } });
 * // { kind: "event", runId: "r", eventId: 3, sampleId: "x.dev.1", type: "match", data: … }
 * ```
 */
export function logRecord(value: unknown): LogRecord | undefined {
  if (!isObject(value)) return undefined;
  const spec = member(value, "spec");
  if (isObject(spec)) return { kind: "spec", runId: idText(member(spec, "run_id")), spec };
  const runId = idText(member(value, "run_id"));
  const report = member(value, "final_report");
  if (isObject(report)) return { kind: "report", runId, report, events: Number.NaN };
  const type = textOf(member(value, "type"));
  const data = member(value, "data");
  if (type === undefined || data === undefined) return undefined;
  const events = eventId(value);
  if (type === "final_report") {
    return isObject(data) ? { kind: "report", runId, report: data, events } : undefined;
  }
  const sampleId = idText(member(value, "sample_id"));
  if (sampleId === undefined) return undefined;
  return { kind: "event", runId, eventId: events, sampleId, type, data };
}

const LONGEST_ID = 1000;

/** An id as text; `undefined` for anything but a number or a text of up to 1,000 characters. */
export function idText(id: unknown): string | undefined {
  const text = typeof id === "number" ? String(id) : textOf(id);
  return text !== undefined && text.length <= LONGEST_ID ? text : undefined;
}

/** The number of an event; NaN where it has none. */
export function eventId(event: JsonObject): number {
  const id = member(event, "event_id");
  return typeof id === "number" ? id : Number.NaN;
}
