/** The files of a store, and which of the runs in them count. */

import type { FileMetaData } from "hyparquet";
import { EipError } from "../errors.ts";
import { byCodeUnit } from "../outcomes/order.ts";
import { readError } from "./file-error.ts";
import type { FoundFile } from "./files.ts";
import type { OpenFile } from "./open.ts";
import { damagedParquet, keyValue, withFile } from "./parquet-source.ts";
import { isIntact, sealedLength } from "./store-digests.ts";
import { headsFromText, STORE_KEY } from "./store-heads.ts";
import type { StoredHead } from "./store-run.ts";

/** A run and where it lies. */
export interface PlacedRun {
  readonly head: StoredHead;
  /** The file; a merged one holds many runs. */
  readonly path: string;
  /** For each metric its first row in the file. */
  readonly starts: readonly number[];
}

/** One Parquet file of a store. */
export interface StoreFile {
  readonly path: string;
  readonly size: number;
  /** In the order of their rows. */
  readonly runs: readonly PlacedRun[];
}

/** A footer fits into this, unless the file is a merged one. */
const FOOTER = 16 * 1024;

/**
 * What a file of a store says about its runs; `undefined` for a Parquet file of somebody else. Only
 * its end is read.
 *
 * @throws EipError `damaged` for a file that is cut off, is no Parquet or contradicts itself.
 */
export async function readStoreFile({
  path,
  size,
}: Pick<FoundFile, "path" | "size">): Promise<StoreFile | undefined> {
  const metadata = await withFile(path, (file) => readMetadata(file, path));
  const text = keyValue(metadata, STORE_KEY);
  if (text === undefined) return undefined;
  return { path, size, runs: placedRuns(headsFromText(text, path), { path, metadata }) };
}

/**
 * The metadata of a file, of which only the end is read.
 *
 * @throws EipError `damaged` for metadata that have changed, or are none.
 */
export async function readMetadata(
  file: Pick<OpenFile, "size" | "read">,
  path: string,
): Promise<FileMetaData> {
  const { parquetMetadataAsync } = await import("hyparquet");
  const readEnd = (bytes: number): Promise<Buffer> =>
    file.read(Math.max(0, file.size - bytes), Math.min(bytes, file.size));
  let end = await readEnd(FOOTER);
  const length = sealedLength(end);
  if (length > end.length && length <= file.size) end = await readEnd(length);
  if (isIntact(end) === false) {
    throw new EipError("damaged", {
      where: path,
      found: "metadata that have changed since they were written",
      try: "copy or download it again",
    });
  }
  // What was read serves again; the decoder asks for no more than that.
  const inMemory = {
    byteLength: file.size,
    slice: async (start: number, stop = file.size) => {
      const from = start - (file.size - end.length);
      const bytes =
        from >= 0 ? end.subarray(from, from + stop - start) : await file.read(start, stop - start);
      return new Uint8Array(bytes).buffer;
    },
  };
  return parquetMetadataAsync(inMemory, { initialFetchSize: end.length }).catch(
    damagedParquet(path),
  );
}

/** No file that was merged has a quarter as many. */
const MOST_ROWS = 2 ** 28;

function placedRuns(
  heads: readonly StoredHead[],
  { path, metadata }: { path: string; metadata: FileMetaData },
): PlacedRun[] {
  const starts = heads.map(({ parts }) => parts.map(() => 0));
  const most = Math.max(0, ...heads.map(({ parts }) => parts.length));
  let next = 0;
  for (let metric = 0; metric < most; metric += 1) {
    for (const [at, { parts }] of heads.entries()) {
      if (metric >= parts.length) continue;
      starts[at]![metric] = next;
      next += parts[metric]!.rows;
    }
  }
  if (next > MOST_ROWS) {
    throw new EipError("too-large", {
      where: path,
      found: `${next} rows`,
      expected: `at most ${MOST_ROWS} in a file of a store`,
    });
  }
  const inGroups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (next !== Number(metadata.num_rows) || next !== inGroups) {
    throw new EipError("damaged", {
      where: path,
      found: `${metadata.num_rows} rows, ${inGroups} in its groups`,
      expected: `${next}, as its metadata say`,
      try: "add the runs again",
    });
  }
  return heads.map((head, at) => ({ head, path, starts: starts[at]! }));
}

/** How many files are open at once. */
const AT_ONCE = 16;

/** Reads the ends of files; what cannot be read is told and left out. */
export async function readStoreFiles(
  files: readonly FoundFile[],
  options: {
    readonly onProblem: (error: EipError, path: string) => void;
    /** Told about each Parquet file that no store wrote. */
    readonly onForeign?: ((path: string) => void) | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<StoreFile[]> {
  const { default: limited } = await import("p-limit");
  const atOnce = limited(AT_ONCE);
  const read = await Promise.all(
    files.map((file) =>
      atOnce(async () => {
        options.signal?.throwIfAborted();
        return readStoreFile(file).catch((cause: unknown) => readError(file.path, cause));
      }),
    ),
  );
  const known: StoreFile[] = [];
  for (const [at, one] of read.entries()) {
    const { path } = files[at]!;
    if (EipError.isInstance(one)) options.onProblem(one, path);
    else if (one) known.push(one);
    else options.onForeign?.(path);
  }
  return known;
}

type Unnumbered = Omit<StoredHead, "generation">;

/** What identifies the bytes that a run was made from. */
function versionOf({ sourceHash, id }: Unnumbered): string {
  return sourceHash ?? id;
}

/** Runs of one source, model and benchmark can take each other's place. */
function placeKey({ source, model, benchmark }: StoredHead): string {
  return JSON.stringify([source, model, benchmark]);
}

/** Whether a new run of a source cannot stand beside an older one of the same model and benchmark. */
export function replaces(newer: Unnumbered, older: Unnumbered): boolean {
  return versionOf(newer) !== versionOf(older) || newer.run === older.run;
}

/** Whether a run has taken the place of another one of the same source, model and benchmark. */
export function supersedes(newer: StoredHead, older: StoredHead): boolean {
  return newer.generation > older.generation && replaces(newer, older);
}

/**
 * The runs that count: without those whose source was added again in a newer version, and each once,
 * also while it lies in its own file and in a merged one. Sorted by benchmark, file and row.
 */
export function currentRuns(files: readonly StoreFile[]): PlacedRun[] {
  const sorted = files.toSorted(mergedFirst);
  const byKey = new Map<string, PlacedRun[]>();
  for (const run of sorted.flatMap(({ runs }) => runs)) {
    const key = placeKey(run.head);
    const known = byKey.get(key) ?? [];
    byKey.set(key, known);
    const isKnown = known.some(
      ({ head }) => head.id === run.head.id && head.generation === run.head.generation,
    );
    if (!isKnown) known.push(run);
  }
  const current = [...byKey.values()].flatMap((runs) =>
    runs.filter(({ head }) => !runs.some((other) => supersedes(other.head, head))),
  );
  return current.toSorted(
    (a, b) =>
      byCodeUnit(a.head.benchmark, b.head.benchmark) ||
      byCodeUnit(a.path, b.path) ||
      a.starts[0]! - b.starts[0]!,
  );
}

/** A merged file has more runs, and is written when its runs are safe in files of their own. */
function mergedFirst(a: StoreFile, b: StoreFile): number {
  return b.runs.length - a.runs.length || byCodeUnit(a.path, b.path);
}
