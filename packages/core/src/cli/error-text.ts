/** An error as a person reads it. */

import { EipError } from "../errors.ts";
import { plainText } from "../report/plain-text.ts";
import type { Colours } from "./colours.ts";
import type { Program } from "./program.ts";

/** One sentence and one thing to try; a stack only for what we cannot explain. */
export function errorText(error: unknown, program: Program, { error: red }: Colours): string {
  if (!EipError.isInstance(error)) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `${red("error[bug]")}: ${program.name} ${program.version} stopped on something it should have handled. Please report it.\n${detail}\n`;
  }
  const hint = error.try === undefined ? "" : `try: ${plainText(error.try)}\n`;
  return `${red(`error[${error.code}]`)}: ${plainText(error.message)}\n${hint}`;
}
