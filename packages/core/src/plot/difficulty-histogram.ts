/** How hard the items of each benchmark are. */

import { emptyFigure, type FigureOptions } from "./figure.ts";

/** The benchmarks of a pool. */
export interface DifficultyHistogramData {
  readonly benchmarks: readonly BenchmarkDifficulties[];
}

/** The items of one benchmark. */
export interface BenchmarkDifficulties {
  readonly name: string;
  /** Difficulties of the items that tell models apart, 1 is the average of the pool (`relative`). */
  readonly relative: ArrayLike<number>;
  /** Items that every model solved, and that none did. */
  readonly solvedByAll: number;
  readonly solvedByNone: number;
}

export function difficultyHistogram(
  data: DifficultyHistogramData,
  options: FigureOptions = {},
): string {
  return emptyFigure(
    { title: "Difficulty", sentence: `${data.benchmarks.length} benchmarks.` },
    options,
  );
}
