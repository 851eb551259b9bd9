/** Every answer at a glance: models by items, both sorted. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** Who solved what. */
export interface HeatMapData {
  readonly models: readonly string[];
  /** Number of items. */
  readonly items: number;
  /** Score of a model on an item, 0 to 1; `NaN` where it was not asked. */
  readonly score: (model: number, item: number) => number;
  /** What models are sorted by, highest first, one value each. Default: their mean score. */
  readonly strength?: ArrayLike<number> | undefined;
}

/** Options of a heat map. */
export interface HeatMapOptions extends FigureOptions {
  /** Compresses to a zlib stream, for a smaller picture; absent: stored as it is. */
  readonly deflate?: ((bytes: Uint8Array) => Uint8Array) | undefined;
}

export function heatMap(data: HeatMapData, options: HeatMapOptions = {}): string {
  return emptyFigure({ title: "Answers", sentence: `${data.models.length} models.` }, options);
}
