import { basename } from "node:path";
import { EipError } from "../errors.ts";
import type { Adapter, Outcome, ReadOptions, ScoreScale } from "../outcomes/adapter.ts";
import { checkColumns, plainName } from "../outcomes/columns.ts";
import { patternLookup, type PatternLookup } from "../outcomes/pattern.ts";
import { scoreFromGrade } from "../outcomes/score.ts";
import type { TableOptions } from "../outcomes/table-layout.ts";
import { isCutOff } from "./file-error.ts";
import { isLongText, withHashedItem } from "./item-hash.ts";
import { STANDARD_INPUT, shownPath } from "./open.ts";
import { ProblemReport } from "./problem-report.ts";
import type { PlacedCell } from "./placed-cell.ts";
import { openCells, type CellSource } from "./table-cells.ts";
import { findTables, type TableFile } from "./table-files.ts";
import {
  hashedNotice,
  mappingNotice,
  namelessRow,
  offScale,
  unmatchedNotice,
} from "./table-messages.ts";
import { TableSummary } from "./table-summary.ts";

/**
 * The reader of tables: long and wide CSV and TSV, JSON lines, Parquet, py-irt lines, Every Eval
 * Ever instances and score vectors; texts plain or gzipped, `-` for standard input.
 *
 * @example
 * ```ts
 * for await (const { model, item, score } of tables.read(["long.csv"])) console.log(model, item, score);
 * // m0 q1 1
 * ```
 */
export const tables: Adapter = tablesWith({});

/**
 * The reader of tables whose columns have other names: `columns` maps a role (model, item, score,
 * benchmark, trial) to a column, `rows` says what the rows of a wide table are, `carry` names
 * further columns for the metadata of the outcomes.
 *
 * @throws EipError `bad-option` for a role that does not exist.
 * @example
 * ```ts
 * tablesWith({ columns: { score: "points" }, carry: ["passage"] }).read(["exam.csv"]);
 * ```
 */
export function tablesWith(options: TableOptions): Adapter {
  checkColumns(options.columns ?? {});
  return {
    contract: 1,
    name: "tables",
    read: (paths, readOptions = {}) => new TableReader(options, readOptions).read(paths),
  };
}

/** One pass over some tables. */
class TableReader {
  readonly #table: TableOptions;
  readonly #options: ReadOptions;
  readonly #report: ProblemReport;
  readonly #scales: PatternLookup<ScoreScale>;
  readonly #summary = new TableSummary();
  readonly #mappings = new Map<string, string[]>();
  readonly #headers = new Set<string>();
  readonly #unwanted = new Set<string>();
  readonly #hashed = new Set<string>();
  #bytes = 0;

  constructor(table: TableOptions, options: ReadOptions) {
    this.#table = { ...table, carry: [...(table.carry ?? []), ...(options.carry ?? [])] };
    this.#options = options;
    this.#report = new ProblemReport(options.onProblem);
    this.#scales = patternLookup(options.scales ?? {});
  }

