/** `study damping` and `study smoothing`: how much the order hangs on a dial. */

import { sweepDamping, sweepSmoothing } from "../analysis/sweep.ts";
import { csv } from "../report/csv.ts";
import { sweepCsvColumns, sweepReport, sweepSections } from "../report/study-sweep.ts";
import type { CommandModule } from "./commands.ts";
import { formatOf } from "./output.ts";
import { seedOf } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { refuseStudyFlags, type StudyFlags } from "./study-flags.ts";
import { deliverStudy, withProgress } from "./study-output.ts";
import { readStudyPool } from "./study-pool.ts";

/** The command that sweeps one of the two. */
export function sweepCommand(parameter: "damping" | "smoothing"): CommandModule {
  return { run: (context, paths, flags) => runSweep(parameter, { context, paths, flags }) };
}

interface SweepRun {
  readonly context: CommandContext;
  readonly paths: readonly unknown[];
  readonly flags: StudyFlags;
}

async function runSweep(
  parameter: "damping" | "smoothing",
  { context, paths, flags }: SweepRun,
): Promise<number> {
  refuseStudyFlags(parameter, flags);
  formatOf(flags, context);
  const { pool, fitted, warnIdle } = await readStudyPool(context, paths as string[], flags);
  const { matrix, fit } = fitted;
  const { damping, smoothing, missing } = fit.settings;
  const sweep = parameter === "damping" ? sweepDamping : sweepSmoothing;
  const result = await withProgress(context, flags.quiet ?? false, (onStep) =>
    sweep(matrix, {
      damping,
      smoothing,
      missing,
      values: flags.values,
      seed: seedOf(pool.reading, flags),
      cluster: pool.cluster,
      onStep,
    }),
  );
  const report = sweepReport(result, { models: matrix.models, items: matrix.items.length });
  await deliverStudy(
    {
      json: () => report,
      csv: () => csv(sweepCsvColumns, report.points),
      sections: () => sweepSections(report),
    },
    flags,
    context,
  );
  return warnIdle([]);
}
