/** The log of a series of questions: what resumes it, and a table of outcomes like any other. */

import { appendFile, readFile } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import { readError, systemCode } from "../io/file-error.ts";
import { isObject } from "../outcomes/json-value.ts";
import type { GradedAnswer } from "./ask.ts";

/** What every line of a log repeats, so that nothing else can be mixed in. */
export interface AskSeriesHead {
  readonly model: string;
  /** Name of the score, such as `ask:numeric`. */
  readonly metric: string;
  /** How answers are graded, in full. */
  readonly grade: string;
  /** SHA-256 of the bank. */
  readonly bank: string;
  readonly order: string;
  readonly seed: number;
}

/** What is in a log. */
export interface AskLogContents {
  readonly answers: readonly GradedAnswer[];
  /** When the series began; `undefined` for a new log. */
  readonly run: string | undefined;
  /** Whether the last line is cut off. */
  readonly isCut: boolean;
}

export interface AskLog extends AskLogContents {
  /** Adds a line. */
  add(answer: GradedAnswer): Promise<void>;
}

/**
 * Reads a log; an absent file is a new one. Its lines are JSON objects with the columns of outcomes
 * (`model`, `benchmark`, `item`, `score`, `metric`, `run`, `answer`), so that every command reads it.
 *
 * @throws EipError `mixed-setup` for the log of another series, `damaged` for a line that is none.
 */
export async function readAskLog(path: string, head: AskSeriesHead): Promise<AskLogContents> {
  const { lines, cut } = linesOf(await textOf(path));
  const records = lines.map((line, at) => recordOf(line, { path, number: at + 1, head }));
  return {
    answers: records.map(({ answer }) => answer),
    run: records[0]?.run,
    isCut: cut !== "",
  };
}

/**
 * Opens a log to go on with. A last line that is cut off is taken out of it.
 *
 * @param now When the series begins, for a new log.
 * @throws EipError what {@link readAskLog} throws, `write` for what the system refuses.
 */
export async function openAskLog(path: string, head: AskSeriesHead, now: string): Promise<AskLog> {
  const contents = await readAskLog(path, head);
  if (contents.isCut) {
    const { lines } = linesOf(await textOf(path));
    await writeFileAtomic(path, lines.map((line) => `${line}\n`).join(""));
  }
  const { run = now } = contents;
  return {
    ...contents,
    async add({ benchmark, item, score, answer, reason }) {
      const line = { ...head, run, benchmark, item, score, answer, reason };
      await appendFile(path, `${JSON.stringify(line)}\n`).catch((error: unknown) => {
        throw new EipError("write", { where: path, found: systemCode(error), cause: error });
      });
    },
  };
}

function linesOf(text: string): { readonly lines: readonly string[]; readonly cut: string } {
  const lines = text.split("\n");
  return { lines: lines.slice(0, -1), cut: lines.at(-1)! };
}

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return "";
    throw readError(path, error);
  });
}

interface Place {
  readonly path: string;
  readonly number: number;
  readonly head: AskSeriesHead;
}

function recordOf(
  line: string,
  { path, number, head }: Place,
): { readonly answer: GradedAnswer; readonly run: string } {
  const where = `${path}:${number}`;
  const value = parsed(line);
  const { benchmark, item, answer, score, reason, run } = value ?? {};
  const isText = (one: unknown): one is string => typeof one === "string";
  const isScore = (one: unknown): one is number | null =>
    one === null || (typeof one === "number" && one >= 0 && one <= 1);
  if (!isText(benchmark) || !isText(item) || !isText(answer) || !isText(run) || !isScore(score)) {
    throw new EipError("damaged", {
      where,
      found: "a line that ask did not write",
      expected: "benchmark, item, answer, score and run of a question",
      try: "another --log",
    });
  }
  for (const key of ["model", "grade", "bank", "order", "seed"] as const) {
    if (value![key] === head[key]) continue;
    throw new EipError("mixed-setup", {
      where,
      found: `a series with ${key} ${String(value![key])}`,
      expected: `${key} ${head[key]}`,
      try: "the settings of that series, or another --log",
    });
  }
  const why = isText(reason) ? { reason } : {};
  return { answer: { benchmark, item, answer, score, ...why }, run };
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
