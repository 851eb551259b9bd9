/** Which products fit which storage. */

import { isComplete, itemCount, type ResponseMatrix } from "../../matrix/response-matrix.ts";
import { paysToCompile } from "../../numeric/web-assembly.ts";
import { bitStretches } from "./bits.ts";
import { compiledPairs } from "./compiled-pairs.ts";
import { compiledModelListStretches, compiledScoreListStretches } from "./compiled-lists.ts";
import { compiledScoreStretches } from "./compiled-scores.ts";
import { compiledWordLoops } from "./compiled-word-loops.ts";
import { plainPairs, type CompletePairs, type PairSource } from "./complete-pairs.ts";
import type { Kernel } from "./kernel.ts";
import { keptLists } from "./kept-lists.ts";
import { scoreListStretches } from "./lists.ts";
import { modelListStretches } from "./model-lists.ts";
import { scoreStretches } from "./scores.ts";
import { kernelOver, type Stretches } from "./stretches.ts";
import { plainWordLoops } from "./word-loops.ts";

export interface KernelOptions {
  /** Whether compiled loops may be used. Default: where there are enough cells to pay for them. */
  readonly webAssembly?: boolean | undefined;
}

export interface PairOptions extends KernelOptions {
  /** The kernel over the same items, asked for where pairs are added up. */
  readonly kernel: () => Kernel;
}

/** The kernel that fits the storage of a matrix, over the given items. */
export function kernelFor(
  matrix: ResponseMatrix,
  items: Uint32Array,
  { webAssembly = paysToCompile(matrix.models.length, items.length) }: KernelOptions = {},
): Kernel {
  return kernelOver(stretchesOf(matrix, items, webAssembly));
}

/** Sums over pairs of models that are counted in WebAssembly; `undefined` where they cannot be. */
export function countedPairsFor(
  source: PairSource,
  { webAssembly = true, kernel }: PairOptions,
): CompletePairs | undefined {
  return webAssembly ? compiledPairs(source, () => plainPairs(source, kernel())) : undefined;
}

/** Sums over pairs of models of complete 0/1 data, counted or added up. */
export function completePairsFor(source: PairSource, options: PairOptions): CompletePairs {
  return countedPairsFor(source, options) ?? plainPairs(source, options.kernel());
}

function stretchesOf(matrix: ResponseMatrix, items: Uint32Array, compile: boolean): Stretches {
  const { storage } = matrix;
  const models = matrix.models.length;
  if (storage.kind === "dense") {
    const scores = { ...storage, models, complete: isComplete(matrix) };
    return (
      (compile ? compiledScoreStretches(scores, items) : undefined) ?? scoreStretches(scores, items)
    );
  }
  if (storage.kind === "sparse") {
    const lists = keptLists({ ...storage, models }, items, 1);
    return (compile ? compiledScoreListStretches(lists) : undefined) ?? scoreListStretches(lists);
  }
  if (storage.kind === "lists") {
    const lists = keptLists({ ...storage, models }, items, 2);
    return (compile ? compiledModelListStretches(lists) : undefined) ?? modelListStretches(lists);
  }
  const planes = { ...storage, models, stride: itemCount(matrix) };
  const loops = compile
    ? compiledWordLoops({
        planes: storage.kind === "bits" ? 1 : 2,
        blocks: Math.ceil(models / 32),
        items: items.length,
        stride: itemCount(matrix),
      })
    : undefined;
  return loops ? bitStretches(planes, items, loops) : bitStretches(planes, items, plainWordLoops);
}
