/** The commands of every program, and those of one program alone. Each is loaded when it is asked for. */

import type { CommandContext, Program } from "./program.ts";

/** A command's code: operands as typed, options as parsed; returns the exit code. */
export interface CommandModule {
  readonly run: (
    context: CommandContext,
    operands: readonly unknown[],
    options: Record<string, unknown>,
  ) => Promise<number>;
}

export interface CommandEntry {
  readonly operands: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** A command that one program has besides the shared ones, with all of its flags. */
export interface OwnCommand extends CommandEntry {
  readonly options: readonly OwnOption[];
}

export interface OwnOption {
  /** As the argument parser takes it: `--store <folder>`. */
  readonly flags: string;
  readonly summary: string;
  /** Given again, it adds up. */
  readonly repeats?: boolean | undefined;
}

export type CommandName =
  | "rank"
  | "items"
  | "compare"
  | "explain"
  | "report"
  | "check"
  | "outcomes"
  | "run"
  | "watch"
  | "store"
  | "bank"
  | "select"
  | "study"
  | "simulate"
  | "judge"
  | "ask"
  | "help";

export const commands: Readonly<Record<CommandName, CommandEntry>> = {
  rank: {
    operands: "[path...]",
    summary: "who is ahead, who cannot be told apart",
    load: () => import("./rank.ts"),
  },
  items: {
    operands: "[path...]",
    summary: "what is hard, dead or wrongly keyed (--review)",
    load: () => import("./items.ts"),
  },
  compare: {
    operands: "[words...]",
    summary: "is B better than A on the same items; the gate for CI",
    load: () => import("./compare.ts"),
  },
  explain: {
    operands: "<model> [path...]",
    summary: "which items put a model where it is, or above another",
    load: () => import("./explain.ts"),
  },
  report: {
    operands: "[path...]",
    summary: "one HTML page to send around",
    load: () => import("./report.ts"),
  },
  check: {
    operands: "[path...]",
    summary: "what was read, metric per task, gaps, what was ignored and why",
    load: () => import("./check.ts"),
  },
  outcomes: {
    operands: "[path...]",
    summary: "every graded answer as rows",
    load: () => import("./outcomes.ts"),
  },
  run: {
    operands: "[command...]",
    summary: "start the harness, then rank: run -- COMMAND",
    load: () => import("./run.ts"),
  },
  watch: {
    operands: "[path...]",
    summary: "again when a run completes",
    load: () => import("./watch.ts"),
  },
  store: {
    operands: "[action] [store] [path...]",
    summary: "add, list, compact: many runs as Parquet files",
    load: () => import("./store.ts"),
  },
  bank: {
    operands: "[action] [path...]",
    summary: "make, score: freeze what items are worth; place new runs by it",
    load: () => import("./bank.ts"),
  },
  select: {
    operands: "[path...]",
    summary: "the fewest items that keep the order, with the error of doing so",
    load: () => import("./select.ts"),
  },
  study: {
    operands: "[study] [word...]",
    summary: "stability, damping, smoothing, placing, profiles, simulate, agree",
    load: () => import("./study.ts"),
  },
  simulate: {
    operands: "[world...]",
    summary: "EIP, accuracy and Rasch where the truth is known; study simulate",
    load: () => import("./study-simulate.ts"),
  },
  judge: {
    operands: "[path...]",
    summary: "graded credit for free-text answers by a language model",
    load: () => import("./judge.ts"),
  },
  ask: {
    operands: "[bank] [path...]",
    summary: "place a model by few questions, each chosen by the answers so far",
    load: () => import("./ask.ts"),
  },
  help: {
    operands: "[topic]",
    summary: "METHOD, TRUST, REUSE, STUDY, MODELS, OUTPUT, EXIT, all, or the name of a command",
    load: () => import("./help.ts"),
  },
};

/** All commands of a program by name, its own first. */
export function commandsOf({ commands: own = {} }: Program): Record<string, CommandEntry> {
  return { ...own, ...commands };
}
