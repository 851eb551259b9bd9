/** What a watch does at every look. */

import { stat } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { findFiles, type FoundFile } from "../io/files.ts";
import { plainText } from "../report/plain-text.ts";
import { capturedOutput } from "./captured-output.ts";
import { coloursFor } from "./colours.ts";
import { errorText } from "./error-text.ts";
import type { LiveRun, RunFollower } from "./live-harness.ts";
import { writeReport, type LiveFlags } from "./live-report.ts";
import { exitCode, type CommandContext } from "./program.ts";
import { GIVEN_UP, QuietTime } from "./quiet-time.ts";
import { run as rank } from "./rank.ts";
import { OutputClosed, write } from "./streams.ts";
import type { WatchState } from "./watch-state.ts";

export interface WatchParts {
  readonly state: WatchState;
  readonly follower: RunFollower;
  readonly paths: readonly string[];
  readonly flags: LiveFlags;
}

/** One watch: what it looks at, what it remembers and what it has said. */
export class Watch {
  readonly #context: CommandContext;
  readonly #parts: WatchParts;
  readonly #quiet = new QuietTime();
  readonly #said = new Set<string>();
  /** The files as they were when ranking failed: without a change it would fail again. */
  #failedOn: string | undefined;

  constructor(context: CommandContext, parts: WatchParts) {
    this.#context = context;
    this.#parts = parts;
  }

  async greet(isOnce: boolean): Promise<void> {
    const { paths, state } = this.#parts;
    if (!isOnce) await this.#say(`Watching ${paths.join(", ")}. Ctrl-C ends it.`);
    if (state.mayRepeat) {
      await this.#say(
        "The last watch was stopped while it told about a run; that run may come once more.",
      );
    } else if (!isOnce && !state.isEmpty) {
      await this.#say("What was told about before is not repeated.");
    }
  }

  /** One look that never gives up: what fails is said once, and tried again when a file changed. */
  async lookOn(): Promise<void> {
    const files = await this.#files();
    const seen = files
      .map(({ path, size, modified }) => `${path}\t${size}\t${modified}`)
      .join("\n");
    if (seen === this.#failedOn) return;
    try {
      await this.#lookAt(files);
      this.#failedOn = undefined;
    } catch (error) {
      const { signal, stderr, program } = this.#context;
      if (signal?.aborted || error instanceof OutputClosed || !EipError.isInstance(error))
        throw error;
      this.#failedOn = seen;
      await write(stderr, errorText(error, program, await coloursFor(stderr)));
    }
  }

  /** One look; gives back the exit code of the ranking, if there is one. */
  async look(): Promise<number> {
    const { paths } = this.#parts;
    const [missing] = await absent(paths);
    if (missing === undefined) return this.#lookAt(await this.#files());
    throw new EipError("not-found", {
      found: `no file or folder "${missing}"`,
      try: "check the spelling",
    });
  }

  async #lookAt(files: readonly FoundFile[]): Promise<number> {
    const { follower, state } = this.#parts;
    const runs = await follower.look(files, this.#context.signal);
    this.#quiet.observe(runs);
    const news = withoutCopies(runs.filter((one) => !state.knows(one)));
    const ready = news.filter((one) => this.#quiet.isOver(one));
    if (ready.length > 0) return this.#tell(ready);
    if (this.#parts.flags.quiet !== true && news.length > 0) {
      await this.#sayOnce(`${plainText(waitingText(news))}\n`);
    }
    return exitCode.fine;
  }

  /** Ranks, and shows the result together with the runs that led to it. */
  async #tell(ready: readonly LiveRun[]): Promise<number> {
    const { state, paths, flags } = this.#parts;
    const output = capturedOutput(this.#context);
    await write(output.stderr, toldText(ready));
    const isRanked = ready.some((one) => one.state !== "no-item-logs");
    const context = { ...this.#context, ...output };
    const there = await present(paths);
    const code = isRanked ? await rank(context, [there], flags) : exitCode.fine;
    if (isRanked) await writeReport(context, there, flags);
    const note = await state.prepare(ready);
    await output.flush();
    note();
    return code;
  }

  /** The files of the paths that are there; a folder may come late, or go and come back. */
  async #files(): Promise<readonly FoundFile[]> {
    const { paths } = this.#parts;
    for (const path of await absent(paths)) {
      await this.#sayOnce(`${plainText(path)} is not there; waiting for it.\n`);
    }
    const problems: string[] = [];
    const files = await findFiles(await present(paths), ({ message }) =>
      problems.push(message),
    ).catch((error: unknown) => {
      // It went away between the two looks.
      if (EipError.isInstance(error) && error.code === "not-found") return [];
      throw error;
    });
    for (const message of problems) await this.#sayOnce(`${plainText(message)}\n`);
    return files;
  }

  async #sayOnce(text: string): Promise<void> {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    await write(this.#context.stderr, text);
  }

  async #say(sentence: string): Promise<void> {
    if (!this.#parts.flags.quiet) await write(this.#context.stderr, `${plainText(sentence)}\n`);
  }
}

/** One of the runs that lie in several places with the same records; the one that is most complete. */
function withoutCopies(runs: readonly LiveRun[]): readonly LiveRun[] {
  const first = new Map<string, LiveRun>();
  for (const one of runs) {
    const key = [one.run, ...one.stamps].join("\n");
    const other = first.get(key);
    if (other === undefined || (other.state !== "complete" && one.state === "complete"))
      first.set(key, one);
  }
  return [...first.values()];
}

async function present(paths: readonly string[]): Promise<readonly string[]> {
  const missing = new Set(await absent(paths));
  return paths.filter((path) => !missing.has(path));
}

async function absent(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return paths.filter((_, at) => !found[at]);
}

/** Not more runs than this by name. */
const MOST_NAMED = 20;

function toldText(runs: readonly LiveRun[]): string {
  const lines = runs.slice(0, MOST_NAMED).map(({ title, state, detail }) => {
    if (state === "complete") return `Complete: ${title}.`;
    const reason = detail === undefined ? "" : `: ${detail}`;
    return state === "no-item-logs"
      ? `! No per-item logs: ${title}${reason}.`
      : `! Not complete, and nothing new for ${GIVEN_UP} s: ${title}${reason}. It is taken as it is.`;
  });
  const rest = runs.length - lines.length;
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])]
    .map((line) => `${plainText(line)}\n`)
    .join("");
}

function waitingText(runs: readonly LiveRun[]): string {
  const titles = runs.slice(0, MOST_NAMED).map(({ title }) => title);
  const rest = runs.length - titles.length;
  return `Not complete yet: ${titles.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}.`;
}
