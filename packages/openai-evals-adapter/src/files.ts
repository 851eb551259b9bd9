import { basename } from "node:path";
import { EipError, type IgnoredFile } from "@eip-eval/core";
import {
  jsonOutline,
  kindFromHead,
  kindTitle,
  readHead,
  recogniseFile,
  type FileKind,
  type FoundFile,
} from "@eip-eval/core/io";
import { encodingOf, utf8Converter, type Encoding } from "./encoding.ts";
import { isNamedLikeSimpleEvals } from "./simple-evals-name.ts";

/** How a file is read: record by record, or as the one object that simple-evals writes. */
export type Layout = "records" | "simple-evals";

export interface LogFile {
  readonly path: string;
  readonly size: number;
  readonly encoding: Encoding;
  readonly layout: Layout;
}

/** What was found among the given paths. */
export interface SortedFiles {
  readonly logs: readonly LogFile[];
  readonly ignored: readonly IgnoredFile[];
  /** Files of other programs, by what they are. */
  readonly foreign: ReadonlyMap<FileKind, readonly string[]>;
}

/** Sorts files by what is in them; a file that should be ours and is not readable is reported. */
export async function sortFiles(
  found: readonly FoundFile[],
  onRefused: (error: EipError, path: string) => void,
): Promise<SortedFiles> {
  const logs: LogFile[] = [];
  const ignored: IgnoredFile[] = [];
  const foreign = new Map<FileKind, string[]>();
  for (const { path, size } of found) {
    try {
      const { kind, layout, encoding, refusal } = await recognise(path, size);
      if (refusal) onRefused(refusal, path);
      else if (layout) logs.push({ path, size, layout, encoding });
      else {
        ignored.push({ path, reason: `not of this harness: ${kindTitle(kind)}` });
        foreign.set(kind, [...(foreign.get(kind) ?? []), path]);
      }
    } catch (error) {
      if (!EipError.isInstance(error)) throw error;
      onRefused(error, path);
    }
  }
  return { logs, ignored, foreign };
}

interface Recognised {
  readonly kind: FileKind;
  readonly encoding: Encoding;
  readonly layout?: Layout | undefined;
  readonly refusal?: EipError | undefined;
}

/** Looks at the first bytes of a file, never at its name, except to say what a stray file is. */
export async function recognise(path: string, size: number): Promise<Recognised> {
  const raw = await readHead(path);
  const encoding = encodingOf(raw);
  const head = utf8Converter(encoding)(raw);
  const kind = encoding === "utf-8" ? await recogniseFile(path) : kindFromHead(head);
  if (kind === "lfs-pointer") return { kind, encoding, refusal: pointerError(path, size) };
  if (kind === "openai-evals") return { kind, encoding, layout: "records" };
  if (kind !== "json-other" && kind !== "text-other") return { kind, encoding };
  const text = head.toString("utf8");
  return { kind, encoding, ...closerLook(path, text) };
}

/**
 * What core does not know at first sight: rarer files of this house, and logs with a broken front.
 */
function closerLook(path: string, text: string): Partial<Recognised> {
  const { keys } = jsonOutline(text);
  const has = (...names: string[]): boolean => names.every((name) => keys.has(name));
  if (has("htmls") || has("metadata.example_level_metadata")) return { layout: "simple-evals" };
  if (has("body.run_id") || has("data_source_idx", "run_id") || RECORDS.test(text)) {
    return { layout: "records" };
  }
  if (has("record_type", "timestamp")) return { refusal: nanoevalError(path) };
  if (has("competition_reports")) return { refusal: reportsError(path) };
  if (isNamedLikeSimpleEvals(path)) return { refusal: totalsError(path) };
  const behind = text.slice(text.indexOf("\n") + 1);
  const isCut = behind !== text && kindFromHead(Buffer.from(behind)) === "openai-evals";
  return isCut ? { layout: "records" } : {};
}

/** A request of the HTTP recorder with its body as text, or an object of the API. */
const RECORDS = /"body"\s*:\s*"\[\s*\{\\"run_id|"object"\s*:\s*"eval(?:\.run)?"/;

function pointerError(path: string, size: number): EipError {
  return new EipError("lfs-pointer", {
    where: path,
    found: `a Git LFS pointer of ${size} bytes, not the log`,
    try: "git lfs pull",
  });
}

function nanoevalError(path: string): EipError {
  return new EipError("unsupported", {
    where: path,
    found: "a nanoeval record, which names neither its model nor its eval",
    try: "make a table of model, item and score from it, and give that",
  });
}

function reportsError(path: string): EipError {
  return new EipError("unsupported", {
    where: path,
    found: "an mle-bench report, which has scores in the units of each competition",
    try: "make a table of model, item and one of its yes-or-no columns, and give that",
  });
}

function totalsError(path: string): EipError {
  return new EipError("no-item-logs", {
    where: path,
    found: "a page or the totals of simple-evals, which cannot be taken apart",
    expected: `the file that ends in _allresults.json, beside ${basename(path)}`,
  });
}
