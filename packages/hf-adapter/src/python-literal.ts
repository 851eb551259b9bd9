/** What a literal of Python stands for: dictionaries as maps, tuples as arrays. */
export type PythonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly PythonValue[]
  | ReadonlyMap<PythonValue, PythonValue>;

/** The value of a literal, or where and why it is none. */
export type LiteralReading =
  | { readonly value: PythonValue }
  | { readonly at: number; readonly expected: string };

const LONGEST = 1_000_000;
const DEEPEST = 64;

/**
 * Reads what Python's `repr` writes for plain data: texts with either quote and every escape,
 * numbers, `True`, `False`, `None`, `nan`, `inf`, lists, tuples and dictionaries, and NumPy's numbers
 * (`np.float64(1.0)`). Anything else is refused with its position; nothing is run. Integers beyond
 * 2^53 come as bigint. At most a million characters and 64 levels.
 *
 * @example
 * ```ts
 * readPythonLiteral("{'em': 1.0, 'qem': nan}"); // { value: Map { "em" => 1, "qem" => NaN } }
 * readPythonLiteral("{'em': array([1])}"); // { at: 7, expected: "plain data, not array(…)" }
 * ```
 */
export function readPythonLiteral(text: string): LiteralReading {
  if (text.length > LONGEST) return { at: LONGEST, expected: "at most a million characters" };
  try {
    return { value: new Reader(text).whole() };
  } catch (error) {
    if (error instanceof Refusal) return { at: error.at, expected: error.expected };
    throw error;
  }
}

class Refusal extends Error {
  readonly at: number;
  readonly expected: string;

  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

const NAMES: ReadonlyMap<string, PythonValue> = new Map<string, PythonValue>([
  ["True", true],
  ["False", false],
  ["None", null],
  ["nan", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["np.True_", true],
  ["np.False_", false],
  ["np.nan", Number.NaN],
  ["np.inf", Number.POSITIVE_INFINITY],
]);

/** NumPy's numbers since version 2; each holds one plain value. */
const NUMPY_NUMBER = /^(?:np|numpy)\.(?:float(?:16|32|64)|u?int(?:8|16|32|64)|bool_?|str_)$/;

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const INTEGER = /^[+-]?\d+$/;
const NAME = /[A-Za-z_][\w.]*/y;
const SPACE = /[ \t\r\n]*/y;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\n", ""],
]);

/** Number of hexadecimal digits behind an escape. */
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): PythonValue {
    this.#skipSpace();
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#refusal("the end of the text");
    return value;
  }

  #value(): PythonValue {
    const next = this.#text[this.#at];
    if (next === "'" || next === '"') return this.#string(next);
    if (next === "[") return this.#deeper(() => this.#list("]"));
    if (next === "(") return this.#deeper(() => this.#tuple());
    if (next === "{") return this.#deeper(() => this.#dictionary());
    const number = this.#match(NUMBER);
    if (number !== undefined) return this.#number(number);
    return this.#named();
  }

  #deeper<Value>(read: () => Value): Value {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#refusal(`at most ${DEEPEST} levels`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #number(digits: string): PythonValue {
    if (/[\w.]/.test(this.#text[this.#at] ?? "")) throw this.#refusal("the end of a number");
    const value = Number(digits);
    return INTEGER.test(digits) && !Number.isSafeInteger(value) ? BigInt(digits) : value;
  }

  #named(): PythonValue {
    const start = this.#at;
    const isNegative = this.#text[start] === "-";
    if (isNegative) this.#at += 1;
    const name = this.#match(NAME);
    if (name === undefined) throw this.#refusal("a value", start);
    if (NUMPY_NUMBER.test(name) && this.#text[this.#at] === "(") return this.#numpy();
    const value = NAMES.get(name);
    if (value === undefined) {
      const call = this.#text[this.#at] === "(" ? "(…)" : "";
      throw this.#refusal(`plain data, not ${name.slice(0, 40)}${call}`, start);
    }
    if (!isNegative) return value;
    if (typeof value !== "number") throw this.#refusal("a number behind the minus", start);
    return -value;
  }

  #numpy(): PythonValue {
    this.#at += 1;
    const value = this.#deeper(() => this.#value());
    this.#expect(")");
    if (typeof value === "object" && value !== null) throw this.#refusal("one value of NumPy");
    return value;
  }

  #tuple(): PythonValue {
    const start = this.#at;
    const values = this.#list(")");
    // Parentheses around one value are no tuple.
    const isOne = values.length === 1 && !/,\s*$/.test(this.#text.slice(start, this.#at - 1));
    return isOne ? values[0]! : values;
  }

  #list(end: string): PythonValue[] {
    const values: PythonValue[] = [];
    this.#items(end, () => values.push(this.#value()));
    return values;
  }

  #dictionary(): Map<PythonValue, PythonValue> {
    const values = new Map<PythonValue, PythonValue>();
    this.#items("}", () => {
      const key = this.#value();
      this.#expect(":");
      this.#skipSpace();
      values.set(key, this.#value());
    });
    return values;
  }

  /** What stands between brackets, separated by commas; a last comma is allowed. */
  #items(end: string, readItem: () => void): void {
    this.#at += 1;
    for (;;) {
      this.#skipSpace();
      if (this.#text[this.#at] === end) break;
      readItem();
      this.#skipSpace();
      if (this.#text[this.#at] === ",") this.#at += 1;
      else if (this.#text[this.#at] !== end) throw this.#refusal(`"," or "${end}"`);
    }
    this.#at += 1;
  }

  #string(quote: string): string {
    let value = "";
    let from = this.#at + 1;
    for (let at = from; at < this.#text.length; at += 1) {
      const next = this.#text[at]!;
      if (next === quote) {
        this.#at = at + 1;
        return value + this.#text.slice(from, at);
      }
      if (next === "\n") throw this.#refusal(`a closing ${quote}`, at);
      if (next !== "\\") continue;
      value += this.#text.slice(from, at);
      const escape = this.#escape(at + 1);
      value += escape.value;
      from = escape.end;
      at = from - 1;
    }
    throw this.#refusal(`a closing ${quote}`, this.#text.length);
  }

  #escape(at: number): { readonly value: string; readonly end: number } {
    const kind = this.#text[at] ?? "";
    const plain = ESCAPES.get(kind);
    if (plain !== undefined) return { value: plain, end: at + 1 };
    const octal = /^[0-7]{1,3}/.exec(this.#text.slice(at, at + 3))?.[0];
    if (octal !== undefined) {
      return { value: String.fromCodePoint(Number.parseInt(octal, 8)), end: at + octal.length };
    }
    const digits = HEX_DIGITS.get(kind) ?? 0;
    const hex = this.#text.slice(at + 1, at + 1 + digits);
    const code = /^[\dA-Fa-f]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1;
    if (code < 0 || code > 0x10ffff) throw this.#refusal("an escape of Python", at - 1);
    return { value: String.fromCodePoint(code), end: at + 1 + digits };
  }

  #expect(mark: string): void {
    this.#skipSpace();
    if (this.#text[this.#at] !== mark) throw this.#refusal(`"${mark}"`);
    this.#at += 1;
  }

  #skipSpace(): void {
    this.#match(SPACE);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }

  #refusal(expected: string, at = this.#at): Refusal {
    return new Refusal(at, expected);
  }
}