  async *read(paths: readonly string[]): AsyncGenerator<Outcome> {
    let path = paths[0] ?? "";
    try {
      const files = await findTables(paths, {
        ...this.#table,
        scales: this.#options.scales,
        report: this.#report,
        summary: this.#summary,
      });
      const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
      for (const file of files) {
        path = file.path;
        for await (const outcomes of this.#file(file, totalBytes)) {
          for (const outcome of outcomes) yield outcome;
        }
      }
      if (this.#summary.isEmpty) throw this.#nothingRead(paths);
    } catch (error) {
      throw this.#report.fatal(error, path);
    }
    this.#note();
    this.#options.onSummary?.(this.#summary.finish("tables"));
  }

  async *#file(file: TableFile, totalBytes: number): AsyncGenerator<Iterable<Outcome>> {
    const { path } = file;
    const { signal, text = false, name, onProgress } = this.#options;
    const skip = (error: EipError, line?: number): void =>
      this.#report.skipped(error, { path, line });
    const source = await openCells(file, {
      table: this.#table,
      text,
      name,
      signal,
      onBytes: (bytes) => {
        this.#bytes += bytes;
        onProgress?.({ bytes: this.#bytes, totalBytes, file: path });
      },
      onTooLong: file.kind === "table-csv" ? undefined : skip,
      onDamaged: skip,
    });
    try {
      for await (const cells of source.cells) {
        signal?.throwIfAborted();
        yield this.#outcomes(cells, { path, source });
      }
    } catch (error) {
      // What came before the cut is whole.
      if (!EipError.isInstance(error) || !isCutOff(error)) throw error;
      skip(error);
    } finally {
      await source.close();
    }
    this.#finishFile(source, path);
  }

  *#outcomes(
    cells: Iterable<PlacedCell>,
    { path, source }: { path: string; source: CellSource },
  ): Generator<Outcome> {
    const { wants } = this.#options;
    const text = Boolean(this.#options.text);
    const fallback = benchmarkOfFile(path);
    for (const placed of cells) {
      const benchmark = placed.cell.benchmark ?? fallback;
      if (wants && !wants(benchmark)) {
        this.#unwanted.add(benchmark);
        continue;
      }
      const outcome = this.#outcome(placed, { benchmark, path, hint: source.hint });
      if (!outcome) continue;
      const isLong = isLongText(outcome.item);
      if (isLong) this.#hashed.add(path);
      const identified = isLong ? withHashedItem(outcome, text) : outcome;
      this.#summary.add(identified, { path, metric: source.metric });
      yield identified;
    }
  }

  #finishFile({ header, mapping }: CellSource, path: string): void {
    this.#summary.filesRead += 1;
    for (const column of header) this.#headers.add(plainName(column));
    if (mapping === undefined) return;
    this.#mappings.set(mapping, [...(this.#mappings.get(mapping) ?? []), path]);
  }

  #outcome(
    { cell, line, details }: PlacedCell,
    { benchmark, path, hint }: { benchmark: string; path: string; hint: string | undefined },
  ): Outcome | undefined {
    const { model, item, grade } = cell;
    if (model === undefined || item === undefined) {
      const what = model === undefined ? "model" : "item";
      this.#report.skipped(namelessRow(what, { path, line }), { path, line });
      return undefined;
    }
    const scale = this.#scales.find(benchmark) ?? "unit";
    const score = scoreFromGrade(grade, scale);
    if (score === undefined) throw offScale({ model, item, grade, scale }, { path, line, hint });
    return details
      ? { model, benchmark, item, score, ...details }
      : { model, benchmark, item, score };
  }

  #note(): void {
    const { notices } = this.#summary;
    for (const path of this.#hashed) notices.push(hashedNotice(path));
    for (const [mapping, paths] of this.#mappings) notices.push(mappingNotice(mapping, paths));
    for (const pattern of this.#scales.unused()) {
      notices.push(unmatchedNotice(`The scale for "${pattern}" fits no benchmark.`));
    }
    for (const column of Object.values(this.#table.columns ?? {})) {
      if (!this.#headers.has(plainName(column)))
        notices.push(unmatchedNotice(`No table has a column called "${column}".`));
    }
  }

  #nothingRead(paths: readonly string[]): EipError {
    const others = [...this.#unwanted].toSorted().slice(0, 5).join(", ");
    return new EipError("no-outcomes", {
      where: paths.map(shownPath).join(", "),
      found: others === "" ? "a table without rows" : `only other benchmarks (${others})`,
      expected: "at least one row with a score",
    });
  }
}

/** What the benchmark of a table is called that does not name it. */
export function benchmarkOfFile(path: string): string {
  if (path === STANDARD_INPUT) return "stdin";
  const name = basename(path).replace(/\.gz$/i, "");
  return name.replace(/(?<=.)\.(?:csv|tsv|txt|jsonl|jsonlines|ndjson|json|parquet)$/i, "");
}
