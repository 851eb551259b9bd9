/** Files under temporary names, and what becomes of those whose writer was killed. */

import { createHash, randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isAlive } from "./is-alive.ts";

const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

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
  const suffix = `${machine}-${process.pid}-${randomBytes(6).toString("hex")}.tmp`;
  return join(dirname(path), `.${basename(path).slice(0, 60)}.${suffix}`);
}

const LEFTOVER = /\.(?<host>[0-9a-f]{8})-(?<pid>\d{1,10})-[0-9a-f]{12}\.tmp$/;

/** Removes the temporary files in a folder and below it whose process, of this machine, is gone. */
export async function removeLeftovers(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const { host, pid } = LEFTOVER.exec(entry.name)?.groups ?? {};
    if (!entry.isFile() || host !== machine || isAlive(Number(pid))) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
  }
}
