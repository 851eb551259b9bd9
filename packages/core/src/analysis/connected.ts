/** Which models are linked by the items they were asked. */

import { isComplete, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";

/** Groups of models that share items, directly or through other models; the largest first. */
export function connectedModels(matrix: ResponseMatrix): readonly (readonly number[])[] {
  const models = matrix.models.length;
  const parent = Array.from({ length: models }, (_, model) => model);
  const root = (model: number): number => {
    let at = model;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  };
  if (!isComplete(matrix)) {
    const scores = new Float64Array(models);
    for (let item = 0; item < matrix.items.length; item += 1) {
      let first = -1;
      for (const [model, score] of readItem(matrix, item, scores).entries()) {
        if (Number.isNaN(score)) continue;
        if (first < 0) first = root(model);
        else parent[root(model)] = first;
      }
    }
  } else parent.fill(0);
  const groups = new Map<number, number[]>();
  for (let model = 0; model < models; model += 1) {
    const key = root(model);
    const group = groups.get(key);
    if (group) group.push(model);
    else groups.set(key, [model]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}
