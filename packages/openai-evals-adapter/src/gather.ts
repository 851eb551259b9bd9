import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EipError, type ReadOptions } from "@eip-eval/core";
import {
  byCodeUnit,
  findFiles,
  isObject,
  type JsonValue,
  type ProblemReport,
  progressMeter,
  type Refused,
} from "@eip-eval/core/io";
import type { Place } from "./event-table.ts";
import { recognise, sortFiles, type LogFile, type SortedFiles } from "./files.ts";
import { partsOfEvents } from "./event-parts.ts";
import { readLogPieces, readLogValues, type ValueOptions } from "./log-values.ts";
import { partsOf, type PlacedPart } from "./parts.ts";
import type { RawRun } from "./raw-run.ts";
import { RunBook, type FileScope } from "./run-book.ts";
import { readSimpleEvals } from "./simple-evals.ts";
import { simpleEvalsName } from "./simple-evals-name.ts";
import { takeEvent, takeRow } from "./take.ts";

/** Everything that was found and read, before anything is decided. */
export interface Gathered {
  readonly filesFound: number;
  readonly sorted: SortedFiles;
  readonly book: RunBook;
  readonly refusals: readonly Refused[];
  readonly onBytes: (bytes: number) => void;
}

/** The first pass: sorts the files and takes all records into tables, one per run. */
export async function gather(
  paths: readonly string[],
  { options, report }: { options: ReadOptions; report: ProblemReport },
): Promise<Gathered> {
  const { signal, strict, text, wants = () => true } = options;
  // A second pass for texts parses everything, and has to find the same records.
  const skips = !(strict || text);
  const found = await findFiles(paths, (problem) => report.passOn(problem));
  const refusals: Refused[] = [];
  const sorted = await sortFiles(found, (error, path) => void refusals.push({ error, path }));
  const meter = progressMeter(options, sorted.logs);
  const book = new RunBook();
  for (const file of sorted.logs) {
    meter.begin(file.path);
    const reading: ValueOptions = {
      signal,
      onBytes: meter.onBytes,
      onDamage: (error, line) => report.skipped(error, { path: file.path, line }),
    };
    if (file.layout === "simple-evals") await takeSimpleEvals(file, { ...reading, book, wants });
    else await takeRecords(file, { ...reading, book, wants, skips });
  }
  await lookBeside(book, sorted.logs);
  return { filesFound: found.length, sorted, book, refusals, onBytes: meter.onBytes };
}

interface TakeOptions extends ValueOptions {
  readonly book: RunBook;
  readonly wants: (benchmark: string) => boolean;
}

async function takeRecords(
  file: LogFile,
  { book, wants, skips, ...reading }: TakeOptions & { readonly skips: boolean },
): Promise<void> {
  const scope = book.open();
  let strays = 0;
  const takeValue = ({ value, line }: JsonValue): void => {
    const parts = partsOf(value);
    const place = { path: file.path, line };
    const taken = parts.filter((part) => take(part, { scope, book, wants, place }));
    // A fragment of a damaged line is reported with the damage.
    if (taken.length > 0 || strays > 0 || !isObject(value)) return;
    strays += 1;
    reading.onDamage(strayError(place), line);
  };
  const wanted = skips ? { partsOf: partsOfEvents(scope) } : {};
  for await (const values of readLogPieces(file, { ...reading, ...wanted })) {
    for (const value of values) takeValue(value);
  }
}

interface TakePlace extends Pick<TakeOptions, "book" | "wants"> {
  readonly scope: FileScope;
  readonly place: Place;
}

/** Takes one part into its run; false for one that belongs to none. */
function take({ part, hint }: PlacedPart, { scope, book, wants, place }: TakePlace): boolean {
  if (part.kind === "eval-info") {
    book.evalNames.set(part.evalId, part.name);
    book.files.add(place.path);
    return true;
  }
  const run = scope.runOf(part);
  if (!run) return false;
  book.files.add(place.path);
  run.paths.add(place.path);
  run.hint ??= hint;
  const benchmark = run.spec?.benchmark;
  if (benchmark !== undefined && !wants(benchmark)) return true;
  if (part.kind === "event") takeEvent(run, part, place);
  else if (part.kind === "row") takeRow(run, part, place);
  else if (part.kind === "report") {
    run.report = part.report;
    run.events = part.events;
  } else if (part.kind === "run-info") {
    const { evalId, model, status, total } = part;
    Object.assign(run.hosted, { evalId: evalId ?? run.hosted.evalId, model, status, total });
  }
  return true;
}

async function takeSimpleEvals(
  file: LogFile,
  { book, wants, ...reading }: TakeOptions,
): Promise<void> {
  const name = simpleEvalsName(file.path);
  if (!wants(name.benchmark)) return;
  const run = book.withId(file.path, "simple-evals");
  book.files.add(file.path);
  run.paths.add(file.path);
  await readSimpleEvals(file, { ...reading, run, name });
}

const MOST_BESIDE = 1000;

/**
 * Events without a spec: its file may lie beside theirs (format document, section 6.2). Outcomes
 * there do not count.
 */
async function lookBeside(book: RunBook, logs: readonly LogFile[]): Promise<void> {
  const lonely = new Set(book.runs.filter(({ source, spec }) => source === "log" && !spec));
  const read = new Set(logs.map(({ path }) => path));
  const folders = new Set(
    [...lonely].flatMap(({ paths }) => [...paths].map((path) => dirname(path))),
  );
  for (const folder of folders) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.toSorted(byCodeUnit).slice(0, MOST_BESIDE)) {
      const path = join(folder, name);
      if (!read.has(path)) await takeSpecOf(path, { book, lonely });
    }
  }
}

async function takeSpecOf(
  path: string,
  { book, lonely }: { book: RunBook; lonely: ReadonlySet<RawRun> },
): Promise<void> {
  const { layout, encoding } = await recognise(path, 0).catch(() => ({
    layout: undefined,
    encoding: "utf-8" as const,
  }));
  if (layout !== "records") return;
  for await (const { value } of readLogValues({ path, encoding }, { onDamage() {} })) {
    const [first] = partsOf(value);
    if (first?.part.kind !== "spec") return;
    const { runId, spec } = first.part;
    const isAwaited = [...lonely].some(({ id }) => id === runId);
    if (isAwaited) book.withSpec(runId, spec);
    return;
  }
}

function strayError({ path, line }: Place): EipError {
  return new EipError("damaged", {
    where: `${path}:${line}`,
    found: "a value that belongs to no run",
    expected: "a spec, an event or a final report",
  });
}
