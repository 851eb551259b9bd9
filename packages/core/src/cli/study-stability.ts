/** `study stability`: what is left of the ranking when models or items are others. */

import { modelGroups } from "../analysis/families.ts";
import { stability } from "../analysis/stability.ts";
import { csv } from "../report/csv.ts";
import {
  stabilityCsvColumns,
  stabilityCsvRows,
  stabilityReport,
  stabilitySections,
} from "../report/study-stability.ts";
import { formatOf } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { seedOf } from "./pool.ts";
import { refuseStudyFlags, type StudyFlags } from "./study-flags.ts";
import { deliverStudy, withProgress } from "./study-output.ts";
import { readStudyPool } from "./study-pool.ts";

export async function run(
  context: CommandContext,
  paths: readonly unknown[],
  flags: StudyFlags,
): Promise<number> {
  refuseStudyFlags("stability", flags);
  formatOf(flags, context);
  const { pool, fitted, warnIdle } = await readStudyPool(context, paths as string[], flags);
  const { matrix, fit } = fitted;
  const { families, groups } = pool.reading.settings.config;
  const named = [...modelGroups(matrix, groups), ...modelGroups(matrix, families)];
  const { damping, smoothing, missing } = fit.settings;
  const result = await withProgress(context, flags.quiet ?? false, (onStep) =>
    stability(matrix, {
      damping,
      smoothing,
      missing,
      seed: seedOf(pool.reading, flags),
      repeats: flags.repeats,
      estimators: flags.estimator,
      cluster: pool.cluster,
      groups: named,
      onStep,
    }),
  );
  const report = stabilityReport(result, { matrix, settings: fit.settings });
  await deliverStudy(
    {
      json: () => report,
      csv: () => csv(stabilityCsvColumns, stabilityCsvRows(report)),
      sections: () => stabilitySections(result, { models: matrix.models, all: flags.all }),
    },
    flags,
    context,
  );
  return warnIdle(named);
}
