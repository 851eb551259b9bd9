import { open, readFile } from "node:fs/promises";
import { EipError } from "@eip-eval/core";
import { shownFile, type FileAddress } from "./address.ts";
import {
  cachedCommit,
  cachedDatasets,
  cachedFile,
  cachedFiles,
  checkedInCache,
  keepInCache,
  type CachedFile,
} from "./cache.ts";
import { downloadFile } from "./download.ts";
import type { HubFetch } from "./hub-fetch.ts";
import type { HubFile } from "./hub-file.ts";
import type { Hub } from "./hub.ts";
import type { DatasetHead } from "./listing.ts";
import type { RangeSource } from "./range-source.ts";
import { SMALL_FILE } from "./small-file.ts";

/**
 * The Hub as far as the cache has it, for HF_HUB_OFFLINE: what is there is served, anything else is
 * an error, and nothing is asked. Whether a dataset has terms is not known; it counts as open.
 */
export function offlineHub(hub: HubFetch, cache: string): Hub {
  const info = async (name: string): Promise<DatasetHead> => {
    const sha = await cachedCommit(cache, { name });
    if (sha === undefined) throw notCached(name);
    return { name, gated: false, sha };
  };
  const find = async (file: FileAddress & { readonly size?: number }): Promise<CachedFile> => {
    const found = await cachedFile(cache, file);
    if (!found) throw notCached(shownFile(file));
    return found;
  };
  return {
    endpoint: hub.endpoint,
    isOffline: true,
    stats: hub.counters,
    info,
    async *listDatasets(owner) {
      for (const name of await cachedDatasets(cache, owner)) {
        const sha = await cachedCommit(cache, { name });
        if (sha !== undefined) yield { name, gated: false as const, sha };
      }
    },
    async *tree(name, sha) {
      let isEmpty = true;
      for await (const { relative: path, size, blob } of cachedFiles(cache, { name, sha })) {
        isEmpty = false;
        if (blob !== undefined) yield { name, sha, path, size, oid: oidOfBlob(blob) };
      }
      if (isEmpty) throw notCached(name);
    },
    access: async (name) => info(name).then(() => "open" as const),
    readSmall: async (name, sha, path, { maxBytes = SMALL_FILE } = {}) => {
      const found = await find({ name, sha, path });
      if (found.size <= maxBytes) return readFile(found.path);
      throw new EipError("too-large", {
        where: shownFile({ name, path }),
        found: `more than ${maxBytes} bytes`,
      });
    },
    download: async (file, options) => {
      const { path: cached } = await find(file);
      await downloadFile(hub, file, { ...options, cached });
    },
    cached: async (file) => checkedInCache(cache, file),
    keep: async (file, from) => keepInCache(cache, file, { from }),
    openRange: (file) => openCached(file, async () => (await find(file)).path),
  };
}

/** A file on disk, read in parts. */
export function openCached(file: HubFile, locate: () => Promise<string>): RangeSource {
  return {
    byteLength: file.size,
    slice: async (start, end = file.size) => {
      const handle = await open(await locate());
      try {
        const from = start < 0 ? Math.max(0, file.size + start) : start;
        const to = Math.min(file.size, end < 0 ? file.size + end : end);
        const bytes = new Uint8Array(Math.max(0, to - from));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
        return bytes.slice(0, bytesRead).buffer;
      } finally {
        await handle.close();
      }
    },
  };
}

function oidOfBlob(blob: string): string {
  return `${blob.length === 64 ? "sha256" : "git-sha1"}:${blob}`;
}

function notCached(where: string): EipError {
  return new EipError("offline", {
    where,
    found: "not in the cache, and HF_HUB_OFFLINE is set",
    try: "unset HF_HUB_OFFLINE",
  });
}
