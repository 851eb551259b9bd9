/** The places of models in several orders, side by side. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** Orders of the same models. */
export interface RankBumpData {
  readonly models: readonly string[];
  /** From left to right, for instance accuracy, EIP, Rasch. */
  readonly orders: readonly RankOrder[];
  /** Models drawn, by their best place in any order. Default 40. */
  readonly rows?: number | undefined;
}

/** One order. */
export interface RankOrder {
  readonly name: string;
  /** One rank per model, 1 is best, ties share one; `null` or `NaN` for a model without. */
  readonly ranks: ArrayLike<number | null>;
}

export function rankBump(data: RankBumpData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Ranks", sentence: `${data.models.length} models.` }, options);
}
