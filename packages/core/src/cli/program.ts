/** A program: its commands, how it reports errors, and what it exits with. */

import { existsSync } from "node:fs";
import type { CommanderError } from "commander";
import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import type { Adapter } from "../outcomes/adapter.ts";
import { coloursFor } from "./colours.ts";
import { commandsOf, type CommandName, type OwnCommand } from "./commands.ts";
import { errorText } from "./error-text.ts";
import { liveHarness, type LiveHarness } from "./live-harness.ts";
import { OutputClosed, write, type Streams } from "./streams.ts";
import { threadLimit } from "./threads.ts";

/** What makes one program differ from the next. */
export interface Program {
  /** As it is typed: `eip-lm-eval`. */
  readonly name: string;
  readonly version: string;
  /** What it is for, to stand behind the name of the method: `lm-evaluation-harness runs`. */
  readonly reads: string;
  /** The reader of the harness; absent for the program that reads tables only. */
  readonly harness?: Harness | undefined;
  /** Commands that no other program has, by name. */
  readonly commands?: Readonly<Record<string, OwnCommand>> | undefined;
}

export interface Harness {
  /** Kinds of files that it reads, as `recogniseFile` names them, begin with one of these. */
  readonly kinds: readonly string[];
  /** What `--label` can name models after, the default first; absent where logs leave no choice. */
  readonly labels?: readonly [string, ...string[]] | undefined;
  /** Loaded when a command reads logs, so that help and version stay quick. */
  readonly adapter: (label?: string) => Promise<Adapter>;
  /** For `run` and `watch`; absent for a harness that is not waited for. */
  readonly live?: (() => Promise<LiveHarness>) | undefined;
}

/** Surroundings of a run; the defaults are those of the process. */
export interface Surroundings extends Streams {
  readonly signal?: AbortSignal | undefined;
}

/** What a command gets. */
export interface CommandContext extends Surroundings {
  readonly program: Program;
}

export const exitCode = { fine: 0, gateFailed: 1, undecided: 2, badInput: 3, interrupted: 130 };

/**
 * Runs a program and returns its exit code: 0 fine, 1 a gate failed, 2 undecided, 3 bad input or
 * usage, 130 interrupted. Never throws for an error it can explain.
 */
export async function runProgram(
  program: Program,
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<number> {
  const context = { ...surroundings, program };
  try {
    return await dispatch(context, withCommand(program, argv));
  } catch (error) {
    if (error instanceof OutputClosed) return exitCode.fine;
    if (surroundings.signal?.aborted) {
      await write(surroundings.stderr, "Stopped.\n");
      return exitCode.interrupted;
    }
    await write(
      surroundings.stderr,
      errorText(error, program, await coloursFor(surroundings.stderr)),
    );
    return exitCode.badInput;
  }
}

/** Version and help are answered before the argument parser is loaded. */
async function dispatch(context: CommandContext, argv: readonly string[]): Promise<number> {
  const { program, stdout } = context;
  if (argv[0] === "--version" || argv[0] === "-V") {
    await write(stdout, `${program.version}\n`);
    return exitCode.fine;
  }
  if (argv.length === 0 || argv[0] === "--help" || argv[0] === "-h") {
    const { helpText } = await import("./help.ts");
    await write(stdout, helpText(program));
    return exitCode.fine;
  }
  await refuseUnfit(context, argv);
  // Said before minutes of reading.
  threadLimit();
  return parse(context, argv);
}

/** Commands that this program has not, and a command of another program in front of the `--`. */
async function refuseUnfit(context: CommandContext, argv: readonly string[]): Promise<void> {
  const [name] = argv;
  if (name !== "run" && name !== "watch") return;
  const { usualCommand } = await liveHarness(context, name);
  if (name === "watch" || argv.some((word) => ["--", "-h", "--help"].includes(word))) return;
  throw new EipError("usage", {
    found: argv.length === 1 ? "no command to run" : "no -- in front of the command to run",
    expected: "our own options, then --, then the command as it would be typed alone",
    try: `${context.program.name} run -- ${usualCommand}`,
  });
}

async function parse(context: CommandContext, argv: readonly string[]): Promise<number> {
  const { program, stdout } = context;
  const [{ Command, CommanderError }, { addOptions, addOwnOptions }] = await Promise.all([
    import("commander"),
    import("./options.ts"),
  ]);
  let code = exitCode.fine;
  const printed: string[] = [];
  const root = new Command(program.name)
    .exitOverride()
    .helpCommand(false)
    // What stands behind the name of a command is the command's, a "--" among it too.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => void printed.push(text),
      writeErr: () => undefined,
    });
  for (const [name, { operands, summary, load }] of Object.entries(commandsOf(program))) {
    const command = root
      .command(`${name} ${operands}`.trim())
      .description(summary)
      .exitOverride()
      .configureOutput({ writeOut: (text) => void printed.push(text), writeErr: () => undefined });
    const own = program.commands?.[name];
    if (own) addOwnOptions(command, own.options);
    else addOptions(command, name as CommandName, program.harness);
    command.action(async (...args: unknown[]) => {
      const { run } = await load();
      code = await run(context, command.processedArgs, args.at(-2) as Record<string, unknown>);
    });
  }
  try {
    await root.parseAsync(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error, program);
  }
  if (printed.length > 0) await write(stdout, printed.join(""));
  return code;
}

/** A bare path means `rank`; a lone word that is neither a command nor a path is a slip. */
function withCommand(program: Program, argv: readonly string[]): readonly string[] {
  const commands = commandsOf(program);
  const [first] = argv;
  if (first === undefined || Object.hasOwn(commands, first)) return argv;
  if (["-h", "--help", "-V", "--version"].includes(first)) return argv;
  if (first.startsWith("-") || /[\\/.]/.test(first) || existsSync(first)) return ["rank", ...argv];
  throw new EipError("not-found", {
    found: `no command and no path called "${first}"`,
    try: nearestName(first, Object.keys(commands)) ?? "rank",
  });
}

function usageError(error: CommanderError, program: Program): EipError {
  const sentence = error.message.replace(/^error: /, "").replace(/\.$/, "");
  const [found, ...hints] = sentence.split("\n");
  const hint = hints.join(" ").match(/Did you mean (.+)\?/)?.[1];
  return new EipError("usage", {
    found: found!,
    try: hint ?? `${program.name} --help`,
    cause: error,
  });
}
