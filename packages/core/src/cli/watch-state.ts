/** What a watch has told already, on disk, so that it goes on where it was stopped. */

import { createHash } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { mkdir, readFile, realpath, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { EipError } from "../errors.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import { systemCode } from "../io/file-error.ts";
import type { LiveRun } from "./live-harness.ts";

const SCHEMA = "eip-watch/1";

interface Stored {
  readonly schema: typeof SCHEMA;
  /** For whoever looks at the file. */
  readonly watched: readonly string[];
  readonly stamps: readonly string[];
  readonly incomplete: readonly string[];
}

/** The runs that were told about, by hashes of what identifies them. */
export class WatchState {
  readonly file: string;
  /** Whether the last watch was stopped between making an announcement and noting it. */
  readonly mayRepeat: boolean;
  readonly #watched: readonly string[];
  #stamps: ReadonlySet<string>;
  #incomplete: ReadonlySet<string>;

  private constructor(file: string, stored: Stored, mayRepeat: boolean) {
    this.file = file;
    this.mayRepeat = mayRepeat;
    this.#watched = stored.watched;
    this.#stamps = new Set(stored.stamps);
    this.#incomplete = new Set(stored.incomplete);
  }

  /**
   * The state of a watch of these paths by this program; empty for the first one.
   *
   * @throws EipError `write` where no state can be kept, `damaged` for a file that is no state.
   */
  static async open(program: string, paths: readonly string[]): Promise<WatchState> {
    const watched = await Promise.all(
      paths.map((path) => realpath(path).catch(() => resolve(path))),
    );
    const file = join(
      await stateFolder(),
      `watch-${program}-${hash(watched.toSorted().join("\n"))}.json`,
    );
    const mayRepeat = (await textOf(nextOf(file))) !== undefined;
    await rm(nextOf(file), { force: true });
    const text = await textOf(file);
    const empty: Stored = { schema: SCHEMA, watched, stamps: [], incomplete: [] };
    return new WatchState(file, text === undefined ? empty : storedFrom(text, file), mayRepeat);
  }

  /** Whether nothing of a run is new, or only that it is still not complete. */
  knows({ run, stamps, state }: LiveRun): boolean {
    if (stamps.every((stamp) => this.#stamps.has(hash(stamp)))) return true;
    return state !== "complete" && this.#incomplete.has(hash(run));
  }

  /** Whether this is the first watch of these paths. */
  get isEmpty(): boolean {
    return this.#stamps.size === 0;
  }

  /**
   * Puts runs down as told. What is slow happens now; calling what comes back takes no time, so that
   * hardly anything can come between an announcement and the note of it.
   */
  async prepare(runs: readonly LiveRun[]): Promise<() => void> {
    const stamps = new Set(this.#stamps);
    const incomplete = new Set(this.#incomplete);
    for (const { run, stamps: own, state } of runs) {
      for (const stamp of own) stamps.add(hash(stamp));
      if (state === "complete") incomplete.delete(hash(run));
      else incomplete.add(hash(run));
    }
    const stored: Stored = {
      schema: SCHEMA,
      watched: this.#watched,
      stamps: [...stamps],
      incomplete: [...incomplete],
    };
    const next = nextOf(this.file);
    const text = `${JSON.stringify(stored)}\n`;
    await writeFileAtomic(next, text);
    return () => {
      moveOrWrite(next, { to: this.file, text });
      this.#stamps = stamps;
      this.#incomplete = incomplete;
    };
  }
}

/** Renames a file; writes it anew where another watch of the same paths has taken it for its own. */
function moveOrWrite(
  from: string,
  { to, text }: { readonly to: string; readonly text: string },
): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    const own = `${from}-${process.pid}`;
    writeFileSync(own, text);
    renameSync(own, to);
  }
}

function nextOf(file: string): string {
  return `${file}.next`;
}

/** `$XDG_STATE_HOME/eip`, else `~/.local/state/eip`; never beside the input. */
async function stateFolder(): Promise<string> {
  const given = process.env["XDG_STATE_HOME"];
  const base = given && isAbsolute(given) ? given : join(homedir(), ".local", "state");
  const folder = join(base, "eip");
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new EipError("write", {
      where: folder,
      found: `the state of the watch cannot be kept there (${systemCode(cause) || String(cause)})`,
      try: "set XDG_STATE_HOME to a folder that may be written to",
      cause,
    });
  }
  return folder;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new EipError("unreadable", {
      where: file,
      found: systemCode(cause) || String(cause),
      cause,
    });
  }
}

function storedFrom(text: string, file: string): Stored {
  try {
    const value = JSON.parse(text) as Partial<Stored>;
    const { watched, stamps, incomplete } = value;
    if (value.schema === SCHEMA && areTexts(watched) && areTexts(stamps) && areTexts(incomplete)) {
      return { schema: SCHEMA, watched, stamps, incomplete };
    }
  } catch {
    // Told below.
  }
  throw new EipError("damaged", {
    where: file,
    found: "not the state of a watch",
    expected: `a file with the schema ${SCHEMA}`,
    try: "delete it; everything will be told once more",
  });
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
