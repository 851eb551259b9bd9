/** A list of items to keep or drop as a text, in the form that `rank --exclude` reads. */

import type { ItemKey } from "../analysis/wording.ts";

/** One line of a list. */
export interface ReviewVerdict extends ItemKey {
  readonly verdict: "keep" | "drop";
  readonly reason: string;
}

/** The text of a list: verdict, benchmark, item and reason, with tabs between. */
export function reviewText(lines: readonly ReviewVerdict[]): string {
  const head =
    "# keep or drop, benchmark, item, reason. Edit the first word, then: rank PATH --exclude FILE\n";
  return head + lines.map(lineText).join("");
}

function lineText({ verdict, benchmark, item, reason }: ReviewVerdict): string {
  return `${[verdict, field(benchmark), field(item), reason].join("\t")}\n`;
}

/** Names with control characters, or that look quoted, are written as JSON texts. */
function field(name: string): string {
  return /^"|\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}
