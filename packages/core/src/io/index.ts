export { writeFileAtomic } from "./atomic.ts";
export { findFiles, type FoundFile } from "./files.ts";
export {
  readJsonValues,
  type JsonFileOptions,
  type JsonPath,
  type JsonValue,
} from "./json-lines.ts";
export { readChunks, readHead, readLines } from "./lines.ts";
export { nearestName } from "./nearest-name.ts";
export { ProblemReport } from "./problem-report.ts";
export { kindTitle, programFor, recogniseFile, type FileKind } from "./recognise.ts";
export { outcomesToParquet } from "./outcome-parquet.ts";
export { tables, tablesWith } from "./tables.ts";
