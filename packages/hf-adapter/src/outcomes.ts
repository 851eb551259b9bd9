import { createHash } from "node:crypto";
import { EipError, patternLookup, type ReadOptions, type ScoreScale } from "@eip-eval/core";
import { count, listText } from "@eip-eval/core/io";
import { GradeColumn, troubleWith } from "./grade-column.ts";
import type { ParquetFile } from "./parquet.ts";
import {
  detailsColumns,
  neededPaths,
  recordsOf,
  type DetailsColumns,
  type DetailsFamily,
  type DetailsRecord,
  type HashKind,
} from "./record.ts";

/** The items of a details file with every metric that has a score for each. */
export interface GradedItems {
  readonly family: DetailsFamily;
  readonly items: readonly string[];
  readonly contentHashes: readonly (string | undefined)[] | undefined;
  readonly hashKind: HashKind | undefined;
  /** Metrics that are scores per item, in the order of the file. */
  readonly usable: readonly GradeColumn[];
  /** Why the others are none. */
  readonly refused: readonly RefusedMetric[];
  /** Rows that could not be read, or of which a grade could not: never a score. */
  readonly problems: readonly EipError[];
}

/** A metric that is no score per item. */
export interface RefusedMetric {
  readonly metric: string;
  /** A clause behind the quoted name. */
  readonly reason: string;
}

/** How a details file is to be read. */
export interface GradingOptions {
  /** Names the file in messages. */
  readonly where: string;
  /** The scale of a metric, where the user gave one. */
  readonly scaleOf?: ((metric: string) => ScoreScale | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the grades of a details file and what identifies its items, and nothing else of it.
 *
 * @throws EipError `unsupported` for a Parquet file without the columns of details, `no-outcomes` for
 * one without rows.
 */
export async function gradedItems(
  file: ParquetFile,
  options: GradingOptions,
): Promise<GradedItems> {
  const { where, signal } = options;
  const columns = detailsColumns(file);
  if (!columns) throw noDetails(file, where);
  if (file.rows === 0) throw new EipError("no-outcomes", { where, found: "details without a row" });
  const gathered = new Gathered(options);
  for await (const batch of file.batches(neededPaths(columns))) {
    signal?.throwIfAborted();
    for (const record of recordsOf(batch, columns)) gathered.add(record);
  }
  return gathered.done(columns);
}

class Gathered {
  readonly #options: GradingOptions;
  readonly #grades = new Map<string, GradeColumn>();
  readonly #rows: number[] = [];
  readonly #ids: (string | undefined)[] = [];
  readonly #contents: (string | undefined)[] = [];
  #unreadable:
    | { readonly row: number; readonly reason: string; readonly count: number }
    | undefined;

  constructor(options: GradingOptions) {
    this.#options = options;
  }

  add({ row, grades, id, content }: DetailsRecord): void {
    if (typeof grades === "string") {
      const first = this.#unreadable ?? { row, reason: grades, count: 0 };
      this.#unreadable = { ...first, count: first.count + 1 };
      return;
    }
    const at = this.#rows.push(row) - 1;
    this.#ids.push(id);
    this.#contents.push(content);
    for (const [metric, raw] of grades) this.#column(metric).add(raw, { at, row });
  }

  #column(metric: string): GradeColumn {
    let column = this.#grades.get(metric);
    if (!column) {
      column = new GradeColumn(metric, this.#options.scaleOf?.(metric));
      this.#grades.set(metric, column);
    }
    return column;
  }

  done({ family, content }: DetailsColumns): GradedItems {
    const judged = [...this.#grades.values()].map((column) => ({
      column,
      trouble: troubleWith(column),
    }));
    const usable = judged
      .filter(({ trouble }) => trouble === undefined)
      .map(({ column }) => column);
    const isNative = areIds(this.#ids);
    const hasContent = content !== undefined && this.#contents.some((one) => one !== undefined);
    return {
      family,
      items: this.#rows.map((row, at) => (isNative ? this.#ids[at]! : String(row))),
      contentHashes: hasContent
        ? this.#contents.map((one) => hashOf(one, content.kind))
        : undefined,
      hashKind: hasContent ? content.kind : undefined,
      usable,
      refused: judged.flatMap(({ column: { metric }, trouble }) =>
        trouble === undefined ? [] : [{ metric, reason: trouble }],
      ),
      problems: [...this.#rowProblem(), ...usable.flatMap((column) => this.#gradeProblem(column))],
    };
  }

  #rowProblem(): EipError[] {
    if (!this.#unreadable) return [];
    const { row, reason, count: rows } = this.#unreadable;
    return [this.#problem(row, `${reason}${andMore(rows)}`)];
  }

  #gradeProblem({ metric, bad }: GradeColumn): EipError[] {
    if (!bad) return [];
    return [
      this.#problem(
        bad.row,
        `"${metric}" is ${bad.shape}, not a number from 0 to 1${andMore(bad.count)}`,
      ),
    ];
  }

  #problem(row: number, found: string): EipError {
    const where = `${this.#options.where}, row ${row}`;
    return new EipError("unreadable", { where, found, try: "the row is left out" });
  }
}

function andMore(rows: number): string {
  return rows > 1 ? `; and ${count(rows - 1, "more such row")}` : "";
}

/** Ids of the data set: short, without a space, one for every row and each once. */
function areIds(ids: readonly (string | undefined)[]): boolean {
  return (
    ids.every((id) => id !== undefined && /^\S{1,64}$/.test(id)) && new Set(ids).size === ids.length
  );
}

function hashOf(content: string | undefined, kind: HashKind): string | undefined {
  if (content === undefined || kind === "hashes.example") return content;
  return createHash("sha256").update(content).digest("hex");
}

function noDetails({ columns }: ParquetFile, where: string): EipError {
  return new EipError("unsupported", {
    where,
    found: `Parquet with the columns ${listText([...columns.keys()]) || "of nothing"}`,
    expected: "details of a leaderboard: metrics beside example, hashes or doc",
  });
}

/** What the user asked for in one benchmark. */
export interface MetricWish {
  readonly metric: string | undefined;
  readonly scaleOf: (metric: string) => ScoreScale | undefined;
}

/**
 * The metric and the scale that the options name for a benchmark. A scale counts for the metric that
 * was asked for, else for every metric.
 */
export function metricWish(
  benchmark: string,
  { metrics = {}, scales = {} }: Pick<ReadOptions, "metrics" | "scales">,
): MetricWish {
  const metric = patternLookup(metrics)
    .find(benchmark)
    ?.replace(/,none$/, "");
  const scale = patternLookup(scales).find(benchmark);
  return { metric, scaleOf: (one) => (metric === undefined || one === metric ? scale : undefined) };
}
