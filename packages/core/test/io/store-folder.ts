import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { GradedRun } from "../../src/outcomes/graded-run.ts";
import { openStore } from "../../src/io/store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A store with these runs, in a folder of its own. */
export async function storeOf(runs: readonly GradedRun[]): Promise<string> {
  const folder = join(temporaryFolder(), "pool");
  const store = await openStore(folder, { create: true });
  for (const run of runs) await store.add(run);
  return folder;
}

/** Every file of a folder by its path, with a hash of its bytes. */
export function bytesIn(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => [
        relative(folder, path),
        createHash("sha256").update(readFileSync(path)).digest("hex"),
      ]),
  );
}
