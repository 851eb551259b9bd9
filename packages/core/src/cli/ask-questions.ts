/** The questions that can be put to a model: from logs with texts, or from a file. */

import type { OpenBank } from "../analysis/open-bank.ts";
import { EipError } from "../errors.ts";
import { readQuestions } from "../io/question-file.ts";
import type { Grader, Question } from "../llm/grade-answer.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import type { AskHead } from "../report/ask-report.ts";
import type { AskFlags } from "./ask-flags.ts";
import type { CommandContext } from "./program.ts";
import { openReading } from "./reading.ts";

/** Questions, and why others of the bank cannot be asked. */
export interface Askable extends Omit<AskHead["questions"], "askable"> {
  readonly questions: readonly Question[];
}

/**
 * Collects the questions of a bank's items. The first text of an item counts.
 *
 * @throws EipError `usage` without a source, `which-way` for a file without benchmarks beside a bank of
 *   several, and what reading throws.
 */
export async function askableQuestions(
  context: CommandContext,
  {
    bank,
    paths,
    flags,
    grader,
  }: {
    readonly bank: OpenBank;
    readonly paths: readonly string[];
    readonly flags: AskFlags;
    readonly grader: Grader;
  },
): Promise<Askable> {
  if (paths.length === 0 && flags.questions === undefined) throw noQuestions(context);
  const found = new Map<number, Question>();
  const differing = new Set<number>();
  const unfit = new Set<number>();
  const withoutText = new Set<number>();
  const foreign = new Set<string>();
  const take = (question: Omit<Question, "text"> & Pick<Outcome, "text" | "contentHash">): void => {
    const place = bank.placeOf(question);
    if (place === undefined) foreign.add(JSON.stringify([question.benchmark, question.item]));
    if (place === undefined || bank.weight[place] === 0 || found.has(place)) return;
    const known = bank.items[place]!.contentHash;
    const isOther =
      known !== null && question.contentHash !== undefined && known !== question.contentHash;
    const { benchmark, item, text, key } = question;
    if (text === undefined) withoutText.add(place);
    else if (isOther && !flags.trustIds) differing.add(place);
    else if (!grader.fits({ benchmark, item, text, key })) unfit.add(place);
    else found.set(place, { benchmark, item, text, key });
  };
  if (flags.questions !== undefined) {
    for (const question of await readQuestions(flags.questions)) {
      const benchmark = question.benchmark ?? onlyBenchmark(bank, flags.questions);
      take({ ...question, benchmark });
    }
  }
  if (paths.length > 0) {
    const reading = await openReading(context, paths, { ...flags, text: true });
    for await (const { benchmark, item, text, key, contentHash } of reading.outcomes) {
      take({ benchmark, item, text, key, contentHash });
    }
  }
  for (const others of [differing, unfit, withoutText]) {
    for (const place of found.keys()) others.delete(place);
  }
  // In the order of the bank, so that all of them have all of its weight.
  const places = [...found.keys()].toSorted((a, b) => a - b);
  const weight = places.reduce((sum, place) => sum + bank.weight[place]!, 0);
  return {
    questions: places.map((place) => found.get(place)!),
    wanted: bank.kept.reduce((sum, one) => sum + one, 0),
    weight: weight / bank.totalWeight,
    differing: differing.size,
    unfit: unfit.size,
    foreign: foreign.size,
    withoutText: withoutText.size,
  };
}

function noQuestions({ program }: CommandContext): EipError {
  return new EipError("usage", {
    where: "ask",
    found: "no questions: a bank has none",
    expected: "logs with the texts of its items, or --questions FILE",
    try: `${program.name} ask pool.bank.jsonl results/ --endpoint http://localhost:8000/v1#my-model`,
  });
}

function onlyBenchmark({ benchmarks }: OpenBank, file: string): string {
  if (benchmarks.length === 1) return benchmarks[0]!;
  throw new EipError("which-way", {
    where: file,
    found: `questions without a benchmark, and a bank of ${benchmarks.length} (${benchmarks.slice(0, 3).join(", ")}${benchmarks.length > 3 ? " …" : ""})`,
    expected: "a column benchmark",
  });
}
