/** How far a scan came: the value ended, goes on behind the bytes given, or is not JSON. */
export type ScanResult = "whole" | "open" | "broken";

// What may come next. Everything below IN_TEXT allows white space.
const VALUE = 0;
const FIRST_ELEMENT = 1;
const FIRST_KEY = 2;
const KEY = 3;
const COLON = 4;
const AFTER_VALUE = 5;
const IN_TEXT = 6;
const IN_ESCAPE = 7;
const IN_NUMBER = 8;
const IN_WORD = 9;
const WHOLE = 10;
const BROKEN = 11;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const MINUS = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const CAPITAL_I = 0x49;

const WORDS: ReadonlyMap<number, string> = new Map(
  ["true", "false", "null", "NaN", "Infinity"].map((word) => [word.charCodeAt(0), word]),
);
const ESCAPES: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrtu'));
const NUMBER_BYTES: ReadonlySet<number> = new Set(Buffer.from("+-.0123456789eE"));

/**
 * Follows one JSON value byte by byte, over as many pieces as it takes, and notices at the first
 * impossible byte that it is none. Python's tokens `NaN`, `Infinity` and `-Infinity` pass, and so
 * do raw control characters inside strings (a line break put there by an editor); both are counted
 * for {@link repairJson}. Nothing is kept of the bytes.
 *
 * @example
 * ```ts
 * const scanner = new JsonScanner();
 * scanner.scan(Buffer.from('{"a": [1, NaN'), 0, 13); // "open"
 * scanner.scan(Buffer.from("]} {"), 0, 4); // "whole", scanner.at is 2, scanner.nonFinite is 1
 * ```
 */
export class JsonScanner {
  /** Where the last scan stopped: behind a whole value, or at the byte that broke it. */
  at = 0;
  /** Tokens NaN, Infinity and -Infinity so far. */
  nonFinite = 0;
  /** Raw control characters inside strings so far. */
  rawControls = 0;
  tooDeep = false;
  readonly #containers: Uint8Array;
  #depth = 0;
  #state = VALUE;
  #textIsKey = false;
  #word = "";
  #tokenBytes = 0;

  constructor(maxDepth: number = 512) {
    this.#containers = new Uint8Array(maxDepth);
  }

  /** Makes ready for the next value. */
  reset(): void {
    this.nonFinite = 0;
    this.rawControls = 0;
    this.tooDeep = false;
    this.#depth = 0;
    this.#state = VALUE;
  }

  /** Goes on with the bytes in [from, to), which begin where the last scan ended. */
  scan(bytes: Uint8Array, from: number, to: number): ScanResult {
    let at = from;
    while (at < to && this.#state < WHOLE) {
      if (this.#state === IN_TEXT) {
        at = this.#passText(bytes, at, to);
        if (at === to) break;
      }
      if (this.#take(bytes[at]!)) at += 1;
    }
    this.at = at;
    if (this.#state === WHOLE) return "whole";
    return this.#state === BROKEN ? "broken" : "open";
  }

  /** Says that nothing follows: whether that ends the value, as it does for a bare number. */
  end(): boolean {
    return this.#state === IN_NUMBER && this.#depth === 0;
  }

  #passText(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at]!;
      if (byte === QUOTE || byte === BACKSLASH) return at;
      if (byte < 0x20) this.rawControls += 1;
    }
    return to;
  }

