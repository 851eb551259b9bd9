import { count } from "@eip-eval/core/io";
import { textTable, type TextTable } from "@eip-eval/core/report";
import { durationText, sizeText } from "./amounts.ts";
import type { NotFound } from "./find-repositories.ts";
import type { AccessState } from "./hub/hub-errors.ts";
import { planTotals } from "./plan-report.ts";
import type { Plan, PlannedRepository } from "./plan.ts";
import { shownStamp } from "./stamp.ts";

/** A speed that home and office lines reach, to say how long a fetch may take. */
const USUAL_SPEED = 30e6;
/** File requests in five minutes that the Hub grants without and with a token (its pages of 2025). */
const GRANTED = { anonymous: 3000, token: 5000 };

const STATES: Readonly<Record<AccessState, string>> = {
  open: "ready",
  "needs-login": "needs a token",
  "needs-consent": "needs your consent",
  waiting: "waits for its authors",
  rejected: "refused by its authors",
};

/** The plan in a few sentences. */
export function planSentences(
  plan: Plan,
  { hasToken, asked }: { hasToken: boolean; asked: number },
): string[] {
  return [headline(plan, asked), amounts(plan, hasToken), ...already(plan)].map((line, at) =>
    at === 0 ? line : `  ${line}`,
  );
}

function headline({ repositories, notFound }: Plan, asked: number): string {
  const number = (access: AccessState) =>
    repositories.filter((one) => one.access === access).length;
  const parts = [
    `${number("open").toLocaleString("en-US")} ready`,
    ...part(number("needs-consent"), "need your consent", "needs your consent"),
    ...part(number("needs-login"), "need a token", "needs a token"),
    ...part(number("waiting"), "wait for their authors", "waits for its authors"),
    ...part(number("rejected"), "were refused", "was refused"),
    ...part(
      notFound.length,
      `do not exist (${notFoundText(notFound)})`,
      `does not exist (${notFoundText(notFound)})`,
    ),
  ];
  const total =
    asked > 0 ? `${asked.toLocaleString("en-US")} asked` : count(repositories.length, "model");
  return `${total}: ${parts.join(", ")}.`;
}

function part(number: number, many: string, one: string): string[] {
  if (number === 0) return [];
  return [`${number.toLocaleString("en-US")} ${number === 1 ? one : many}`];
}

const MOST_NAMED = 3;

/** Names that were not found, the first few with the nearest that there is. */
export function notFoundText(notFound: readonly NotFound[]): string {
  const named = notFound
    .slice(0, MOST_NAMED)
    .map(({ name, nearest }) => (nearest === undefined ? name : `${name}; closest: ${nearest}`));
  const rest = notFound.length - named.length;
  return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join("; ");
}

function amounts(plan: Plan, hasToken: boolean): string {
  const { files, bytes, columnBytes, fileRequests } = planTotals(plan);
  if (files === 0) return "Nothing to fetch.";
  const streamed = bytes - columnBytes;
  const sizes = [
    ...(streamed > 0 ? [`${sizeText(streamed)} to download`] : []),
    ...(columnBytes > 0 ? [`the score columns of ${sizeText(columnBytes)} of Parquet`] : []),
  ].join(", ");
  const granted = hasToken ? GRANTED.token : GRANTED.anonymous;
  const requests = `${fileRequests.toLocaleString("en-US")} file requests (the Hub grants about ${granted.toLocaleString("en-US")} per 5 min)`;
  const windows = Math.floor(Math.max(0, fileRequests - 1) / granted) * 300;
  const seconds = Math.max(streamed / USUAL_SPEED, windows);
  const time = seconds < 10 ? "seconds" : `about ${durationText(seconds)}`;
  return `${count(files, "file")}, ${sizes}, ${requests}, ${time} at ${sizeText(USUAL_SPEED)}/s.`;
}

function already(plan: Plan): string[] {
  const { storedFiles } = planTotals(plan);
  return storedFiles === 0 ? [] : [`${count(storedFiles, "file")} more are in the store already.`];
}

/** A line for each repository. */
export function planTable(repositories: readonly PlannedRepository[]): TextTable {
  return textTable<PlannedRepository>(
    [
      { header: "model", align: "left", cell: ({ plan }) => plan.found.model, mayShrink: true },
      { header: "benchmarks", align: "right", cell: ({ wanted }) => String(wanted.length) },
      {
        header: "size",
        align: "right",
        cell: ({ wanted }) => sizeText(sum(wanted.map(({ file }) => file.size))),
      },
      { header: "runs", align: "right", cell: ({ plan }) => String(plan.runs), dropFirst: 1 },
      { header: "newest used", align: "left", cell: newest, dropFirst: 2 },
      { header: "state", align: "left", cell: stateText },
    ],
    repositories,
  );
}

function newest({ wanted }: PlannedRepository): string {
  const last = wanted
    .map(({ stamp }) => stamp)
    .toSorted()
    .at(-1);
  return last === undefined ? "none" : shownStamp(last);
}

function stateText({ access, wanted, stored }: PlannedRepository): string {
  if (wanted.length === 0) return "none of these benchmarks";
  if (stored.length === wanted.length) return "in the store";
  return stored.length === 0 ? STATES[access] : `${STATES[access]}, ${stored.length} in the store`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Runs that would not be used, and files that are left out, each as a sentence. */
export function planRemarks({ repositories, problems }: Plan): string[] {
  const passedOver = repositories.flatMap(({ plan, wanted }) => {
    const benchmarks = new Set(wanted.map(({ benchmark }) => benchmark));
    return plan.passedOver
      .filter(({ run }) => benchmarks.has(run.benchmark))
      .filter(({ reason }) => reason.includes("partial"))
      .map(
        ({ run, reason }) =>
          `${plan.found.model}, ${run.benchmark}: the run of ${shownStamp(run.stamp)} is passed over (${reason}).`,
      );
  });
  const empty = repositories.flatMap(({ plan, wanted }) =>
    wanted
      .filter(({ file }) => file.size === 0)
      .map(({ benchmark }) => `${plan.found.model}, ${benchmark}: an empty file.`),
  );
  return [...passedOver, ...empty, ...problems.map(({ message }) => message)];
}
