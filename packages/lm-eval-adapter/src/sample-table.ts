import type { ScoreScale } from "@eip-eval/core";
import { ScoreColumn, type TextPool } from "./columns.ts";
import { readGrade, shapeOfGrade } from "./grade.ts";
import { Occurrences } from "./occurrences.ts";
import type { HashKind, SampleRecord } from "./record.ts";

/** No such id in this row. */
export const NO_ID = -1;

/** What the raw grades of one metric under one filter are. */
export interface Tally {
  graded: number;
  ungraded: number;
  /** Rows whose grade is a list of booleans. */
  lists: number;
  /** The first raw grade that is no score, as a clause, and its line. */
  bad: { readonly shape: string; readonly isNumber: boolean; readonly line: number } | undefined;
  /** Range of the numbers among the raw grades. */
  lowest: number;
  highest: number;
}

export interface MetricColumn {
  readonly scores: ScoreColumn;
  /** By filter number. */
  readonly tallies: Tally[];
  /** By row, where the log has several repetitions. */
  readonly repeats: Map<number, readonly (number | null)[]>;
}

/** Responses under one filter that tell about the task rather than about the model. */
export interface FilterTally {
  rows: number;
  /** No answer was found in the response. */
  invalid: number;
  listTargets: number;
}

/** The scale of a metric's raw grades; `undefined` is from 0 to 1. */
export type ScaleOf = (metric: string) => ScoreScale | undefined;

/**
 * The records of one benchmark in one file as columns: a row per line, a number per id, no texts.
 * Filters are told apart by their key, and without one by counting the lines of each document
 * (format document, trap 1).
 */
export class SampleTable {
  rows = 0;
  /** Names of the filters by number, in order of appearance; empty where no line names one. */
  readonly filterNames: string[] = [];
  readonly filters: FilterTally[] = [];
  readonly filterOfRow: number[] = [];
  readonly docIds: number[] = [];
  readonly hashes: number[] = [];
  readonly hashKinds: Set<HashKind> = new Set();
  readonly prompts: number[] = [];
  /** The data set's own ids, by field. */
  readonly ids: Map<string, number[]> = new Map();
  /** Fields that the caller wants, in the same form. */
  readonly carried: Map<string, number[]> = new Map();
  readonly metrics: Map<string, MetricColumn> = new Map();
  /** Distinct documents. */
  docs = 0;
  readonly #texts: TextPool;
  readonly #scaleOf: ScaleOf;
  readonly #filterNumbers = new Map<string, number>();
  readonly #rowsOfFilter = new Map<number, readonly number[]>();
  /** Lines so far by document; needed while reading only. */
  #lines = new Occurrences();

  constructor(texts: TextPool, scaleOf: ScaleOf) {
    this.#texts = texts;
    this.#scaleOf = scaleOf;
  }

  add(record: SampleRecord, line: number): void {
    const row = this.rows++;
    this.docIds.push(this.#idNumber(record.docId));
    this.hashes.push(this.#idNumber(record.hash, this.hashes[row - 1]));
    const filter = this.#filterNumber(row, record.filter);
    this.filterOfRow.push(filter);
    this.hashKinds.add(record.hashKind);
    this.prompts.push(record.prompt);
    for (const [field, id] of record.ids) this.#addText(this.ids, field, { row, text: id });
    for (const [field, text] of record.carried) this.#addText(this.carried, field, { row, text });
    const tally = (this.filters[filter] ??= { rows: 0, invalid: 0, listTargets: 0 });
    tally.rows += 1;
    if (record.isInvalid) tally.invalid += 1;
    if (record.hasListTarget) tally.listTargets += 1;
    for (const [metric, raw] of record.grades) {
      this.#addGrade(metric, { row, filter, line, raw });
      const repeats = record.repeats.get(metric);
      if (repeats) this.#addRepeats(metric, { row, repeats });
    }
  }

  /** Says that the file ends here. */
  seal(): void {
    this.#lines = new Occurrences();
  }

  /** Rows of one filter, in the order of the file. */
  rowsOf(filter: number): readonly number[] {
    let rows = this.#rowsOfFilter.get(filter);
    if (!rows) {
      rows = rowsWith(this.filterOfRow, filter);
      this.#rowsOfFilter.set(filter, rows);
    }
    return rows;
  }

  #filterNumber(row: number, name: string | undefined): number {
    const docId = this.docIds[row]!;
    const before = this.#lines.add(docId === NO_ID ? 2 * this.hashes[row]! + 1 : 2 * docId);
    if (before === 0) this.docs += 1;
    if (name === undefined) return before;
    let number = this.#filterNumbers.get(name);
    if (number === undefined) {
      number = this.filterNames.push(name) - 1;
      this.#filterNumbers.set(name, number);
    }
    return number;
  }

  #idNumber(id: string | undefined, before?: number): number {
    return id === undefined ? NO_ID : this.#texts.add(id, before);
  }

