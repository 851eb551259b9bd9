export { csv, csvLine, type CsvColumn, type CsvValue } from "./csv.ts";
export {
  itemCsvColumns,
  itemReport,
  type ItemFlag,
  type ItemReport,
  type ItemRow,
} from "./item-report.ts";
export { markdownTable, markdownText } from "./markdown.ts";
export type { ModelRow } from "./model-rows.ts";
export {
  inWords,
  notCounted,
  rankCsvColumns,
  rankLead,
  rankTable,
  trustLine,
} from "./rank-view.ts";
export {
  rankReport,
  type RankInput,
  type RankReport,
  type Reliability,
  type ReportBenchmark,
  type ReportData,
  type ReportFit,
  type ReportSettings,
  type ReportWarning,
} from "./report.ts";
export { terminalTable } from "./terminal.ts";
export { textTable, type Column, type TextColumn, type TextTable } from "./table.ts";
