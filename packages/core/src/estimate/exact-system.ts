/** The system of models that is left when the items are eliminated. */

import { solveCompiled, solveDominant } from "../numeric/solve.ts";

/** What an elimination of the items leaves; see {@link solveSystem}. */
export interface SystemOfModels {
  /** H, row after row; used up. */
  readonly flow: Float64Array;
  /** r, per model. */
  readonly received: Float64Array;
  /** Q, counting copies. */
  readonly items: number;
  readonly damping: number;
  /** Receives F, the column sums of H. */
  readonly failure: Float64Array;
  readonly competency: Float64Array;
  /** Whether compiled loops may be used. */
  readonly webAssembly: boolean;
}

/**
 * Solves for the competencies. Putting the line of the difficulties into that of the competencies
 * leaves
 *
 *     (I - d^2 B) competency = d (1 - d) r / Q + (1 - d) / M
 *     H[i,j] = sum over q of c[q] * success[i,q] / S[q] * failure[j,q],   F[j] = sum over i of H[i,j]
 *     B[i,j] = H[i,j] / F[j],   or r[i] / Q where F[j] = 0
 *     r[i]   = sum over q of c[q] * success[i,q] / S[q]
 *
 * with success = O (X + s) / coverage of the model and failure = O (1 - X + s) / coverage of the item.
 * The columns of B sum to 1.
 */
export function solveSystem(system: SystemOfModels): void {
  const { flow, received, items, damping, competency, webAssembly } = system;
  const models = competency.length;
  fillSystem(system);
  for (let model = 0; model < models; model += 1) {
    competency[model] =
      (damping * (1 - damping) * received[model]!) / items + (1 - damping) / models;
  }
  if (!webAssembly || !solveCompiled(flow, competency)) solveDominant(flow, competency);
}

/** Turns H into I - d^2 B, in place. */
function fillSystem({ flow, failure, received, damping, items }: SystemOfModels): void {
  const models = failure.length;
  const bothWays = damping ** 2;
  failure.fill(0);
  for (let i = 0; i < models; i += 1) {
    for (let j = 0; j < models; j += 1) failure[j]! += flow[i * models + j]!;
  }
  for (let i = 0; i < models; i += 1) {
    for (let j = 0; j < models; j += 1) {
      const place = i * models + j;
      const share = failure[j]! > 0 ? flow[place]! / failure[j]! : received[i]! / items;
      flow[place] = (i === j ? 1 : 0) - bothWays * share;
    }
  }
}
