import { EipError, type ErrorCode } from "../errors.ts";

/** The `code` of a Node system error, or an empty text for any other value. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

const READING: ReadonlyMap<string, { code: ErrorCode; found: string; try?: string }> = new Map([
  ["ENOENT", { code: "not-found", found: "no such file", try: "check the spelling of the path" }],
  ["EISDIR", { code: "unreadable", found: "a folder", try: "name a file inside it" }],
  ["EACCES", { code: "unreadable", found: "no permission to read it", try: "chmod u+r on it" }],
  ["EPERM", { code: "unreadable", found: "no permission to read it", try: "chmod u+r on it" }],
  ["ELOOP", { code: "unreadable", found: "a symbolic link that leads to itself" }],
  ["EMFILE", { code: "unreadable", found: "too many open files", try: "ulimit -n 4096" }],
]);

/**
 * The error of a read that the system refused, with the path in `where`. An `EipError` comes back
 * unchanged.
 *
 * @example
 * ```ts
 * readError("a.csv", Object.assign(new Error("EACCES"), { code: "EACCES" }));
 * // EipError unreadable: "a.csv: no permission to read it."
 * ```
 */
export function readError(path: string, cause: unknown): EipError {
  if (EipError.isInstance(cause)) return cause;
  const code = systemCode(cause);
  if (code.startsWith("Z_")) {
    return new EipError("damaged", {
      where: path,
      found: `gzip data that breaks off or is corrupt (${code})`,
      expected: "a whole gzip file",
      try: "copy or download it again",
      cause,
    });
  }
  const known = READING.get(code);
  if (known) {
    const { code: kind, ...parts } = known;
    return new EipError(kind, { where: path, ...parts, cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EipError("unreadable", { where: path, found: `reading failed (${reason})`, cause });
}

/** Whether an error says that compressed data break off, so that what was read before is whole. */
export function isCutOff(error: EipError): boolean {
  return error.code === "damaged" && systemCode(error.cause).startsWith("Z_");
}
