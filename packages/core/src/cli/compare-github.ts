/** `compare --format github`: the comment for a pull request, also where nothing can be compared. */

import { existsSync } from "node:fs";
import { accuracies } from "../analysis/benchmarks.ts";
import { flipLists } from "../analysis/flips.ts";
import { itemLabel } from "../analysis/wording.ts";
import { EipError, type ErrorCode } from "../errors.ts";
import { findFiles } from "../io/files.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import {
  commentMarker,
  comparedComment,
  noBaselineComment,
  notComparableComment,
  type BenchmarkMean,
  type CommentFrame,
} from "../report/compare-github.ts";
import { coloursFor } from "./colours.ts";
import { commandLine, quoted } from "./command-line.ts";
import { differences } from "./comparable.ts";
import { operandsOf, type CompareFlags, type Operands } from "./compare-operands.ts";
import { compared, gateExit, gatesOf } from "./compared.ts";
import { loadConfig } from "./config.ts";
import { errorText } from "./error-text.ts";
import { deliver, tell } from "./output.ts";
import { readPool } from "./pool.ts";
import { exitCode, type CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";

/** Errors about the command itself; a comment would not reach who can mend them. */
const OURS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "bad-option",
  "config",
  "usage",
  "write",
  "disk-full",
]);

/**
 * Writes the comment. Exit code: 0 passed, 1 failed, 2 undecided or no baseline yet, 3 not comparable.
 */
export async function run(
  context: CommandContext,
  words: readonly string[],
  flags: CompareFlags,
): Promise<number> {
  const frame = frameOf(context, words, flags);
  const { maxDrop, minGain } = gatesOf(flags, (await loadConfig(flags.config)).config);
  if (maxDrop === undefined && minGain === undefined) {
    throw new EipError("usage", {
      where: "--format github",
      found: "no gate",
      expected: "what a change must not lose or has to win",
      try: "--max-drop 1pt",
    });
  }
  try {
    return await commented(context, { words, frame }, flags);
  } catch (error) {
    if (!EipError.isInstance(error) || OURS.has(error.code)) throw error;
    await deliver(
      notComparableComment(frame, { reasons: [error.message], unusable: true }),
      flags,
      context,
    );
    const { stderr, program } = context;
    await tell(stderr, errorText(error, program, await coloursFor(stderr)));
    return exitCode.badInput;
  }
}

interface Asked {
  readonly words: readonly string[];
  readonly frame: CommentFrame;
}

async function commented(
  context: CommandContext,
  { words, frame }: Asked,
  flags: CompareFlags,
): Promise<number> {
  const [baseline, change] = words;
  if (words.length === 2 && (await isNothing(baseline!))) {
    const text = await aloneText(context, { path: change!, frame }, flags);
    await deliver(text, flags, context);
    await tell(context.stderr, `No baseline in ${quoted(baseline!)} yet.\n`);
    return exitCode.undecided;
  }
  const operands = await operandsOf(context, words, flags);
  if (operands.pairs.length > 1) {
    throw new EipError("usage", {
      where: "--format github",
      found: `${operands.pairs.length} pairs`,
      expected: "one, since a suite has one comment",
    });
  }
  if (!flags.quiet) {
    const check = commandLine(context, "check", operands.paths);
    await tell(context.stderr, readingSummary(operands.pool, check));
  }
  const reasons = operands.apart ? differences(operands.apart) : [];
  if (reasons.length > 0) {
    await deliver(notComparableComment(frame, { reasons }), flags, context);
    return exitCode.badInput;
  }
  return gated(context, { operands, frame }, flags);
}

async function gated(
  context: CommandContext,
  { operands, frame }: { readonly operands: Operands; readonly frame: CommentFrame },
  flags: CompareFlags,
): Promise<number> {
  const { pool, pairs } = operands;
  const { matrix } = pool;
  const pair = pairs[0]!;
  // The comment says nothing of hard items, so that nothing needs to be drawn again.
  const { pairs: results, gates, level } = compared(operands, { ...flags, bootstrap: 0 });
  const flips = flipLists(matrix, pair);
  const named = (items: readonly number[]) => items.map((item) => itemLabel(matrix, item));
  const text = comparedComment(results[0]!, {
    ...frame,
    gates,
    level,
    unanswered: { a: matrix.ungraded[pair.a]!, b: matrix.ungraded[pair.b]! },
    lost: named(flips.onlyA),
    lostThoughEasy: named(flips.onlyAEasy),
    otherModels: matrix.models.length - 2,
  });
  await deliver(text, flags, context);
  const code = gateExit(results);
  return code === exitCode.fine ? strictExit(flags.strict ?? false, pool, pool.notices) : code;
}

/** The run without a baseline. */
async function aloneText(
  context: CommandContext,
  { path, frame }: { readonly path: string; readonly frame: CommentFrame },
  flags: CompareFlags,
): Promise<string> {
  const { matrix } = await readPool(context, [path], flags);
  const { models } = matrix;
  const model = models.length === 1 ? models[0]! : `${models.length} models`;
  return noBaselineComment(frame, { model, means: models.length === 1 ? meansOf(matrix) : [] });
}

/** The only model of a matrix. */
function meansOf(matrix: ResponseMatrix): readonly BenchmarkMean[] {
  const [own] = accuracies(matrix);
  return matrix.benchmarks.map((benchmark, index) => ({
    benchmark,
    items: matrix.benchmarkOf.filter((one) => one === index).length,
    accuracy: own!.byBenchmark[index]!,
  }));
}

/** Whether a path does not exist, or is a folder with no file that would be read. */
async function isNothing(path: string): Promise<boolean> {
  return !existsSync(path) || (await findFiles([path], () => undefined)).length === 0;
}

function frameOf(
  context: CommandContext,
  words: readonly string[],
  flags: CompareFlags,
): CommentFrame {
  const suite = flags.suite ?? "core";
  commentMarker(suite);
  const given = [
    ...(["pool", "benchmark", "model", "metric"] as const).flatMap((name) =>
      (flags[name] ?? []).map((value) => `--${name} ${quoted(value)}`),
    ),
    ...(flags.maxDrop === undefined ? [] : [`--max-drop ${quoted(flags.maxDrop)}`]),
    ...(flags.minGain === undefined ? [] : [`--min-gain ${quoted(flags.minGain)}`]),
  ];
  return {
    suite,
    command: [commandLine(context, "compare", words), ...given].join(" "),
    at: flags.at,
  };
}
