/** A folder of runs as Parquet files: what `fetch` keeps, and the pool that a new run joins. */

import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { EipError } from "../errors.ts";
import { writeFileAtomic } from "./atomic.ts";
import { readError, systemCode } from "./file-error.ts";
import { FolderStore, type Store, type StoreOptions } from "./folder-store.ts";
import { STORE_SCHEMA } from "./store-heads.ts";

/** The file that makes a folder a store. */
export const STORE_MARKER = "eip-store.json";

export interface OpenOptions extends StoreOptions {
  /** Makes the folder a store where it is absent or empty. */
  readonly create?: boolean | undefined;
}

/**
 * Opens a store.
 *
 * @throws EipError `not-found` where there is none, `usage` where one is to be made in a folder with
 *   other things in it, `unsupported` for a store of another version.
 * @example
 * ```ts
 * const store = await openStore("pool", { create: true });
 * await store.add(run);
 * (await store.list()).length; // 1
 * ```
 */
export async function openStore(folder: string, options: OpenOptions = {}): Promise<Store> {
  if (!(await isStore(folder))) {
    if (!options.create) {
      throw new EipError("not-found", {
        where: folder,
        found: "no store",
        expected: `a folder with ${STORE_MARKER} in it`,
        try: "eip store add FOLDER RESULTS makes one",
      });
    }
    await makeStore(folder);
  }
  return new FolderStore(folder, options);
}

/**
 * Whether a folder is a store of this version.
 *
 * @throws EipError `unsupported` for a store of another version.
 */
export async function isStore(folder: string): Promise<boolean> {
  const path = join(folder, STORE_MARKER);
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(systemCode(error))) return undefined;
    throw readError(path, error);
  });
  if (text === undefined) return false;
  if (text.includes(`"${STORE_SCHEMA}"`)) return true;
  throw new EipError("unsupported", {
    where: path,
    found: `not ${STORE_SCHEMA}`,
    expected: "a store that this version reads",
    try: "update this program",
  });
}

async function makeStore(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw readError(folder, error);
  });
  if (entries.length > 0) {
    throw new EipError("usage", {
      where: folder,
      found: "a folder with other things in it, which is no store",
      expected: "an empty or a new folder",
      try: "name a new folder",
    });
  }
  await mkdir(folder, { recursive: true });
  await writeFileAtomic(
    join(folder, STORE_MARKER),
    `${JSON.stringify({ schema: STORE_SCHEMA })}\n`,
  );
}
