import { systemCode } from "./file-error.ts";

/**
 * Whether a process of this machine runs, by its number.
 *
 * @example
 * ```ts
 * isAlive(process.pid); // true
 * ```
 */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is one all the same.
    return systemCode(error) === "EPERM";
  }
}
