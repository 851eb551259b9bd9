/** A matrix as one text in which two matrices agree only when all their bytes do. */

import type { ResponseMatrix } from "../../src/matrix/response-matrix.ts";

export function bytesOf(matrix: ResponseMatrix): string {
  return JSON.stringify(matrix, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const { buffer, byteOffset, byteLength, constructor } = value;
    const bytes = Buffer.from(buffer, byteOffset, byteLength).toString("hex");
    return `${constructor.name} ${bytes}`;
  });
}
