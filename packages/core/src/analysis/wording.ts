/** Numbers, names and items in sentences. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";

/** A share as a whole percentage, `"61 %"`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Names for a sentence, at most three of them: `"a, b and 4 more"`. */
export function list(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** How an item is named: by benchmark and id, since ids are unique within a benchmark only. */
export interface ItemKey {
  readonly benchmark: string;
  readonly item: string;
}

export function itemKey(matrix: ResponseMatrix, item: number): ItemKey {
  return {
    benchmark: matrix.benchmarks[matrix.benchmarkOf[item]!]!,
    item: matrix.items[item]!,
  };
}

/** `benchmark:item`, or the item alone when there is one benchmark. */
export function itemLabel(matrix: ResponseMatrix, item: number): string {
  const { benchmark, item: id } = itemKey(matrix, item);
  return matrix.benchmarks.length === 1 ? id : `${benchmark}:${id}`;
}
