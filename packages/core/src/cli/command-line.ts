/** A command as it would be typed, to suggest it. */

import type { CommandContext } from "./program.ts";

/**
 * The program, a command and its operands, each quoted where a shell needs it.
 *
 * @example
 * ```ts
 * commandLine(context, "check", ["my results/"]); // "eip check 'my results/'"
 * ```
 */
export function commandLine(
  { program }: Pick<CommandContext, "program">,
  command: string,
  operands: readonly string[],
): string {
  return [program.name, command, ...operands.map(quoted)].join(" ");
}

/**
 * A word in quotes, where a shell needs them.
 *
 * @example
 * ```ts
 * quoted("my results/"); // "'my results/'"
 * ```
 */
export function quoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
