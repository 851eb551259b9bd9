/** The propagation at many values of the damping for the price of one pass over the answers. */

import { discriminating } from "../matrix/discriminating.ts";
import { isComplete, readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import { solveDominant } from "../numeric/solve.ts";

/**
 * The competencies of a complete pool as a function of the damping d. Putting the line of the
 * difficulties into that of the competencies leaves a system of as many equations as models,
 *
 *     T[i,j] = 1/F[i] * sum over q of (1 - A[i,q] + s) (A[j,q] + s) / (S[q] + s M)
 *     competency[j] = d^2 sum over i of competency[i] T[i,j] + d (1 - d) r[j] / Q + (1 - d) / M
 *
 * with F the failure mass of a model, S the success mass of an item, r[j] the numerator summed over q
 * without the failure, and T[i,j] = r[j] / Q for a model that fails nothing. T does not depend on d.
 *
 * @returns `undefined` for a pool with gaps, or without an item that tells models apart.
 * @example
 * ```ts
 * competencyByDamping(matrixFromRows([[1, 0], [0, 1]]), 0)?.(0.85); // [0.5, 0.5]
 * ```
 */
export function competencyByDamping(
  matrix: ResponseMatrix,
  smoothing: number,
): ((damping: number) => Float64Array) | undefined {
  const { kept } = discriminating(matrix);
  if (!isComplete(matrix) || kept.length === 0) return undefined;
  const models = matrix.models.length;
  const { flow, received } = flowBetweenModels(matrix, { kept, smoothing });
  return (damping) => {
    const system = new Float64Array(models * models);
    for (let i = 0; i < models; i += 1) {
      for (let j = 0; j < models; j += 1) {
        system[j * models + i] = (i === j ? 1 : 0) - damping ** 2 * flow[i * models + j]!;
      }
    }
    const right = received.map(
      (value) => (damping * (1 - damping) * value) / kept.length + (1 - damping) / models,
    );
    return solveDominant(system, right);
  };
}

/** T, row after row, and r. */
function flowBetweenModels(
  matrix: ResponseMatrix,
  { kept, smoothing }: { readonly kept: Uint32Array; readonly smoothing: number },
) {
  const models = matrix.models.length;
  const flow = new Float64Array(models * models);
  const received = new Float64Array(models);
  const failure = new Float64Array(models);
  const scores = new Float64Array(models);
  const gains = new Float64Array(models);
  for (const item of kept) {
    readItem(matrix, item, scores);
    const success = scores.reduce((sum, score) => sum + score + smoothing, 0);
    for (let j = 0; j < models; j += 1) {
      gains[j] = (scores[j]! + smoothing) / success;
      received[j]! += gains[j]!;
    }
    for (let i = 0; i < models; i += 1) {
      const failed = 1 - scores[i]! + smoothing;
      if (failed === 0) continue;
      failure[i]! += failed;
      for (let j = 0; j < models; j += 1) flow[i * models + j]! += failed * gains[j]!;
    }
  }
  for (let i = 0; i < models; i += 1) {
    for (let j = 0; j < models; j += 1) {
      const place = i * models + j;
      flow[place] = failure[i]! > 0 ? flow[place]! / failure[i]! : received[j]! / kept.length;
    }
  }
  return { flow, received };
}
