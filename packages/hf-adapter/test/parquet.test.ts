import { describe, expect, it } from "vitest";
import { openParquetFile, type RowBatch } from "../src/parquet.ts";
import type { ColumnPath } from "../src/parquet-selection.ts";
import { parquetOf, sourceOf, type Row } from "./support/parquet-of.ts";

async function batchesOf(
  rows: readonly Row[],
  paths: readonly ColumnPath[],
  groupSize?: number,
): Promise<RowBatch[]> {
  const file = await openParquetFile(sourceOf(parquetOf(rows, groupSize)), "x.parquet");
  const batches: RowBatch[] = [];
  for await (const batch of file.batches(paths)) batches.push(batch);
  return batches;
}

const rows = Array.from({ length: 5 }, (_, at) => ({
  metrics: { acc: at % 2, list: [true, false] },
  doc: { id: String(at), query: `q${at}`, choices: ["a", "b"] },
  "metrics.flat": at,
  count: BigInt(at),
}));

describe("a Parquet file", () => {
  it("shows its rows and the shapes of its columns", async () => {
    const file = await openParquetFile(sourceOf(parquetOf(rows)), "x.parquet");
    expect(file.rows).toBe(5);
    expect(
      [...file.columns.values()].map(({ name, kind, fields }) => ({ name, kind, fields })),
    ).toEqual([
      { name: "metrics", kind: "struct", fields: ["acc", "list"] },
      { name: "doc", kind: "struct", fields: ["id", "query", "choices"] },
      { name: "metrics.flat", kind: "number", fields: [] },
      { name: "count", kind: "number", fields: [] },
    ]);
  });

  it("gives out parts of columns, a row group at a time", async () => {
    const batches = await batchesOf(
      rows,
      [["metrics"], ["doc", "id"], ["metrics.flat"], ["absent"]],
      2,
    );
    expect(batches.map(({ first, rows: size }) => [first, size])).toEqual([
      [0, 2],
      [2, 2],
      [4, 1],
    ]);
    expect(Object.fromEntries(batches[1]!.columns)).toEqual({
      metrics: [
        { acc: 0, list: [true, false] },
        { acc: 1, list: [true, false] },
      ],
      doc: [{ id: "2" }, { id: "3" }],
      "metrics.flat": [2, 3],
    });
  });

  it("is read in the parts that are wanted, never in the large ones", async () => {
    // Text that does not pack: two million bytes of which nothing is asked for.
    let state = 1;
    const noise = (): string => {
      const signs = Array.from({ length: 500 }, () => {
        state = (state * 48_271) % 2_147_483_647;
        return String.fromCodePoint(33 + (state % 90));
      });
      return signs.join("");
    };
    const large = Array.from({ length: 2000 }, (_, at) => ({
      full_prompt: noise(),
      acc: at % 2,
      model_response: noise(),
    }));
    const source = sourceOf(parquetOf(large, 1000));
    expect(source.byteLength).toBeGreaterThan(1_500_000);
    const file = await openParquetFile(source, "x.parquet");
    for await (const { columns } of file.batches([["acc"]]))
      expect(columns.get("acc")).toHaveLength(1000);
    const read = source.asked.reduce((sum, [start, end]) => sum + end - start, 0);
    expect(read).toBeLessThan(90_000);
    expect(source.asked[0]).toEqual([source.byteLength - 65_536, source.byteLength]);
  });

  it("that is small is fetched once", async () => {
    const source = sourceOf(parquetOf(rows, 2));
    const file = await openParquetFile(source, "x.parquet");
    for await (const { columns } of file.batches([["doc", "id"], ["count"]]))
      expect(columns.size).toBe(2);
    expect(source.asked).toEqual([[0, source.byteLength]]);
  });

  it("without rows has no batches with columns", async () => {
    const empty = parquetOf([{ acc: 1 }]).slice(0);
    const file = await openParquetFile(sourceOf(empty), "x.parquet");
    const batches: RowBatch[] = [];
    for await (const batch of file.batches([["absent"]])) batches.push(batch);
    expect(batches.map(({ columns }) => columns.size)).toEqual([0]);
  });

  it.each([
    ["nothing", new ArrayBuffer(0), "empty"],
    ["a few bytes", new TextEncoder().encode("PAR1PAR1").buffer, "damaged"],
    ["a front only", parquetOf(rows).slice(0, 300), "damaged"],
    ["text", new TextEncoder().encode("model,item,score\n".repeat(20)).buffer, "damaged"],
  ])("of %s is refused", async (_, bytes, code) => {
    await expect(openParquetFile(sourceOf(bytes), "x.parquet")).rejects.toMatchObject({
      code,
      where: "x.parquet",
    });
  });

  it("whose source gives too few bytes is refused", async () => {
    const whole = sourceOf(parquetOf(rows));
    const short = {
      byteLength: whole.byteLength,
      slice: (start: number) => whole.slice(start, whole.byteLength - 1),
    };
    await expect(openParquetFile(short, "x.parquet")).rejects.toMatchObject({ code: "damaged" });
  });
});
