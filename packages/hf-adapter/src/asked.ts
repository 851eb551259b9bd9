import { readFile } from "node:fs/promises";
import { EipError, matchesPattern } from "@eip-eval/core";

/** Which models a person asked for. */
export interface Asked {
  /** Names written out in full, in the order given, each once. */
  readonly names: readonly string[];
  /** Names with `*` or `?` in them. */
  readonly patterns: readonly string[];
  /** Names and patterns to leave out. */
  readonly without: readonly string[];
}

/**
 * What the words behind `--models` ask for: names, patterns, `!` in front of what is left out, and
 * `@FILE` for a file with one of these a line; blank lines and those that begin with `#` are skipped.
 *
 * @throws EipError `not-found` for a file that cannot be read, `usage` for one without a name.
 * @example
 * ```ts
 * await askedModels(["acme/ant-1b", "acme/*-7b", "!*-debug"]);
 * // { names: ["acme/ant-1b"], patterns: ["acme/*-7b"], without: ["*-debug"] }
 * ```
 */
export async function askedModels(words: readonly string[]): Promise<Asked> {
  const lists = await Promise.all(
    words.map(async (word) => (word.startsWith("@") ? namesIn(word.slice(1)) : [word])),
  );
  const all = [...new Set(lists.flat())];
  const wanted = all.filter((word) => !word.startsWith("!"));
  return {
    names: wanted.filter((word) => !isPattern(word)),
    patterns: wanted.filter(isPattern),
    without: all.filter((word) => word.startsWith("!")).map((word) => word.slice(1)),
  };
}

/** Whether a word stands for several names. */
export function isPattern(word: string): boolean {
  return /[*?]/.test(word);
}

/** Whether a model is among those asked for; with no name and no pattern every model is. */
export function isAskedFor(model: string, { names, patterns, without }: Asked): boolean {
  const isWanted =
    names.length + patterns.length === 0 ||
    names.includes(model) ||
    patterns.some((pattern) => matchesPattern(pattern, model));
  return isWanted && !without.some((pattern) => matchesPattern(pattern, model));
}

async function namesIn(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new EipError("not-found", {
      where: "--models",
      found: `no readable file "${path}"`,
      expected: "a text file with one model a line",
      cause,
    });
  });
  const names = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  if (names.length > 0) return names;
  throw new EipError("usage", {
    where: `--models @${path}`,
    found: "a file without a name",
    expected: "one model a line, as in org/name",
  });
}
