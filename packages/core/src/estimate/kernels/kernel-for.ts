/** Which products fit which storage. */

import type { ResponseMatrix } from "../../matrix/response-matrix.ts";
import { bitKernel } from "./bits.ts";
import { denseKernel } from "./dense.ts";
import type { Kernel } from "./kernel.ts";
import { sparseKernel } from "./sparse.ts";

/** The kernel that fits the storage of a matrix, over the given items. */
export function kernelFor(matrix: ResponseMatrix, items: Uint32Array): Kernel {
  const { storage } = matrix;
  const models = matrix.models.length;
  if (storage.kind === "bits") {
    return bitKernel({ solved: storage.solved, models, stride: matrix.items.length }, items);
  }
  if (storage.kind === "dense") return denseKernel({ scores: storage.scores, models }, items);
  return sparseKernel(storage, items);
}
