/** Lists of items to keep or drop, as `items --todo` writes and `rank --exclude` reads them. */

import { readFile } from "node:fs/promises";
import type { ItemKey } from "../analysis/wording.ts";
import { EipError } from "../errors.ts";

/** One line of a list. */
export interface ReviewLine extends ItemKey {
  readonly verdict: "keep" | "drop";
  readonly reason: string;
}

/** The text of a list: verdict, benchmark, item and reason, with tabs between. */
export function reviewText(lines: readonly ReviewLine[]): string {
  const head =
    "# keep or drop, benchmark, item, reason. Edit the first word, then: rank PATH --exclude FILE\n";
  return head + lines.map(lineText).join("");
}

function lineText({ verdict, benchmark, item, reason }: ReviewLine): string {
  return `${[verdict, field(benchmark), field(item), reason].join("\t")}\n`;
}

/** Names with control characters, or that look quoted, are written as JSON texts. */
function field(name: string): string {
  return /^"|\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
}

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
    const [verdict, benchmark, item] = line.split("\t");
    if ((verdict !== "keep" && verdict !== "drop") || item === undefined) {
      throw new EipError("damaged", {
        where: `${file}:${index + 1}`,
        found: `"${line.slice(0, 60)}"`,
        expected: "keep or drop, the benchmark and the item, with tabs between",
      });
    }
    return verdict === "drop" ? [{ benchmark: nameFrom(benchmark!), item: nameFrom(item) }] : [];
  });
}

function nameFrom(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
