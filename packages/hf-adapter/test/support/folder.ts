import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** A new empty folder for each test of a file. */
export function freshFolder(): { readonly path: string } {
  const folder = { path: "" };
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "eip-hf-"));
  });
  afterEach(() => rm(folder.path, { recursive: true, force: true }));
  return folder;
}
