/** Items that belong together: questions on one passage, variants of one template. */

import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import type { Outcome } from "../outcomes/adapter.ts";

export interface ClusterLabels {
  /** Passes outcomes on and takes down the cluster of each item. */
  watch(outcomes: AsyncIterable<Outcome>): AsyncIterable<Outcome>;
  /** One number per item of a matrix of these outcomes; equal numbers belong together. */
  ofItems(matrix: ResponseMatrix): Uint32Array;
}

/**
 * Clusters by a field that the reader carries in `metadata`.
 *
 * @throws EipError `bad-option`, from `ofItems`, when an item has no value or two values of the field.
 */
export function clusterLabels(field: string): ClusterLabels {
  const labels = new Map<string, string>();
  return {
    async *watch(outcomes) {
      for await (const outcome of outcomes) {
        const value = outcome.metadata?.[field];
        if (value !== undefined && value !== null) note(outcome, JSON.stringify(value));
        yield outcome;
      }
    },
    ofItems(matrix) {
      const numbers = new Map<string, number>();
      return Uint32Array.from(matrix.items, (item, index) => {
        const benchmark = matrix.benchmarks[matrix.benchmarkOf[index]!]!;
        const label = labels.get(key(benchmark, item));
        if (label === undefined) throw unknown(benchmark, item);
        const known = numbers.get(label) ?? numbers.size;
        numbers.set(label, known);
        return known;
      });
    },
  };

  function note({ benchmark, item }: Outcome, label: string): void {
    const known = labels.get(key(benchmark, item));
    labels.set(key(benchmark, item), label);
    if (known === undefined || known === label) return;
    throw new EipError("bad-option", {
      where: `--cluster ${field}`,
      found: `${benchmark}, item ${item} is in "${known}" and in "${label}"`,
      expected: "one cluster for each item",
    });
  }

  function unknown(benchmark: string, item: string): EipError {
    return new EipError("bad-option", {
      where: `--cluster ${field}`,
      found: `${benchmark}, item ${item} has no such field`,
      expected: "a field that every item has",
      try: "the name of a column, or of a field of the data set",
    });
  }
}

function key(benchmark: string, item: string): string {
  return `${benchmark}\t${item}`;
}
