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
  /** The same of a single model on several benchmarks; default: the same words. */
  readonly ofOne?: string | undefined;
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
  const { severity, code, together, ofOne = together, alone } = remarks[0]!;
  const names = [...new Set(remarks.map(({ benchmark }) => benchmark))].toSorted(byCodeUnit);
  const models = [...new Set(remarks.map(({ model }) => model))].toSorted(byCodeUnit);
  const where = names.length === 1 ? names[0]! : `${names.length} benchmarks (${listText(names)})`;
  const details = names.length === 1 ? remarks.map(withDetail).toSorted(byCodeUnit) : models;
  const message =
    remarks.length === 1
      ? alone
      : `${where}: ${count(models.length, "model")} ${models.length === 1 ? ofOne : together}: ${listText(details)}.`;
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

/**
 * Folds notices that say the same of several benchmarks, word for word behind their names.
 *
 * @example
 * ```ts
 * foldBenchmarks([
 *   { severity: "note", code: "item-identity", message: "arc: joined by hash.", benchmark: "arc" },
 *   { severity: "note", code: "item-identity", message: "bbh: joined by hash.", benchmark: "bbh" },
 * ])[0]?.message; // "2 benchmarks (arc, bbh): joined by hash."
 * ```
 */
export function foldBenchmarks(notices: readonly Notice[]): Notice[] {
  const alike = groupBy(notices, (notice) => {
    const text = behindBenchmark(notice);
    return JSON.stringify(text === undefined ? notice : [notice.severity, notice.code, text]);
  });
  return [...alike.values()].map((same) => {
    const [first] = same;
    const text = behindBenchmark(first!);
    if (same.length === 1 || text === undefined) return first!;
    const names = same.map(({ benchmark }) => benchmark!).toSorted(byCodeUnit);
    const models = [...new Set(same.flatMap((one) => one.models ?? []))].toSorted(byCodeUnit);
    return {
      ...first!,
      benchmark: undefined,
      message: `${names.length} benchmarks (${listText(names)}): ${text}`,
      ...(models.length > 0 ? { models } : {}),
    };
  });
}

function behindBenchmark({ benchmark, message }: Notice): string | undefined {
  const start = `${benchmark}: `;
  return benchmark !== undefined && message.startsWith(start)
    ? message.slice(start.length)
    : undefined;
}
