/** Figures of studies as texts and as JSON. */

import type { Summary } from "../analysis/summary.ts";
import { finite } from "./finite.ts";
import type { Column } from "./table.ts";

/** A correlation or a share with `digits` places, as `.902`; `none` where there is no figure. */
export function figure(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "none";
  return value
    .toFixed(digits)
    .replace(/^(-?)0\./, "$1.")
    .replace(/^-(\.0+)$/, "$1");
}

/** A column of figures. */
export function numberColumn<Row>(
  header: string,
  cell: (row: Row) => string,
  dropFirst?: number,
): Column<Row> {
  return { header, align: "right", cell, dropFirst };
}

/** A column of names that may be cut in the middle. */
export function nameColumn<Row>(header: string, cell: (row: Row) => string): Column<Row> {
  return { header, align: "left", cell, mayShrink: true };
}

/** A summary for JSON. */
export interface SummaryJson {
  readonly mean: number | null;
  readonly sd: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly count: number;
}

/** A summary without `NaN`. */
export function summaryJson({ mean, sd, min, max, count }: Summary): SummaryJson {
  return { mean: finite(mean), sd: finite(sd), min: finite(min), max: finite(max), count };
}
