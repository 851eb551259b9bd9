/** `fetch`: downloads what is asked for into a store. */

import { EipError } from "@eip-eval/core";
import { exitCode, quoted, statusLine, tell, write, type CommandContext } from "@eip-eval/core/cli";
import { findFiles, openStore, ProblemReport } from "@eip-eval/core/io";
import { FetchProgress } from "../fetch-progress.ts";
import { fetchSentences, stoppedSentence, type FetchCosts } from "../fetch-view.ts";
import { fetchDetails, type Fetched } from "../fetch.ts";
import { readEnvironment } from "../hub/environment.ts";
import { connectHub } from "../hub/connect.ts";
import type { Hub } from "../hub/hub.ts";
import { writeMissing } from "../missing.ts";
import { firstRemarks } from "./first-remarks.ts";
import { requestWords, type HubFlags } from "./hub-flags.ts";
import { hubRequest } from "./request.ts";

interface FetchFlags extends HubFlags {
  readonly keep?: boolean;
  readonly allowMissing?: boolean;
}

export async function run(
  context: CommandContext,
  _operands: readonly unknown[],
  flags: FetchFlags,
): Promise<number> {
  const request = await hubRequest(context, flags);
  const folder = storeFolder(context, flags);
  const environment = await readEnvironment(process.env);
  const store = await openStore(folder, { create: true });
  const progress = new FetchProgress();
  const line = statusLine(context.stderr, flags.quiet ?? false);
  const hub = connectHub(environment, {
    signal: context.signal,
    onWait: ({ seconds }) => progress.waits(seconds),
  });
  const timer = setInterval(() => line.draw(() => progress.line()), 200);
  const started = performance.now();
  try {
    const { signal } = context;
    const keep = flags.keep ?? false;
    const fetched = await fetchDetails(hub, { ...request, store, folder, keep, progress, signal });
    clearInterval(timer);
    await line.clear();
    const missingFile = await writeMissing(folder, fetched.missing);
    const seconds = (performance.now() - started) / 1000;
    const storeBytes = await bytesIn(folder);
    const costs = { seconds, stats: hub.stats, folder, storeBytes, missingFile };
    return await finish(context, fetched, { flags, costs, hub });
  } finally {
    clearInterval(timer);
    await line.clear();
  }
}

function storeFolder({ program }: CommandContext, { store }: FetchFlags): string {
  if (store !== undefined && store !== "") return store;
  throw new EipError("usage", {
    found: "no store to fetch into",
    expected: "--store FOLDER",
    try: `${program.name} fetch --models 'acme/*' --store pool/`,
  });
}

/** Bytes of the files that hold the runs, none of them opened. */
async function bytesIn(folder: string): Promise<number> {
  const report = new ProblemReport(undefined);
  const files = await findFiles([folder], (problem) => report.passOn(problem));
  return files
    .filter(({ path }) => path.endsWith(".parquet"))
    .reduce((sum, { size }) => sum + size, 0);
}

interface Finish {
  readonly flags: FetchFlags;
  readonly costs: FetchCosts;
  readonly hub: Hub;
}

async function finish(
  context: CommandContext,
  fetched: Fetched,
  { flags, costs }: Finish,
): Promise<number> {
  const { stderr, stdout, signal } = context;
  if (flags.json)
    await write(stdout, `${JSON.stringify(fetchReport(fetched, costs), undefined, 2)}\n`);
  if (signal?.aborted) {
    await tell(stderr, `Stopped. ${stoppedSentence(fetched, costs.folder)}\n`);
    return exitCode.interrupted;
  }
  if (fetched.stoppedBy !== undefined) throw stopError(fetched, costs.folder);
  const isWhole = fetched.missing.length === 0;
  if (!flags.quiet) await tell(stderr, summary(context, fetched, { flags, costs }));
  return isWhole || flags.allowMissing ? exitCode.fine : exitCode.undecided;
}

/** The failure that ended the fetch, with what is safe. */
function stopError(fetched: Fetched, folder: string): unknown {
  const cause = fetched.stoppedBy;
  if (!EipError.isInstance(cause)) return cause;
  const { code, try: hint } = cause;
  const isDisk = code === "disk-full";
  return new EipError(code, {
    where: isDisk ? folder : undefined,
    found: `${isDisk ? "no space left" : cause.message.replace(/\.$/, "")}; ${stoppedSentence(fetched, folder).replace(/\. The.*$/, "")}, and nothing is half-written`,
    try: isDisk ? "free some space, then the same command" : hint,
    cause,
  });
}

function summary(
  { program }: CommandContext,
  fetched: Fetched,
  { flags, costs }: Omit<Finish, "hub">,
): string {
  const lines = fetchSentences(fetched, costs);
  const remarks = fetched.repositories.flatMap((one) => one.remarks);
  const shown = firstRemarks(remarks, "more; --json has them all.");
  lines.push(...shown.map((remark) => `  i ${remark}`));
  const next = nextStep(program.name, fetched, { flags, costs });
  const isShort = fetched.missing.length > 0 && !flags.allowMissing;
  const exit = "Exit 2: not everything asked for is there (--allow-missing makes it 0).";
  lines.push(isShort ? `${exit}  ${next}`.trimEnd() : next);
  return lines.map((line) => `${line}\n`).join("");
}

/** Ranking, or the pages with the terms when they keep everything out. */
function nextStep(
  name: string,
  { missing }: Fetched,
  { flags, costs }: Omit<Finish, "hub">,
): string {
  if (costs.storeBytes > 0) return `Next: ${name} rank ${quoted(costs.folder)}`;
  if (!missing.some(({ code }) => code === "consent")) return "";
  return `Next: ${[name, "plan", ...requestWords(flags), "--urls"].join(" ")}`;
}

function fetchReport(fetched: Fetched, { seconds, stats, storeBytes }: FetchCosts): object {
  return {
    schema: "eip-hf-fetch/1",
    asked: fetched.asked,
    unfinished: fetched.unfinished,
    repositories: fetched.repositories.map(({ found, ...rest }) => ({
      repository: found.repository,
      model: found.model,
      sha: found.sha,
      unchanged: rest.isUnchanged,
      stored: rest.stored,
      kept: rest.kept,
      remarks: rest.remarks,
    })),
    missing: fetched.missing,
    seconds,
    requests: stats.requests,
    bytes: stats.bytes,
    retries: stats.retries,
    secondsWaited: stats.secondsWaited,
    storeBytes,
  };
}
