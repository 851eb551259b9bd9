/** `study profiles`: where on the scale of difficulty models earn their accuracy. */

import { benchmarkProfiles } from "../analysis/benchmark-profiles.ts";
import { modelGroups } from "../analysis/families.ts";
import { profilePairs } from "../analysis/profile-pairs.ts";
import { familyProfiles, profileShapes } from "../analysis/profile-shapes.ts";
import { modelProfiles } from "../analysis/profiles.ts";
import type { OnStep } from "../analysis/study-progress.ts";
import type { Fitted } from "../estimate/fitted.ts";
import type { ModelGroup } from "../analysis/families.ts";
import { csv } from "../report/csv.ts";
import {
  profileCsvColumns,
  profileCsvRows,
  profilesReport,
  type Profiles,
} from "../report/study-profiles.ts";
import { profilesSections } from "../report/study-profiles-view.ts";
import { ranks } from "../stats/ranks.ts";
import { formatOf } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { refuseStudyFlags, type StudyFlags } from "./study-flags.ts";
import { deliverStudy, withProgress } from "./study-output.ts";
import { readStudyPool } from "./study-pool.ts";

export async function run(
  context: CommandContext,
  paths: readonly unknown[],
  flags: StudyFlags,
): Promise<number> {
  refuseStudyFlags("profiles", flags);
  formatOf(flags, context);
  const { pool, fitted, warnIdle } = await readStudyPool(context, paths as string[], flags);
  const families = modelGroups(fitted.matrix, pool.reading.settings.config.families);
  const found = await withProgress(context, flags.quiet ?? false, (onStep) =>
    profilesOf(fitted, { families, onStep }),
  );
  const report = profilesReport(found);
  await deliverStudy(
    {
      json: () => report,
      csv: () => csv(profileCsvColumns, profileCsvRows(report)),
      sections: () => profilesSections(found, { all: flags.all, picture: flags.picture }),
    },
    flags,
    context,
  );
  return warnIdle(families);
}

async function profilesOf(
  { matrix, fit }: Fitted,
  { families, onStep }: { readonly families: readonly ModelGroup[]; readonly onStep: OnStep },
): Promise<Profiles> {
  const { damping, smoothing, missing } = fit.settings;
  const options = { damping, smoothing, missing, onStep };
  const profiles = await modelProfiles(matrix, options);
  const shapes = profileShapes(matrix, profiles);
  return {
    models: matrix.models,
    profiles,
    shapes,
    families: familyProfiles(profiles, { shapes, families }),
    pairs: await profilePairs(matrix, options),
    benchmarks: benchmarkProfiles({ matrix, fit }),
    pooledRanks: ranks(fit.competency, fit.errorBound),
  };
}
