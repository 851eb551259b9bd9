/** `study agree`: whether people find the same items hard. */

import { humanAgreement } from "../analysis/agreement.ts";
import { judgedPairs } from "../analysis/judgements.ts";
import { itemKey } from "../analysis/wording.ts";
import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { csv } from "../report/csv.ts";
import {
  agreeCsvColumns,
  agreeCsvRows,
  agreeReport,
  agreeSections,
} from "../report/study-agree.ts";
import { readJudgements } from "./judgement-file.ts";
import { formatOf } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { refuseStudyFlags, type StudyFlags } from "./study-flags.ts";
import { deliverStudy } from "./study-output.ts";
import { readStudyPool } from "./study-pool.ts";

export async function run(
  context: CommandContext,
  [file, ...paths]: readonly unknown[],
  flags: StudyFlags,
): Promise<number> {
  refuseStudyFlags("agree", flags);
  formatOf(flags, context);
  if (file === undefined || paths.length === 0) {
    throw new EipError("usage", {
      found: file === undefined ? "no judgements and no logs" : "no logs beside the judgements",
      expected: "a CSV file of judgements and the logs of the models",
      try: `${context.program.name} study agree judgements.csv results/`,
    });
  }
  const pairs = judgedPairs(await readJudgements(file as string));
  const { fitted, warnIdle } = await readStudyPool(context, paths as string[], flags);
  const { matrix, fit } = fitted;
  const { damping, smoothing, missing } = fit.settings;
  const found = humanAgreement(matrix, pairs, {
    damping,
    smoothing,
    missing,
    estimators: flags.estimator,
    itemNamed: itemsByName(matrix, file as string),
  });
  const report = agreeReport(found);
  await deliverStudy(
    {
      json: () => report,
      csv: () => csv(agreeCsvColumns, agreeCsvRows(report)),
      sections: () => agreeSections(found),
    },
    flags,
    context,
  );
  return warnIdle([]);
}

/** Items by `benchmark:item`, and by their id alone where one benchmark only has it. */
function itemsByName(matrix: ResponseMatrix, file: string): (name: string) => number {
  const labelled = new Map<string, number>();
  const alone = new Map<string, number[]>();
  for (const index of matrix.items.keys()) {
    const { benchmark, item } = itemKey(matrix, index);
    labelled.set(`${benchmark}:${item}`, index);
    const same = alone.get(item);
    if (same) same.push(index);
    else alone.set(item, [index]);
  }
  return (name) => {
    const index = labelled.get(name);
    if (index !== undefined) return index;
    const [only, ...others] = alone.get(name) ?? [];
    if (only !== undefined && others.length === 0) return only;
    const nearest = nearestName(name, [...alone.keys(), ...labelled.keys()]);
    throw new EipError("no-such-item", {
      where: file,
      found:
        only === undefined
          ? `no item "${name}" among the ${matrix.items.length.toLocaleString("en-US")} that were read`
          : `"${name}" is an item of ${others.length + 1} benchmarks`,
      expected: only === undefined ? undefined : "benchmark:item",
      try: nearest,
    });
  };
}
