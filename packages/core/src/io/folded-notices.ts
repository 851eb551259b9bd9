/** One notice for all models and benchmarks of which the same is to be said. */

import type { Notice } from "../outcomes/adapter.ts";
import { groupBy } from "../outcomes/group-by.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { count, listText } from "../outcomes/wording.ts";

/** Something that is so for one model on one benchmark. */
export interface Remark extends Pick<Notice, "severity" | "code"> {
  readonly model: string;
  readonly benchmark: string;
  /** The whole sentence, where it is the only one. */
  readonly alone: string;
  /** What all of them have in common, after who and where: `"ran it more than once; …"`. */
  readonly together: string;
  /** What is particular to this one, in a few words. */
  readonly detail?: string | undefined;
}

/**
 * Folds remarks: one alone is said in full, many are said once with their models, and the same of
 * many benchmarks is said once for all.
 *
 * @example
 * ```ts
 * foldRemarks([]).length; // 0
 * ```
 */
export function foldRemarks(remarks: readonly Remark[]): Notice[] {
  const alike = groupBy(remarks, ({ code, severity, together }) =>
    JSON.stringify([code, severity, together]),
  );
  return [...alike.values()].flatMap((same) => {
    const byBenchmark = [...groupBy(same, ({ benchmark }) => benchmark)];
    const sets = groupBy(byBenchmark, ([, ofOne]) =>
      JSON.stringify(ofOne.map(({ model }) => model).toSorted(byCodeUnit)),
    );
    return [...sets.values()].map((benchmarks) => folded(benchmarks.map(([, ofOne]) => ofOne)));
  });
}

function folded(benchmarks: readonly (readonly Remark[])[]): Notice {
  const remarks = benchmarks.flat();
  const { severity, code, together, alone } = remarks[0]!;
  const names = [...new Set(remarks.map(({ benchmark }) => benchmark))].toSorted(byCodeUnit);
  const models = [...new Set(remarks.map(({ model }) => model))].toSorted(byCodeUnit);
  const where = names.length === 1 ? names[0]! : `${names.length} benchmarks (${listText(names)})`;
  const details = names.length === 1 ? remarks.map(withDetail).toSorted(byCodeUnit) : models;
  const message =
    remarks.length === 1
      ? alone
      : `${where}: ${count(models.length, "model")} ${together}: ${listText(details)}.`;
  return {
    severity,
    code,
    message,
    models,
    ...(names.length === 1 ? { benchmark: names[0]! } : {}),
  };
}

const withDetail = ({ model, detail }: Remark): string =>
  detail === undefined ? model : `${model} (${detail})`;
