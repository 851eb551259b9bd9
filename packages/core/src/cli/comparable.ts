/** Whether two runs are one test taken twice. */

import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { listText } from "../outcomes/wording.ts";
import type { PathPair } from "./compare-operands.ts";
import { metricsOf, type HashedPool } from "./hashed-pool.ts";

/** Share of the baseline's items that may be gone, and of the common ones that may be other questions. */
const MOST_CHANGED = 0.05;

/**
 * What changed between two runs so that no gate can be held against their difference, each as a
 * clause: a benchmark or items of the baseline that were not asked, another metric, other questions
 * under the same ids, another set-up. Empty where nothing did. What only the second run was asked is
 * not counted and does no harm.
 */
export function differences({ a, b, notices }: PathPair): readonly string[] {
  const gone = a.matrix.benchmarks.filter((name) => !b.matrix.benchmarks.includes(name));
  const notAsked =
    gone.length === 0 ? [] : [`${listText(gone)}: in the baseline, and not asked in this run`];
  return [
    ...notAsked,
    ...metricDifferences(a, b),
    ...setupDifferences(notices),
    ...itemDifferences(a, b),
  ];
}

function metricDifferences(a: HashedPool, b: HashedPool): string[] {
  const before = new Map(metricsOf(a.reading).map((one) => [one.benchmark, one]));
  const text = ({ metric, filter }: { metric: string; filter: string }) =>
    filter === "none" ? metric : `${metric}, ${filter}`;
  return metricsOf(b.reading).flatMap((now) => {
    const old = before.get(now.benchmark);
    return old === undefined || text(old) === text(now)
      ? []
      : [`${now.benchmark}: scored by ${text(now)}, the baseline by ${text(old)}`];
  });
}

/** Readers refuse two set-ups under two names; two runs of one name they call a rerun. */
function setupDifferences(notices: PathPair["notices"]): string[] {
  return notices.flatMap(({ code, message, benchmark = "some task" }) => {
    const parts =
      code === "rerun" ? /; the runs differ in ([^.]+)\.$/.exec(message)?.[1] : undefined;
    return parts === undefined ? [] : [`${benchmark}: the runs differ in ${parts}`];
  });
}

function itemDifferences(a: HashedPool, b: HashedPool): string[] {
  const now = hashesByItem(b);
  return [...hashesByItem(a)].flatMap(([benchmark, before]) => {
    const own = now.get(benchmark);
    if (own === undefined) return [];
    const common = [...before.keys()].filter((item) => own.has(item));
    if (common.length < before.size * (1 - MOST_CHANGED)) {
      return [
        `${benchmark}: only ${common.length} of the baseline's ${before.size} items were asked`,
      ];
    }
    const changed = common.filter((item) => differ(before.get(item), own.get(item)));
    return changed.length > common.length * MOST_CHANGED
      ? [
          `${benchmark}: ${changed.length} of ${common.length} items have another question than in the baseline`,
        ]
      : [];
  });
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** Hash of each question, by benchmark and item. */
function hashesByItem({
  matrix,
  contentHashes,
}: {
  readonly matrix: ResponseMatrix;
  readonly contentHashes: readonly (string | undefined)[];
}): Map<string, Map<string, string | undefined>> {
  const found = new Map<string, Map<string, string | undefined>>();
  for (const [item, id] of matrix.items.entries()) {
    const benchmark = matrix.benchmarks[matrix.benchmarkOf[item]!]!;
    const items = found.get(benchmark) ?? new Map<string, string | undefined>();
    found.set(benchmark, items.set(id, contentHashes[item]));
  }
  return found;
}
