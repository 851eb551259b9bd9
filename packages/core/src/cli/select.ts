/** `select`: the fewest items that keep the order. */

import { EipError } from "../errors.ts";
import type { CommandContext } from "./program.ts";

export async function run(_context: CommandContext): Promise<number> {
  throw new EipError("unsupported", { found: "no selection yet" });
}
