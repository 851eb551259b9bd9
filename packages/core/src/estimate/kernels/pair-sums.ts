/**
 * Sums over items for all pairs of models at once, for 0/1 data.
 *
 * A few models make a group; the outcomes of a group on an item are a code of a few bits. For two
 * groups one pass over the items adds each weight to the bin of its two codes, and the bins are then
 * folded into pairs of models: one addition an item for up to six by six pairs. Bins are only added,
 * never subtracted, so that a sum without terms is exactly 0.
 */

import { readItem, type ResponseMatrix } from "../../matrix/response-matrix.ts";
import { total } from "../../numeric/vectors.ts";

export interface PairSums {
  /** `out[i * models + j]` = weight of the items that i solved and j failed. */
  solvedFailed(weight: Float64Array, out: Float64Array): void;
  /** `out[i * models + j]` = weight of the items that both were asked. */
  bothAsked(weight: Float64Array, out: Float64Array): void;
}

/** Sums over the given items of a 0/1 matrix; weights are in their order. */
export function pairSums(matrix: ResponseMatrix, items: Uint32Array): PairSums {
  const models = matrix.models.length;
  const { width, complete, solved, failed, asked } = groupCodes(matrix, items);
  // On complete data who did not fail solved: the clear bits are the pairs the other way round.
  const opposite = groupPairs({ left: solved, right: failed, width }, complete ? "upper" : "all");
  const together = groupPairs({ left: asked, right: asked, width }, "upper");
  const bins = binsFor(width);
  return {
    solvedFailed(weight, out) {
      for (const pair of opposite) {
        fillBins(bins.sums, pair.bin, weight);
        foldBins(bins);
        placeSums(bins, pair, { out, models, mirrored: complete ? bins.clear : undefined });
      }
    },
    bothAsked(weight, out) {
      if (complete) out.fill(total(weight));
      for (const pair of together) {
        fillBins(bins.sums, pair.bin, weight);
        foldBins(bins);
        placeSums(bins, pair, { out, models, mirrored: bins.set });
      }
    },
  };
}

/** Per group of `width` models one code an item; bit k is model `group * width + k`. */
interface GroupCodes {
  readonly width: number;
  readonly complete: boolean;
  readonly solved: readonly Uint8Array[];
  readonly failed: readonly Uint8Array[];
  /** Empty on complete data. */
  readonly asked: readonly Uint8Array[];
}

function groupCodes(matrix: ResponseMatrix, items: Uint32Array): GroupCodes {
  const models = matrix.models.length;
  // About as many bins as items: fewer make more passes, more take longer to fold than to fill.
  const width = Math.min(6, Math.max(2, Math.floor(Math.log2(items.length + 1) / 2)));
  const empty = () =>
    Array.from({ length: Math.ceil(models / width) }, () => new Uint8Array(items.length));
  const solved = empty();
  const failed = empty();
  const scores = new Float64Array(models);
  let complete = true;
  for (let place = 0; place < items.length; place += 1) {
    readItem(matrix, items[place]!, scores);
    for (let model = 0; model < models; model += 1) {
      const score = scores[model]!;
      if (score !== score) {
        complete = false;
        continue;
      }
      const group = Math.floor(model / width);
      const codes = score === 1 ? solved : failed;
      codes[group]![place]! |= 1 << (model - group * width);
    }
  }
  const asked = complete
    ? []
    : solved.map((codes, group) => codes.map((code, place) => code | failed[group]![place]!));
  return { width, complete, solved, failed, asked };
}

interface GroupPair {
  readonly leftGroup: number;
  readonly rightGroup: number;
  /** Bin of each item: `left << width | right`. Put together once; a refit reads it many times. */
  readonly bin: Uint16Array;
}

interface CodePairs {
  readonly left: readonly Uint8Array[];
  readonly right: readonly Uint8Array[];
  readonly width: number;
}

