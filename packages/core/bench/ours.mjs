/** How our side is run in every section: damping, tolerance, and which kernels are compared. */

import { propagate } from "../dist/index.js";

export const damping = 0.85;
export const tolerance = 1e-10;

/** Extra options of `propagate` for each column of ours; the first one is run in all sections. */
const kernels = [
  { label: "`propagate`", options: {} },
  { label: "TypeScript alone", options: { webAssembly: false } },
];

/** One contender per kernel. */
export const solvers = kernels.map(({ label, options }) => ({
  label,
  solve: (matrix, settings = {}) =>
    propagate(matrix, { damping, tolerance, ...options, ...settings }),
}));

export const solve = solvers[0].solve;

/** How many times as fast as plain byte loops a kernel has to be at 30 x 35,550. */
export function targetOf(kernel) {
  return /wasm|webassembly/i.test(kernel) ? 15 : 8;
}
