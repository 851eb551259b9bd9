/** `store add|list|compact`: many runs as Parquet files. */

import { EipError } from "../errors.ts";
import type { CommandContext } from "./program.ts";

export async function run(_context: CommandContext): Promise<number> {
  throw new EipError("unsupported", { found: "no store yet" });
}
