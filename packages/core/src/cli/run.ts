/** `run -- COMMAND`: starts the harness and ranks what it wrote. */

import { EipError } from "../errors.ts";
import { count } from "../outcomes/wording.ts";
import { plainText } from "../report/plain-text.ts";
import { coloursFor } from "./colours.ts";
import { commandLine } from "./command-line.ts";
import { loadConfig } from "./config.ts";
import { errorText } from "./error-text.ts";
import { liveHarness, type RunPlan } from "./live-harness.ts";
import { checkReport, writeReport, type LiveFlags } from "./live-report.ts";
import { changedSince, filesIn, pathsIn } from "./output-places.ts";
import { formatOf } from "./output.ts";
import { exitCode, type CommandContext } from "./program.ts";
import { run as rank } from "./rank.ts";
import { runCommand } from "./run-command.ts";
import { OutputClosed, write } from "./streams.ts";

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: LiveFlags,
): Promise<number> {
  const live = await liveHarness(context, "run");
  const command = words as readonly string[];
  if (command.length === 0) {
    throw new EipError("usage", {
      found: "no command to run",
      expected: "one behind --",
      try: `${context.program.name} run -- ${live.usualCommand}`,
    });
  }
  // A slip in our own flags must not show after hours.
  formatOf(flags, context);
  checkReport(flags);
  await loadConfig(flags.config);
  const plan = await live.planRun(command);
  const colours = await coloursFor(context.stderr);
  for (const warning of plan.warnings) {
    await write(context.stderr, `${colours.warning("!")} ${plainText(warning)}\n`);
  }
  const before = await filesIn(plan.places);
  const code = await runCommand(command);
  const written = changedSince(before, await filesIn(plan.places)).length;
  if (code !== exitCode.fine) {
    await write(context.stderr, await failureText(context, { command, code, written, plan }));
    return code;
  }
  if (context.signal?.aborted) {
    const hint = commandLine(context, "rank", await pathsIn(plan.places));
    await write(context.stderr, `Interrupted, so nothing was ranked: ${plainText(hint)}\n`);
    return code;
  }
  try {
    if (written === 0) throw nothingWritten(command, plan);
    if (!flags.quiet) {
      const places = placesText(plan);
      await write(context.stderr, `${count(written, "file")} new in ${plainText(places)}.\n`);
    }
    const paths = await pathsIn(plan.places);
    const ranked = await rank(context, [paths], flags);
    await writeReport(context, paths, flags);
    return ranked;
  } catch (error) {
    if (error instanceof OutputClosed || context.signal?.aborted) throw error;
    await write(context.stderr, errorText(error, context.program, colours));
    return flags.strict ? exitCode.badInput : exitCode.fine;
  }
}

interface Ended {
  readonly command: readonly string[];
  readonly code: number;
  /** How many files it left. */
  readonly written: number;
  readonly plan: RunPlan;
}

async function failureText(
  context: CommandContext,
  { command, code, written, plan }: Ended,
): Promise<string> {
  const ended = `${command[0]} ended with exit code ${code}`;
  if (written === 0) {
    return plainText(
      `${ended}, so nothing was ranked: a run that fails has usually written nothing.`,
    ).concat("\n");
  }
  const hint = commandLine(context, "rank", await pathsIn(plan.places));
  return `${plainText(`${ended}, so nothing was ranked. It left ${count(written, "file")} all the same: ${hint}`)}\n`;
}

function nothingWritten(command: readonly string[], plan: RunPlan): EipError {
  const isKnown = plan.places.length > 0;
  return new EipError("no-outcomes", {
    where: isKnown ? placesText(plan) : undefined,
    found: isKnown
      ? `${command[0]} ended well and wrote nothing there`
      : `${command[0]} ended well, and nothing says where it wrote`,
    try: plan.warnings.length > 0 ? "see the warning before its start" : undefined,
  });
}

function placesText({ places }: RunPlan): string {
  return places.map(({ path }) => path).join(", ");
}
