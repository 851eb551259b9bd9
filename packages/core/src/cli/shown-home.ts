/** Paths in the user's own folder, as they are typed. */

import { homedir } from "node:os";
import { join, sep } from "node:path";

/**
 * A path with `~` for the folder of the user.
 *
 * @example
 * ```ts
 * shownHome("/home/ada/.cache/eip/judgements.jsonl"); // "~/.cache/eip/judgements.jsonl"
 * ```
 */
export function shownHome(path: string): string {
  const home = homedir();
  return home !== "" && path.startsWith(home + sep) ? join("~", path.slice(home.length + 1)) : path;
}
