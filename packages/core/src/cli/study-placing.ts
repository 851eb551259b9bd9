/** `study placing`: how few questions place a model that the bank does not know. */

import { placingStudy } from "../analysis/placing-study.ts";
import { csv } from "../report/csv.ts";
import {
  placingCsvColumns,
  placingCsvRows,
  placingReport,
  placingSections,
} from "../report/study-placing.ts";
import { formatOf } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { seedOf } from "./pool.ts";
import { refuseStudyFlags, type StudyFlags } from "./study-flags.ts";
import { deliverStudy, withProgress } from "./study-output.ts";
import { readStudyPool } from "./study-pool.ts";
import { threadCrew } from "./thread-crew.ts";

export async function run(
  context: CommandContext,
  paths: readonly unknown[],
  flags: StudyFlags,
): Promise<number> {
  refuseStudyFlags("placing", flags);
  formatOf(flags, context);
  const { pool, fitted, warnIdle } = await readStudyPool(context, paths as string[], flags);
  const result = await withProgress(context, flags.quiet ?? false, (onStep) =>
    placingStudy(fitted, {
      questions: flags.budget,
      within: flags.within,
      repeats: flags.repeats,
      seed: seedOf(pool.reading, flags),
      crew: threadCrew(),
      onStep,
    }),
  );
  const report = placingReport(result, fitted.fit.settings);
  await deliverStudy(
    {
      json: () => report,
      csv: () => csv(placingCsvColumns, placingCsvRows(report)),
      sections: () => placingSections(report),
    },
    flags,
    context,
  );
  return warnIdle([]);
}
