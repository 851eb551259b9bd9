import type { Notice } from "@eip-eval/core";
import { listText } from "@eip-eval/core/io";
import type { TextPool } from "./columns.ts";
import { disagreementOf, docId, hash, type Disagreement, type RunRows } from "./disagreement.ts";
import type { LabelledRun } from "./run.ts";
import { NO_ID } from "./sample-table.ts";

/** One run and the filter whose rows count. */
export interface CountedRun {
  readonly run: LabelledRun;
  readonly filter: number;
}

/** The items of one benchmark. */
export interface Items {
  /** The id of the item in a row of a run; the same over all runs. */
  readonly itemOf: (run: LabelledRun, row: number) => string;
  /** The same item under the number of its text, where that is known, which is faster to look up. */
  readonly keyOf: (run: LabelledRun, row: number) => number | string;
  /** The hash of the question, where known. */
  readonly hashOf: (run: LabelledRun, row: number) => string | undefined;
  readonly notices: readonly Notice[];
}

/**
 * Decides once per benchmark, over all its runs, what identifies an item (format document, section
 * 7): the data set's own id where every record has one; else doc_id where it always stands for the
 * same document; else the hash of the document; else doc_id, which is then all there is.
 */
export function identifyItems(counted: readonly CountedRun[], texts: TextPool): Items {
  const runs = counted.map(({ run, filter }) => ({ run, rows: run.table.rowsOf(filter) }));
  const disagreement = disagreementOf(runs);
  const identity = identityOf(runs, { disagreement, texts });
  const notices = disagreement ? [disagreementNotice(runs, { ...disagreement, ...identity })] : [];
  return {
    itemOf: identity.itemOf,
    keyOf: identity.numberOf ?? identity.itemOf,
    hashOf(run, row) {
      const number = hash(run, row);
      return number === NO_ID ? undefined : texts.at(number);
    },
    notices: identity.by === "era" ? [...notices, eraNotice(runs)] : notices,
  };
}

interface Identity {
  readonly by: "own" | "doc_id" | "hash" | "era";
  readonly itemOf: Items["itemOf"];
  /** The number of that text, where there is one. */
  readonly numberOf?: typeof docId;
}

function identityOf(
  runs: readonly RunRows[],
  { disagreement, texts }: { disagreement: Disagreement | undefined; texts: TextPool },
): Identity {
  const own = ownIdField(runs);
  if (own !== undefined) {
    const numberOf: typeof docId = (run, row) => run.table.ids.get(own)![row]!;
    return { by: "own", numberOf, itemOf: (run, row) => texts.at(numberOf(run, row)) };
  }
  const hasAll = (numberOf: typeof hash): boolean =>
    runs.every(({ run, rows }) => rows.every((row) => numberOf(run, row) !== NO_ID));
  const numberOf: typeof docId = (run, row) =>
    docId(run, row) === NO_ID ? hash(run, row) : docId(run, row);
  const itemOf: Items["itemOf"] = (run, row) => texts.at(numberOf(run, row));
  if (new Set(runs.map(({ run }) => run.file.isWriteOut)).size > 1) {
    return { by: "era", itemOf: (run, row) => eraPrefix(run) + itemOf(run, row) };
  }
  const kinds = new Set(runs.flatMap(({ run }) => [...run.table.hashKinds]));
  const areComparable = hasAll(hash) && kinds.size === 1 && !kinds.has("prompt");
  if (areComparable && (disagreement || !hasAll(docId))) {
    return { by: "hash", itemOf: byHash(runs, texts) };
  }
  return { by: "doc_id", numberOf, itemOf };
}

function eraPrefix({ file }: LabelledRun): string {
  return file.isWriteOut ? "write_out-" : "";
}

/** The first id field that every record has and that no run uses twice. */
function ownIdField(runs: readonly RunRows[]): string | undefined {
  const fields = [...(runs[0]?.run.table.ids.keys() ?? [])];
  return fields.find((field) =>
    runs.every(({ run, rows }) => {
      const column = run.table.ids.get(field) ?? [];
      const ids = new Set(rows.map((row) => column[row] ?? NO_ID));
      return ids.size === rows.length && !ids.has(NO_ID);
    }),
  );
}

function disagreementNotice(
  runs: readonly RunRows[],
  { shared, differing, isDisjoint, models, by }: Disagreement & Identity,
): Notice {
  const { benchmark } = runs[0]!.run;
  const joined = {
    own: "items are joined by the data set's own id",
    hash: isDisjoint
      ? "no question occurs twice, so these are different versions of the task"
      : "items are joined by the hash",
    doc_id: "items are joined by doc_id all the same, because these hashes cannot be compared",
    era: "items are joined by doc_id within one version",
  };
  return {
    severity: by === "own" ? "note" : "warning",
    code: "item-identity",
    message: `${benchmark}: doc_id and the hash of the document disagree for ${differing} of ${shared} shared items (${listText(models)}); ${joined[by]}.`,
    benchmark,
    models,
  };
}

function eraNotice(runs: readonly RunRows[]): Notice {
  const { benchmark } = runs[0]!.run;
  const models = runs.filter(({ run }) => run.file.isWriteOut).map(({ run }) => run.model);
  return {
    severity: "warning",
    code: "item-identity",
    message: `${benchmark}: version 0.3 numbered its documents in a shuffled order, so the items of ${listText(models)} are not joined with those of later versions.`,
    benchmark,
    models,
  };
}

const SHORT_HASH = 16;

/** Ids from hashes, as short as they can be; equal documents of one run are numbered. */
function byHash(
  runs: readonly RunRows[],
  texts: TextPool,
): (run: LabelledRun, row: number) => string {
  const hashes = new Set(runs.flatMap(({ run, rows }) => rows.map((row) => hash(run, row))));
  const short = new Set([...hashes].map((number) => texts.at(number).slice(0, SHORT_HASH)));
  const length = short.size === hashes.size ? SHORT_HASH : Infinity;
  const repeats = new Map(runs.map(({ run, rows }) => [run, repeatsOf(run, rows)]));
  return (run, row) => {
    const repeat = repeats.get(run)!.get(row);
    const id = texts.at(hash(run, row)).slice(0, length);
    return repeat === undefined ? id : `${id}-${repeat}`;
  };
}

function repeatsOf(run: LabelledRun, rows: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  const repeats = new Map<number, number>();
  for (const row of rows) {
    const count = (counts.get(hash(run, row)) ?? 0) + 1;
    counts.set(hash(run, row), count);
    if (count > 1) repeats.set(row, count);
  }
  return repeats;
}
