/** What was read and what was not, in a few lines for standard error. */

import { count } from "../outcomes/wording.ts";
import { isComplete } from "../matrix/response-matrix.ts";
import type { ReadSummary } from "../outcomes/adapter.ts";
import { plainText } from "../report/plain-text.ts";
import type { Pool } from "./pool.ts";

/** Not more problems than this on a screen. */
const mostProblems = 4;

export function readingSummary(pool: Pool, checkCommand: string): string {
  const lines = [readLine(pool), metricsLine(pool), ...problemLines(pool, checkCommand)];
  return lines
    .filter((line) => line !== "")
    .map((line) => `${plainText(line)}\n`)
    .join("");
}

function readLine({ matrix, reading, ungraded, seconds }: Pool): string {
  const { summaries, settings } = reading;
  const read = summaries.reduce((sum, { filesRead }) => sum + filesRead, 0);
  const found = summaries.reduce((sum, { filesFound }) => sum + filesFound, 0);
  const files = read === found ? count(read, "file") : `${read} of ${count(found, "file")}`;
  const { models, items, benchmarks } = matrix;
  const tasks = benchmarks.length > 1 ? `, ${count(benchmarks.length, "task")}` : "";
  const filled = matrix.observed / (models.length * items.length);
  const gaps = isComplete(matrix)
    ? "no gaps"
    : `${(filled * 100).toFixed(1)} % of the cells filled`;
  const config = settings.file === undefined ? "" : `Settings from ${settings.file}. `;
  return `${config}Read ${files} in ${seconds.toFixed(1)} s: ${count(models.length, "model")}${tasks}, ${count(items.length, "item")}, ${gaps}${blanks(matrix.ungraded, ungraded)}.${ignoredFiles(summaries)}`;
}

/** Answers that could not be graded, and what they count as. */
function blanks(ungraded: Uint32Array, as: Pool["ungraded"]): string {
  const number = ungraded.reduce((sum, value) => sum + value, 0);
  if (number === 0) return "";
  const verb = number === 1 ? "counts" : "count";
  const meaning = as === "wrong" ? `${verb} as wrong` : `${verb} as not asked`;
  return `, ${count(number, "answer")} without a grade (${meaning})`;
}

function ignoredFiles(summaries: readonly ReadSummary[]): string {
  const ignored = summaries.flatMap((summary) => summary.ignored);
  if (ignored.length === 0) return "";
  const named = ignored.slice(0, 3).map(({ path, reason }) => `${fileName(path)} (${reason})`);
  const rest = ignored.length > named.length ? ` and ${ignored.length - named.length} more` : "";
  return ` Ignored: ${named.join(", ")}${rest}.`;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Which metric of each task is the score, and whether our means are the harness's. */
function metricsLine({ reading }: Pool): string {
  const benchmarks = reading.summaries.flatMap((summary) => summary.benchmarks);
  const mapped = reading.notices().filter(({ code }) => code === "mapping");
  if (mapped.length > 0) return `Columns: ${mapped.map(({ message }) => message).join(" | ")}`;
  if (benchmarks.length === 0) return "";
  const lines = benchmarks.map(({ benchmark, metric, filter }) =>
    filter === "none" ? `${benchmark} ${metric}` : `${benchmark} ${metric}, ${filter}`,
  );
  const named = [...new Set(lines)];
  const shown = named.length > 8 ? [...named.slice(0, 7), `${named.length - 7} more`] : named;
  const compared = benchmarks.flatMap(({ means }) => means).filter(({ agrees }) => agrees !== null);
  const equal = compared.filter(({ agrees }) => agrees === true).length;
  const checked =
    compared.length === 0
      ? ""
      : equal === compared.length
        ? ` (all ${count(compared.length, "task mean")} equal the harness's own)`
        : ` (${equal} of ${count(compared.length, "task mean")} equal the harness's own)`;
  return `Metrics: ${shown.join(" | ")}${checked}`;
}

function problemLines({ reading }: Pool, checkCommand: string): readonly string[] {
  const { problems } = reading;
  const lines = problems.slice(0, mostProblems).map(({ message }) => `Left out: ${message}`);
  const rest = problems.length - lines.length;
  return rest > 0 ? [...lines, `Left out: ${rest} more; ${checkCommand} lists them.`] : lines;
}