  /** Takes one byte; false leaves it for the next state. */
  #take(byte: number): boolean {
    switch (this.#state) {
      case IN_TEXT:
        if (byte === BACKSLASH) this.#state = IN_ESCAPE;
        else if (this.#textIsKey) this.#state = COLON;
        else this.#endValue();
        return true;
      case IN_ESCAPE:
        this.#state = ESCAPES.has(byte) ? IN_TEXT : BROKEN;
        return this.#state !== BROKEN;
      case IN_NUMBER:
        return this.#takeInNumber(byte);
      case IN_WORD:
        return this.#takeInWord(byte);
      default:
        return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b && byte !== 0x0c)
          ? true
          : this.#takeStructure(byte);
    }
  }

  #takeStructure(byte: number): boolean {
    const state = this.#state;
    if (state === COLON && byte === 0x3a) this.#state = VALUE;
    else if (state === VALUE) this.#beginValue(byte);
    else if (state === FIRST_ELEMENT && byte === CLOSE_BRACKET) this.#close();
    else if (state === FIRST_ELEMENT) this.#beginValue(byte);
    else if (state === FIRST_KEY && byte === CLOSE_BRACE) this.#close();
    else if ((state === FIRST_KEY || state === KEY) && byte === QUOTE) this.#beginText(true);
    else if (state === AFTER_VALUE) this.#takeAfterValue(byte);
    else this.#state = BROKEN;
    return this.#state !== BROKEN;
  }

  #takeAfterValue(byte: number): void {
    const container = this.#containers[this.#depth - 1];
    if (byte === COMMA) this.#state = container === OPEN_BRACE ? KEY : VALUE;
    else if (byte === CLOSE_BRACKET && container === OPEN_BRACKET) this.#close();
    else if (byte === CLOSE_BRACE && container === OPEN_BRACE) this.#close();
    else this.#state = BROKEN;
  }

  #beginValue(byte: number): void {
    if (byte === QUOTE) this.#beginText(false);
    else if (byte === OPEN_BRACE) this.#open(byte, FIRST_KEY);
    else if (byte === OPEN_BRACKET) this.#open(byte, FIRST_ELEMENT);
    else if (byte === MINUS || (byte >= 0x30 && byte <= 0x39)) this.#beginToken(IN_NUMBER, "");
    else if (WORDS.has(byte)) this.#beginToken(IN_WORD, WORDS.get(byte)!);
    else this.#state = BROKEN;
  }

  #beginText(isKey: boolean): void {
    this.#textIsKey = isKey;
    this.#state = IN_TEXT;
  }

  #beginToken(state: number, word: string): void {
    this.#word = word;
    this.#tokenBytes = 1;
    this.#state = state;
  }

  #takeInNumber(byte: number): boolean {
    if (NUMBER_BYTES.has(byte)) this.#tokenBytes += 1;
    else if (byte === CAPITAL_I && this.#tokenBytes === 1) this.#beginToken(IN_WORD, "Infinity");
    else {
      this.#endValue();
      return false;
    }
    return true;
  }

  #takeInWord(byte: number): boolean {
    if (byte !== this.#word.charCodeAt(this.#tokenBytes)) {
      this.#state = BROKEN;
      return false;
    }
    this.#tokenBytes += 1;
    if (this.#tokenBytes === this.#word.length) {
      if (this.#word === "NaN" || this.#word === "Infinity") this.nonFinite += 1;
      this.#endValue();
    }
    return true;
  }

  #open(container: number, state: number): void {
    this.tooDeep = this.#depth === this.#containers.length;
    if (!this.tooDeep) this.#containers[this.#depth] = container;
    this.#depth += 1;
    this.#state = this.tooDeep ? BROKEN : state;
  }

  #close(): void {
    this.#depth -= 1;
    this.#endValue();
  }

  #endValue(): void {
    this.#state = this.#depth === 0 ? WHOLE : AFTER_VALUE;
  }
}

/**
 * The bytes of a whole scanned value as strict JSON: `NaN`, `Infinity` and `-Infinity` outside
 * strings become `null`, raw control characters inside strings become escapes.
 *
 * @example
 * ```ts
 * repairJson(Buffer.from('[NaN, "NaN"]'), { nonFinite: 1, rawControls: 0 }).toString();
 * // '[null, "NaN"]'
 * ```
 */
export function repairJson(
  value: Buffer,
  { nonFinite, rawControls }: { readonly nonFinite: number; readonly rawControls: number },
): Buffer {
  const repaired = Buffer.allocUnsafe(value.length + nonFinite + 5 * rawControls);
  let length = 0;
  let inText = false;
  for (let at = 0; at < value.length; at += 1) {
    const byte = value[at]!;
    const token = inText ? 0 : nonFiniteToken(value, at);
    if (token > 0) {
      length += repaired.write("null", length, "latin1");
      at += token - 1;
    } else if (inText && byte < 0x20) {
      const escape = `\\u${byte.toString(16).padStart(4, "0")}`;
      length += repaired.write(escape, length, "latin1");
    } else {
      if (byte === QUOTE) inText = !inText;
      repaired[length++] = byte;
      if (inText && byte === BACKSLASH) repaired[length++] = value[++at]!;
    }
  }
  return repaired.subarray(0, length);
}

function nonFiniteToken(bytes: Buffer, at: number): number {
  if (bytes[at] === 0x4e) return "NaN".length;
  if (bytes[at] === CAPITAL_I) return "Infinity".length;
  return bytes[at] === MINUS && bytes[at + 1] === CAPITAL_I ? "-Infinity".length : 0;
}
