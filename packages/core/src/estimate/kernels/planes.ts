/**
 * Products with 0/1 data that has gaps. Two planes of bits, one of solved and one of failed cells,
 * take the place of the one plane of complete data and its complement; a gap is in neither.
 */

import { readItem, type ResponseMatrix } from "../../matrix/response-matrix.ts";
import { fillTables, foldBins, gather, scatter } from "./bits.ts";
import type { Kernel } from "./kernel.ts";

/** The words of the given items, block by block of 32 models, lowest bit first. */
interface Planes {
  readonly solved: readonly Uint32Array[];
  readonly failed: readonly Uint32Array[];
}

/** Products with the observed cells of the given items of a 0/1 matrix. */
export function planeKernel(matrix: ResponseMatrix, items: Uint32Array): Kernel {
  const planes = planesOf(matrix, items);
  const table = new Float64Array(4 * 256);
  const bins = new Float64Array(4 * 256);
  return {
    name: "planes",
    byItem({ of, smoothing }, perModel, out) {
      const own = planes[of];
      const other = planes[of === "solved" ? "failed" : "solved"];
      out.fill(0);
      for (let block = 0; block < own.length; block += 1) {
        fillTables(table, perModel.subarray(block * 32, (block + 1) * 32), "solved");
        if (smoothing > 0) scale(table, 1 + smoothing);
        gather(table, own[block]!, out);
        if (smoothing === 0) continue;
        scale(table, smoothing / (1 + smoothing));
        gather(table, other[block]!, out);
      }
    },
    byModel({ of, smoothing }, perItem, out) {
      const own = planes[of];
      const other = planes[of === "solved" ? "failed" : "solved"];
      out.fill(0);
      for (let block = 0; block < own.length; block += 1) {
        const models = out.subarray(block * 32, (block + 1) * 32);
        bins.fill(0);
        scatter(bins, own[block]!, perItem);
        if (smoothing > 0) {
          scale(bins, (1 + smoothing) / smoothing);
          scatter(bins, other[block]!, perItem);
          scale(bins, smoothing);
        }
        foldBins(bins, models, "solved");
      }
    },
  };
}

function planesOf(matrix: ResponseMatrix, items: Uint32Array): Planes {
  const models = matrix.models.length;
  const empty = () =>
    Array.from({ length: Math.ceil(models / 32) }, () => new Uint32Array(items.length));
  const planes = { solved: empty(), failed: empty() };
  const scores = new Float64Array(models);
  for (let place = 0; place < items.length; place += 1) {
    readItem(matrix, items[place]!, scores);
    for (let model = 0; model < models; model += 1) {
      const score = scores[model]!;
      if (score !== score) continue;
      const plane = score === 1 ? planes.solved : planes.failed;
      plane[model >> 5]![place]! |= 1 << (model & 31);
    }
  }
  return planes;
}

function scale(values: Float64Array, factor: number): void {
  for (let index = 0; index < values.length; index += 1) values[index]! *= factor;
}
