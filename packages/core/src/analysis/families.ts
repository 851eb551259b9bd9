/** Which models belong together, by patterns of their names. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { matchesPattern } from "../outcomes/pattern.ts";

/** Models under one name: a family, or the open-weight ones. */
export interface ModelGroup {
  readonly name: string;
  /** Indices of models of the matrix, ascending. */
  readonly models: readonly number[];
}

/**
 * The models whose name fits a pattern of a group; one model may be in several groups. Groups keep
 * their order, also those that no model is in.
 *
 * @example
 * ```ts
 * const matrix = matrixFromRows([[1], [0]], { models: ["wren-1b", "heron-7b"] });
 * modelGroups(matrix, { wren: ["wren-*"] }); // [{ name: "wren", models: [0] }]
 * ```
 */
export function modelGroups(
  { models }: ResponseMatrix,
  patterns: Readonly<Record<string, readonly string[]>> = {},
): readonly ModelGroup[] {
  return Object.entries(patterns).map(([name, ofGroup]) => ({
    name,
    models: [...models.keys()].filter((model) =>
      ofGroup.some((pattern) => matchesPattern(pattern, models[model]!)),
    ),
  }));
}
