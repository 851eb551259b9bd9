/** Finding a model by the name that was typed. */

import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";

/**
 * The row of a model.
 *
 * @param checkCommand The command that lists the models.
 * @throws EipError `no-such-model` with the nearest name.
 */
export function modelIndex({ models }: ResponseMatrix, name: string, checkCommand: string): number {
  const index = models.indexOf(name);
  if (index >= 0) return index;
  const nearest = nearestName(name, models);
  throw new EipError("no-such-model", {
    found: `no model "${name}" among the ${models.length} that were read${nearest === undefined ? "" : `; closest: ${nearest}`}`,
    try: `${checkCommand} lists them`,
  });
}
