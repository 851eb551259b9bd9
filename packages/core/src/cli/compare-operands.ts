/** What the operands of `compare` mean, and the pool that they make. */

import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Pair } from "../analysis/flips.ts";
import { count } from "../outcomes/wording.ts";
import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { selectFrom } from "../matrix/select.ts";
import type { Notice } from "../outcomes/adapter.ts";
import { matchesPattern } from "../outcomes/pattern.ts";
import { commandLine } from "./command-line.ts";
import { readHashedPool, type HashedPool } from "./hashed-pool.ts";
import { modelIndex } from "./model-index.ts";
import type { FitFlags, OutputFlags, ReadFlags, ResampleFlags } from "./options.ts";
import { readPool, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { openReading } from "./reading.ts";

export interface CompareFlags extends ReadFlags, FitFlags, ResampleFlags, OutputFlags {
  readonly pool?: readonly string[];
  readonly maxDrop?: string;
  readonly minGain?: string;
  readonly correction?: "holm" | "bh";
  readonly show?: "flips";
  readonly format?: "github";
  readonly suite?: string;
  readonly at?: string;
}

export interface Operands {
  readonly pool: Pool;
  readonly pairs: readonly Pair[];
  readonly paths: readonly string[];
  /** What the two paths hold, each read by itself; absent for two models of one pool. */
  readonly apart?: PathPair | undefined;
}

/** Two paths that hold one model each. */
export interface PathPair {
  readonly a: HashedPool;
  readonly b: HashedPool;
  /** What the readers said of both together. */
  readonly notices: readonly Notice[];
}

/**
 * Two operands are paths with one model each; of three or more the first two are models.
 *
 * @throws EipError `usage` for operands that are neither, `mixed-setup` for two paths whose runs are
 *   not one test.
 */
export async function operandsOf(
  context: CommandContext,
  words: readonly string[],
  flags: CompareFlags,
): Promise<Operands> {
  const more = flags.pool ?? [];
  if (words.length < 2) {
    throw new EipError("usage", {
      found: `${count(words.length, "operand")} to compare`,
      expected: "two paths, or two models and a path",
      try: `${context.program.name} compare MODEL OTHER results/`,
    });
  }
  if (words.length === 2) return comparePaths(context, words as [string, string], flags);
  const [a, b, ...paths] = words as [string, string, ...string[]];
  const pool = await readPool(context, [...paths, ...more], flags);
  return { pool, pairs: pairsOf(pool.matrix, a, b, commandLine(context, "check", paths)), paths };
}

async function comparePaths(
  context: CommandContext,
  words: readonly [string, string],
  flags: CompareFlags,
): Promise<Operands> {
  for (const path of words) {
    if (existsSync(path)) continue;
    throw new EipError("not-found", {
      found: `no file or folder "${path}"`,
      try: `${context.program.name} compare MODEL OTHER PATH for two models of one path`,
    });
  }
  if (resolve(words[0]) === resolve(words[1])) {
    throw new EipError("usage", {
      found: `"${words[0]}" twice`,
      expected: "two paths with a run each",
    });
  }
  const [first, second] = [
    await readHashedPool(context, [words[0]], flags),
    await readHashedPool(context, [words[1]], flags),
  ];
  const [a, b] = [onlyModel(first.matrix, words[0]), onlyModel(second.matrix, words[1])];
  // Only a reader that sees both runs at once can tell that they are two tests.
  const together = a === b ? undefined : await readPool(context, words, flags);
  const notices = together?.notices ?? (await noticesOn(context, words, flags));
  const names = a === b ? namesByPath(a, words) : ([a, b] as const);
  const pool =
    together && flags.pool === undefined
      ? together
      : await readRenamed(context, { words, models: [a, b], names }, flags);
  const index = (name: string) => pool.matrix.models.indexOf(name);
  return {
    pool,
    pairs: [{ a: index(names[0]), b: index(names[1]) }],
    paths: words,
    apart: { a: first, b: second, notices },
  };
}

/** What the readers say of paths whose runs would make no pool. */
async function noticesOn(
  context: CommandContext,
  paths: readonly string[],
  flags: CompareFlags,
): Promise<readonly Notice[]> {
  const reading = await openReading(context, paths, flags);
  for await (const outcome of reading.outcomes) void outcome;
  return reading.notices();
}

/** Two runs of one model are called after their paths, as short as tells them apart. */
function namesByPath(model: string, words: readonly [string, string]): readonly [string, string] {
  const ends = words.map((path) => basename(path)) as [string, string];
  const shown = ends[0] === ends[1] ? words : ends;
  return [`${model} (${shown[0]})`, `${model} (${shown[1]})`];
}

interface Renaming {
  readonly words: readonly [string, string];
  readonly models: readonly [string, string];
  readonly names: readonly [string, string];
}

/** The two paths and the pool. Other runs of the two models in the pool are not counted. */
async function readRenamed(
  context: CommandContext,
  { words, models, names }: Renaming,
  flags: CompareFlags,
): Promise<Pool> {
  const others = new Set<string>();
  const pool = await readPool(context, [...words, ...(flags.pool ?? [])], flags, {
    rename(path, model) {
      const place = words.indexOf(path);
      if (!models.includes(model)) return model;
      if (place >= 0) return names[place]!;
      const other = `${model}\u0000${path}`;
      others.add(other);
      return other;
    },
  });
  if (others.size === 0) return pool;
  const counted = [...pool.matrix.models.keys()].filter(
    (model) => !others.has(pool.matrix.models[model]!),
  );
  return { ...pool, matrix: selectFrom(pool.matrix, { models: Uint32Array.from(counted) }) };
}

function onlyModel({ models }: ResponseMatrix, path: string): string {
  if (models.length === 1) return models[0]!;
  throw new EipError("usage", {
    where: path,
    found: `${models.length} models`,
    expected: "one, or two models named before the paths",
    try: `compare ${models.slice(0, 2).join(" ")} ${path}`,
  });
}

/** Each model that fits the first pattern with each that fits the second. */
function pairsOf(
  matrix: ResponseMatrix,
  first: string,
  second: string,
  checkCommand: string,
): readonly Pair[] {
  const fitting = (pattern: string) =>
    matrix.models.includes(pattern) || !/[*?]/.test(pattern)
      ? [modelIndex(matrix, pattern, checkCommand)]
      : [...matrix.models.keys()].filter((model) => matchesPattern(pattern, matrix.models[model]!));
  const pairs = fitting(first).flatMap((a) =>
    fitting(second).flatMap((b) => (a === b ? [] : [{ a, b }])),
  );
  if (pairs.length > 0) return pairs;
  throw new EipError("no-such-model", {
    found: `no two models fit "${first}" and "${second}"`,
    try: `${checkCommand} lists them`,
  });
}
