/** Files under temporary names, and what becomes of those whose writer was killed. */

import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { processMark, processOf } from "./process-mark.ts";

/**
 * A hidden name beside a path, for what is written before it takes its place. It says which process
 * of which machine writes.
 *
 * @example
 * ```ts
 * temporaryPath("out/report.html"); // "out/.report.html.1f6b2c9e-4711-8a3d5e7f9b1c.tmp"
 * ```
 */
export function temporaryPath(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 60)}.${processMark()}.tmp`);
}

const LEFTOVER = /\.(?<mark>[^.]+)\.tmp$/;

/** Removes the temporary files in a folder and below it whose process, of this machine, is gone. */
export async function removeLeftovers(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const mark = LEFTOVER.exec(entry.name)?.groups?.["mark"] ?? "";
    if (!entry.isFile() || processOf(mark) !== "gone") continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
