/** What a few items say: a second read, of these items only. */

import type { ItemKey } from "../analysis/wording.ts";
import type { ReadFlags } from "./options.ts";
import type { CommandContext } from "./program.ts";
import { openReading } from "./reading.ts";

export interface ItemText {
  /** The question; `undefined` where the log has none. */
  readonly text: string | undefined;
  /** The reference answer. */
  readonly key: string | undefined;
  /** Answer by model. */
  readonly answers: ReadonlyMap<string, string>;
}

/** Texts by benchmark, a tab, and item. */
export async function textsOf(
  context: CommandContext,
  paths: readonly string[],
  flags: ReadFlags,
  items: readonly ItemKey[],
): Promise<ReadonlyMap<string, ItemText>> {
  const wanted = new Set(items.map(({ benchmark, item }) => `${benchmark}\t${item}`));
  const found = new Map<string, { text?: string; key?: string; answers: Map<string, string> }>();
  if (wanted.size === 0) return new Map();
  const reading = await openReading(context, paths, { ...flags, text: true, quiet: true });
  for await (const { benchmark, item, model, text, key, answer } of reading.outcomes) {
    const name = `${benchmark}\t${item}`;
    if (!wanted.has(name)) continue;
    let entry = found.get(name);
    if (!entry) found.set(name, (entry = { answers: new Map() }));
    if (text !== undefined) entry.text ??= text;
    if (key !== undefined) entry.key ??= key;
    if (answer !== undefined) entry.answers.set(model, answer);
  }
  return new Map(
    [...found].map(([name, { text, key, answers }]) => [name, { text, key, answers }]),
  );
}
