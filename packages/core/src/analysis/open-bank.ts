/** A bank ready to be looked up in, and the answers of new models lined up with it. */

import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { BankModel, ItemBank } from "./item-bank.ts";
import type { ItemKey } from "./wording.ts";
import { itemKey } from "./wording.ts";

export interface OpenBank extends ItemBank {
  readonly benchmarks: readonly string[];
  /** Index into `benchmarks`, one per item. */
  readonly benchmarkOf: Uint32Array;
  /** One per item, 0 for an item that tells no models apart. */
  readonly weight: Float64Array;
  readonly totalWeight: number;
  /** 1 for an item that tells the bank's models apart. */
  readonly kept: Uint8Array;
  /** Place of an item in the bank. */
  placeOf(item: ItemKey): number | undefined;
  /** What a model of the bank earned on an item; `NaN` where it was not asked. */
  scoreOf(model: BankModel, item: number): number;
}

/** Lays out a bank for scoring. */
export function openBank(bank: ItemBank): OpenBank {
  const { items } = bank;
  const benchmarks = [...new Set(items.map(({ benchmark }) => benchmark))];
  const numberOf = new Map(benchmarks.map((name, index) => [name, index]));
  const places = new Map(items.map((item, place) => [keyText(item), place]));
  const weight = Float64Array.from(items, (item) => item.weight ?? 0);
  const gap = bank.settings.missing === "wrong" ? 0 : Number.NaN;
  return {
    ...bank,
    benchmarks,
    benchmarkOf: Uint32Array.from(items, ({ benchmark }) => numberOf.get(benchmark)!),
    weight,
    totalWeight: weight.reduce((sum, value) => sum + value, 0),
    kept: Uint8Array.from(items, (item) => (item.weight === null ? 0 : 1)),
    placeOf: (item) => places.get(keyText(item)),
    scoreOf: ({ scores }, item) => scores[item] ?? gap,
  };
}

/** With its length in front, no benchmark can run into an item. */
const keyText = ({ benchmark, item }: ItemKey) => `${benchmark.length} ${benchmark}${item}`;

/** Items of new logs, lined up with those of a bank. */
export interface JoinedItems {
  /** For each item of the new matrix its place in the bank, -1 for one that does not count. */
  readonly placeOf: Int32Array;
  /** Items that the bank does not have. */
  readonly unknown: number;
  /** By benchmark of the bank: items whose question is another one by its hash, and those compared. */
  readonly differing: readonly {
    readonly benchmark: string;
    readonly items: number;
    readonly compared: number;
  }[];
}

export interface JoinOptions {
  /** One per item of the matrix; `undefined` where unknown. */
  readonly contentHashes: readonly (string | undefined)[];
  /** Join by id also where the hashes of the questions differ. */
  readonly trustIds?: boolean | undefined;
}

/**
 * Lines items up by benchmark and id. Where both sides know the hash of the question and it differs,
 * the item does not count: it is another question under an old name.
 */
export function joinItems(
  bank: OpenBank,
  matrix: ResponseMatrix,
  { contentHashes, trustIds = false }: JoinOptions,
): JoinedItems {
  const placeOf = new Int32Array(matrix.items.length).fill(-1);
  const differing = bank.benchmarks.map((benchmark) => ({ benchmark, items: 0, compared: 0 }));
  let unknown = 0;
  for (let item = 0; item < placeOf.length; item += 1) {
    const place = bank.placeOf(itemKey(matrix, item));
    if (place === undefined) {
      unknown += 1;
      continue;
    }
    const [old, now] = [bank.items[place]!.contentHash, contentHashes[item]];
    const isOther = old !== null && now !== undefined && old !== now;
    const counts = differing[bank.benchmarkOf[place]!]!;
    if (old !== null && now !== undefined) counts.compared += 1;
    if (isOther) counts.items += 1;
    if (!isOther || trustIds) placeOf[item] = place;
  }
  return { placeOf, unknown, differing: differing.filter(({ items }) => items > 0) };
}

/** Answers of each new model by the items of the bank; `NaN` where it was not asked. */
export function answersByBank(
  bank: OpenBank,
  matrix: ResponseMatrix,
  { placeOf }: Pick<JoinedItems, "placeOf">,
): readonly { readonly model: string; readonly scores: Float64Array }[] {
  const empty = () => new Float64Array(bank.items.length).fill(Number.NaN);
  const rows = matrix.models.map((model) => ({ model, scores: empty() }));
  const column = new Float64Array(matrix.models.length);
  for (let item = 0; item < placeOf.length; item += 1) {
    const place = placeOf[item]!;
    if (place < 0) continue;
    for (const [row, score] of readItem(matrix, item, column).entries()) {
      rows[row]!.scores[place] = score;
    }
  }
  if (bank.settings.missing === "wrong") for (const { scores } of rows) fillKept(bank, scores);
  return rows;
}

/** Under `--missing wrong` an item that tells models apart and was not asked was failed. */
function fillKept({ kept }: OpenBank, scores: Float64Array): void {
  if (scores.every((score) => Number.isNaN(score))) return;
  for (let item = 0; item < scores.length; item += 1) {
    if (kept[item] === 1 && Number.isNaN(scores[item]!)) scores[item] = 0;
  }
}
