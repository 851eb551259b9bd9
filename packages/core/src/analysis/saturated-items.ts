/** Items that no longer tell strong models apart. */

import type { ObservedCells } from "../estimate/observed-cells.ts";

/** Fewer models have no top to speak of. */
const fewestModels = 10;

/**
 * 1 for each item on which the best max(5, n/4) of the n models asked all score .95 or more; models
 * that tie with the last of them count too. Items that fewer than 10 were asked are not judged.
 *
 * @param strength One value per model, higher is stronger, for instance accuracy.
 */
export function saturatedItems(
  { items, starts, model, scores }: ObservedCells,
  strength: ArrayLike<number>,
): Uint8Array {
  const saturated = new Uint8Array(items.length);
  for (let item = 0; item < items.length; item += 1) {
    const [from, to] = [starts[item]!, starts[item + 1]!];
    const asked = to - from;
    if (asked < fewestModels) continue;
    const strengths = Float64Array.from(model.subarray(from, to), (row) => strength[row]!);
    const border = strengths.toSorted()[asked - Math.max(5, Math.ceil(asked / 4))]!;
    saturated[item] = 1;
    for (let cell = from; cell < to; cell += 1) {
      if (strength[model[cell]!]! >= border && scores[cell]! < 0.95) saturated[item] = 0;
    }
  }
  return saturated;
}
