import { levelsAt, type Levels } from "./parquet-levels.ts";
import type { FileMetaData, RowGroup, SchemaElement, SchemaTree } from "hyparquet";

/** The names from a top-level column down to the part of it that is wanted. */
export type ColumnPath = readonly string[];

/** The metadata of a Parquet file with nothing in it but the wanted parts of its columns. */
export interface Selection {
  readonly metadata: FileMetaData;
  /** How the columns of a group are nested, in their order. */
  readonly levels: readonly Levels[];
}

/**
 * Cuts the metadata of a file down to some columns, or parts of struct columns, so that nothing else
 * is fetched or decoded. Parts that are not there are left out.
 *
 * @example
 * ```ts
 * selectColumns(metadata, { tree, paths: [["metric"], ["doc", "id"]] });
 * ```
 */
export function selectColumns(
  metadata: FileMetaData,
  { tree, paths }: { tree: SchemaTree; paths: readonly ColumnPath[] },
): Selection {
  const schema: SchemaElement[] = [];
  const leaves: SchemaTree[] = [];
  const keep = (node: SchemaTree): boolean => {
    if (!paths.some((path) => isAlong(path, node.path))) return false;
    const at = schema.push(node.element) - 1;
    if (node.children.length === 0) leaves.push(node);
    else {
      const kept = node.children.filter(keep).length;
      if (kept === 0) schema.length = at;
      else schema[at] = { ...node.element, num_children: kept };
      return kept > 0;
    }
    return true;
  };
  keep(tree);
  const wanted = new Set(leaves.map(({ path }) => JSON.stringify(path)));
  const row_groups = metadata.row_groups.map((group) => selectGroup(group, wanted));
  return {
    metadata: { ...metadata, schema, row_groups },
    levels:
      row_groups[0]?.columns.map(({ meta_data: column }) =>
        levelsAt(tree, column!.path_in_schema),
      ) ?? [],
  };
}

/** Whether one of two paths begins with the other. */
function isAlong(wanted: ColumnPath, path: ColumnPath): boolean {
  const length = Math.min(wanted.length, path.length);
  return wanted.slice(0, length).every((name, at) => name === path[at]);
}

function selectGroup(group: RowGroup, wanted: ReadonlySet<string>): RowGroup {
  const columns = group.columns.filter(({ meta_data: column }) =>
    wanted.has(JSON.stringify(column?.path_in_schema)),
  );
  if (columns.length !== wanted.size) throw new Error("a row group without one of its columns");
  return { ...group, columns };
}
