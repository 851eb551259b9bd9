/** Running a program as a process. */

import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { runProgram, type Program } from "./program.ts";

/**
 * Runs a program with the arguments and streams of the process and returns its exit code. An
 * interrupt stops the work at the next safe place; a second one ends the process at once.
 *
 * @param packageJson The package's own `package.json`, which has the version.
 */
export async function main(
  program: Omit<Program, "version">,
  packageJson: URL,
  argv: readonly string[] = process.argv.slice(2),
): Promise<number> {
  const { version } = JSON.parse(readFileSync(packageJson, "utf8")) as { version: string };
  const interrupt = new AbortController();
  // Many requests and reads may wait for it at once.
  setMaxListeners(0, interrupt.signal);
  process.once("SIGINT", () => interrupt.abort());
  // Failed writes are reported where they are made.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const { stdout, stderr } = process;
  return runProgram({ ...program, version }, argv, { stdout, stderr, signal: interrupt.signal });
}
