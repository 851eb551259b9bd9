/** Rows of runs from the files of a store. */

import type { AsyncBuffer, ParquetScan } from "hyparquet";
import { EipError } from "../errors.ts";
import { shownValue } from "../outcomes/shown-value.ts";
import { openFile, type OpenFile } from "./open.ts";
import { damagedParquet, keyValue, parquetBuffer, parquetCompressors } from "./parquet-source.ts";
import { columnRange, DIGESTS_KEY, digestOf } from "./store-digests.ts";
import { readMetadata, type PlacedRun } from "./store-files.ts";
import type { Part } from "./store-run.ts";

/**
 * Reads parts of runs, one after the other. The last files stay open, and runs with the same items
 * get the same list of them, so that reading in the order of the files decodes little but scores.
 */
export interface StoreRows {
  /**
   * The rows of a run under the metric of that number.
   *
   * @throws EipError `damaged` for a file that is not what its metadata say.
   */
  part(run: PlacedRun, metric: number): Promise<Part>;
  close(): Promise<void>;
}

type Layout = Pick<Part, "items" | "contentHashes" | "trials">;

/** A merged file and new runs beside it take turns. */
const OPEN_FILES = 3;
/** Lists of items are kept up to so many rows. */
const KEPT_ROWS = 1 << 22;

export function storeRows(onBytes?: (bytes: number) => void): StoreRows {
  const tables = new Map<string, OpenTable>();
  let layouts = new Map<string, Layout>();
  let kept = 0;
  let turn: Promise<unknown> = Promise.resolve();

  async function tableOf(path: string): Promise<OpenTable> {
    const table = tables.get(path) ?? (await openTable(path, onBytes));
    tables.delete(path);
    tables.set(path, table);
    const [[oldest, other] = []] = tables;
    if (tables.size > OPEN_FILES && oldest !== undefined) {
      tables.delete(oldest);
      await other?.close();
    }
    return table;
  }

  async function layoutOf(run: PlacedRun, metric: number, open: OpenTable): Promise<Layout> {
    const { rows, layout } = run.head.parts[metric]!;
    const known = layouts.get(layout);
    if (known?.items.length === rows) return known;
    if (kept + rows > KEPT_ROWS) [layouts, kept] = [new Map(), 0];
    const shared = await readLayout(open, run.starts[metric]!, rows);
    layouts.set(layout, shared);
    kept += rows;
    return shared;
  }

  async function read(run: PlacedRun, metric: number): Promise<Part> {
    const head = run.head.parts[metric]!;
    if (head.rows === 0) return { ...head, ...NO_ROWS };
    const open = await tableOf(run.path);
    const scores = await open.column("score", run.starts[metric]!, head.rows);
    const score = scores.find((one) => one !== null && !(Number(one) >= 0 && Number(one) <= 1));
    if (score !== undefined) {
      throw new EipError("off-scale", {
        where: run.path,
        found: `score ${shownValue(score)}`,
        expected: "0 to 1",
      });
    }
    return { ...head, ...(await layoutOf(run, metric, open)), scores: scores as Part["scores"] };
  }

  return {
    part(run, metric) {
      const next = turn.then(() => read(run, metric)).catch(damagedParquet(run.path));
      turn = next.catch(() => undefined);
      return next;
    },
    async close() {
      await turn;
      for (const table of tables.values()) await table.close();
      tables.clear();
    },
  };
}

const NO_ROWS = { items: [], contentHashes: undefined, trials: undefined, scores: [] };

async function readLayout(open: OpenTable, start: number, rows: number): Promise<Layout> {
  const items = await open.column("item", start, rows);
  const hashes = await open.column("content_hash", start, rows);
  const trials = await open.column("trial", start, rows);
  if (items.some((item) => typeof item !== "string")) {
    throw new EipError("damaged", { where: open.path, found: "a row without an item" });
  }
  return {
    items: items as string[],
    contentHashes: hashes.some((hash) => hash !== null)
      ? hashes.map((hash) => (typeof hash === "string" ? hash : undefined))
      : undefined,
    trials: trials.some((trial) => trial !== 0) ? trials.map(Number) : undefined,
  };
}

interface OpenTable {
  readonly path: string;
  /** Values of a column, `null` for none; the rows lie in one row group. */
  column(name: string, start: number, rows: number): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Files up to this size are read at once. */
const SMALL = 1 << 20;

async function openTable(
  path: string,
  onBytes: ((bytes: number) => void) | undefined,
): Promise<OpenTable> {
  const file = await openFile(path);
  try {
    const { parquetScan } = await import("hyparquet");
    const source = file.size <= SMALL ? inMemory(await file.read(0, file.size)) : file;
    const buffer = parquetBuffer(source, onBytes);
    const scan = await parquetScan({
      file: buffer,
      metadata: await readMetadata(source, path),
      compressors: await parquetCompressors(),
    }).catch(damagedParquet(path));
    const check = columnCheck(scan, buffer);
    const decoded = new Map<string, { group: Group; values: Values }>();
    return {
      path,
      close: () => file.close(),
      column: async (name, start, rows) => {
        const group = scan.ranges.find(
          ({ rowStart, rowEnd }) => rowStart <= start && start + rows <= rowEnd,
        );
        if (!group) throw new Error(`no row group holds rows ${start} to ${start + rows}`);
        // Neighbouring runs want the same group. The scan remembers it too, but copies it each time.
        if (decoded.get(name)?.group !== group) {
          await check(name, group);
          decoded.set(name, { group, values: await scan.readColumn({ column: name, ...group }) });
        }
        const { values } = decoded.get(name)!;
        return valuesIn(values, start - group.rowStart, rows);
      },
    } satisfies OpenTable;
  } catch (error) {
    await file.close();
    return damagedParquet(path)(error);
  }
}

type Group = ParquetScan["ranges"][number];
type Values = Awaited<ReturnType<ParquetScan["readColumn"]>>;

/** Looks at the bytes of each column of a row group once, before they are decoded. */
function columnCheck({ metadata, ranges }: ParquetScan, buffer: AsyncBuffer) {
  const checked = new Set<string>();
  const digests = JSON.parse(keyValue(metadata, DIGESTS_KEY) ?? "[]") as string[][];
  return async (name: string, group: Group): Promise<void> => {
    const at = ranges.indexOf(group);
    const key = `${at} ${name}`;
    if (checked.has(key)) return;
    const columns = metadata.row_groups[at]?.columns ?? [];
    const number = columns.findIndex(({ meta_data }) => meta_data?.path_in_schema[0] === name);
    const column = columns[number]?.meta_data;
    if (!column) throw new Error(`no column "${name}"`);
    const bytes = new Uint8Array(await buffer.slice(...columnRange(column)));
    const digest = digests[at]?.[number];
    if (digest !== undefined && digest !== digestOf(bytes)) {
      throw new Error(`column "${name}" has changed since it was written`);
    }
    checked.add(key);
  };
}

function valuesIn(values: Values, start: number, rows: number): unknown[] {
  const found: unknown[] = Array.from(values.slice(start, start + rows));
  if (found.length !== rows) throw new Error(`${found.length} values for ${rows} rows`);
  for (let row = 0; row < rows; row += 1) found[row] ??= null;
  return found;
}

function inMemory(bytes: Buffer): Pick<OpenFile, "size" | "read"> {
  return {
    size: bytes.length,
    read: (start, length) => Promise.resolve(bytes.subarray(start, start + length)),
  };
}
