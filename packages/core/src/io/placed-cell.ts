import type { OutcomeDetails, TableCell } from "../outcomes/table.ts";

/** A cell, the line or row it stands on, and what else its row says. */
export interface PlacedCell {
  readonly cell: TableCell;
  readonly line: number;
  readonly details?: OutcomeDetails | undefined;
}

/** Cells in batches as they come from the disk, each batch to be gone through once. */
export type PlacedCells = AsyncGenerator<Iterable<PlacedCell>>;
