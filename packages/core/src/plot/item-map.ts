/** Models and items on one axis: where each model solves about half. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** Both sides of a Rasch fit: `competency` and `difficulty` of `rasch`. */
export interface ItemMapData {
  readonly models: readonly MappedModel[];
  /** In the unit of the abilities. */
  readonly difficulties: ArrayLike<number>;
}

/** A model and where it is, in logits; `null` or `NaN` where it has no place. */
export interface MappedModel {
  readonly model: string;
  readonly ability: number | null;
}

export function itemMap(data: ItemMapData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Item map", sentence: `${data.models.length} models.` }, options);
}
