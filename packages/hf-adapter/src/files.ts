import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { EipError, type IgnoredFile } from "@eip-eval/core";
import { kindTitle, recogniseFile, type FileKind, type FoundFile } from "@eip-eval/core/io";
import { detailsName, type DetailsName } from "./file-name.ts";
import { placeOf, type FilePlace } from "./place.ts";
import { stampIn } from "./stamp.ts";

/** A local file with the items of one task. */
export interface DetailsFile extends FilePlace {
  readonly path: string;
  readonly size: number;
  readonly task: string;
  /** The run; absent for a file that was renamed. */
  readonly stamp: string | undefined;
  readonly isParquet: boolean;
}

/** A local results file. */
export interface ResultsFile extends FilePlace {
  readonly path: string;
  readonly stamp: string | undefined;
}

/** What was found among the given paths. */
export interface SortedFiles {
  readonly details: readonly DetailsFile[];
  readonly results: readonly ResultsFile[];
  readonly ignored: readonly IgnoredFile[];
  /** Files of other programs, by what they are. */
  readonly foreign: ReadonlyMap<FileKind, readonly string[]>;
}

/** Sorts files by what is in them; a file that should be ours and is not readable is reported. */
export async function sortFiles(
  found: readonly FoundFile[],
  {
    onRefused,
    signal,
  }: { onRefused: (error: EipError, path: string) => void; signal?: AbortSignal | undefined },
): Promise<SortedFiles> {
  const sorted = {
    details: [] as DetailsFile[],
    results: [] as ResultsFile[],
    ignored: [] as IgnoredFile[],
    foreign: new Map<FileKind, string[]>(),
  };
  for (const file of found) {
    signal?.throwIfAborted();
    try {
      sortOne(file, { kind: await recogniseFile(file.path), sorted });
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      onRefused(error, file.path);
    }
  }
  return sorted;
}

function sortOne(
  file: FoundFile,
  {
    kind,
    sorted,
  }: {
    kind: FileKind;
    sorted: {
      details: DetailsFile[];
      results: ResultsFile[];
      ignored: IgnoredFile[];
      foreign: Map<FileKind, string[]>;
    };
  },
): void {
  const { path } = file;
  const name = detailsName(path);
  const { stamp } = name;
  const isNamed = name.task !== undefined;
  if (kind === "lm-eval-samples" || kind === "hf-details" || (isNamed && isParquetKind(kind))) {
    sorted.details.push(detailsFile(file, { name, isParquet: kind !== "lm-eval-samples" }));
  } else if (name.kind !== "other" && !path.endsWith(".parquet") && isResultsKind(kind)) {
    sorted.results.push({ path, stamp, ...placeOf(path) });
  } else if (name.kind !== "other" && isBroken(kind)) throw brokenFile(file, { kind, isNamed });
  else if (!FURNITURE.has(basename(path))) {
    sorted.ignored.push({ path, reason: ignoredReason(kind) });
    sorted.foreign.set(kind, [...(sorted.foreign.get(kind) ?? []), path]);
  }
}

/** Every repository has these; a leaderboard would list thousands. */
const FURNITURE: ReadonlySet<string> = new Set(["README.md", ".gitattributes"]);

function isParquetKind(kind: FileKind): boolean {
  return kind === "parquet" || kind === "table-parquet";
}

/** The oldest results have neither settings nor a common shape, so their name decides. */
function isResultsKind(kind: FileKind): boolean {
  return kind === "lm-eval-results" || kind === "hf-results" || kind === "json-other";
}

function isBroken(kind: FileKind): boolean {
  return (
    kind === "empty" ||
    kind === "lfs-pointer" ||
    kind === "binary" ||
    kind === "text-other" ||
    kind === "json-other"
  );
}

function detailsFile(
  { path, size }: FoundFile,
  { name: { task, stamp }, isParquet }: { name: DetailsName; isParquet: boolean },
): DetailsFile {
  const stem = basename(path).replace(/(?:\.parquet|\.jsonl?)?(?:\.gz)?$/i, "");
  return {
    path,
    size,
    task: task ?? stem.replace(/^(?:samples|details)_(?=.)/, ""),
    stamp,
    isParquet,
    ...placeOf(path),
  };
}

function brokenFile(
  { path, size }: FoundFile,
  { kind, isNamed }: { kind: FileKind; isNamed: boolean },
): EipError {
  if (kind === "lfs-pointer") {
    return new EipError("lfs-pointer", {
      where: path,
      found: `a Git LFS pointer of ${size} bytes, not the file itself`,
      try: "git lfs pull",
    });
  }
  if (kind === "empty") {
    return new EipError("empty", { where: path, found: "an empty file", try: "download it again" });
  }
  return new EipError("unsupported", {
    where: path,
    found: `named like ${isNamed ? "details" : "results"} of a leaderboard, but holds ${kindTitle(kind)}`,
    try: "leave the file out, or download it again",
  });
}

function ignoredReason(kind: FileKind): string {
  if (kind === "hf-results") return "totals; the items are in the details";
  return `no details of a leaderboard: ${kindTitle(kind)}`;
}

/** The results files of the same run in the folder of a file, and in the one around the run's. */
export async function resultsBeside({ path, stamp, root }: DetailsFile): Promise<ResultsFile[]> {
  const folder = dirname(path);
  const folders = stampIn(basename(folder)) === undefined ? [folder] : [folder, dirname(folder)];
  const found: ResultsFile[] = [];
  for (const one of stamp === undefined ? [] : folders) {
    const entries = await readdir(one, { withFileTypes: true }).catch(() => []);
    for (const { name } of entries.filter((entry) => !entry.isDirectory())) {
      const { kind, stamp: own } = detailsName(name);
      if (kind !== "results" || own !== stamp || name.endsWith(".parquet")) continue;
      found.push({ path: join(one, name), stamp, root, model: undefined });
    }
  }
  return found;
}
