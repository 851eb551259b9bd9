/** Who stands elsewhere when hard items count more: accuracy against weighted accuracy. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** The models of a pool. */
export interface MoversData {
  readonly models: readonly MoverModel[];
  /** Movers that are named, those who move most first. Default 12. */
  readonly named?: number | undefined;
}

/** One point; a `ModelRow` of a `RankReport` fits. Shares are from 0 to 1. */
export interface MoverModel {
  readonly model: string;
  readonly accuracy: number | null;
  readonly weightedAccuracy: number | null;
  readonly rank: number | null;
  readonly accuracyRank: number | null;
}

export function movers(data: MoversData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Movers", sentence: `${data.models.length} models.` }, options);
}
