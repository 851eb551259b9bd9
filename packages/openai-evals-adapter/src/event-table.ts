import { GradeColumn } from "./grade-column.ts";
import type { RawGrade } from "./grades.ts";
import type { PromptPrint } from "./prompt.ts";
import { indexRows, type RowIndex } from "./row-index.ts";
import { tooMany } from "./too-many.ts";

/** Where a row stands. */
export interface Place {
  readonly path: string;
  readonly line: number;
}

/** One outcome of one sample. */
export interface OutcomeRow {
  readonly sample: number;
  /** Orders the outcomes of a sample; the same order and type twice is the same outcome twice. */
  readonly order: number;
  readonly type: string;
  readonly grades: Iterable<readonly [string, RawGrade]>;
  readonly place: Place;
}

const MOST_COLUMNS = 1000;
const MOST_SAMPLES = 10_000_000;

/**
 * Everything that is kept of the events of one run: a number per sample, a row per outcome, a
 * column per key, no texts. Rows may come in any order and more than once (format document, section
 * 0, rules 2 and 3).
 */
export class EventTable {
  /** Ids of the samples by number, in order of appearance. */
  readonly samples: string[] = [];
  /** How many records each sample has, outcomes or not. */
  readonly records: number[] = [];
  /** Fingerprint of the question of each sample; NaN where none is known. */
  readonly questions: number[] = [];
  /** Fingerprint of the whole prompt of each sample. */
  readonly prompts: number[] = [];
  /** Raw grades by key, with the type of the outcome in front: `match.correct`. */
  readonly columns: Map<string, GradeColumn> = new Map();
  /** Samples in which something failed. */
  readonly failed: Set<number> = new Set();
  /** Names under which the model was served, with how many samples were. */
  readonly served: Map<string, number> = new Map();
  /** Events of types that nobody knows, with their number. */
  readonly unknown: Map<string, number> = new Map();
  readonly #numbers = new Map<string, number>();
  readonly #promptOrders: number[] = [];
  readonly #servedAs: (string | undefined)[] = [];
  readonly #sampleOf: number[] = [];
  readonly #orders: number[] = [];
  readonly #types: number[] = [];
  readonly #typeNumbers = new Map<string, number>();
  readonly #paths: string[] = [];
  readonly #pathOf: number[] = [];
  readonly #lines: number[] = [];
  #index: RowIndex | undefined;

  /** Rows as they were added, equal ones included. */
  get rows(): number {
    return this.#sampleOf.length;
  }

  /** The number of a sample, of which one more record is here. */
  sample(id: string): number {
    let number = this.#numbers.get(id);
    if (number === undefined) {
      if (this.samples.length === MOST_SAMPLES) throw tooMany("samples in one run", MOST_SAMPLES);
      number = this.samples.push(id) - 1;
      this.#numbers.set(id, number);
      this.records.push(0);
      this.questions.push(Number.NaN);
      this.prompts.push(Number.NaN);
      this.#promptOrders.push(Number.POSITIVE_INFINITY);
      this.#servedAs.push(undefined);
      this.#index = undefined;
    }
    this.records[number]! += 1;
    return number;
  }

  /** The number of a sample that has records. */
  numberOf(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  addOutcome({ sample, order, type, grades, place }: OutcomeRow): void {
    const row = this.rows;
    this.#sampleOf.push(sample);
    // An outcome without a number is like no other.
    this.#orders.push(Number.isNaN(order) ? row + 0.5 : order);
    this.#types.push(numberIn(this.#typeNumbers, type));
    this.#pathOf.push(this.#pathNumber(place.path));
    this.#lines.push(place.line);
    for (const [key, grade] of grades) this.#column(`${type}.${key}`)?.add(row, grade);
    this.#index = undefined;
  }

  /** Whether a prompt of this order would be the first of its sample. */
  isFirstPrompt(sample: number, order: number): boolean {
    return order < this.#promptOrders[sample]!;
  }

  /** Notes the first prompt of a sample; those behind it may be a grader's. */
  setPrompt(
    sample: number,
    {
      order,
      print,
      served,
    }: { order: number; print: PromptPrint | undefined; served?: string | undefined },
  ): void {
    this.#promptOrders[sample] = order;
    this.questions[sample] = print?.question ?? Number.NaN;
    this.prompts[sample] = print?.prompt ?? Number.NaN;
    const before = this.#servedAs[sample];
    if (before !== undefined) count(this.served, before, -1);
    if (served !== undefined) count(this.served, served, 1);
    this.#servedAs[sample] = served;
  }

  noteUnknown(type: string): void {
    count(this.unknown, type, 1);
  }

  hasType(type: string): boolean {
    return this.#typeNumbers.has(type);
  }

  /** The rows of a sample in order, equal ones once. */
  rowsOf(sample: number): Uint32Array {
    return this.#rowIndex().rowsOf(sample);
  }

  /** Two different outcomes of one sample under one number; `undefined` where there are none. */
  conflict(): { readonly sample: string; readonly places: readonly [Place, Place] } | undefined {
    for (const [first, second] of this.#rowIndex().equals) {
      for (const column of this.columns.values()) {
        if (column.at(first) !== column.at(second)) {
          const sample = this.samples[this.#sampleOf[first]!]!;
          return { sample, places: [this.placeOf(first), this.placeOf(second)] };
        }
      }
    }
    return undefined;
  }

  /** The sample of the n-th outcome that was added. */
  sampleOfRow(row: number): number | undefined {
    return this.#sampleOf[row];
  }

  placeOf(row: number): Place {
    return { path: this.#paths[this.#pathOf[row]!]!, line: this.#lines[row]! };
  }

  #rowIndex(): RowIndex {
    this.#index ??= indexRows(this.samples.length, {
      sampleOf: this.#sampleOf,
      orders: this.#orders,
      types: this.#types,
    });
    return this.#index;
  }

  #column(key: string): GradeColumn | undefined {
    let column = this.columns.get(key);
    if (!column && this.columns.size < MOST_COLUMNS) {
      column = new GradeColumn();
      this.columns.set(key, column);
    }
    return column;
  }

  #pathNumber(path: string): number {
    const last = this.#paths.length - 1;
    return this.#paths[last] === path ? last : this.#paths.push(path) - 1;
  }
}

function numberIn(numbers: Map<string, number>, name: string): number {
  let number = numbers.get(name);
  if (number === undefined) numbers.set(name, (number = numbers.size));
  return number;
}

const MOST_NAMES = 1000;

function count(counts: Map<string, number>, name: string, by: number): void {
  const now = (counts.get(name) ?? 0) + by;
  if (now === 0) counts.delete(name);
  else if (counts.size < MOST_NAMES || counts.has(name)) counts.set(name, now);
}
