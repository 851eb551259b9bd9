/** Judgements that were paid for, so that nobody pays twice. */

import { createReadStream } from "node:fs";
import { mkdir, open, type FileHandle } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { EipError } from "../errors.ts";
import { readError, systemCode } from "../io/file-error.ts";
import type { PromptOrder } from "./judge-prompt.ts";

/** What makes two judgements the same. */
export interface JudgementKey {
  /** The model and where it is. */
  readonly judge: string;
  /** Hash of the instructions, the rubric among them. */
  readonly instructions: string;
  /** Hash of question and reference. */
  readonly item: string;
  /** Hash of the answer. */
  readonly answer: string;
  readonly order: PromptOrder;
  /** Which of several judgements of the same answer, from 0. */
  readonly repeat: number;
}

export interface CachedJudgement {
  readonly score: number;
  readonly reason: string;
}

const SCHEMA = "eip-judgement/1";
/** Every line begins like this. */
const BEGINNING = `{"schema":${JSON.stringify(SCHEMA)},`;

/** `$XDG_CACHE_HOME/eip/judgements.jsonl`, else below `~/.cache`. */
export function usualCache(environment: Readonly<Record<string, string | undefined>>): string {
  const given = environment["XDG_CACHE_HOME"];
  const folder = given !== undefined && isAbsolute(given) ? given : join(homedir(), ".cache");
  return join(folder, "eip", "judgements.jsonl");
}

/**
 * A file of JSON lines that only grows. A judgement is written when it comes, so that nothing is lost when a
 * run is interrupted.
 */
export class JudgementCache {
  readonly path: string;
  /** Lines that are no judgement, and were passed over. */
  readonly damaged: number;
  readonly #known: Map<string, CachedJudgement>;
  /** A line that was cut off must not swallow the next one. */
  #needsLineEnd: boolean;
  #handle: Promise<FileHandle> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(path: string, { known, damaged, isCut }: Loaded) {
    this.path = path;
    this.damaged = damaged;
    this.#known = known;
    this.#needsLineEnd = isCut;
  }

  /**
   * Reads what is there; a file that is absent is empty.
   *
   * @param wanted Which judge and instructions matter; the rest is not held.
   * @throws EipError for a file that cannot be read.
   * @example
   * ```ts
   * const cache = await JudgementCache.open("judgements.jsonl", { judge, instructions });
   * cache.find(key)?.score; // 0.75
   * ```
   */
  static async open(
    path: string,
    wanted: Pick<JudgementKey, "judge" | "instructions">,
  ): Promise<JudgementCache> {
    return new JudgementCache(path, await load(path, wanted));
  }

  find(key: JudgementKey): CachedJudgement | undefined {
    return this.#known.get(keyText(key));
  }

  /**
   * Keeps a judgement, on disk when this resolves.
   *
   * @throws EipError `write` or `disk-full` for what the system refuses.
   */
  async add(key: JudgementKey, judgement: CachedJudgement): Promise<void> {
    this.#known.set(keyText(key), judgement);
    const line = `${JSON.stringify({ schema: SCHEMA, ...key, ...judgement })}\n`;
    const before = this.#writing;
    const writing = before.then(() => this.#append(line));
    this.#writing = writing.catch(() => undefined);
    await writing;
  }

  /**
   * Opens the file to add to it, which `add` would do by itself after the first judgement was paid for.
   *
   * @throws EipError `write` for what the system refuses.
   */
  async prepare(): Promise<void> {
    try {
      await (this.#handle ??= openToAppend(this.path));
    } catch (error) {
      throw cacheError(this.path, error);
    }
  }

  async close(): Promise<void> {
    await this.#writing;
    // Where it could not be opened, whoever opened it was told.
    const handle = await this.#handle?.catch(() => undefined);
    await handle?.close();
    this.#handle = undefined;
  }

  async #append(line: string): Promise<void> {
    try {
      this.#handle ??= openToAppend(this.path);
      const handle = await this.#handle;
      // One write a line: those of two processes do not mix.
      await handle.appendFile(this.#needsLineEnd ? `\n${line}` : line);
      this.#needsLineEnd = false;
    } catch (error) {
      throw cacheError(this.path, error);
    }
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true });
  // Reasons quote answers: nobody else's business.
  return open(path, "a", 0o600);
}

function cacheError(path: string, cause: unknown): EipError {
  const code = systemCode(cause);
  return new EipError(code === "ENOSPC" || code === "EDQUOT" ? "disk-full" : "write", {
    where: path,
    found: `the judgement could not be kept (${code || "unknown reason"})`,
    try: "--cache FILE for another place, or --no-cache",
    cause,
  });
}

interface Loaded {
  readonly known: Map<string, CachedJudgement>;
  readonly damaged: number;
  readonly isCut: boolean;
}

async function load(
  path: string,
  { judge, instructions }: Pick<JudgementKey, "judge" | "instructions">,
): Promise<Loaded> {
  const known = new Map<string, CachedJudgement>();
  let damaged = 0;
  try {
    await refuseForeign(path);
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) {
      if (line === "") continue;
      const entry = entryFrom(line);
      if (!entry) damaged += 1;
      else if (entry.key.judge === judge && entry.key.instructions === instructions) {
        known.set(keyText(entry.key), entry.judgement);
      }
    }
    return { known, damaged, isCut: !(await endsWithLineEnd(path)) };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return { known, damaged, isCut: false };
    throw readError(path, error);
  }
}

/** No line of ours is longer. */
const LONGEST_LINE = 2 ** 20;

/** Nothing is added to a file that somebody else wrote, and nothing of it is read. */
async function refuseForeign(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_LINE), 0, LONGEST_LINE, 0);
    const [first = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
    const isOurs = first.startsWith(BEGINNING.slice(0, first.length));
    if (isOurs && (first.length < bytesRead || bytesRead < LONGEST_LINE)) return;
  } finally {
    await handle.close();
  }
  throw new EipError("damaged", {
    where: `${path}:1`,
    found: "no judgement",
    expected: "a file of judgements, or none",
    try: "--cache FILE with a name of its own",
  });
}

async function endsWithLineEnd(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    if (size === 0) return true;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 10;
  } finally {
    await handle.close();
  }
}

function entryFrom(
  line: string,
): { readonly key: JudgementKey; readonly judgement: CachedJudgement } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { schema, judge, instructions, item, answer, order, repeat, score, reason } =
    value as Record<string, unknown>;
  const areTexts = [judge, instructions, item, answer, order, reason].every(
    (text) => typeof text === "string",
  );
  const isScore = typeof score === "number" && score >= 0 && score <= 1;
  if (schema !== SCHEMA || !areTexts || !isScore || !Number.isInteger(repeat)) return undefined;
  return {
    key: { judge, instructions, item, answer, order, repeat } as JudgementKey,
    judgement: { score, reason: reason as string },
  };
}

/** A key as one text, equal for equal keys. */
export function keyText({
  judge,
  instructions,
  item,
  answer,
  order,
  repeat,
}: JudgementKey): string {
  return JSON.stringify([judge, instructions, item, answer, order, repeat]);
}
