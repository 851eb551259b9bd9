/** The answers behind some paths, with their texts, to be judged. */

import { EipError } from "../errors.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import type { JudgeFlags } from "./judge-flags.ts";
import type { CommandContext } from "./program.ts";
import { openReading, type Reading } from "./reading.ts";

export interface ReadAnswers {
  /** Everything that was read, in its order. */
  readonly all: readonly Outcome[];
  readonly reading: Reading;
}

/**
 * Reads answers with their texts, as the models wrote them. They are held: judging goes over them twice,
 * first to say what it takes.
 *
 * @throws EipError `no-outcomes` where nothing was read, and what reading throws.
 */
export async function readAnswers(
  context: CommandContext,
  paths: readonly string[],
  flags: JudgeFlags,
): Promise<ReadAnswers> {
  const reading = await openReading(context, paths, { ...flags, text: "whole" });
  const all: Outcome[] = [];
  for await (const outcome of reading.outcomes) all.push(outcome);
  if (all.length === 0) {
    throw new EipError("no-outcomes", { where: paths.join(", "), found: "no answers" });
  }
  return { all, reading };
}

/**
 * So many things at equal distances, the first among them.
 *
 * @example
 * ```ts
 * spread([0, 1, 2, 3, 4, 5], 3); // [0, 2, 4]
 * ```
 */
export function spread<Thing>(things: readonly Thing[], limit: number): readonly Thing[] {
  if (things.length <= limit) return things;
  return Array.from(
    { length: limit },
    (_, at) => things[Math.floor((at * things.length) / limit)]!,
  );
}
