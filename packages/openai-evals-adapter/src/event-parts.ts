import type { JsonObject, MemberPart, PartsOf } from "@eip-eval/core/io";
import { eventId, idText } from "./record.ts";
import type { FileScope } from "./run-book.ts";
import { needsData } from "./take.ts";

const KEYS = ["sample_id", "type", "data"];

/** Members by which a value with these keys may be something else than an event. */
const OTHERS = ["spec", "final_report", "body", "object", "data_source_idx", "datasource_item_id"];

/**
 * What is needed of the events of one file: their data only where these count. The texts of later
 * calls, which are most of a log, are passed over.
 */
export function partsOfEvents(scope: FileScope): PartsOf {
  const wholeIf = (event: JsonObject): boolean =>
    event["type"] === "final_report" ||
    needsData(scope.knownRun(idText(event["run_id"])), {
      type: String(event["type"]),
      sampleId: idText(event["sample_id"]) ?? "",
      eventId: eventId(event),
    });
  const members: ReadonlyMap<string, MemberPart> = new Map<string, MemberPart>([
    ["data", { wholeIf }],
    ["created_by", "nothing"],
    ["created_at", "nothing"],
  ]);
  return (keys) =>
    KEYS.every((key) => keys.includes(key)) && !OTHERS.some((key) => keys.includes(key))
      ? { members, suffice: isEvent }
      : undefined;
}

function isEvent(record: JsonObject): boolean {
  const { type } = record;
  return typeof type === "string" && type !== "" && idText(record["sample_id"]) !== undefined;
}
