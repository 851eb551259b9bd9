import { open, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { systemCode } from "./file-error.ts";
import { temporaryPath } from "./leftovers.ts";

/**
 * Writes a file so that nobody ever sees half of it: the data go under a temporary name in the same
 * folder, reach the disk, and take the place of the file in one step. When anything fails, also the
 * source of the data, the old file stays as it was and nothing is left behind.
 *
 * @throws EipError `disk-full` without space, `write` for anything else that the system refuses.
 * @example
 * ```ts
 * await writeFileAtomic("report.html", "<!doctype html>…");
 * ```
 */
export async function writeFileAtomic(path: string, data: FileData): Promise<void> {
  try {
    const old = await stat(path).catch(() => undefined);
    if (old?.isDirectory()) throw Object.assign(new Error("EISDIR"), { code: "EISDIR" });
    // A device or pipe cannot be replaced, and a link stays a link.
    if (old && !old.isFile()) await writeFile(path, data);
    else await replace(await realpath(path).catch(() => path), data, (old?.mode ?? 0o666) & 0o777);
  } catch (error) {
    throw writeError(path, error);
  }
}

type FileData = string | Uint8Array | AsyncIterable<string | Uint8Array>;

async function replace(path: string, data: FileData, mode: number): Promise<void> {
  const temporary = temporaryPath(path);
  const handle = await open(temporary, "wx", mode);
  try {
    await writeFile(handle, data);
    await handle.sync();
    await handle.close();
    await rename(temporary, path);
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(temporary, { force: true });
    throw error;
  }
}

const REASONS: ReadonlyMap<string, { found: string; try: string }> = new Map([
  ["ENOENT", { found: "no such folder", try: "make the folder first" }],
  ["ENOTDIR", { found: "no such folder", try: "make the folder first" }],
  ["EACCES", { found: "no permission to write there", try: "choose another place with -o" }],
  ["EPERM", { found: "no permission to write there", try: "choose another place with -o" }],
  ["EROFS", { found: "that disk is read-only", try: "choose another place with -o" }],
  ["EISDIR", { found: "a folder", try: "name a file in it" }],
  ["ENAMETOOLONG", { found: "the name is too long", try: "choose a shorter name" }],
]);

/** What a failed write is told as; errors that are not of the system pass unchanged. */
export function writeError(path: string, cause: unknown): unknown {
  const code = systemCode(cause);
  if (EipError.isInstance(cause) || !/^E[A-Z]+$/.test(code)) return cause;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new EipError("disk-full", {
      where: path,
      found: "no space left; nothing was written",
      try: "free some space, then the same command",
      cause,
    });
  }
  const known = REASONS.get(code);
  const reason = cause instanceof Error ? cause.message : code;
  return new EipError("write", {
    where: path,
    found: known?.found ?? `writing failed (${reason})`,
    try: known?.try,
    cause,
  });
}
