import { createHash } from "node:crypto";
import { byCodeUnit } from "../outcomes/order.ts";
import { withFile } from "./parquet-source.ts";

const CHUNK = 1 << 20;

/**
 * What identifies the bytes of files as they lie there, packed or not, as `sha256:…`: of one file its
 * own hash, of several the hash of their hashes.
 *
 * @throws EipError for a file that cannot be read.
 */
export async function sourceHashOf(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const hashes: string[] = [];
  for (const path of paths.toSorted(byCodeUnit)) hashes.push(await fileHash(path, signal));
  const [only, ...others] = hashes;
  if (only !== undefined && others.length === 0) return `sha256:${only}`;
  return `sha256:${createHash("sha256").update(hashes.join("\n")).digest("hex")}`;
}

async function fileHash(path: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash("sha256");
  await withFile(path, async (file) => {
    for (let position = 0; position < file.size; position += CHUNK) {
      signal?.throwIfAborted();
      hash.update(await file.read(position, CHUNK));
    }
  });
  return hash.digest("hex");
}
