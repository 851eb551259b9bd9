import type { JsonPath } from "@eip-eval/core/io";
import { fingerprint, fingerprintText } from "./fingerprint.ts";
import { rawGrade, type RawGrade } from "./grades.ts";
import { canonicalText, member, textOf } from "@eip-eval/core/io";
import { readLogValues, type ValueOptions } from "./log-values.ts";
import type { LogFile } from "./files.ts";
import { contentText } from "./prompt.ts";
import type { RawRun } from "./raw-run.ts";
import type { SimpleEvalsName } from "./simple-evals-name.ts";

/** What is gathered of one answer, which lies in three lists at the same place. */
interface Answer {
  grade: RawGrade | undefined;
  question: string | undefined;
  promptId: string | undefined;
  line: number;
}

/**
 * Reads `…_allresults.json` of simple-evals (format document, section 8): the score of each answer
 * is in its piece of the page, and for HealthBench in the metadata. Repetitions of a question are
 * trials.
 */
export async function readSimpleEvals(
  file: LogFile,
  { run, name, ...options }: ValueOptions & { run: RawRun; name: SimpleEvalsName },
): Promise<void> {
  const answers: Answer[] = [];
  const answer = (at: number): Answer =>
    (answers[at] ??= { grade: undefined, question: undefined, promptId: undefined, line: 1 });
  for await (const { value, line, path } of readLogValues(file, { ...options, opens })) {
    const [, list, at, inner] = path;
    if (list === "score" && typeof value === "number") run.report = { score: value };
    else if (list === "htmls" && typeof at === "number") {
      Object.assign(answer(at), { grade: scoreInPage(value), line });
    } else if (list === "convos" && typeof at === "number") {
      answer(at).question = firstMessage(value);
    } else if (typeof inner === "number") {
      const one = answer(inner);
      one.promptId = textOf(member(value, "prompt_id"));
      const score = member(value, "score");
      if (score !== undefined) one.grade = rawGrade(score);
    }
  }
  addAnswers(run, { answers: Array.from(answers), name, path: file.path });
}

/** Containers that are entered. */
function opens(path: JsonPath): boolean {
  if (path.length <= 1) return true;
  if (path.length === 2) return ["htmls", "convos", "metadata"].includes(String(path[1]));
  return path.length === 3 && path[2] === "example_level_metadata";
}

/** The questions of an `…_allresults.json`, in the order of its answers. */
export async function* simpleEvalsQuestions(
  file: LogFile,
  options: ValueOptions,
): AsyncGenerator<{ readonly at: number; readonly text: string | undefined }> {
  for await (const { value, path } of readLogValues(file, { ...options, opens })) {
    const [, list, at] = path;
    if (list === "convos" && typeof at === "number") yield { at, text: firstMessage(value) };
  }
}

const SCORE = /<p>Score: ([^<]*)<\/p>/g;

/**
 * The score at the end of one answer's piece of the page.
 *
 * @example
 * ```ts
 * scoreInPage("<p>Score: 1.0</p>"); // 1
 * scoreInPage("<p>Score: False</p>"); // false
 * ```
 */
export function scoreInPage(page: unknown): RawGrade | undefined {
  const found = [...(textOf(page) ?? "").matchAll(SCORE)].at(-1)?.[1]?.trim();
  if (found === undefined) return undefined;
  if (found === "True" || found === "False") return found === "True";
  if (found === "None" || found === "") return null;
  const number = Number(found);
  return Number.isNaN(number) ? found : number;
}

function firstMessage(conversation: unknown): string | undefined {
  const first: unknown = Array.isArray(conversation) ? conversation[0] : undefined;
  return first === undefined
    ? undefined
    : (contentText(member(first, "content")) ?? canonicalText(first));
}

function addAnswers(
  { table }: RawRun,
  {
    answers,
    name,
    path,
  }: { answers: readonly (Answer | undefined)[]; name: SimpleEvalsName; path: string },
): void {
  const isShuffled = name.benchmark === "gpqa";
  const firsts = new Map<number, number>();
  for (const [at, answer] of answers.entries()) {
    const question = answer?.question;
    const print =
      question === undefined ? Number.NaN : fingerprint(isShuffled ? stem(question) : question);
    if (!firsts.has(print)) firsts.set(print, at);
    // Options in another order are the same item, which is then known by its first place only.
    const own = isShuffled ? firsts.get(print)! : (fingerprintText(print) ?? at);
    const sample = table.sample(answer?.promptId ?? String(own));
    table.setPrompt(sample, { order: 0, print: { question: print, prompt: print } });
    const grades: [string, RawGrade][] =
      answer?.grade === undefined ? [] : [["score", answer.grade]];
    table.addOutcome({
      sample,
      order: at,
      type: "metrics",
      grades,
      place: { path, line: answer?.line ?? 1 },
    });
  }
}

/** A question without its options. */
function stem(question: string): string {
  return question.split(/\n+\(?A\) ?/, 1)[0]!;
}
