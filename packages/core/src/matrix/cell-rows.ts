/** Every outcome of a pool while it comes in: a row of cells for each model and benchmark. */

import { CellRow, scoreCodes } from "./cell-row.ts";
import { settleRow, type Conflict, type SettleOptions } from "./settle.ts";
import { trialList, type TrialList } from "./trial-list.ts";

/** Models, benchmarks and items by number; items count within their benchmark. */
export interface CellRows {
  row(model: number, benchmark: number): RowOfCells;
  /** One score a cell; the rows take nothing more afterwards. */
  settle(options: Omit<SettleOptions, "onConflict"> & { onConflict: OnConflict }): void;
  /** The rows of a model. */
  ofModel(model: number, visit: (benchmark: number, row: CellRow) => void): void;
}

export interface RowOfCells {
  /** `NaN` is an outcome without a usable score. */
  add(item: number, trial: number, score: number): void;
}

export type OnConflict = (place: {
  readonly model: number;
  readonly benchmark: number;
  readonly conflict: Conflict;
}) => void;

class Row implements RowOfCells {
  readonly cells: CellRow;
  trials: TrialList | undefined;

  constructor(cells: CellRow) {
    this.cells = cells;
  }

  add(item: number, trial: number, score: number): void {
    if (trial === 0 && this.cells.put(item, score)) return;
    this.trials ??= trialList();
    this.trials.add(item, trial, score);
  }
}

export function cellRows(): CellRows {
  const codes = scoreCodes();
  const rows: Row[][] = [];
  return {
    row(model, benchmark) {
      const ofModel = (rows[model] ??= []);
      return (ofModel[benchmark] ??= new Row(new CellRow(codes)));
    },
    settle(options) {
      for (const [model, ofModel] of rows.entries()) {
        // The places of benchmarks that the model did not run are holes, which `forEach` passes over.
        ofModel.forEach((row, benchmark) => {
          settleRow(row.cells, row.trials, {
            ...options,
            onConflict: (conflict) => options.onConflict({ model, benchmark, conflict }),
          });
          row.trials = undefined;
        });
      }
    },
    ofModel(model, visit) {
      rows[model]!.forEach(({ cells }, benchmark) => visit(benchmark, cells));
    },
  };
}
