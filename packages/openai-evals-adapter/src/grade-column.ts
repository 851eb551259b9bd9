import { LIST, OTHER, type RawGrade } from "./grades.ts";

const MOST_LABELS = 100;

/**
 * The raw grades under one key, by row; rows come in ascending order, and most may have none. Of a
 * key with many different texts only the first hundred are kept: those are no labels.
 *
 * @example
 * ```ts
 * const column = new GradeColumn();
 * column.add(3, true);
 * [column.at(2), column.at(3)]; // [undefined, true]
 * ```
 */
export class GradeColumn {
  readonly #rows: number[] = [];
  readonly #grades: RawGrade[] = [];
  readonly #labels = new Map<string, string>();

  get size(): number {
    return this.#rows.length;
  }

  /** Texts under this key, in order of appearance. */
  get labels(): readonly string[] {
    return [...this.#labels.keys()];
  }

  add(row: number, grade: RawGrade): void {
    this.#rows.push(row);
    this.#grades.push(typeof grade === "string" ? this.#label(grade) : grade);
  }

  at(row: number): RawGrade | undefined {
    const place = placeOf(this.#rows, row);
    return this.#rows[place] === row ? this.#grades[place] : undefined;
  }

  /** Rows with their grades. */
  *entries(): Generator<readonly [number, RawGrade]> {
    for (const [place, row] of this.#rows.entries()) yield [row, this.#grades[place]!];
  }

  /** What kinds of grades stand under this key. */
  get kinds(): ReadonlySet<GradeKind> {
    return new Set(this.#grades.map(kindOf));
  }

  /** One object per label, however often it stands in the log. */
  #label(text: string): RawGrade {
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    if (this.#labels.size === MOST_LABELS) return OTHER;
    this.#labels.set(text, text);
    return text;
  }
}

function placeOf(rows: readonly number[], row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type GradeKind = "null" | "list" | "text" | "number" | "boolean";

function kindOf(grade: RawGrade): GradeKind {
  if (grade === null) return "null";
  if (grade === LIST) return "list";
  if (grade === OTHER || typeof grade === "string") return "text";
  return typeof grade === "number" ? "number" : "boolean";
}
