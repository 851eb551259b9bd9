import { hostedInfo, type EvalInfo, type RunInfo } from "./hosted-info.ts";
import { hostedRow, type HostedRow } from "./hosted-row.ts";
import { member } from "@eip-eval/core/io";
import { recordedPost, type UrlHint } from "./post.ts";
import { logRecord, type LogRecord } from "./record.ts";

/** Anything that a log, an export or a saved answer of the API consists of. */
export type LogPart = LogRecord | HostedRow | RunInfo | EvalInfo;

export interface PlacedPart {
  readonly part: LogPart;
  /** What the URL said, for what came in a request of the HTTP recorder. */
  readonly hint?: UrlHint | undefined;
}

/**
 * The parts of one JSON value: itself, the events in a recorded request, or the members of a page
 * of the API. None for a value of another kind.
 */
export function partsOf(value: unknown): readonly PlacedPart[] {
  const post = recordedPost(value);
  if (post) return post.values.flatMap((one) => partOf(one, post.hint));
  const page = member(value, "data");
  if (member(value, "object") === "list" && Array.isArray(page)) {
    return page.flatMap((one) => partOf(one));
  }
  return partOf(value);
}

function partOf(value: unknown, hint?: UrlHint): readonly PlacedPart[] {
  const part = hostedRow(value) ?? logRecord(value) ?? hostedInfo(value);
  return part ? [{ part, hint }] : [];
}
