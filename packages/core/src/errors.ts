/**
 * What went wrong, as a closed list. A code is stable: scripts may test for it, and it is the
 * anchor of the help page that explains the error.
 */
export type ErrorCode =
  | "bad-option"
  | "choose-metric"
  | "config"
  | "conflicting-outcomes"
  | "consent"
  | "damaged"
  | "disconnected"
  | "disk-full"
  | "empty"
  | "incomplete"
  | "lfs-pointer"
  | "mixed-setup"
  | "name-the-model"
  | "network"
  | "no-item-logs"
  | "no-outcomes"
  | "no-such-item"
  | "no-such-model"
  | "no-such-repository"
  | "not-an-item-score"
  | "not-found"
  | "not-text"
  | "nothing-shared"
  | "off-scale"
  | "offline"
  | "other-harness"
  | "predictions-only"
  | "rate-limit"
  | "token"
  | "too-large"
  | "two-columns"
  | "unreadable"
  | "unsupported"
  | "usage"
  | "which-way"
  | "write";

/** The parts of an error. `message` is put together from `where`, `found` and `expected`. */
export interface ErrorParts {
  /** File, line, option or item that the sentence is about. */
  readonly where?: string | undefined;
  /** What is there, as a clause without a full stop. */
  readonly found: string;
  /** What should have been there, as a clause without a full stop. */
  readonly expected?: string | undefined;
  /** One thing to do about it: a command or a short instruction. */
  readonly try?: string | undefined;
  readonly cause?: unknown;
}

const marker = Symbol.for("eip-eval.EipError");

/**
 * The one error class of every package. The message is one sentence: where, what was found, what
 * was expected.
 *
 * @example
 * ```ts
 * new EipError("off-scale", { where: "scores.csv:418", found: "score 1.2", expected: "0 to 1" }).message;
 * // "scores.csv:418: score 1.2; expected 0 to 1."
 * ```
 */
export class EipError extends Error {
  static {
    this.prototype.name = "EipError";
    Object.defineProperty(this.prototype, marker, { value: true });
  }
  readonly code: ErrorCode;
  readonly where: string | undefined;
  readonly found: string;
  readonly expected: string | undefined;
  readonly try: string | undefined;

  constructor(code: ErrorCode, parts: ErrorParts) {
    super(sentence(parts), parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = code;
    this.where = parts.where;
    this.found = parts.found;
    this.expected = parts.expected;
    this.try = parts.try;
  }

  /** Whether a value is an `EipError`, also one made by another copy of this package. */
  static isInstance(value: unknown): value is EipError {
    return typeof value === "object" && value !== null && marker in value;
  }
}

function sentence({ where, found, expected }: ErrorParts): string {
  const place = where === undefined ? "" : `${where}: `;
  const wanted = expected === undefined ? "" : `; expected ${expected}`;
  return `${place}${found}${wanted}.`;
}
