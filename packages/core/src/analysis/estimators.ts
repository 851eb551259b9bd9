/** The estimators that studies compare, by name. */

import { bradleyTerry } from "../estimate/bradley-terry.ts";
import type { Estimate } from "../estimate/estimate.ts";
import { meanScore } from "../estimate/mean-score.ts";
import { multidimensional } from "../estimate/multidimensional.ts";
import { pageRank } from "../estimate/page-rank.ts";
import { propagate, type PropagateOptions } from "../estimate/propagate.ts";
import { rasch } from "../estimate/rasch.ts";
import { simpleRank } from "../estimate/simple-rank.ts";
import { twoParameter } from "../estimate/two-parameter.ts";
import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";

/** An estimator under its name; settings of the propagation mean something to EIP only. */
export interface NamedEstimator {
  readonly name: string;
  /** What stands in a table. */
  readonly title: string;
  readonly fit: (matrix: ResponseMatrix, settings: PropagateOptions) => Estimate;
}

/** In the order in which tables show them. */
const known: readonly NamedEstimator[] = [
  { name: "eip", title: "EIP", fit: propagate },
  { name: "mean-score", title: "accuracy", fit: (matrix) => meanScore(matrix) },
  { name: "simple-rank", title: "Simple Rank", fit: (matrix) => simpleRank(matrix) },
  { name: "rasch", title: "Rasch", fit: (matrix) => rasch(matrix) },
  { name: "two-parameter", title: "2PL", fit: (matrix) => twoParameter(matrix) },
  { name: "multidimensional", title: "3 dimensions", fit: (matrix) => multidimensional(matrix) },
  { name: "bradley-terry", title: "Bradley-Terry", fit: (matrix) => bradleyTerry(matrix) },
  {
    name: "page-rank",
    title: "PageRank",
    fit: (matrix, { damping }) => pageRank(matrix, { damping }),
  },
];

/** Names that {@link estimatorNamed} knows, in the order of the tables. */
export const estimatorNames: readonly string[] = known.map(({ name }) => name);

/** The estimators of a study that names none. */
export const usualEstimators: readonly string[] = ["eip", "mean-score", "rasch"];

/**
 * The estimator of a name.
 *
 * @throws EipError `bad-option` for a name that is not known, with the names that are.
 * @example
 * ```ts
 * estimatorNamed("mean-score").fit(matrixFromRows([[1, 0]]), {}).competency; // [0.5]
 * ```
 */
export function estimatorNamed(name: string): NamedEstimator {
  const found = known.find((estimator) => estimator.name === name);
  if (found) return found;
  throw new EipError("bad-option", {
    where: "estimator",
    found: `"${name}"`,
    expected: `one of ${estimatorNames.join(", ")}`,
  });
}
