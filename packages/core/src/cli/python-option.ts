/** Options of a Python program, as its argparse reads them. */

export interface PythonOption {
  readonly isGiven: boolean;
  /** The last value; `undefined` for an option without one. */
  readonly value: string | undefined;
}

/** Shorter beginnings of a name are left to other options. */
const SHORTEST = "--xxx".length;

/**
 * Looks for an option by its long name, which may be cut short, or its letter; the last one counts.
 *
 * @example
 * ```ts
 * pythonOption(["--output_path=out", "-s"], "--output_path", "-o"); // { isGiven: true, value: "out" }
 * ```
 */
export function pythonOption(args: readonly string[], long: string, short?: string): PythonOption {
  let found: PythonOption = { isGiven: false, value: undefined };
  for (const [at, word] of args.entries()) {
    const [name = "", ...rest] = word.split("=");
    const isLong = name.length >= SHORTEST && long.startsWith(name);
    if (isLong || word === short) {
      found = { isGiven: true, value: isLong && rest.length > 0 ? rest.join("=") : args[at + 1] };
    } else if (short !== undefined && word.startsWith(short) && !word.startsWith("--")) {
      found = { isGiven: true, value: word.slice(short.length).replace(/^=/, "") };
    }
  }
  return found;
}
