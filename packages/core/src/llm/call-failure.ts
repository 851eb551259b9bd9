/** What a failed call of a language model means for the call and for the run. */

import { EipError, type ErrorCode } from "../errors.ts";
import { redacted } from "./redact.ts";
import { retryAfter } from "./retry-after.ts";

/** A wish of ours that some endpoints refuse, and that can be done without. */
export type Setting = "form" | "temperature" | "maxOutputTokens";

export type CallFailure =
  /** Will not pass by itself: no further call makes sense. */
  | { readonly kind: "stop"; readonly error: EipError }
  /** The same, unless the endpoint answers other calls: a gateway may refuse a text in this way. */
  | ({ readonly kind: "refused"; readonly error: EipError } & Fault)
  /** May pass; `wait` is how many milliseconds the endpoint asks for. */
  | ({ readonly kind: "again"; readonly wait: number | undefined } & Fault)
  /** The endpoint does not take a setting. */
  | ({ readonly kind: "without"; readonly setting: Setting } & Fault)
  /** This call has no answer; others may. */
  | ({ readonly kind: "failed" } & Fault);

interface Fault {
  /** A clause without keys. */
  readonly reason: string;
  /** The code of the error when every call ends like this. */
  readonly code: ErrorCode;
}

export interface FailureContext {
  /** Who was called, for messages: a host, or the name of a model. */
  readonly where: string;
  /** The name of the model, for messages. */
  readonly model: string;
  /** What must not be printed. */
  readonly secrets: readonly string[];
}

/** Nobody waits longer than this for a call. */
const LONGEST_WAIT = 10 * 60 * 1000;
const LONGEST_REASON = 200;

/**
 * What an error of a call means. Errors are told apart by their fields, so that those of any version of
 * the package `ai` will do, and nothing of them is kept: an endpoint may echo the key anywhere.
 */
export function failureOf(error: unknown, context: FailureContext): CallFailure {
  const { statusCode: status, responseHeaders, responseBody, name } = fieldsOf(error);
  if (name === "AI_LoadAPIKeyError") return stop(tokenError(context, "there is no key"));
  const own = [...withCauses(error)].find((one) => EipError.isInstance(one));
  if (own) return refused(own, own.found);
  if (status === undefined) return withoutStatus(error, context);
  const reason = reasonOf(error, status, context);
  const said = [reason, ...wordsIn(parsed(responseBody))].join(" ");
  const refusedKey = tokenError(context, `the endpoint refused the key (status ${status})`);
  switch (status) {
    // Unlike the others, it is never about what a text says.
    case 401:
      return stop(refusedKey);
    case 403:
      return refused(refusedKey, reason);
    case 404:
      return refused(unknownModel(context), reason);
    case 402:
      return refused(usedUp(context), reason);
    case 429:
      if (/insufficient_quota|billing/i.test(said)) return refused(usedUp(context), reason);
      break;
    case 400:
    case 422: {
      // Some services say it like this.
      if (
        /api[ _-]?key\W{1,3}(?:is )?(?:not valid|invalid|incorrect|missing)|(?:invalid|incorrect) api[ _-]?key/i.test(
          said,
        )
      ) {
        return refused(refusedKey, reason);
      }
      const setting = settingRefused(said);
      const fault = { reason, code: "unsupported" as const };
      return setting ? { kind: "without", setting, ...fault } : { kind: "failed", ...fault };
    }
  }
  const wait = retryAfter(responseHeaders, Date.now());
  if (wait !== undefined && wait > LONGEST_WAIT) return stop(longWait(context, wait));
  const code = status === 429 ? "rate-limit" : "network";
  return mayPass(status) ? { kind: "again", reason, code, wait } : { kind: "failed", reason, code };
}

/** Fields of the errors of the package `ai`; whatever they are not is `undefined`. */
function fieldsOf(error: unknown) {
  const fields = (typeof error === "object" && error !== null ? error : {}) as {
    readonly statusCode?: unknown;
    readonly responseHeaders?: Readonly<Record<string, string>>;
    readonly responseBody?: unknown;
    readonly name?: unknown;
  };
  const { statusCode, responseHeaders, responseBody, name } = fields;
  return {
    statusCode: typeof statusCode === "number" ? statusCode : undefined,
    responseHeaders,
    responseBody: typeof responseBody === "string" ? responseBody : undefined,
    name,
  };
}

