/** Another program, started as it would be by hand. */

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { EipError } from "../errors.ts";
import { systemCode } from "../io/file-error.ts";

const PASSED_ON = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"] as const;

/**
 * Runs a command to its end, without a shell and on our own input and output, and gives back its
 * exit code; 128 and the number of the signal for one that a signal ended, as a shell does.
 *
 * Signals sent to us are passed on. On a terminal the keyboard's reach the command by themselves.
 *
 * @throws EipError `not-found` for a command that cannot be started.
 * @example
 * ```ts
 * await runCommand(["lm_eval", "--help"]); // 0
 * ```
 */
export function runCommand([file = "", ...args]: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: "inherit", shell: false });
    const passOn = (signal: NodeJS.Signals): void => {
      if (signal === "SIGTERM" || !hasTerminal()) child.kill(signal);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    const stopListening = (): void => {
      for (const signal of PASSED_ON) process.off(signal, passOn);
    };
    child.once("error", (error) => {
      stopListening();
      reject(startError(file, error));
    });
    child.once("close", (code, signal) => {
      stopListening();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

function hasTerminal(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
}

function startError(file: string, cause: Error): EipError {
  const code = systemCode(cause);
  const isPath = /[\\/]/.test(file);
  if (code === "ENOENT") {
    return new EipError("not-found", {
      found: isPath ? `no file "${file}"` : `no command "${file}" on the PATH`,
      try: isPath
        ? "check the spelling"
        : "activate the environment that it is installed in, or give its path",
      cause,
    });
  }
  return new EipError("not-found", {
    where: file,
    found:
      code === "EACCES"
        ? "it may not be executed"
        : `it could not be started (${code || cause.message})`,
    expected: "a program",
    cause,
  });
}
