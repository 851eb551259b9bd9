import { groupBy } from "@eip-eval/core";
import { count, listText } from "@eip-eval/core/io";
import { durationText, sizeText } from "./amounts.ts";
import type { Fetched } from "./fetch.ts";
import type { HubStats } from "./hub/hub-stats.ts";
import type { Missing } from "./missing.ts";

/** What a fetch cost and where its result is. */
export interface FetchCosts {
  readonly seconds: number;
  readonly stats: HubStats;
  /** The folder of the store, as it was typed. */
  readonly folder: string;
  /** Bytes of all data in the store. */
  readonly storeBytes: number;
  /** The list of what is missing. */
  readonly missingFile: string | undefined;
}

/** The end of a fetch in a few lines. */
export function fetchSentences(fetched: Fetched, costs: FetchCosts): string[] {
  return [
    ...unchangedLine(fetched),
    doneLine(fetched, costs),
    ...missingLines(fetched.missing, costs),
  ];
}

function unchangedLine({ repositories }: Fetched): string[] {
  const unchanged = repositories.filter((one) => one.isUnchanged && one.kept > 0).length;
  return unchanged === 0 ? [] : [`${count(unchanged, "model")} here already and unchanged.`];
}

function doneLine(fetched: Fetched, { seconds, stats, folder, storeBytes }: FetchCosts): string {
  const { asked, repositories } = fetched;
  const whole = repositories.filter(({ missing }) => missing.length === 0).length;
  const stored = repositories.reduce((sum, one) => sum + one.stored, 0);
  const { api, resolvers, pages, files } = stats.requests;
  const requests = api + resolvers + pages + files;
  const models = whole === asked ? count(asked, "model") : `${whole} of ${count(asked, "model")}`;
  const cost = `${count(requests, "request")}, ${sizeText(stats.bytes)} received`;
  const waited =
    stats.secondsWaited >= 1
      ? `, ${durationText(stats.secondsWaited)} waiting for the rate limit`
      : "";
  return `Done in ${durationText(seconds)}: ${models}, ${stored} new ${stored === 1 ? "benchmark" : "benchmarks"} (${cost}${waited}); ${sizeText(storeBytes)} in ${folder}.`;
}

const MOST_NAMED = 4;

/** What is missing: the names that share a reason in one line, the most frequent reason first. */
function missingLines(missing: readonly Missing[], { missingFile }: FetchCosts): string[] {
  if (missing.length === 0) return [];
  const groups = [...groupBy(missing, reasonKey).values()].toSorted((a, b) => b.length - a.length);
  const lines = groups.slice(0, MOST_NAMED).map(missingLine);
  const rest = groups.slice(MOST_NAMED).flat().length;
  const more = rest > 0 ? `${rest} more, and all links` : "All of it, with links";
  return [...lines, `  ${more}: ${missingFile}`];
}

function reasonKey({ code, reason }: Missing): string {
  return JSON.stringify([code, reason]);
}

function missingLine(group: readonly Missing[]): string {
  const [first] = group;
  const names = group.map(({ model, benchmark }) =>
    benchmark === undefined ? model : `${model} ${benchmark}`,
  );
  // Links differ from model to model; the others are in the list.
  const likewise = group.length > 1 ? " (the others likewise)" : "";
  const hint = first!.try === undefined ? "" : `  Try: ${first!.try}${likewise}`;
  return `  ! ${listText(names)}: ${first!.reason}.${hint}`;
}

/** What is safe when a fetch was ended before its time. */
export function stoppedSentence(
  { repositories, unfinished, begun }: Fetched,
  folder: string,
): string {
  const models = repositories.filter(({ stored, kept }) => stored + kept > 0).length;
  const more = begun === 0 ? "" : ` and ${count(begun, "benchmark")} of others`;
  return `${count(models, "model")}${more} are safe in ${folder}, ${unfinished} to go. The same command goes on from there.`;
}
