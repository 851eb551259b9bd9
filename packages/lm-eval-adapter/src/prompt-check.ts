import type { Notice } from "@eip-eval/core";
import { listText } from "@eip-eval/core/io";
import type { CountedRun, Items } from "./identity.ts";
import type { LabelledRun } from "./run.ts";

const MOST_CHANGED = 0.05;

/**
 * Warns, once per benchmark, where models were asked the same items in other words. A chat template
 * or a chat interface changes every prompt and is what it should be, so only runs of the same form
 * are compared, and those of which the form is unknown with all.
 */
export function promptNotice(counted: readonly CountedRun[], { keyOf }: Items): Notice[] {
  const forms = new Set(counted.map(({ run }) => run.results?.promptForm));
  if (forms.size > 1) forms.delete(undefined);
  const changed = new Map<LabelledRun, Comparison>();
  for (const form of forms) {
    const prompts: Prompts = new Map();
    for (const { run, filter } of counted) {
      const own = run.results?.promptForm;
      if (own !== form && own !== undefined) continue;
      const comparison = compare(run, { rows: run.table.rowsOf(filter), prompts, keyOf });
      if (comparison.differing > MOST_CHANGED * comparison.shared) changed.set(run, comparison);
    }
  }
  if (changed.size === 0) return [];
  const { benchmark } = counted[0]!.run;
  const models = [...changed.keys()].map(({ model }) => model).toSorted();
  const most = [...changed.values()].toSorted((a, b) => b.differing - a.differing)[0]!;
  return [
    {
      severity: "warning",
      code: "prompt-differs",
      message: `${benchmark}: ${listText(models)} got other prompts for the same items (${most.differing} of ${most.shared}).`,
      benchmark,
      models,
    },
  ];
}

/** The first prompt of each item. */
type Prompts = Map<number | string, number>;

interface Comparison {
  readonly differing: number;
  readonly shared: number;
}

/** Compares a run with the first prompt of each item, and adds those of items seen first here. */
function compare(
  run: LabelledRun,
  { rows, prompts, keyOf }: { rows: readonly number[]; prompts: Prompts; keyOf: Items["keyOf"] },
): Comparison {
  let differing = 0;
  let shared = 0;
  for (const row of rows) {
    const prompt = run.table.prompts[row]!;
    if (Number.isNaN(prompt)) continue;
    const item = keyOf(run, row);
    const first = prompts.get(item);
    if (first === undefined) prompts.set(item, prompt);
    else {
      shared += 1;
      if (first !== prompt) differing += 1;
    }
  }
  return { differing, shared };
}
