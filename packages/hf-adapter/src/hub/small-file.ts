import { EipError } from "@eip-eval/core";
import { resolveUrl, shownFile, type FileAddress } from "./address.ts";
import type { HubAnswer } from "./hub-answer.ts";
import type { HubFetch } from "./hub-fetch.ts";
import { damagedFile, isContent, type HubFile } from "./hub-file.ts";
import { refused } from "./json-fetch.ts";
import { Transient } from "./retry.ts";

export interface SmallFileOptions {
  /** A larger file is an error; default 16 MiB. */
  readonly maxBytes?: number | undefined;
  /** What the tree says of the file, where it is known; else the Hub's own checksum is used. */
  readonly expected?: Pick<HubFile, "size" | "oid"> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes that a small file has at most, unless said otherwise. */
export const SMALL_FILE: number = 16 * 2 ** 20;

/**
 * The bytes of a whole small file, checked against the tree's checksum, or the one in the answer's
 * ETag where the tree is not known.
 *
 * @throws EipError `too-large`, `damaged`, `not-found`, and as told in `hub-errors`.
 */
export async function smallFile(
  hub: HubFetch,
  address: FileAddress,
  { maxBytes = SMALL_FILE, expected, signal }: SmallFileOptions = {},
): Promise<Uint8Array> {
  if (expected && expected.size > maxBytes) throw tooLarge(address, maxBytes);
  if (expected?.size === 0) return new Uint8Array();
  return hub.request(resolveUrl(hub.endpoint, address), {
    signal,
    headers: { "accept-encoding": "identity" },
    read: async (answer) => {
      if (!answer.ok) throw await refused(answer, { hub, subject: address });
      if (Number(answer.headers.get("content-length") ?? 0) > maxBytes)
        throw tooLarge(address, maxBytes);
      const bytes = await answer.bytes(maxBytes);
      const oid = expected?.oid ?? oidOf(answer);
      const file = oid ? { ...address, oid, size: expected?.size ?? bytes.length } : undefined;
      if (file && !isContent(bytes, file)) throw new Transient(damagedFile(file));
      return bytes;
    },
  });
}

/** The identity in an ETag of the Hub. */
function oidOf({ checksum = "" }: HubAnswer): string | undefined {
  const hex = /^"(?<hex>[0-9a-f]+)"$/.exec(checksum)?.groups?.["hex"] ?? "";
  return hex.length === 40 ? `git-sha1:${hex}` : hex.length === 64 ? `sha256:${hex}` : undefined;
}

function tooLarge(address: FileAddress, maxBytes: number): EipError {
  return new EipError("too-large", {
    where: shownFile(address),
    found: `more than ${maxBytes.toLocaleString("en")} bytes`,
  });
}
