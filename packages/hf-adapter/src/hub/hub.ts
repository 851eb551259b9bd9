import type { DownloadOptions } from "./download.ts";
import type { AccessState } from "./hub-errors.ts";
import type { HubFile } from "./hub-file.ts";
import type { HubStats } from "./hub-stats.ts";
import type { DatasetHead, ListingOptions } from "./listing.ts";
import type { RangeSource } from "./range-source.ts";
import type { SmallFileOptions } from "./small-file.ts";

/** What the commands ask of a hub. All errors are `EipError`, or the reason of an aborted signal. */
export interface Hub {
  /** The address, without a slash at its end. */
  readonly endpoint: string;
  /** Whether only the cache is asked. */
  readonly isOffline: boolean;
  /** What it has cost so far; the numbers grow. */
  readonly stats: HubStats;
  /** The datasets of an owner with their newest commits: one request per 500. */
  listDatasets(owner: string, options?: ListingOptions): AsyncIterable<DatasetHead>;
  /** One dataset: one request. Throws `no-such-repository`. */
  info(name: string): Promise<DatasetHead>;
  /**
   * The files of one commit: one request per 1,000 entries. Paths that could do harm on this machine
   * are reported and left out.
   */
  tree(name: string, sha: string, options?: ListingOptions): AsyncIterable<HubFile>;
  /** Whether the files of a dataset may be read: one request. */
  access(name: string): Promise<AccessState>;
  /** A whole small file, checked; at most 16 MiB unless said otherwise. */
  readSmall(
    name: string,
    sha: string,
    path: string,
    options?: SmallFileOptions,
  ): Promise<Uint8Array>;
  /** Downloads a file, or what is missing of it, checks it and gives it its name. */
  download(file: HubFile, options: DownloadOptions): Promise<void>;
  /** Where the cache has the file, checked byte for byte: no request. Undefined without it. */
  cached(file: HubFile): Promise<string | undefined>;
  /** Puts a checked file into the cache, where Python finds it too; says where it is there. */
  keep(file: HubFile, path: string): Promise<string>;
  /** A file read in parts; nothing is asked before the first. */
  openRange(file: HubFile, options?: { readonly signal?: AbortSignal | undefined }): RangeSource;
}
