/**
 * Sums over items for all pairs of models at once, for 0/1 data.
 *
 * A few models make a group; the outcomes of a group on an item are a code of a few bits. For two
 * groups one pass over the items adds each weight to the bin of its two codes, and the bins are then
 * folded into pairs of models: one addition an item for up to six by six pairs. Bins are only added,
 * never subtracted, so that a sum without terms is exactly 0.
 */

import { itemCount, readItem, type ResponseMatrix } from "../../matrix/response-matrix.ts";
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
  // About as many bins as items: fewer make more passes, more take longer to fold than to fill.
  const width = Math.min(6, Math.max(2, Math.floor(Math.log2(items.length + 1) / 2)));
  const { storage } = matrix;
  const stride = itemCount(matrix);
  const groups = Math.ceil(matrix.models.length / width);
  if (storage.kind === "bits") {
    const solved = codesOfWords(storage.solved, items, { width, groups, stride });
    return { width, complete: true, solved, failed: complements(solved, matrix, width), asked: [] };
  }
  const { solved, failed } =
    storage.kind === "planes"
      ? {
          solved: codesOfWords(storage.solved, items, { width, groups, stride }),
          failed: codesOfWords(storage.failed, items, { width, groups, stride }),
        }
      : codesOfScores(matrix, items, { width, groups });
  const asked = solved.map((codes, group) => codes.map((code, at) => code | failed[group]![at]!));
  return { width, complete: false, solved, failed, asked };
}

interface GroupSize {
  readonly width: number;
  readonly groups: number;
}

/** Codes of bits from words of 32 models. */
function codesOfWords(
  words: Uint32Array,
  items: Uint32Array,
  { width, groups, stride }: GroupSize & { readonly stride: number },
): Uint8Array[] {
  return Array.from({ length: groups }, (_, group) => {
    const codes = new Uint8Array(items.length);
    const shift = (group * width) % 32;
    const block = Math.floor((group * width) / 32);
    addCodes(codes, words.subarray(block * stride, (block + 1) * stride), { items, shift, width });
    const above = words.subarray((block + 1) * stride, (block + 2) * stride);
    if (shift + width > 32 && above.length > 0) {
      addCodes(codes, above, { items, shift: shift - 32, width });
    }
    return codes;
  });
}

/** Joins to each code the bits of a word from `shift` on, which may begin below the word. */
function addCodes(
  codes: Uint8Array,
  words: Uint32Array,
  {
    items,
    shift,
    width,
  }: { readonly items: Uint32Array; readonly shift: number; readonly width: number },
): void {
  const mask = (1 << width) - 1;
  for (let place = 0; place < codes.length; place += 1) {
    const word = words[items[place]!]!;
    codes[place]! |= (shift < 0 ? word << -shift : word >>> shift) & mask;
  }
}

/** Who did not solve failed, except beyond the last model. */
function complements(
  solved: readonly Uint8Array[],
  { models }: ResponseMatrix,
  width: number,
): Uint8Array[] {
  return solved.map((codes, group) => {
    const mask = (1 << Math.min(width, models.length - group * width)) - 1;
    return codes.map((code) => code ^ mask);
  });
}

function codesOfScores(
  matrix: ResponseMatrix,
  items: Uint32Array,
  { width, groups }: GroupSize,
): Pick<GroupCodes, "solved" | "failed"> {
  const empty = () => Array.from({ length: groups }, () => new Uint8Array(items.length));
  const solved = empty();
  const failed = empty();
  const scores = new Float64Array(matrix.models.length);
  for (let place = 0; place < items.length; place += 1) {
    readItem(matrix, items[place]!, scores);
    for (let model = 0; model < scores.length; model += 1) {
      const score = scores[model]!;
      if (score !== score) continue;
      const group = Math.floor(model / width);
      const codes = score === 1 ? solved : failed;
      codes[group]![place]! |= 1 << (model - group * width);
    }
  }
  return { solved, failed };
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
      bin: binsOf(leftCodes, rightCodes, width),
    }));
  });
}

function binsOf(left: Uint8Array, right: Uint8Array, width: number): Uint16Array {
  const bin = new Uint16Array(left.length);
  for (let item = 0; item < bin.length; item += 1) {
    bin[item] = (left[item]! << width) | right[item]!;
  }
  return bin;
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