/** All pairs of a left and a right group, or only those whose right group is not before the left. */
function groupPairs(
  { left, right, width }: CodePairs,
  which: "all" | "upper",
): readonly GroupPair[] {
  return left.flatMap((leftCodes, leftGroup) => {
    const first = which === "upper" ? leftGroup : 0;
    return right.slice(first).map((rightCodes, offset) => ({
      leftGroup,
      rightGroup: first + offset,
      bin: Uint16Array.from(leftCodes, (code, item) => (code << width) | rightCodes[item]!),
    }));
  });
}

interface Bins {
  readonly width: number;
  readonly sums: Float64Array;
  readonly setRow: Float64Array;
  readonly clearRow: Float64Array;
  /** `set[i * width + j]`: sum of the bins with bit i of the left and bit j of the right code. */
  readonly set: Float64Array;
  /** The same for the bins in which both bits are clear. */
  readonly clear: Float64Array;
}

function binsFor(width: number): Bins {
  const size = 1 << width;
  return {
    width,
    sums: new Float64Array(size * size),
    setRow: new Float64Array(size),
    clearRow: new Float64Array(size),
    set: new Float64Array(width * width),
    clear: new Float64Array(width * width),
  };
}

function fillBins(sums: Float64Array, bin: Uint16Array, weight: Float64Array): void {
  sums.fill(0);
  for (let item = 0; item < weight.length; item += 1) sums[bin[item]!]! += weight[item]!;
}

/**
 * Folds bins into pairs of bits: for the top bit of the left code, sums the rows that have it and the
 * rows that have not, folds both sums by the right code, then adds the two halves together and goes on
 * with the next bit. Uses up the bins.
 */
function foldBins({ width, sums, setRow, clearRow, set, clear }: Bins): void {
  for (let bit = width - 1; bit >= 0; bit -= 1) {
    foldRows(sums, setRow, clearRow, bit);
    for (let other = width - 1; other >= 0; other -= 1) {
      set[bit * width + other] = foldUpper(setRow, 1 << other);
      clear[bit * width + other] = foldLower(clearRow, 1 << other);
    }
  }
}

/** Adds the `2^bit` rows with the bit to those without it, and each half of the rows to one row. */
function foldRows(
  sums: Float64Array,
  setRow: Float64Array,
  clearRow: Float64Array,
  bit: number,
): void {
  setRow.fill(0);
  clearRow.fill(0);
  const size = setRow.length;
  const half = size << bit;
  for (let row = 0; row < half; row += size) {
    for (let column = 0; column < size; column += 1) {
      const without = sums[row + column]!;
      const having = sums[half + row + column]!;
      clearRow[column]! += without;
      setRow[column]! += having;
      sums[row + column] = without + having;
    }
  }
}

/** The sum of the upper half of `2 half` values, which are then added to the lower half. */
function foldUpper(values: Float64Array, half: number): number {
  let sum = 0;
  for (let place = 0; place < half; place += 1) {
    sum += values[half + place]!;
    values[place]! += values[half + place]!;
  }
  return sum;
}

/** The sum of the lower half of `2 half` values, to which the upper half is then added. */
function foldLower(values: Float64Array, half: number): number {
  let sum = 0;
  for (let place = 0; place < half; place += 1) {
    sum += values[place]!;
    values[place]! += values[half + place]!;
  }
  return sum;
}

interface Target {
  readonly out: Float64Array;
  readonly models: number;
  /** Sums of the pairs the other way round. */
  readonly mirrored: Float64Array | undefined;
}

/** Moves the sums of two groups to their models. */
function placeSums({ width, set }: Bins, pair: GroupPair, { out, models, mirrored }: Target): void {
  const firstLeft = pair.leftGroup * width;
  const firstRight = pair.rightGroup * width;
  const lefts = Math.min(width, models - firstLeft);
  const rights = Math.min(width, models - firstRight);
  const mirror = mirrored !== undefined && firstLeft < firstRight ? mirrored : undefined;
  for (let i = 0; i < lefts; i += 1) {
    for (let j = 0; j < rights; j += 1) {
      const left = firstLeft + i;
      const right = firstRight + j;
      out[left * models + right] = set[i * width + j]!;
      if (mirror !== undefined) out[right * models + left] = mirror[i * width + j]!;
    }
  }
}
