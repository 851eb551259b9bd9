/** Same level, other strengths: accuracy by band of difficulty. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** Models with their bands, easiest first. */
export interface ProfileData {
  readonly models: readonly ProfileModel[];
  /** Names of the models in front; the others are a backdrop. Default: the first six. */
  readonly chosen?: readonly string[] | undefined;
}

/** One line; the bands of a `ModelProfile` fit. */
export interface ProfileModel {
  readonly model: string;
  readonly bands: readonly ProfilePoint[];
}

/** Accuracy on items that are about equally hard for the other models. */
export interface ProfilePoint {
  /** `easiest`: every other model solves them. `hardest`: none does. `band`: between. */
  readonly kind: "easiest" | "band" | "hardest";
  /** Number of a band among those between, from 1. */
  readonly number?: number | undefined;
  /** 0 to 1; absent for a band with too few items. */
  readonly accuracy?: number | null | undefined;
}

export function profiles(data: ProfileData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Profiles", sentence: `${data.models.length} models.` }, options);
}
