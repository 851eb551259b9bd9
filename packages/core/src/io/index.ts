export { writeFileAtomic } from "./atomic.ts";
export { findFiles, type FoundFile } from "./files.ts";
export {
  JsonReader,
  readJsonPieces,
  readJsonValues,
  type JsonFileOptions,
  type JsonPath,
  type JsonReaderOptions,
  type JsonValue,
  type SkippedJson,
} from "./json-lines.ts";
export { systemCode } from "./file-error.ts";
export { FollowedFile, type GrowthOptions } from "./followed-file.ts";
export { jsonOutline, type JsonOutline } from "./json-outline.ts";
export type { MemberPart, PartsOf, RecordParts } from "./record-parts.ts";
export { removeLeftovers } from "./leftovers.ts";
export { readChunks, readHead, readLines } from "./lines.ts";
export { nearestName } from "./nearest-name.ts";
export { pngFromSvg, type PngOptions } from "./png-from-svg.ts";
export { refusedOnly, type Refused } from "./refused.ts";
export { processMark, processOf } from "./process-mark.ts";
export { ProblemReport } from "./problem-report.ts";
export {
  kindFromHead,
  kindTitle,
  programFor,
  recogniseFile,
  type FileKind,
  type RecogniseOptions,
} from "./recognise.ts";
export { isStore, openStore, STORE_MARKER, type OpenOptions } from "./store.ts";
export type { AddedRun, Compaction, Store, StoredRun, StoreOptions } from "./folder-store.ts";
export { isStorePath, stores } from "./store-reader.ts";
export { gradedRuns } from "./graded-runs.ts";
export { joinRuns, type RunPool } from "./join-runs.ts";
export { chooseRun, isPartial, unusedReason, type RunChoice } from "./choose-run.ts";
export { fingerprintOf } from "./fingerprint.ts";
export { sourceHashOf } from "./source-hash.ts";
export { outcomesToParquet } from "./outcome-parquet.ts";
export { tables, tablesWith } from "./tables.ts";
export { progressMeter, type ProgressMeter } from "./progress-meter.ts";
export { byCodeUnit } from "../outcomes/order.ts";
export { unmatchedOptions } from "../outcomes/unmatched-options.ts";
export { count, listText } from "../outcomes/wording.ts";
export {
  canonicalText,
  isObject,
  member,
  membersOf,
  textOf,
  type JsonObject,
} from "../outcomes/json-value.ts";
