/**
 * Seeded pools of complete 0/1 data of any size, made as packed words: 2e9 answers in a few seconds.
 *
 * Models have an ability, items are of one of 64 kinds with a difficulty and a slope, and the chance of
 * an answer is logistic in them, in steps of 1/256. The 32 answers of a word are drawn together: eight
 * words of random bits are compared with the eight binary digits of the 32 chances.
 */

import { mulberry32 } from "../dist/numeric/random.js";

const kinds = 64;
const digits = 8;

/** `matrix`, and the same answers as one byte a cell: `bytes[model * items + item]`. */
export function answeredPool(models, items) {
  const solved = answers(models, items);
  return { models, items, matrix: packedMatrix(solved, models, items) };
}

/** One row of 0 and 1 per model, on one buffer. */
export function byteRows({ models, items, matrix }) {
  const { solved } = matrix.storage;
  const bytes = new Uint8Array(models * items);
  return Array.from({ length: models }, (_, model) => {
    const row = bytes.subarray(model * items, (model + 1) * items);
    unpack(solved.subarray((model >> 5) * items), model & 31, row);
    return row;
  });
}

function unpack(words, bit, row) {
  for (let item = 0; item < row.length; item += 1) row[item] = (words[item] >>> bit) & 1;
}

function answers(models, items) {
  const random = mulberry32(1);
  const blocks = Math.ceil(models / 32);
  const chances = chanceDigits(models, random);
  const solved = new Uint32Array(blocks * items);
  const kindOf = Uint8Array.from({ length: items }, () => random.bits() % kinds);
  const absent = blocks * 32 - models;
  for (let block = 0; block < blocks; block += 1) {
    const words = solved.subarray(block * items, (block + 1) * items);
    const ofBlock = chances.subarray(block * kinds * digits, (block + 1) * kinds * digits);
    drawWords(words, { kindOf, chances: ofBlock, seed: random.bits() | 1 });
    if (block === blocks - 1) keepLowBits(words, 0xffffffff >>> absent);
  }
  return solved;
}

/**
 * Binary digits of the chance that a model solves an item of a kind, lowest first: bit k of
 * `[(block * kinds + kind) * digits + digit]` belongs to model `32 block + k`.
 */
function chanceDigits(models, random) {
  const out = new Uint32Array(Math.ceil(models / 32) * kinds * digits);
  const difficulty = Float64Array.from({ length: kinds }, () => 0.3 + 1.2 * random.normal());
  const slope = Float64Array.from({ length: kinds }, () => Math.exp(0.3 * random.normal()));
  for (let model = 0; model < models; model += 1) {
    const ability = 0.8 * random.normal();
    for (let kind = 0; kind < kinds; kind += 1) {
      const chance = 1 / (1 + Math.exp(-slope[kind] * (ability - difficulty[kind])));
      const steps = Math.min(255, Math.max(1, Math.round(chance * 256)));
      for (let digit = 0; digit < digits; digit += 1) {
        const place = ((model >> 5) * kinds + kind) * digits + digit;
        out[place] |= ((steps >> digit) & 1) << (model & 31);
      }
    }
  }
  return out;
}

/** Random bits from xorshift (13, 17, 5); one bit against one digit at a time, lowest first. */
function drawWords(words, { kindOf, chances, seed }) {
  let state = seed;
  for (let item = 0; item < words.length; item += 1) {
    const first = kindOf[item] * digits;
    let below = 0;
    for (let digit = 0; digit < digits; digit += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      below = (state & below) | (chances[first + digit] & (state | below));
    }
    words[item] = below;
  }
}

function keepLowBits(words, mask) {
  for (let item = 0; item < words.length; item += 1) words[item] &= mask;
}

function packedMatrix(solved, models, items) {
  return {
    models: Array.from({ length: models }, (_, model) => `m${model}`),
    items: Array.from({ length: items }, (_, item) => `q${item}`),
    benchmarks: ["items"],
    benchmarkOf: new Uint32Array(items),
    storage: { kind: "bits", solved },
    graded: new Uint32Array(models).fill(items),
    ungraded: new Uint32Array(models),
    gradedOfItem: new Uint32Array(items).fill(models),
    ungradedOfItem: new Uint32Array(items),
    blanks: { item: new Uint32Array(0), model: new Uint32Array(0) },
    blankAs: "wrong",
    binary: true,
    observed: models * items,
  };
}
