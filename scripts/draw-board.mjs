/**
 * Draws docs/board.svg, the picture of README.md, from the sample logs with our own figures:
 *
 *     npx --yes pnpm@10.34.8 build && node scripts/draw-board.mjs
 *
 * With `--print` the picture goes to standard output and the file stays as it is.
 */

import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { collect, infer, propagate } from "../packages/core/dist/index.js";
import { caterpillar } from "../packages/core/dist/plot/index.js";
import { rankReport } from "../packages/core/dist/report/index.js";
import { lmEval } from "../packages/lm-eval-adapter/dist/index.js";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const matrix = await collect(lmEval.read([path("examples/logs")]));
const pool = { matrix, fit: propagate(matrix) };
const report = rankReport({
  ...pool,
  inference: infer(pool),
  ungraded: "wrong",
  smoothingRequested: "none",
});
const { models, settings } = report;
const svg = `${caterpillar({ models, level: settings.level }, { width: 840, standalone: true })}\n`;

if (process.argv.includes("--print")) process.stdout.write(svg);
else await writeFile(path("docs/board.svg"), svg);
