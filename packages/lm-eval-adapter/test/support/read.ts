import type { ReadOptions } from "@eip-eval/core";
import { readToEnd, type ReadToEnd } from "@eip-eval/core/testing";
import { lmEval } from "../../src/index.ts";

export { gradedScores as graded, scoresByItem as byItem } from "@eip-eval/core/testing";
export type { ReadToEnd as ReadResult } from "@eip-eval/core/testing";

/** Reads paths to the end with the reader of this package. */
export function readAll(paths: readonly string[], options: ReadOptions = {}): Promise<ReadToEnd> {
  return readToEnd(lmEval, paths, options);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