  /** The carried fields of a row. */
  carriedAt(row: number): Record<string, string> | undefined {
    if (this.carried.size === 0) return undefined;
    const fields = [...this.carried].flatMap(([field, column]): [string, string][] => {
      const text = column[row] ?? NO_ID;
      return text === NO_ID ? [] : [[field, this.#texts.at(text)]];
    });
    return Object.fromEntries(fields);
  }

  #addText(
    columns: Map<string, number[]>,
    field: string,
    { row, text }: { row: number; text: string },
  ): void {
    let column = columns.get(field);
    if (!column) columns.set(field, (column = []));
    while (column.length < row) column.push(NO_ID);
    column.push(this.#texts.add(text, column[row - 1]));
  }

  #addGrade(
    metric: string,
    { row, filter, line, raw }: { row: number; filter: number; line: number; raw: unknown },
  ): void {
    const column = this.#metric(metric);
    const tally = (column.tallies[filter] ??= newTally());
    const reading = readGrade(metric, raw, this.#scaleOf(metric));
    if (!reading) return;
    noteRange(tally, raw);
    if (reading.kind === "none") {
      tally.bad ??= { shape: shapeOfGrade(raw), isNumber: isNumeric(raw), line };
      return;
    }
    if (reading.kind === "list") tally.lists += 1;
    if (reading.score === null) tally.ungraded += 1;
    else tally.graded += 1;
    column.scores.set(row, reading.score);
  }

  #addRepeats(
    metric: string,
    { row, repeats }: { row: number; repeats: readonly unknown[] },
  ): void {
    const scale = this.#scaleOf(metric);
    const scores = repeats.map((raw) => {
      const reading = readGrade(metric, raw, scale);
      return reading && reading.kind !== "none" ? reading.score : null;
    });
    this.#metric(metric).repeats.set(row, scores);
  }

  #metric(name: string): MetricColumn {
    let column = this.metrics.get(name);
    if (!column) {
      column = { scores: new ScoreColumn(), tallies: [], repeats: new Map() };
      this.metrics.set(name, column);
    }
    return column;
  }
}

function rowsWith(filterOfRow: readonly number[], filter: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < filterOfRow.length; row += 1) {
    if (filterOfRow[row] === filter) rows.push(row);
  }
  return rows;
}

function newTally(): Tally {
  return {
    graded: 0,
    ungraded: 0,
    lists: 0,
    bad: undefined,
    lowest: Infinity,
    highest: -Infinity,
  };
}

function isNumeric(raw: unknown): boolean {
  return typeof raw === "number" || (typeof raw === "string" && Number.isFinite(Number(raw)));
}

function noteRange(tally: Tally, raw: unknown): void {
  if (!isNumeric(raw) || raw === "") return;
  tally.lowest = Math.min(tally.lowest, Number(raw));
  tally.highest = Math.max(tally.highest, Number(raw));
}
