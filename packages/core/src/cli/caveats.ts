/** The warnings that stand under a result. */

import { plainText } from "../report/plain-text.ts";
import type { ReportWarning } from "../report/report.ts";

/** At most this many on a screen, the worst first. */
const most = 4;

export function caveats(warnings: readonly ReportWarning[], checkCommand: string): string {
  if (warnings.length === 0) return "";
  const lines = warnings.slice(0, most).map(({ severity, message, try: hint }) => {
    const mark = severity === "warning" ? "!" : "i";
    return `  ${mark} ${message}${hint === undefined ? "" : ` Try: ${hint}.`}`;
  });
  const rest = warnings.length - lines.length;
  const counted = rest > 0 ? [`  ${rest} more: ${checkCommand}`] : [];
  return `${["Before you quote this", ...lines, ...counted].map(plainText).join("\n")}\n`;
}
