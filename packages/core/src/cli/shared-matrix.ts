/** A response matrix for other threads. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Storage } from "../matrix/storage.ts";

/** Larger ones are not copied, so that no command takes twice its memory. */
const MOST_BYTES = 2 ** 28;

/** Whether a matrix may be copied. */
export function isSmall({ storage }: ResponseMatrix): boolean {
  return arraysOf(storage).reduce((sum, [, { byteLength }]) => sum + byteLength, 0) <= MOST_BYTES;
}

/** A copy in shared memory without the names of models and items, which no number depends on. */
export function sharedMatrix(matrix: ResponseMatrix): ResponseMatrix {
  const { storage, models, items } = matrix;
  const shared = arraysOf(storage).map(([name, array]) => [name, inSharedMemory(array)]);
  return {
    ...matrix,
    models: models.map(() => ""),
    items: items.map(() => ""),
    storage: { ...storage, ...Object.fromEntries(shared) },
  };
}

type Numbers = Float64Array | Uint32Array | Uint16Array;

function arraysOf(storage: Storage): readonly (readonly [string, Numbers])[] {
  return Object.entries(storage).filter((entry): entry is [string, Numbers] =>
    ArrayBuffer.isView(entry[1]),
  );
}

function inSharedMemory(array: Numbers): Numbers {
  const Kind = array.constructor as new (buffer: SharedArrayBuffer) => Numbers;
  const copy = new Kind(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}
