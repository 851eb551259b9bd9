import type { SchemaTree } from "hyparquet";

/** How deep a column is nested: what its level numbers can be. */
export interface Levels {
  readonly definition: number;
  /** 0 where a row has one value. */
  readonly repetition: number;
}

/** The levels of the column at a path. */
export function levelsAt(tree: SchemaTree, path: readonly string[]): Levels {
  let node = tree;
  const levels = { definition: 0, repetition: 0 };
  for (const name of path) {
    const child = node.children.find(({ element }) => element.name === name);
    if (!child) throw new Error("a column that the schema does not have");
    node = child;
    if (node.element.repetition_type !== "REQUIRED") levels.definition += 1;
    if (node.element.repetition_type === "REPEATED") levels.repetition += 1;
  }
  return levels;
}
