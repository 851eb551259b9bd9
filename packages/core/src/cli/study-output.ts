/** How a study leaves the program, and how it shows that it is at work. */

import { setImmediate } from "node:timers/promises";
import type { OnStep } from "../analysis/study-progress.ts";
import { studyPage, type StudySection } from "../report/study-page.ts";
import type { OutputFlags } from "./options.ts";
import { deliver, formatOf, json, widthOf } from "./output.ts";
import { statusLine } from "./progress.ts";
import type { CommandContext } from "./program.ts";

/** A result in each form; only the one that is wanted is made. */
export interface StudyResult {
  readonly json: () => unknown;
  readonly csv: () => string;
  readonly sections: () => readonly StudySection[];
}

/** Writes the form that the flags ask for. */
export async function deliverStudy(
  result: StudyResult,
  flags: OutputFlags & { readonly quiet?: boolean },
  context: CommandContext,
): Promise<void> {
  const format = formatOf(flags, context);
  const text =
    format === "json"
      ? json(result.json())
      : format === "csv"
        ? result.csv()
        : studyPage(result.sections(), { format, width: widthOf(context), quiet: flags.quiet });
  await deliver(text, flags, context);
}

/** Runs long work with a line that says how far it is; an interrupt stops it between two steps. */
export async function withProgress<Result>(
  context: CommandContext,
  quiet: boolean,
  work: (onStep: OnStep) => Promise<Result>,
): Promise<Result> {
  const line = statusLine(context.stderr, quiet);
  try {
    return await work(async ({ done, total, what }) => {
      line.draw(() => `${what}: ${done} of ${total}`);
      // Signals are seen between two turns only.
      await setImmediate();
      context.signal?.throwIfAborted();
    });
  } finally {
    await line.clear();
  }
}
