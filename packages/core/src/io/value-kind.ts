const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const SMALL_F = 0x66;
const SMALL_N = 0x6e;
const SMALL_T = 0x74;
const OPEN_BRACE = 0x7b;

/** What stands behind a backslash for a character that needs an escape. */
const CONTROLS = Buffer.from('bfnrt"\\');

/** An empty value of the kind that begins with this byte; `undefined` where no value begins so. */
export function emptyOfKind(first: number | undefined): unknown {
  switch (first) {
    case QUOTE:
      return "";
    case OPEN_BRACKET:
      return [];
    case OPEN_BRACE:
      return {};
    case SMALL_T:
      return true;
    case SMALL_F:
      return false;
    case SMALL_N:
      return null;
    default:
      return first === 0x2d || (first! >= 0x30 && first! <= 0x39) ? 0 : undefined;
  }
}

/**
 * Whether the first text in the lists of a value is the given one, which is written with its quotes
 * and needs no escape; `undefined` where an escape leaves that open.
 *
 * @example
 * ```ts
 * beginsWithText(Buffer.from('[["no"], "yes"]'), 0, Buffer.from('"no"')); // true
 * ```
 */
export function beginsWithText(bytes: Buffer, from: number, text: Buffer): boolean | undefined {
  let at = from;
  while (bytes[at] === OPEN_BRACKET || bytes[at]! <= 0x20) at += 1;
  for (let next = 0; next < text.length; next += 1) {
    const byte = bytes[at + next];
    if (byte === text[next]) continue;
    return byte === BACKSLASH && !CONTROLS.includes(bytes[at + next + 1]!) ? undefined : false;
  }
  return true;
}
