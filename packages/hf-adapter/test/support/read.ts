import type { ReadOptions } from "@eip-eval/core";
import { readToEnd, type ReadToEnd } from "@eip-eval/core/testing";
import { hfDetails } from "../../src/index.ts";

export type { ReadToEnd as ReadResult } from "@eip-eval/core/testing";

/** Reads paths to the end with the reader of this package. */
export function readAll(paths: readonly string[], options: ReadOptions = {}): Promise<ReadToEnd> {
  return readToEnd(hfDetails, paths, options);
}

/** The mean of what was graded. */
export function meanOf(scores: readonly (number | null | undefined)[]): number {
  const graded = scores.filter((score) => typeof score === "number");
  return graded.reduce((sum, score) => sum + score, 0) / graded.length;
}
