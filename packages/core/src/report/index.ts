export { csv, csvLine, type CsvColumn, type CsvValue } from "./csv.ts";

export {
  itemCsvColumns,
  itemReport,
  type ItemFlag,
  type ItemReport,
  type ItemReportOptions,
  type ItemRow,
  type ReviewRow,
} from "./item-report.ts";
export { itemTable, reviewTable, type ReviewAnswers } from "./item-view.ts";
export { markdownTable, markdownText } from "./markdown.ts";
export type { ModelRow } from "./model-rows.ts";
export { rankCsvColumns } from "./rank-csv.ts";
export { notCounted, rankLead, rankTable, type RankTableOptions } from "./rank-view.ts";
export { exclusionText, inWords, smallPrint, trustLine } from "./words.ts";
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
