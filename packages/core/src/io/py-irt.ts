import { EipError } from "../errors.ts";
import { idFromValue } from "../outcomes/id.ts";
import { shownPath } from "./open.ts";
import type { PlacedCell, PlacedCells } from "./placed-cell.ts";
import { jsonObjects, type JsonObjectLine, type TableRowOptions } from "./table-rows.ts";

/** The cells of py-irt lines, `{"subject_id": …, "responses": {item: response}}`. */
export async function* responseCells(path: string, options: TableRowOptions): PlacedCells {
  for await (const objects of jsonObjects(path, options)) {
    yield responsesOf(objects, shownPath(path));
  }
}

function* responsesOf(objects: readonly JsonObjectLine[], where: string): Generator<PlacedCell> {
  for (const { value, line } of objects) {
    const model = idFromValue(value["subject_id"]);
    const responses = value["responses"];
    if (typeof responses !== "object" || responses === null || Array.isArray(responses)) {
      throw new EipError("damaged", {
        where: `${where}:${line}`,
        found: "no responses",
        expected: '{"subject_id": …, "responses": {"item": 0 or 1}}',
      });
    }
    for (const [item, grade] of Object.entries(responses) as [string, unknown][]) {
      yield { cell: { model, item: idFromValue(item), benchmark: undefined, grade }, line };
    }
  }
}
