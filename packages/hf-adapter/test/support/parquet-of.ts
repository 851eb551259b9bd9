import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { ByteSource } from "../../src/byte-source.ts";

type SchemaElement = NonNullable<Parameters<typeof parquetWriteBuffer>[0]["schema"]>[number];

/** A row by its columns; a column has the shape of its first value that is not null. */
export type Row = Readonly<Record<string, unknown>>;

/** A Parquet file of rows: texts, numbers (as doubles), bigints, booleans, lists and structs. */
export function parquetOf(rows: readonly Row[], rowGroupSize = 1000): ArrayBuffer {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columnData = names.map((name) => ({ name, data: rows.map((row) => row[name] ?? null) }));
  const schema: SchemaElement[] = [
    { name: "schema", num_children: names.length },
    ...columnData.flatMap(({ name, data }) => elementsOf(name, data)),
  ];
  return parquetWriteBuffer({ columnData, schema, rowGroupSize });
}

function elementsOf(name: string, values: readonly unknown[]): SchemaElement[] {
  const [first] = values.filter((value) => value !== null && value !== undefined);
  const element = { name, repetition_type: "OPTIONAL" as const };
  if (typeof first === "string")
    return [{ ...element, type: "BYTE_ARRAY", converted_type: "UTF8" }];
  if (typeof first === "bigint") return [{ ...element, type: "INT64" }];
  if (typeof first === "boolean") return [{ ...element, type: "BOOLEAN" }];
  if (typeof first !== "object" || first === null) return [{ ...element, type: "DOUBLE" }];
  if (Array.isArray(first)) {
    const parts = values.flatMap((value) => (Array.isArray(value) ? value : []));
    return [
      { ...element, converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...elementsOf("element", parts),
    ];
  }
  const objects = values.filter((value) => typeof value === "object" && value !== null) as Row[];
  const fields = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  return [
    { ...element, num_children: fields.length },
    ...fields.flatMap((field) =>
      elementsOf(
        field,
        objects.map((one) => one[field]),
      ),
    ),
  ];
}

/** Writes a Parquet file of rows, with its folders. */
export async function writeParquet(
  path: string,
  rows: readonly Row[],
  rowGroupSize?: number,
): Promise<void> {
  await writeBytes(path, parquetOf(rows, rowGroupSize));
}

/** Writes a file with its folders. */
export async function writeBytes(path: string, content: ArrayBuffer | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : new Uint8Array(content));
}

/** Bytes in memory as a source that notes what was asked of it. */
export function sourceOf(bytes: ArrayBuffer): ByteSource & { readonly asked: [number, number][] } {
  const asked: [number, number][] = [];
  return {
    asked,
    byteLength: bytes.byteLength,
    slice(start, end = bytes.byteLength) {
      asked.push([start, end]);
      return bytes.slice(start, end);
    },
  };
}
