/** The profiles of each family in a panel of its own, the others behind them. */

import { emptyFigure, type FigureOptions } from "./figure.ts";
import type { ProfileModel } from "./profiles.ts";

/** Profiles, and which of them belong together. */
export interface FamilyMultiplesData {
  readonly models: readonly ProfileModel[];
  readonly families: readonly FamilyPanel[];
}

/** One panel; a `ModelGroup` fits. */
export interface FamilyPanel {
  readonly name: string;
  /** Indices into `models`. */
  readonly models: readonly number[];
}

export function familyMultiples(data: FamilyMultiplesData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Families", sentence: `${data.families.length} families.` }, options);
}
