import { EipError } from "../errors.ts";
import type { Problem, ReadOptions } from "../outcomes/adapter.ts";
import { shownPath } from "./open.ts";

/** Where an error belongs. */
export interface ErrorPlace {
  readonly path: string;
  readonly line?: number | undefined;
}

/**
 * An error as a problem of a reader.
 *
 * @example
 * ```ts
 * problemFromError(error, { path: "a.csv", line: 3, severity: "skipped" }).message; // error.message
 * ```
 */
export function problemFromError(
  error: EipError,
  { severity, path, line }: ErrorPlace & Pick<Problem, "severity">,
): Problem {
  return { severity, code: error.code, message: error.message, path, line, try: error.try };
}

/** Tells the caller of a reader what went wrong: a skipped problem throws when nobody listens. */
export class ProblemReport {
  readonly #onProblem: ReadOptions["onProblem"];

  constructor(onProblem: ReadOptions["onProblem"]) {
    this.#onProblem = onProblem;
  }

  /** Reading goes on without the line or file. */
  skipped(error: EipError, place: ErrorPlace): void {
    if (!this.#onProblem) throw error;
    this.#onProblem(problemFromError(error, { severity: "skipped", ...place }));
  }

  /** A problem that comes without an error. */
  passOn(problem: Problem): void {
    if (this.#onProblem) this.#onProblem(problem);
    else throw new EipError(problem.code, { found: problem.message.replace(/\.$/, "") });
  }

  /** Reading ends: reports the error and hands it back to be thrown. */
  fatal(error: unknown, path: string): unknown {
    if (EipError.isInstance(error)) {
      const place = { path, line: lineOf(error, path) };
      this.#onProblem?.(problemFromError(error, { severity: "fatal", ...place }));
    }
    return error;
  }
}

function lineOf({ where }: EipError, path: string): number | undefined {
  const prefix = `${shownPath(path)}:`;
  const line = where?.startsWith(prefix) ? Number(where.slice(prefix.length)) : Number.NaN;
  return Number.isInteger(line) ? line : undefined;
}
