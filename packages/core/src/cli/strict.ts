/** `--strict`: nothing may have been left out or doubtful. */

import type { ReportWarning } from "../report/report.ts";
import { exitCode } from "./program.ts";
import type { Reading } from "./reading.ts";

/** 3 when something was left out or warned about, else 0. Notes do not count. */
export function strictExit(
  strict: boolean,
  { reading }: { readonly reading: Pick<Reading, "problems"> },
  warnings: readonly Pick<ReportWarning, "severity">[],
): number {
  const doubtful =
    reading.problems.length > 0 || warnings.some(({ severity }) => severity === "warning");
  return strict && doubtful ? exitCode.badInput : exitCode.fine;
}
