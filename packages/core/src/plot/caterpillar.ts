/** Who is ahead, and how sure: weighted accuracy with intervals, by rank, in tiers. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** The models of a board, best first. */
export interface CaterpillarData {
  readonly models: readonly CaterpillarModel[];
  /** Level of the intervals, for the legend. Default .95. */
  readonly level?: number | null | undefined;
  /** Models that get a row; the others share the last one. Default 60. */
  readonly rows?: number | undefined;
}

/** One row; a `ModelRow` of a `RankReport` fits. Shares are from 0 to 1. */
export interface CaterpillarModel {
  readonly model: string;
  readonly weightedAccuracy: number | null;
  readonly weightedLower: number | null;
  readonly weightedUpper: number | null;
  readonly accuracy: number | null;
  readonly rank: number | null;
  readonly rankLower: number | null;
  readonly rankUpper: number | null;
  readonly tier: number | null;
}

export function caterpillar(data: CaterpillarData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Models", sentence: `${data.models.length} models.` }, options);
}
