/** The log of a series of questions: what resumes it, and a table of outcomes like any other. */

import { open, readFile, type FileHandle } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { writeError, writeFileAtomic } from "../io/atomic.ts";
import { readError, systemCode } from "../io/file-error.ts";
import { isObject } from "../outcomes/json-value.ts";
import type { GradedAnswer } from "./ask.ts";

/** What every line of a log repeats, so that nothing else can be mixed in. */
export interface AskSeriesHead {
  readonly model: string;
  /** Where the model answers. */
  readonly endpoint: string;
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
  /**
   * Adds a line; it is on disk when this resolves.
   *
   * @throws EipError `write` or `disk-full` for what the system refuses.
   */
  add(answer: GradedAnswer): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads a log; an absent file is a new one. Its lines are JSON objects with the columns of outcomes
 * (`model`, `benchmark`, `item`, `score`, `metric`, `run`, `answer`), so that every command reads it.
 *
 * @throws EipError `mixed-setup` for the log of another series, `damaged` for a line that is none and for a
 *   question that stands there twice.
 */
export async function readAskLog(path: string, head: AskSeriesHead): Promise<AskLogContents> {
  const { answers, run, isCut } = await readLines(path, head);
  return { answers, run, isCut };
}

/**
 * Opens a log to go on with. A last line that is cut off is taken out of it.
 *
 * @param now When the series begins, for a new log.
 * @throws EipError what {@link readAskLog} throws, `write` for what the system refuses.
 */
export async function openAskLog(path: string, head: AskSeriesHead, now: string): Promise<AskLog> {
  const { whole, needsLineEnd, ...contents } = await readLines(path, head);
  if (contents.isCut) await writeFileAtomic(path, whole);
  const { run = now } = contents;
  const handle = await openToAppend(path);
  let lineEnd = needsLineEnd ? "\n" : "";
  return {
    ...contents,
    async add({ benchmark, item, score, answer, reason }) {
      const line = { ...head, run, benchmark, item, score, answer, reason };
      try {
        await handle.appendFile(`${lineEnd}${JSON.stringify(line)}\n`);
      } catch (error) {
        throw writeError(path, error);
      }
      lineEnd = "";
    },
    close: () => handle.close(),
  };
}

/** Now, and not after the first answer was paid for. */
async function openToAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, "a");
  } catch (error) {
    throw writeError(path, error);
  }
}

interface Lines extends AskLogContents {
  /** The text without a line that is cut off. */
  readonly whole: string;
  /** Whether the last line is whole but for its end. */
  readonly needsLineEnd: boolean;
}

async function readLines(path: string, head: AskSeriesHead): Promise<Lines> {
  const text = await textOf(path);
  const end = text.lastIndexOf("\n") + 1;
  const tail = text.slice(end);
  const isWhole = tail === "" || parsed(tail) !== undefined;
  // Only what may be the beginning of one of our lines is taken for one that was cut off.
  const isCut = !isWhole && isBeginning(tail, head);
  const lines = text.slice(0, end).split("\n").slice(0, -1);
  if (tail !== "" && !isCut) lines.push(tail);
  const records = lines.map((line, at) => recordOf(line, { path, number: at + 1, head }));
  refuseTwice(records, path);
  return {
    answers: records.map(({ answer }) => answer),
    run: records[0]?.run,
    isCut,
    whole: text.slice(0, end),
    needsLineEnd: tail !== "" && isWhole,
  };
}

function isBeginning(tail: string, { model }: AskSeriesHead): boolean {
  const beginning = `{"model":${JSON.stringify(model)},`;
  return tail.startsWith(beginning) || beginning.startsWith(tail);
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

interface LogRecord {
  readonly answer: GradedAnswer;
  readonly run: string;
}

function recordOf(line: string, { path, number, head }: Place): LogRecord {
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
  for (const key of ["model", "endpoint", "grade", "bank", "order", "seed"] as const) {
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

/** Two processes may have written to one log. */
function refuseTwice(records: readonly LogRecord[], path: string): void {
  const seen = new Set<string>();
  for (const [at, { answer }] of records.entries()) {
    const { benchmark, item } = answer;
    const key = JSON.stringify([benchmark, item]);
    if (seen.has(key)) {
      throw new EipError("damaged", {
        where: `${path}:${at + 1}`,
        found: `a second answer to ${benchmark}:${item}`,
        expected: "each question once",
        try: "take out one of the two lines; one command at a time writes to a log",
      });
    }
    seen.add(key);
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
