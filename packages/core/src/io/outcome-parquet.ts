import type { Outcome } from "../outcomes/adapter.ts";

/** The columns of an outcome file, in order; names as in CSV. */
const COLUMNS = [
  { name: "model", type: "STRING", value: (row: Outcome) => row.model },
  { name: "benchmark", type: "STRING", value: (row: Outcome) => row.benchmark },
  { name: "item", type: "STRING", value: (row: Outcome) => row.item },
  { name: "score", type: "DOUBLE", value: (row: Outcome) => row.score },
  { name: "trial", type: "INT32", value: (row: Outcome) => row.trial ?? 0 },
  { name: "metric", type: "STRING", value: (row: Outcome) => row.metric },
  { name: "filter", type: "STRING", value: (row: Outcome) => row.filter },
  { name: "run", type: "STRING", value: (row: Outcome) => row.run },
  { name: "content_hash", type: "STRING", value: (row: Outcome) => row.contentHash },
] as const;

/**
 * Outcomes as a Parquet file in long form, one row each, a score without a grade being null. Read by
 * DuckDB, Polars, pandas and Spark, and by this package. Holds the columns in memory.
 */
export async function outcomesToParquet(outcomes: AsyncIterable<Outcome>): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const data: unknown[][] = COLUMNS.map(() => []);
  for await (const outcome of outcomes) {
    for (const [index, { value }] of COLUMNS.entries()) data[index]!.push(value(outcome) ?? null);
  }
  const columnData = COLUMNS.map(({ name, type }, index) => ({ name, type, data: data[index]! }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
