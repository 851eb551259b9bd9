/** The files of the places that a command writes to, before and after it ran. */

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { findFiles, type FoundFile } from "../io/files.ts";
import type { OutputPlace } from "./live-harness.ts";

/** What is there of the places, as paths that can be read; none for a place that does not exist. */
export async function pathsIn(places: readonly OutputPlace[]): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path, only } of places) {
    const stats = await stat(path).catch(() => undefined);
    if (!stats) continue;
    if (!only || !stats.isDirectory()) paths.push(path);
    else {
      const names = (await readdir(path)).filter(only).toSorted();
      paths.push(...names.map((name) => join(path, name)));
    }
  }
  return paths;
}

/** Every file behind the places that exist. */
export async function filesIn(places: readonly OutputPlace[]): Promise<readonly FoundFile[]> {
  return findFiles(await pathsIn(places), () => undefined);
}

/** The files that were not there before, or not like this. */
export function changedSince(
  before: readonly FoundFile[],
  after: readonly FoundFile[],
): readonly FoundFile[] {
  const known = new Map(before.map((file) => [file.path, file]));
  return after.filter(({ path, size, modified }) => {
    const old = known.get(path);
    return old?.size !== size || old.modified !== modified;
  });
}
