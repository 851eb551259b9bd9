/** The pool of a study, and what was read said on the way. */

import type { ModelGroup } from "../analysis/families.ts";
import { commandLine } from "./command-line.ts";
import { tell } from "./output.ts";
import { fitPool, readPool, type FittedPool, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import type { StudyFlags } from "./study-flags.ts";

/** A pool that a study starts from. */
export interface StudyPool {
  readonly pool: Pool;
  readonly fitted: FittedPool;
  /** Says which groups of the settings no model is in; the exit code of the command. */
  readonly warnIdle: (groups: readonly ModelGroup[]) => Promise<number>;
}

/** Reads and fits the pool with the settings of flags and file. */
export async function readStudyPool(
  context: CommandContext,
  paths: readonly string[],
  flags: StudyFlags,
): Promise<StudyPool> {
  const pool = await readPool(context, paths, flags);
  const fitted = fitPool(pool, flags);
  if (!flags.quiet) {
    await tell(context.stderr, readingSummary(pool, commandLine(context, "check", paths)));
  }
  return {
    pool,
    fitted,
    async warnIdle(groups) {
      const idle = groups.filter(({ models }) => models.length === 0).map(({ name }) => name);
      const notices = [
        ...pool.notices,
        ...(idle.length === 0 ? [] : [{ severity: "warning" as const }]),
      ];
      if (idle.length > 0 && !flags.quiet) {
        await tell(context.stderr, `No model is in ${idle.join(", ")} (eip.yaml).\n`);
      }
      return strictExit(flags.strict ?? false, pool, notices);
    },
  };
}
