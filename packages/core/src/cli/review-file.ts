/** Lists of items to keep or drop, as `rank --exclude` reads them. */

import { readFile } from "node:fs/promises";
import type { ItemKey } from "../analysis/wording.ts";
import { EipError } from "../errors.ts";

/**
 * The items that a list drops.
 *
 * @throws EipError `not-found` for an absent file, `damaged` with file and line for one that is none.
 */
export async function readDropped(file: string): Promise<readonly ItemKey[]> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new EipError("not-found", { found: `no file "${file}"`, cause: error });
  }
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return [];
    const [verdict, ...fields] = line.split("\t");
    const [benchmark, item] = fields.map(nameFrom);
    const isVerdict = verdict === "keep" || verdict === "drop";
    if (!isVerdict || benchmark === undefined || item === undefined) {
      throw new EipError("damaged", {
        where: `${file}:${index + 1}`,
        found: `"${line.slice(0, 60)}"`,
        expected: "keep or drop, the benchmark and the item, with tabs between",
      });
    }
    return verdict === "drop" ? [{ benchmark, item }] : [];
  });
}

/** A name as the list has it; `undefined` for one in quotes that is no JSON text. */
function nameFrom(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    const name: unknown = JSON.parse(text);
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
