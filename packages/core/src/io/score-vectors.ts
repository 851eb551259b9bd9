import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EipError } from "../errors.ts";
import { columnsFromHeader } from "../outcomes/columns.ts";
import { idFromValue } from "../outcomes/id.ts";
import { STANDARD_INPUT, shownPath } from "./open.ts";
import type { PlacedCell, PlacedCells } from "./placed-cell.ts";
import { jsonObjects, type JsonObjectLine, type TableRowOptions } from "./table-rows.ts";

/**
 * The cells of score vectors, `{"model": …, "scores": […]}` a line, aligned with the `items.jsonl`
 * beside the file (`{"item": …, "subset": …}` a line). A `null` score has no result: no cell.
 *
 * @throws EipError `not-found` without `items.jsonl`; `damaged` for a vector of another length.
 */
export async function* scoreVectorCells(path: string, options: TableRowOptions): PlacedCells {
  const items = await itemsBeside(path, options);
  for await (const objects of jsonObjects(path, options)) {
    yield vectorCells(objects, { items, where: shownPath(path) });
  }
}

function* vectorCells(
  objects: readonly JsonObjectLine[],
  { items, where }: { items: readonly ListedItem[]; where: string },
): Generator<PlacedCell> {
  for (const { value, line } of objects) {
    const model = idFromValue(value["model"] ?? value["model_id"]);
    const scores = value["scores"];
    if (!Array.isArray(scores) || scores.length !== items.length) {
      throw new EipError("damaged", {
        where: `${where}:${line}`,
        found: Array.isArray(scores) ? `${scores.length} scores` : "no list of scores",
        expected: `${items.length}, as many as items.jsonl has items`,
        try: "use the items.jsonl that was written with these scores",
      });
    }
    for (const [index, { item, benchmark }] of items.entries()) {
      const grade: unknown = scores[index];
      if (grade !== null) yield { cell: { model, item, benchmark, grade }, line };
    }
  }
}

interface ListedItem {
  readonly item: string;
  readonly benchmark: string | undefined;
}

async function itemsBeside(path: string, options: TableRowOptions): Promise<ListedItem[]> {
  const list = await itemListBeside(path);
  if (list === undefined) {
    throw new EipError("not-found", {
      where: shownPath(path),
      found: "score vectors without items.jsonl beside them",
      expected: 'one {"item": …} a line, in the order of the scores',
      try: "put items.jsonl into the same folder",
    });
  }
  const items: ListedItem[] = [];
  const strict = { signal: options.signal, onDamaged: rethrow }; // a line left out would shift the rest
  for await (const objects of jsonObjects(list, strict)) {
    for (const { value, line } of objects) items.push(listedItem(value, `${list}:${line}`));
  }
  return items;
}

function rethrow(error: EipError): never {
  throw error;
}

async function itemListBeside(path: string): Promise<string | undefined> {
  if (path === STANDARD_INPUT) return undefined;
  const names = await readdir(dirname(path)).catch((): string[] => []);
  const name = ["items.jsonl", "items.jsonl.gz"].find((candidate) => names.includes(candidate));
  return name && join(dirname(path), name);
}

function listedItem(value: Readonly<Record<string, unknown>>, where: string): ListedItem {
  const keys = Object.keys(value);
  const columns = columnsFromHeader(keys, where);
  const at = (role: "item" | "benchmark"): string | undefined => {
    const index = columns.get(role);
    return index === undefined ? undefined : idFromValue(value[keys[index]!]);
  };
  const item = at("item");
  if (item === undefined) {
    throw new EipError("damaged", { where, found: "no item", expected: '{"item": …}' });
  }
  return { item, benchmark: at("benchmark") };
}
