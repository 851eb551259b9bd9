/** What a file's name says of the process that made it. */

import { createHash, randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { systemCode } from "./file-error.ts";

const machine = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
const MARK = /^(?<machine>[0-9a-f]{8})-(?<pid>[1-9]\d{0,9})-[0-9a-f]{12}$/;

/**
 * A mark for the name of a file: which process of which machine made it, and a random part, so that no
 * mark is ever made twice.
 *
 * @example
 * ```ts
 * processMark(); // "1f6b2c9e-4711-8a3d5e7f9b1c"
 * ```
 */
export function processMark(): string {
  return `${machine}-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/**
 * What became of the process that made a mark: it is this one (or had its number), another that runs,
 * one that is gone, or one of another machine, which nobody can ask.
 *
 * @returns undefined for a text that is no mark.
 * @example
 * ```ts
 * processOf(processMark()); // "this"
 * ```
 */
export function processOf(mark: string): "this" | "running" | "gone" | "unknown" | undefined {
  const groups = MARK.exec(mark)?.groups;
  if (!groups) return undefined;
  if (groups["machine"] !== machine) return "unknown";
  const pid = Number(groups["pid"]);
  if (pid === process.pid) return "this";
  return isAlive(pid) ? "running" : "gone";
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is one all the same.
    return systemCode(error) === "EPERM";
  }
}
