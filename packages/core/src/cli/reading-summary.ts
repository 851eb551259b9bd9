/** What was read and what was not, in a few lines for standard error. */

import { count } from "../analysis/wording.ts";
import { plainText } from "../report/plain-text.ts";
import type { RankReport } from "../report/report.ts";
import type { Pool } from "./pool.ts";

/** Not more problems than this on a screen. */
const mostProblems = 4;

export function readingSummary(pool: Pool, data: RankReport["data"], checkCommand: string): string {
  const lines = [readLine(pool, data), metricsLine(pool), ...problemLines(pool, checkCommand)];
  return lines.filter((line) => line !== "").map((line) => `${plainText(line)}\n`).join("");
}

function readLine({ reading, seconds }: Pool, data: RankReport["data"]): string {
  const { summaries, settings } = reading;
  const read = summaries.reduce((sum, { filesRead }) => sum + filesRead, 0);
  const found = summaries.reduce((sum, { filesFound }) => sum + filesFound, 0);
  const files = read === found ? count(read, "file") : `${read} of ${count(found, "file")}`;
  const several = data.benchmarks.length > 1 ? `, ${count(data.benchmarks.length, "task")}` : "";
  const gaps =
    data.coverage === 1 ? "no gaps" : `${(data.coverage * 100).toFixed(1)} % of the cells filled`;
  const ungraded =
    data.ungraded === 0
      ? ""
      : `, ${count(data.ungraded, "answer")} without a grade (${data.ungraded === 1 ? "counts" : "count"} as wrong)`;
  const config = settings.file === undefined ? "" : `Settings from ${settings.file}. `;
  const ignored = summaries.flatMap((summary) => summary.ignored);
  const named = ignored.slice(0, 3).map(({ path, reason }) => `${fileName(path)} (${reason})`);
  const rest = ignored.length > named.length ? ` and ${ignored.length - named.length} more` : "";
  const leftOut = named.length === 0 ? "" : ` Ignored: ${named.join(", ")}${rest}.`;
  return `${config}Read ${files} in ${seconds.toFixed(1)} s: ${count(data.models, "model")}${several}, ${count(data.items, "item")}, ${gaps}${ungraded}.${leftOut}`;
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
  const named = benchmarks.map(({ benchmark, metric, filter }) =>
    filter === "none" ? `${benchmark} ${metric}` : `${benchmark} ${metric}, ${filter}`,
  );
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
