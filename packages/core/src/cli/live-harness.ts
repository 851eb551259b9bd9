/** What `run` and `watch` need to know of a harness. */

import { EipError } from "../errors.ts";
import type { FoundFile } from "../io/files.ts";
import type { CommandContext } from "./program.ts";

export interface LiveHarness {
  /** Reads a command of the harness, to find where it will write. */
  readonly planRun: (command: readonly string[]) => RunPlan | Promise<RunPlan>;
  /** How a command of it begins, for messages: `lm_eval … --output_path out --log_samples`. */
  readonly usualCommand: string;
  /** Starts to follow files; what it returns remembers what it has read of them. */
  readonly follow: () => RunFollower;
  /** Takes what a recorder sends over HTTP; absent where the harness has none. */
  readonly receiver?: Receiver | undefined;
}

export interface RunPlan {
  readonly places: readonly OutputPlace[];
  /** What would go wrong, each as a sentence, to be said before hours are spent. */
  readonly warnings: readonly string[];
}

/** Where a command writes. */
export interface OutputPlace {
  /** A file, or a folder that is walked to the bottom. */
  readonly path: string;
  /** With it only the files directly in the folder whose names pass. */
  readonly only?: ((name: string) => boolean) | undefined;
}

/** Looks at files again and again, and reads no more of them than was added. */
export interface RunFollower {
  /**
   * The runs in these files and how far each is. Files that cannot be read, or not yet, are passed
   * over in silence; the reader reports them when it comes to them.
   */
  look(files: readonly FoundFile[], signal?: AbortSignal): Promise<readonly LiveRun[]>;
}

/** One run of the harness as it is now. */
export interface LiveRun {
  /** Which run it is, whatever its files are called and wherever they lie. */
  readonly run: string;
  /**
   * What is there of it, as texts that differ as soon as a record is added or written again, and stay
   * the same when a file is moved. A run whose stamps are all known was told about before.
   */
  readonly stamps: readonly string[];
  /** As a person would call it: `kestrel-8b: gsm8k`. */
  readonly title: string;
  /**
   * `complete` once everything is there that can be waited for; `no-item-logs` where there are only
   * totals. Any of them may still change; it counts when its stamps have been the same for a while.
   */
  readonly state: "complete" | "incomplete" | "no-item-logs";
  /** What is missing, as a clause. */
  readonly detail?: string | undefined;
  /** When its newest file was written, in milliseconds since 1970. */
  readonly modified: number;
}

/** The format of what a recorder sends over HTTP. */
export interface Receiver {
  /** What this route cannot know, as sentences to be said before it is used. */
  readonly limits: readonly string[];
  /** How the harness is told where to send, given the address. */
  readonly usage: (address: string) => string;
  /** The events in a body, or in a line of the log that {@link recordOf} made; none in any other value. */
  readonly eventsIn: (value: unknown) => readonly ReceivedEvent[];
  /** The line of the log that keeps events, with what the address they were sent to says of them. */
  readonly recordOf: (url: URL, events: readonly ReceivedEvent[]) => unknown;
}

export interface ReceivedEvent {
  readonly run: string;
  /** Its number within the run; the same twice is the same event. */
  readonly id: number;
  readonly value: unknown;
}

/**
 * The live side of the program's harness.
 *
 * @throws EipError `usage` for a program without one.
 */
export async function liveHarness(
  { program }: Pick<CommandContext, "program">,
  command: "run" | "watch",
): Promise<LiveHarness> {
  const live = await program.harness?.live?.();
  if (live) return live;
  throw new EipError("usage", {
    found: `${program.name} has no "${command}": it reads ${program.reads}, and no harness that writes while one waits`,
    try:
      command === "run"
        ? "npx @eip-eval/lm-eval-adapter run -- lm_eval …"
        : "npx @eip-eval/lm-eval-adapter watch results/",
  });
}
