/**
 * Products with 0/1 data. Complete data are one plane of bits and its complement; data with gaps are two
 * planes, one of solved and one of failed cells, and a gap is in neither.
 */

import { total } from "../../numeric/vectors.ts";
import type { BitUse } from "./byte-tables.ts";
import type { Side } from "./kernel.ts";
import type { Stretches } from "./stretches.ts";
import { wordStretch, type WordLoops, type Words, type WordTerm } from "./word-loops.ts";

/** Word `block * stride + item`: models `32 block` to `32 block + 31`, lowest bit first. */
export interface BitPlanes {
  readonly models: number;
  readonly stride: number;
  readonly solved: Uint32Array;
  /** Absent on complete data. */
  readonly failed?: Uint32Array | undefined;
}

export function bitStretches<Plane extends Words>(
  planes: BitPlanes,
  items: Uint32Array,
  loops: WordLoops<Plane>,
): Stretches {
  const blocks = Math.ceil(planes.models / 32);
  const kept = { blocks, items: items.length, stride: planes.stride, kept: items };
  const hold = (words: Uint32Array) => loops.plane(words, kept);
  const solved = hold(planes.solved);
  const failed = planes.failed && hold(planes.failed);
  const tables = [loops.numbers(blocks), loops.numbers(blocks)] as const;
  const bins = [loops.numbers(blocks), loops.numbers(blocks)] as const;
  let looked: readonly WordTerm<Plane>[] = [];
  let floor = 0;
  let binned: readonly Term<Plane>[] = [];
  let smoothing = 0;
  let scattered = 0;

  function termsOf({ of, smoothing: pseudo }: Side, numbers: readonly Float64Array[]) {
    const terms: Term<Plane>[] = [];
    const own = of === "solved" || failed === undefined ? solved : failed;
    const clear = failed === undefined && of === "failed";
    const factor = failed === undefined ? 1 : 1 + pseudo;
    terms.push({ plane: own, numbers: numbers[0]!, use: { clear, factor } });
    if (failed !== undefined && pseudo > 0) {
      const plane = own === solved ? failed : solved;
      terms.push({ plane, numbers: numbers[1]!, use: { clear: false, factor: pseudo } });
    }
    return terms;
  }

  return {
    name: `${failed === undefined ? "bits" : "planes"}${loops.isCompiled ? ", WebAssembly" : ""}`,
    items: items.length,
    length: wordStretch,
    release() {
      loops.release?.();
    },
    lookUp(side, perModel) {
      const terms = termsOf(side, tables);
      for (const { numbers, use } of terms) loops.fill(numbers, perModel, use);
      looked = terms;
      floor = failed === undefined && side.smoothing > 0 ? side.smoothing * total(perModel) : 0;
    },
    gather(first, end, out) {
      loops.gather(looked, { first, end }, { floor, out });
    },
    turn(turn, first, end, sums) {
      if (loops.turn === undefined || smoothing > 0 || turn.coverage || turn.copies) return false;
      loops.turn({ looked, binned, floor }, turn, { first, end }, sums);
      return true;
    },
    clear(side) {
      binned = termsOf(side, bins);
      for (const { numbers } of binned) numbers.fill(0);
      smoothing = failed === undefined ? side.smoothing : 0;
      scattered = 0;
    },
    scatter(first, end, perItem) {
      loops.scatter(binned, { first, end }, perItem);
      if (smoothing > 0) scattered += total(perItem.subarray(first, end));
    },
    total(out) {
      out.fill(smoothing > 0 ? smoothing * scattered : 0);
      for (const { numbers, use } of binned) loops.fold(numbers, out, use);
    },
  };
}

interface Term<Plane extends Words> extends WordTerm<Plane> {
  readonly use: BitUse;
}