const DEEPEST_WORDS = 8;

/** The fields in which services say what is wrong. Others may hold the request, and with it any words. */
const fieldsOfWords = new Set(
  "error errors message detail msg code type param loc status".split(" "),
);

/** What the body of an error says of it. */
function wordsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > DEEPEST_WORDS) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    Array.isArray(value) || fieldsOfWords.has(name) ? wordsIn(inner, depth + 1) : [],
  );
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}

/** A body that broke off or was no JSON comes with the status of success. */
function mayPass(status: number): boolean {
  return status < 300 || status >= 500 || [408, 409, 425, 429].includes(status);
}

const noWay =
  /^(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ERR_TLS_.*|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*)$/;

function withoutStatus(error: unknown, context: FailureContext): CallFailure {
  const code = networkCode(error);
  const reason = reasonOf(error, undefined, context);
  if (code === undefined) return { kind: "failed", reason, code: "unsupported" };
  if (!noWay.test(code)) return { kind: "again", reason, code: "network", wait: undefined };
  const { where } = context;
  return stop(
    new EipError("network", {
      where,
      found: `no connection (${code})`,
      try: "start the server, or check the address and the network",
    }),
  );
}

/** An error and its causes. */
function withCauses(error: unknown): ReadonlySet<Error> {
  const chain = new Set<Error>();
  for (let at = error; at instanceof Error && !chain.has(at); at = at.cause) chain.add(at);
  return chain;
}

/** The first code of the system or of the connection among an error and its causes. */
function networkCode(error: unknown): string | undefined {
  for (const { code } of withCauses(error) as Iterable<{ readonly code?: unknown }>) {
    if (typeof code === "string" && /^(?:E[A-Z]|UND_ERR_|CERT_|UNABLE_|.*SELF_SIGNED)/.test(code)) {
      return code;
    }
  }
  return undefined;
}

const namesOfSettings: Readonly<Record<Setting, RegExp>> = {
  form: /response_format|response format|json_schema|structured output/i,
  temperature: /temperature/i,
  maxOutputTokens: /max_tokens|max_completion_tokens/i,
};
const refusal = /unsupported|not support|not allowed|unrecognized|unknown|only the default/i;

/** Texts that are too long also name `max_tokens`; only a refusal of the setting itself counts there. */
function settingRefused(said: string): Setting | undefined {
  if (namesOfSettings.form.test(said)) return "form";
  if (!refusal.test(said)) return undefined;
  if (namesOfSettings.temperature.test(said)) return "temperature";
  return namesOfSettings.maxOutputTokens.test(said) ? "maxOutputTokens" : undefined;
}

function reasonOf(error: unknown, status: number | undefined, { secrets }: FailureContext): string {
  const message = error instanceof Error ? error.message : String(error);
  // Shortened after keys are hidden: half a key is one, too.
  const text = redacted(message, secrets).replaceAll(/\s+/g, " ").trim();
  const short = text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text;
  return [status === undefined ? "" : `status ${status}`, short].filter(Boolean).join(": ");
}

function stop(error: EipError): CallFailure {
  return { kind: "stop", error };
}

function refused(error: EipError, reason: string): CallFailure {
  return { kind: "refused", error, reason, code: error.code };
}

function tokenError({ where }: FailureContext, found: string): EipError {
  return new EipError("token", {
    where,
    found,
    try: "put the key of this endpoint into EIP_API_KEY",
  });
}

function unknownModel({ where, model }: FailureContext): EipError {
  return new EipError("not-found", {
    where,
    found: `no model "${model}", or nothing that answers at this address (status 404)`,
    expected: "an OpenAI-compatible address, which often ends in /v1, and a name that it knows",
    try: "ask the endpoint for its list of models",
  });
}

function usedUp({ where }: FailureContext): EipError {
  return new EipError("rate-limit", {
    where,
    found: "the endpoint says that what this key may spend is used up",
    try: "the same command later; what was answered is kept",
  });
}

function longWait({ where }: FailureContext, wait: number): EipError {
  return new EipError("rate-limit", {
    where,
    found: `the endpoint asks to be left alone for ${Math.ceil(wait / 60_000)} minutes`,
    expected: `at most ${LONGEST_WAIT / 60_000}`,
    try: "the same command later; what was answered is kept",
  });
}
