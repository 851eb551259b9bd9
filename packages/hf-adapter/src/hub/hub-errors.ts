import { EipError } from "@eip-eval/core";
import { datasetPage } from "./address.ts";
import type { HubAnswer } from "./hub-answer.ts";
import { retryAfter } from "./rate-limit-headers.ts";

/** What a request was about, for the words of an error. */
export interface Subject {
  /** `owner/dataset`, or an owner. */
  readonly name: string;
  readonly sha?: string | undefined;
  readonly path?: string | undefined;
}

export interface ErrorContext {
  readonly subject: Subject;
  readonly endpoint: string;
  /** Where the token comes from; absent for anonymous requests. */
  readonly tokenSource?: string | undefined;
}

/** How a caller stands before a gated dataset. */
export type AccessState = "open" | "needs-login" | "needs-consent" | "waiting" | "rejected";

/**
 * How the gate of a dataset stands, from the Hub's refusal; undefined for a refusal that is about
 * something else.
 *
 * @example
 * ```ts
 * gateState({ status: 401, code: "GatedRepo", text: "… Please log in." }); // "needs-login"
 * ```
 */
export function gateState({ status, code, text }: Refusal): AccessState | undefined {
  if (code !== "GatedRepo") return undefined;
  if (status === 401) return "needs-login";
  // The Hub has one code for all four; only its words tell them apart.
  if (/\breject/i.test(text)) return "rejected";
  if (/\bawaiting\b|\bpending\b|\bunder review\b/i.test(text)) return "waiting";
  return "needs-consent";
}

/** An answer that is an error, without its connection. */
export interface Refusal {
  readonly status: number;
  /** `X-Error-Code`, empty where the Hub sends none. */
  readonly code: string;
  /** The Hub's own words. */
  readonly text: string;
}

/** Reads what an answer that is no success says. */
export async function refusalOf(answer: HubAnswer): Promise<Refusal> {
  return {
    status: answer.status,
    code: answer.headers.get("x-error-code") ?? "",
    text: `${answer.headers.get("x-error-message") ?? ""} ${await answer.text()}`,
  };
}

/**
 * The error for a refusal of the Hub: one sentence that names what was asked for, and one thing to do.
 *
 * @example
 * ```ts
 * hubError({ status: 404, code: "RepoNotFound", text: "" }, { subject: { name: "o/d" }, endpoint });
 * // EipError no-such-repository: "o/d: no such dataset on huggingface.co."
 * ```
 */
export function hubError(refusal: Refusal, context: ErrorContext): EipError {
  const state = gateState(refusal);
  if (state) return gateError(state, context);
  const { status, code, text } = refusal;
  if (code === "EntryNotFound" || code === "RevisionNotFound") return notFound(code, context);
  if (/gated repositories/i.test(text) && status === 403) return narrowToken(context);
  if (/\bis disabled\b/i.test(text)) return disabled(context);
  const { tokenSource } = context;
  if (status === 401 && tokenSource !== undefined) return refusedToken(tokenSource);
  if (status === 401 || status === 404 || code === "RepoNotFound") return noSuchDataset(context);
  return unexpected(refusal, context);
}

/** The error for a dataset whose gate is not open. */
export function gateError(state: AccessState, { subject, endpoint }: ErrorContext): EipError {
  const page = datasetPage(endpoint, subject.name);
  const { found, todo } = GATE[state === "open" ? "needs-consent" : state];
  return new EipError("consent", { where: subject.name, found, try: todo(page) });
}

const GATE: Readonly<
  Record<Exclude<AccessState, "open">, { found: string; todo: (page: string) => string }>
> = {
  "needs-login": {
    found: "its terms must be accepted with an account of the Hub, and no token is set",
    todo: (page) => `set HF_TOKEN, accept at ${page}, then the same command`,
  },
  "needs-consent": {
    found: "terms not accepted for this model",
    todo: (page) => `accept at ${page}, then the same command`,
  },
  waiting: {
    found: "access was asked for, and its authors have not answered yet",
    todo: (page) => `the same command once they have; it stands at ${page}`,
  },
  rejected: {
    found: "its authors have refused access",
    todo: (page) => `leave it out, or ask them at ${page}`,
  },
};

function notFound(code: string, { subject }: ErrorContext): EipError {
  const { name, path, sha = "main" } = subject;
  const isFile = code === "EntryNotFound" && path !== undefined;
  return new EipError("not-found", {
    where: name,
    found: isFile
      ? `no file "${path}" in commit ${sha.slice(0, 8)}`
      : `no commit ${sha.slice(0, 40)}`,
    try: "list it again: the dataset may have changed",
  });
}

function refusedToken(source: string): EipError {
  return new EipError("token", {
    found: `the Hub refused the token from ${source}`,
    try: "make a new one at https://huggingface.co/settings/tokens, or go without it",
  });
}

function narrowToken({ tokenSource, subject }: ErrorContext): EipError {
  return new EipError("token", {
    where: subject.name,
    found: `the token from ${tokenSource ?? "the environment"} may not read gated datasets`,
    try: "allow access to public gated repositories in the token's settings",
  });
}

function disabled({ subject }: ErrorContext): EipError {
  return new EipError("no-such-repository", {
    where: subject.name,
    found: "the Hub has disabled this dataset",
    try: "leave it out",
  });
}

function noSuchDataset({ subject, endpoint, tokenSource }: ErrorContext): EipError {
  const hidden = tokenSource === undefined ? "" : ", or a private one that this token may not see";
  return new EipError("no-such-repository", {
    where: subject.name,
    found: `no such dataset on ${new URL(endpoint).host}${hidden}`,
    try:
      tokenSource === undefined
        ? "check the spelling; a private one needs HF_TOKEN"
        : "check the spelling",
  });
}

function unexpected({ status }: Refusal, { subject, endpoint }: ErrorContext): EipError {
  const { name, path } = subject;
  return new EipError("network", {
    where: path === undefined ? name : `${name}/${path}`,
    found: `${new URL(endpoint).host} answered with status ${status}`,
    try: "the same command later",
  });
}

/** Seconds; nobody is kept longer by a server that is busy. */
const LONGEST_BUSY = 330;

/** The error and the wait of an answer that says "later": 408, 429 and 5xx. */
export function busyError({ status, headers, url }: HubAnswer): Busy | undefined {
  if (status !== 408 && status !== 429 && status < 500) return undefined;
  if (status === 429) {
    const error = new EipError("rate-limit", {
      where: url.host,
      found: "too many requests, also after waiting as long as it asked",
      try: "the same command later",
    });
    // The limiter holds the next try back.
    return { error, wait: 0 };
  }
  const seconds = retryAfter(headers);
  const error = new EipError("network", {
    where: url.host,
    found: `it answers with status ${status}`,
    try: "the same command later",
  });
  return {
    error,
    wait: seconds === undefined || seconds > LONGEST_BUSY ? undefined : seconds * 1000,
  };
}

interface Busy {
  readonly error: EipError;
  readonly wait: number | undefined;
}
