import type { Notice } from "@eip-eval/core";
import { fingerprintText } from "./fingerprint.ts";
import { differingQuestions, editedNotice, promptNotice, type Questions } from "./questions.ts";
import type { Request } from "./request.ts";
import { columnNamed } from "./rules.ts";
import type { LabelledRun } from "./run.ts";
import { argumentNotice, checkSeeds } from "./set-up.ts";

/** The items of one benchmark. */
export interface Items {
  /** The id of the item that a sample of a run asks; the same over all runs. */
  readonly itemOf: (run: LabelledRun, sample: number) => string;
  readonly notices: readonly Notice[];
}

/**
 * Decides once per benchmark, over all its runs, what identifies an item (format document, section
 * 5): the sample id, guarded by the fingerprint of the question; the place in the data set for
 * hosted evals, with the fingerprint of the item where it was edited; on request the prompt, or a
 * key of the outcome.
 *
 * @throws EipError `mixed-setup` where sample ids of two seeds stand for different questions.
 */
export function identifyItems(
  runs: readonly LabelledRun[],
  { request, allowMixed }: { request: Request; allowMixed: readonly string[] },
): Items {
  const { itemBy } = request;
  if (itemBy === "prompt") return { itemOf: byPrompt(runs), notices: [] };
  if (itemBy !== "sample") return { itemOf: byKey(itemBy.key), notices: [] };
  checkSeeds(runs, allowMixed);
  const differing = differingQuestions(runs);
  if (runs[0]?.source === "hosted") {
    return { itemOf: byPlace(differing), notices: editedNotice(runs, differing) };
  }
  return {
    itemOf: ({ table }, sample) => table.samples[sample]!,
    notices: [...promptNotice(runs, differing), ...argumentNotice(runs)],
  };
}

/** By the question alone, unless one run asks it in two ways: then by the whole prompt. */
function byPrompt(runs: readonly LabelledRun[]): Items["itemOf"] {
  const isAmbiguous = runs.some(({ table }) => {
    const prompts = new Map<number, number>();
    return table.questions.some((question, sample) => {
      const prompt = table.prompts[sample]!;
      const other = prompts.get(question);
      prompts.set(question, prompt);
      return other !== undefined && other !== prompt;
    });
  });
  return ({ table }, sample) => {
    const print = isAmbiguous ? table.prompts[sample]! : table.questions[sample]!;
    return fingerprintText(print) ?? table.samples[sample]!;
  };
}

function byKey(key: string): Items["itemOf"] {
  return (run, sample) => {
    const { table } = run;
    const column = columnNamed(run, key)?.column;
    const values = [...table.rowsOf(sample)].map((row) => column?.at(row) ?? null);
    const value = values.findLast((one) => one !== null && typeof one !== "symbol");
    return value === undefined ? table.samples[sample]! : String(value);
  };
}

function byPlace(differing: ReadonlyMap<string, Questions>): Items["itemOf"] {
  return ({ table }, sample) => {
    const id = table.samples[sample]!;
    const print = differing.has(id) ? fingerprintText(table.questions[sample]!) : undefined;
    return print === undefined ? id : `${id}-${print.slice(0, 8)}`;
  };
}
