import { readdir, realpath, stat } from "node:fs/promises";
import type { Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { EipError } from "../errors.ts";
import type { Problem } from "../outcomes/adapter.ts";
import { systemCode } from "./file-error.ts";
import { nearestName } from "./nearest-name.ts";
import { STANDARD_INPUT } from "./open.ts";

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/**
 * The files behind the given files and folders, sorted by path (code units), each real file once.
 * Folders are walked to the bottom except hidden ones and `node_modules`; a symbolic link is
 * followed after everything real, so that a file keeps its real name and a loop ends. What may not
 * be read is reported and left out. `-` (standard input) is passed on.
 *
 * @throws EipError `not-found` for a path that does not exist; `try` names the nearest one.
 * @example
 * ```ts
 * await findFiles(["results"], console.warn);
 * // [{ path: "results/m/samples_gsm8k.jsonl", size: 48211, modified: 1735689600000 }, …]
 * ```
 */
export async function findFiles(
  paths: readonly string[],
  onProblem: (problem: Problem) => void,
): Promise<FoundFile[]> {
  const walk = new Walk(onProblem);
  for (const path of paths) {
    if (path === STANDARD_INPUT) walk.found.push({ path, size: 0, modified: 0 });
    else await walk.enterByName(path, await rootStats(path, onProblem));
  }
  await walk.followLinks();
  return walk.found.toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

class Walk {
  readonly found: FoundFile[] = [];
  readonly #seen = new Set<string>();
  readonly #links: string[] = [];
  readonly #onProblem: (problem: Problem) => void;

  constructor(onProblem: (problem: Problem) => void) {
    this.#onProblem = onProblem;
  }

  async enterByName(path: string, stats: Stats | undefined): Promise<void> {
    if (stats) await this.#enter(path, stats, await realpath(path).catch(() => resolve(path)));
  }

  async followLinks(): Promise<void> {
    for (let path = this.#links.shift(); path !== undefined; path = this.#links.shift()) {
      const stats = await statsOrProblem(path, this.#onProblem);
      if (stats?.isFile() || stats?.isDirectory()) await this.enterByName(path, stats);
    }
  }

  async #enter(path: string, stats: Stats, real: string): Promise<void> {
    if (this.#seen.has(real)) return;
    this.#seen.add(real);
    if (stats.isDirectory()) await this.#list(path, real);
    else this.found.push({ path, size: stats.isFile() ? stats.size : 0, modified: stats.mtimeMs });
  }

  async #list(folder: string, realFolder: string): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      this.#onProblem(unreadable(folder, error));
      return [];
    });
    // A Hub cache keeps its files under content hashes in blobs/, and their names in snapshots/.
    const isHubCache = entries.some(({ name }) => name === "snapshots");
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) this.#links.push(path);
      else if (entry.isFile() || (entry.isDirectory() && isWalked(entry.name, isHubCache))) {
        const stats = await statsOrProblem(path, this.#onProblem);
        if (stats) await this.#enter(path, stats, join(realFolder, entry.name));
      }
    }
  }
}

function isWalked(folder: string, inHubCache: boolean): boolean {
  if (folder === "node_modules" || (inHubCache && folder === "blobs")) return false;
  return !/^\.(?!\.|__)/.test(folder); // lm-eval files the model ./x under ".__x", ../x under "..__x"
}

async function rootStats(
  path: string,
  onProblem: (problem: Problem) => void,
): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    const code = systemCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      onProblem(unreadable(path, error));
      return undefined;
    }
    const nearest = await nearestSibling(path);
    throw new EipError("not-found", {
      found: `no file or folder "${path}"`,
      try: nearest === undefined ? "check the spelling" : `did you mean ${nearest}?`,
      cause: error,
    });
  }
}

async function statsOrProblem(
  path: string,
  onProblem: (problem: Problem) => void,
): Promise<Stats | undefined> {
  return stat(path).catch((error: unknown) => {
    onProblem(unreadable(path, error));
    return undefined;
  });
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "no permission to read it"],
  ["EPERM", "no permission to read it"],
  ["ENOENT", "a broken symbolic link"],
  ["ELOOP", "a symbolic link that leads to itself"],
]);

function unreadable(path: string, error: unknown): Problem {
  const code = systemCode(error);
  const reason = REASONS.get(code) ?? `the system refused it (${code || String(error)})`;
  return { severity: "skipped", code: "unreadable", message: `${path}: ${reason}.`, path };
}

async function nearestSibling(path: string): Promise<string | undefined> {
  const folder = dirname(path);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const nearest = nearestName(
    basename(path),
    entries.map(({ name }) => name),
  );
  const entry = entries.find(({ name }) => name === nearest);
  return entry && join(folder, entry.name) + (entry.isDirectory() ? "/" : "");
}
