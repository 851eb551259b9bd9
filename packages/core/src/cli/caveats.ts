/** The warnings that stand under a result. */

import { plainText } from "../report/plain-text.ts";
import type { ReportWarning } from "../report/report.ts";
import type { Colours } from "./colours.ts";

/** At most this many on a screen, the worst first. */
const most = 4;

export function caveats(
  warnings: readonly Pick<ReportWarning, "severity" | "message" | "try">[],
  checkCommand: string,
  colours: Colours,
): string {
  if (warnings.length === 0) return "";
  const lines = warnings.slice(0, most).map(({ severity, message, try: hint }) => {
    const mark = severity === "warning" ? colours.warning("!") : "i";
    return `  ${mark} ${plainText(message)}${hint === undefined ? "" : ` Try: ${plainText(hint)}.`}`;
  });
  const rest = warnings.length - lines.length;
  const counted = rest > 0 ? [`  ${rest} more: ${plainText(checkCommand)}`] : [];
  return `${[colours.strong("Before you quote this"), ...lines, ...counted].join("\n")}\n`;
}
