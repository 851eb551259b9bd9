import { basename } from "node:path";
import { EipError } from "@eip-eval/core";
import { isPassing } from "./fetch-file.ts";
import type { Hub } from "./hub/hub.ts";
import type { HubFile } from "./hub/hub-file.ts";
import { openParquetFile } from "./parquet.ts";
import { sourceOf } from "./plan.ts";
import { runResultsFromBytes, type TaskResults } from "./run-results.ts";

/** The totals of one run: its file as it is on the Hub, and what it says. */
export interface RunTotals {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly tasks: ReadonlyMap<string, TaskResults>;
  /** Why the file says nothing; a sentence. */
  readonly trouble?: string | undefined;
}

/**
 * Reads the totals of a run. A file that holds none is no obstacle to reading the items.
 *
 * @throws EipError when the Hub refuses or fails.
 */
export async function readTotals(hub: Hub, file: HubFile): Promise<RunTotals> {
  const bytes = await hub.readSmall(file.name, file.sha, file.path);
  const name = basename(file.path);
  try {
    const { tasks } = runResultsFromBytes(bytes, sourceOf(file.name, file.path));
    return { name, bytes, tasks };
  } catch (error) {
    if (!EipError.isInstance(error)) throw error;
    const trouble = `${error.message} The run is read without it.`;
    return { name, bytes, tasks: new Map(), trouble };
  }
}

/**
 * The number of rows of a Parquet file, from its end; 0 where nothing can be read of it, which is
 * said when it is the run to be used.
 *
 * @throws EipError when the Hub refuses or fails.
 */
export async function rowsOf(
  hub: Hub,
  file: HubFile,
  { signal }: { signal: AbortSignal },
): Promise<number> {
  try {
    const source = hub.openRange(file, { signal });
    return (await openParquetFile(source, sourceOf(file.name, file.path))).rows;
  } catch (error) {
    signal.throwIfAborted();
    if (!EipError.isInstance(error) || isPassing(error.code)) throw error;
    return 0;
  }
}
