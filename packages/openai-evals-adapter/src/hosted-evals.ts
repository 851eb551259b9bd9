import { byCodeUnit } from "@eip-eval/core/io";
import { basename, dirname } from "node:path";
import type { RawRun } from "./raw-run.ts";

/**
 * Names the eval of each hosted run (format document, section 7.3): as the API names it; else an
 * export is known by its graders and its items, so that files called after their models still meet,
 * and is named by what the names of its files have in common.
 */
export function nameEvals(
  runs: readonly RawRun[],
  evalNames: ReadonlyMap<string, string>,
): ReadonlyMap<RawRun, string> {
  const names = new Map<RawRun, string>();
  const groups: RawRun[][] = [];
  for (const run of runs.toSorted((a, b) => byCodeUnit(a.id, b.id))) {
    const { evalId } = run.hosted;
    if (evalId !== undefined) {
      names.set(run, evalNames.get(evalId) ?? evalId);
      continue;
    }
    const group = groups.find((others) => others.some((other) => isSameEval(run, other)));
    if (group) group.push(run);
    else groups.push([run]);
  }
  const taken = new Set(names.values());
  for (const group of groups) {
    const name = freeName(groupName(group), taken);
    taken.add(name);
    for (const run of group) names.set(run, name);
  }
  return names;
}

/** Of the items that both have, at least this share must be the same for one data set. */
const SAME_DATA = 0.5;

function isSameEval(a: RawRun, b: RawRun): boolean {
  const graders = [a, b].map(({ hosted }) => [...hosted.graders].toSorted().join("\n"));
  if (graders[0] !== graders[1] && !graders.includes("")) return false;
  let [shared, equal, unknown] = [0, 0, 0];
  for (const [sample, id] of a.table.samples.entries()) {
    const other = b.table.numberOf(id);
    if (other === undefined) continue;
    const [one, two] = [a.table.questions[sample]!, b.table.questions[other]!];
    shared += 1;
    if (Number.isNaN(one) || Number.isNaN(two)) unknown += 1;
    else if (one === two) equal += 1;
  }
  if (unknown === shared) return stemOf(a) === stemOf(b);
  return equal >= SAME_DATA * (shared - unknown);
}

function groupName(runs: readonly RawRun[]): string {
  const stems = [...new Set(runs.map(stemOf))].toSorted();
  const [first = "", ...rest] = stems;
  if (rest.length === 0) return first;
  let length = first.length;
  for (const stem of rest) while (!stem.startsWith(first.slice(0, length))) length -= 1;
  const common = first.slice(0, length).replace(/[-_. ]+$/, "");
  if (common.length >= 3) return common;
  const folder = basename(dirname(firstPath(runs[0]!)));
  return /\w/.test(folder) ? folder : first;
}

/** A file name without what the dashboard adds: the status filter, date and time. */
function stemOf(run: RawRun): string {
  const name = basename(firstPath(run)).replace(/(?:\.jsonl?|\.ndjson|\.log)?(?:\.gz)?$/i, "");
  return name.replace(/_OutputDataItemStatusParam\..*$/, "") || name;
}

function firstPath({ paths }: RawRun): string {
  return [...paths][0] ?? "";
}

const STATUS = /_OutputDataItemStatusParam\.(\w+?)_/;

/**
 * The status that the rows of an export were filtered by; `undefined` where all are there.
 *
 * @example
 * ```ts
 * exportFilter("eval_items_OutputDataItemStatusParam.FAIL_2026-01-01_10-00.jsonl"); // "FAIL"
 * ```
 */
export function exportFilter(path: string): string | undefined {
  const status = STATUS.exec(basename(path))?.[1];
  return status === "ALL" ? undefined : status;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let number = 1;
  let free = name;
  while (taken.has(free)) free = `${name}-${++number}`;
  return free;
}
