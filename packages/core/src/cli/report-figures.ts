/** The figures of a report as files of their own. */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomic } from "../io/atomic.ts";
import { pngFromSvg } from "../io/png-from-svg.ts";
import { drawFigure, figuresOf } from "../report/html-figures.ts";
import type { PageModel } from "../report/page-model.ts";

/** Pixels; wide enough for a document, narrow enough to be read there. */
const width = 900;

/**
 * Writes each figure that the page has as SVG that stands alone, light or dark as its reader is; with
 * `png` as a picture too.
 *
 * @returns How many figures there are.
 * @throws EipError `unsupported` for `png` without its renderer, before anything is written.
 */
export async function writeFigures(
  folder: string,
  page: PageModel,
  { png = false }: { png?: boolean | undefined } = {},
): Promise<number> {
  const drawn = figuresOf(page).map(
    (name) => [name, drawFigure(name, page, { width, standalone: true })] as const,
  );
  const pictures = png ? await Promise.all(drawn.map(([, svg]) => pngFromSvg(svg))) : [];
  await mkdir(folder, { recursive: true });
  for (const [at, [name, svg]] of drawn.entries()) {
    await writeFileAtomic(join(folder, `${name}.svg`), svg);
    if (png) await writeFileAtomic(join(folder, `${name}.png`), pictures[at]!);
  }
  return drawn.length;
}
