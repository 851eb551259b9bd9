import type { Notice } from "@eip-eval/core";
import { listText } from "@eip-eval/core/io";
import type { LabelledRun } from "./run.ts";

/** Questions under one sample id, by fingerprint, with the runs that have them. */
export type Questions = ReadonlyMap<number, readonly LabelledRun[]>;

/** Sample ids under which different runs have different questions. */
export function differingQuestions(runs: readonly LabelledRun[]): ReadonlyMap<string, Questions> {
  const differing = new Map<string, Map<number, LabelledRun[]>>();
  const first = new Map<string, number>();
  for (const [id, question] of runs.length > 1 ? questionsOf(runs) : []) {
    const known = first.get(id);
    if (known === undefined) first.set(id, question);
    else if (known !== question) differing.set(id, new Map());
  }
  if (differing.size === 0) return differing;
  for (const [id, question, run] of questionsOf(runs)) {
    const questions = differing.get(id);
    const others = questions?.get(question);
    if (others) others.push(run);
    else questions?.set(question, [run]);
  }
  return differing;
}

function* questionsOf(
  runs: readonly LabelledRun[],
): Generator<readonly [id: string, question: number, run: LabelledRun]> {
  for (const run of runs) {
    const { samples, questions } = run.table;
    for (const [sample, id] of samples.entries()) {
      if (!Number.isNaN(questions[sample])) yield [id, questions[sample]!, run];
    }
  }
}

/** Models that have another question than most under some id. */
function outliers(differing: ReadonlyMap<string, Questions>): string[] {
  const models = new Set<string>();
  for (const questions of differing.values()) {
    const most = Math.max(...[...questions.values()].map(({ length }) => length));
    const few = [...questions.values()].filter(({ length }) => length < most || most === 1);
    for (const { model } of few.flat()) models.add(model);
  }
  return [...models].toSorted();
}

/**
 * Warns where models were asked other questions under the same sample ids (format document, section
 * 5).
 */
export function promptNotice(
  runs: readonly LabelledRun[],
  differing: ReadonlyMap<string, Questions>,
): Notice[] {
  if (differing.size === 0) return [];
  const { benchmark } = runs[0]!;
  const shared = sharedSamples(runs);
  const reason =
    differing.size === shared
      ? "on every item, so the prompt was changed"
      : `on ${differing.size} of ${shared} items, so the data were changed`;
  const models = outliers(differing);
  return [
    {
      severity: "warning",
      code: "prompt-differs",
      message: `${benchmark}: ${listText(models)} got other questions under the same sample ids, ${reason}.`,
      try: `--metric ${benchmark}=KEY,item=prompt`,
      benchmark,
      models,
    },
  ];
}

function sharedSamples(runs: readonly LabelledRun[]): number {
  const counts = new Map<string, number>();
  for (const { table } of runs) {
    for (const id of table.samples) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count > 1).length;
}

/**
 * Warns where the data set of a hosted eval was edited between its runs (format document, section
 * 7.3).
 */
export function editedNotice(
  runs: readonly LabelledRun[],
  differing: ReadonlyMap<string, Questions>,
): Notice[] {
  if (differing.size === 0) return [];
  const { benchmark } = runs[0]!;
  return [
    {
      severity: "warning",
      code: "item-identity",
      message: `${benchmark}: the data set was edited between runs; ${differing.size} of ${sharedSamples(runs)} items are kept apart by their content.`,
      benchmark,
      models: outliers(differing),
    },
  ];
}
