/** The runs of one folder; see `openStore`. */

import { mkdir, open, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { EipError } from "../errors.ts";
import type { Problem } from "../outcomes/adapter.ts";
import type { GradedMetric, GradedRun, RunHead } from "../outcomes/graded-run.ts";
import { writeFileAtomic } from "./atomic.ts";
import { findFiles } from "./files.ts";
import { ProblemReport } from "./problem-report.ts";
import { currentRuns, readStoreFiles, type PlacedRun, type StoreFile } from "./store-files.ts";
import { StoreIndex } from "./store-index.ts";
import { loadRun } from "./store-load.ts";
import { mergedFile, plannedFiles, type PlannedFile } from "./store-merge.ts";
import { MERGED, runFolder } from "./store-names.ts";
import { storeRows } from "./store-rows.ts";
import { plainHead, storedForm } from "./store-run.ts";
import { storeFile } from "./store-write.ts";

/** A run that is in a store. */
export interface StoredRun extends RunHead {
  /** The Parquet file that holds it, perhaps among others. */
  readonly path: string;
}

/** What became of a run that was added. */
export interface AddedRun extends StoredRun {
  /** False where the store had this very run. */
  readonly isNew: boolean;
}

export interface StoreOptions {
  /** Told about files that cannot be read; absent: the first throws. */
  readonly onProblem?: ((problem: Problem) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `compact` did. */
export interface Compaction {
  readonly runs: number;
  readonly filesBefore: number;
  readonly filesAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Runs on disk, one Parquet file each until they are merged. */
export interface Store {
  readonly folder: string;
  /**
   * Adds a run. One that is there already changes nothing; one whose source is there in another
   * version takes its place. The same runs make the same bytes.
   *
   * @throws EipError `unsupported`, `off-scale` or `usage` for a run that cannot be kept, `disk-full`
   *   and `write` for what the system refuses.
   */
  add(run: GradedRun): Promise<AddedRun>;
  /** The runs that count, by benchmark, file and row; reads the ends of the files only. */
  list(): Promise<readonly StoredRun[]>;
  /** Whether a source is here, in this version where one is given. */
  has(source: string, sourceHash?: string): Promise<boolean>;
  /** The rows of a run under one metric, or under all. */
  load(run: StoredRun, metric?: GradedMetric): Promise<GradedRun>;
  /**
   * Merges the files of each benchmark. A kill at any moment leaves a store that reads the same:
   * a merged file is in place before the files it replaces go.
   */
  compact(): Promise<Compaction>;
}

export class FolderStore implements Store {
  readonly folder: string;
  readonly #options: StoreOptions;
  readonly #placed = new WeakMap<StoredRun, PlacedRun>();
  /** The last addition under each key, so that two of one source do not miss each other. */
  readonly #adding = new Map<string, Promise<AddedRun>>();
  #index: Promise<StoreIndex> | undefined;

  constructor(folder: string, options: StoreOptions) {
    this.folder = folder;
    this.#options = options;
  }

  async add(run: GradedRun): Promise<AddedRun> {
    const before = this.#adding.get(run.source);
    const next = (before ?? Promise.resolve()).then(
      () => this.#add(run),
      () => this.#add(run),
    );
    this.#adding.set(run.source, next);
    try {
      return await next;
    } finally {
      if (this.#adding.get(run.source) === next) this.#adding.delete(run.source);
    }
  }

  async #add(run: GradedRun): Promise<AddedRun> {
    const { head: unnumbered, parts } = storedForm(run);
    const index = await this.#known();
    const known = index.sameAs(unnumbered);
    if (known) return { ...this.#shown(known), isNew: false };
    const head = { ...unnumbered, generation: index.nextGeneration(unnumbered) };
    const folder = join(this.folder, ...runFolder(head));
    const number = head.generation === 0 ? "" : `-${head.generation}`;
    const path = join(folder, `${head.id}${number}.parquet`);
    await mkdir(folder, { recursive: true });
    const pieces: Uint8Array[] = [];
    for await (const piece of storeFile([{ head, part: (metric) => parts[metric]! }])) {
      pieces.push(piece);
    }
    await writeFileAtomic(path, Buffer.concat(pieces));
    const placed = { head, path, starts: startsOf(parts) };
    const gone = index.add(placed).filter((old) => !basename(old.path).startsWith(MERGED));
    // What cannot be removed is passed over by every reader all the same.
    for (const old of gone) await rm(old.path, { force: true }).catch(() => undefined);
    return { ...this.#shown(placed), isNew: true };
  }

  async list(): Promise<readonly StoredRun[]> {
    const runs = currentRuns(await this.#scan());
    this.#index = Promise.resolve(new StoreIndex(runs));
    return runs.map((run) => this.#shown(run));
  }

  async has(source: string, sourceHash?: string): Promise<boolean> {
    return (await this.#known()).has(source, sourceHash);
  }

  async load(run: StoredRun, metric?: GradedMetric): Promise<GradedRun> {
    const placed = this.#placed.get(run);
    if (!placed) throw new EipError("usage", { found: "a run that this store did not list" });
    const rows = storeRows();
    try {
      return await loadRun(placed, rows, metric);
    } finally {
      await rows.close();
    }
  }

  async compact(): Promise<Compaction> {
    const files = await this.#scan();
    const runs = currentRuns(files);
    const planned = plannedFiles(this.folder, runs);
    const wanted = new Set(planned.map(({ path }) => path));
    const present = new Set(files.map(({ path }) => path));
    for (const file of planned) {
      this.#options.signal?.throwIfAborted();
      if (!present.has(file.path)) await this.#merge(file);
    }
    const gone = files.filter(({ path }) => !wanted.has(path));
    for (const folder of new Set([...wanted].map((path) => dirname(path)))) await synced(folder);
    for (const { path } of gone) await removeWithFolder(path, this.folder);
    this.#index = undefined;
    const after = await this.#scan();
    return {
      runs: runs.length,
      filesBefore: files.length,
      filesAfter: after.length,
      bytesBefore: bytesOf(files),
      bytesAfter: bytesOf(after),
    };
  }

  async #merge(file: PlannedFile): Promise<void> {
    const rows = storeRows();
    try {
      await writeFileAtomic(file.path, mergedFile(file, rows));
    } finally {
      await rows.close();
    }
  }

  async #scan(): Promise<StoreFile[]> {
    const report = new ProblemReport(this.#options.onProblem);
    const found = await findFiles([this.folder], (problem) => report.passOn(problem));
    return readStoreFiles(
      found.filter(({ path }) => path.endsWith(".parquet")),
      {
        signal: this.#options.signal,
        onProblem: (error, path) => report.skipped(error, { path }),
      },
    );
  }

  #known(): Promise<StoreIndex> {
    this.#index ??= this.#scan().then((files) => new StoreIndex(currentRuns(files)));
    return this.#index;
  }

  #shown(placed: PlacedRun): StoredRun {
    const run: StoredRun = { ...plainHead(placed.head), path: placed.path };
    this.#placed.set(run, placed);
    return run;
  }
}

function startsOf(parts: readonly { readonly rows: number }[]): number[] {
  let next = 0;
  return parts.map(({ rows }) => (next += rows) - rows);
}

function bytesOf(files: readonly StoreFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** The names in a folder reach the disk, before what they replace goes. */
async function synced(folder: string): Promise<void> {
  // Some systems cannot do it, and need it less.
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Removes a file, and its folder when that was the last one in it. */
async function removeWithFolder(path: string, store: string): Promise<void> {
  await rm(path, { force: true });
  if (dirname(path) !== store) await rmdir(dirname(path)).catch(() => undefined);
}
