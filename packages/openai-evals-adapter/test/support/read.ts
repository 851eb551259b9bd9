import type { Adapter, ReadOptions } from "@eip-eval/core";
import { readToEnd, type ReadToEnd } from "@eip-eval/core/testing";
import { openaiEvals } from "../../src/index.ts";

export {
  gradedScores as graded,
  noticeCodes as codes,
  noticeText as said,
  scoresByItem as byItem,
} from "@eip-eval/core/testing";
export type { ReadToEnd as ReadResult } from "@eip-eval/core/testing";

/** Reads paths to the end with the reader of this package, or one made from it. */
export function readAll(
  paths: readonly string[],
  { adapter = openaiEvals, ...options }: ReadOptions & { adapter?: Adapter } = {},
): Promise<ReadToEnd> {
  return readToEnd(adapter, paths, options);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
