/** `plan`: what a fetch would download, without downloading it. */

import { exitCode, statusLine, tell, write, type CommandContext } from "@eip-eval/core/cli";
import { isStore, openStore, type Store } from "@eip-eval/core/io";
import { markdownTable, terminalTable } from "@eip-eval/core/report";
import { datasetPage } from "../hub/address.ts";
import { connectHub } from "../hub/connect.ts";
import { readEnvironment } from "../hub/environment.ts";
import { planReport } from "../plan-report.ts";
import { planRemarks, planSentences, planTable } from "../plan-view.ts";
import { makePlan, type Plan } from "../plan.ts";
import { requestWords, type HubFlags } from "./hub-flags.ts";
import { firstRemarks } from "./first-remarks.ts";
import { hubRequest, type HubRequest } from "./request.ts";

interface PlanFlags extends HubFlags {
  readonly urls?: boolean;
}

export async function run(
  context: CommandContext,
  _operands: readonly unknown[],
  flags: PlanFlags,
): Promise<number> {
  const request = await hubRequest(context, flags);
  const environment = await readEnvironment(process.env);
  const hub = connectHub(environment, { signal: context.signal });
  const line = statusLine(context.stderr, flags.quiet ?? false);
  try {
    const plan = await makePlan(hub, {
      ...request,
      has: await storedFiles(flags.store),
      onSeen: (seen) => line.draw(() => `${seen} repositories found`),
      onLooked: (done, total) => line.draw(() => `Looking at repository ${done} of ${total}`),
    });
    await line.clear();
    const hasToken = environment.token !== undefined;
    await print(context, plan, { flags, request, endpoint: hub.endpoint, hasToken });
    return exitCode.fine;
  } finally {
    await line.clear();
  }
}

/** Which files a store has the outcomes of. */
async function storedFiles(folder: string | undefined): Promise<Store["has"] | undefined> {
  if (folder === undefined || !(await isStore(folder))) return undefined;
  const store = await openStore(folder);
  return (source, hash) => store.has(source, hash);
}

interface Shown {
  readonly flags: PlanFlags;
  readonly request: HubRequest;
  readonly endpoint: string;
  readonly hasToken: boolean;
}

async function print(context: CommandContext, plan: Plan, shown: Shown): Promise<void> {
  const { flags, endpoint } = shown;
  if (flags.json) {
    const report = planReport(plan, endpoint);
    return write(context.stdout, `${JSON.stringify(report, undefined, 2)}\n`);
  }
  if (flags.urls) {
    const urls = closedTo(plan).map(({ plan: { found } }) =>
      datasetPage(endpoint, found.repository),
    );
    await write(context.stdout, urls.map((url) => `${url}\n`).join(""));
    if (urls.length === 0) await tell(context.stderr, "No terms are left to accept.\n");
    return;
  }
  await tell(context.stdout, sentences(context, plan, shown));
  await write(context.stdout, table(context, plan));
  const remarks = planRemarks(plan);
  await tell(
    context.stderr,
    firstRemarks(remarks, "more: --json lists them.")
      .map((remark) => `  ! ${remark}\n`)
      .join(""),
  );
}

/** Repositories whose terms this user has not accepted, or perhaps not. */
function closedTo({ repositories }: Plan): Plan["repositories"] {
  return repositories.filter(
    ({ access }) => access === "needs-consent" || access === "needs-login",
  );
}

function sentences({ program }: CommandContext, plan: Plan, shown: Shown): string {
  const { names, patterns } = shown.request.asked;
  const asked = patterns.length === 0 ? names.length : 0;
  const lines = planSentences(plan, { hasToken: shown.hasToken, asked });
  if (closedTo(plan).length > 0) {
    const urls = [program.name, "plan", ...requestWords(shown.flags), "--urls"].join(" ");
    lines.push(
      `  Terms are accepted per model, by you, in the browser, with the account of your token:  ${urls} | xargs -n1 xdg-open`,
    );
    if (!shown.hasToken) lines.push("  Then give the token to this program as HF_TOKEN.");
  }
  return lines.map((line) => `${line}\n`).join("");
}

const MOST_ROWS = 40;

function table({ stdout }: CommandContext, { repositories }: Plan): string {
  if (!stdout.isTTY) return `\n${markdownTable(planTable(repositories))}`;
  const shown = repositories.slice(0, MOST_ROWS);
  const rest = repositories.length - shown.length;
  const more = rest > 0 ? `and ${rest} more: --json lists them\n` : "";
  return terminalTable(planTable(shown), stdout.columns ?? 80) + more;
}
