/** On which items two models differ: flips by band of difficulty. */

import type { FlipBand } from "../analysis/flip-bands.ts";
import { emptyFigure, type FigureOptions } from "./figure.ts";

/** A comparison of two models. */
export interface FlipsData {
  /** Names of the two. */
  readonly a: string;
  readonly b: string;
  /** From `flipBands`, easiest first; `null` where too few other models say what is hard. */
  readonly bands: readonly Pick<FlipBand, "kind" | "items" | "onlyA" | "onlyB">[] | null;
}

export function flips(data: FlipsData, options: FigureOptions = {}): string {
  return emptyFigure({ title: "Flips", sentence: `${data.a} and ${data.b}.` }, options);
}
