/** The requests of a recorder, and of anybody else who finds the port. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { JsonReader } from "../io/json-lines.ts";
import { plainText } from "../report/plain-text.ts";
import { MOST_BYTES, readBody } from "./listen-body.ts";
import type { ReceivedLog } from "./listen-log.ts";
import type { Receiver } from "./live-harness.ts";
import type { CommandContext } from "./program.ts";
import { write } from "./streams.ts";

/** The only host that is listened on. */
export const LOOPBACK = "127.0.0.1";
/** Refusals that are told one by one. */
const MOST_TOLD = 20;

/** Answers requests: at once, since a recorder waits for the answer while its run stands still. */
export class PostBox {
  readonly #context: CommandContext;
  readonly #receiver: Receiver;
  readonly #log: ReceivedLog;
  #refused = 0;

  constructor(
    context: CommandContext,
    { receiver, log }: { receiver: Receiver; log: ReceivedLog },
  ) {
    this.#context = context;
    this.#receiver = receiver;
    this.#log = log;
  }

  async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const refusal = await this.#refusalOf(request);
      if (!refusal) return answer(response, 202, "");
      answer(response, refusal.status, refusal.reason);
      await this.#tell(`a request was answered with ${refusal.status}: ${refusal.reason}`);
    } catch (error) {
      // Also a sender that goes away in the middle.
      answer(response, 500, "it could not be kept");
      const reason = error instanceof Error ? error.message : String(error);
      await this.#tell(`a request was lost: ${reason}`).catch(() => undefined);
    }
  }

  async #refusalOf(request: IncomingMessage): Promise<Refusal | undefined> {
    const early = refusalOfHead(request);
    if (early) return early;
    const body = await readBody(request);
    if (!body) return { status: 413, reason: `more than ${MOST_BYTES / 2 ** 20} MiB in one body` };
    const value = jsonIn(body);
    if (value === undefined)
      return { status: 400, reason: `${body.length} bytes that are no JSON` };
    const events = Array.isArray(value) ? this.#receiver.eventsIn(value) : [];
    const count = Array.isArray(value) ? value.length : 1;
    if (events.length === 0 && count > 0) {
      return { status: 400, reason: "JSON that is no list of events" };
    }
    if (events.length > 0) {
      await this.#log.add(new URL(request.url ?? "/", `http://${LOOPBACK}`), events);
    }
    const strays = count - events.length;
    if (strays > 0) await this.#tell(`${strays} of ${count} values in a batch are no events`);
    return undefined;
  }

  /** A flood of bad requests must not become a flood of lines. */
  async #tell(sentence: string): Promise<void> {
    this.#refused += 1;
    if (this.#refused > MOST_TOLD) return;
    const last = this.#refused === MOST_TOLD ? " Further ones are not told." : "";
    await write(this.#context.stderr, `! ${plainText(sentence)}.${last}\n`);
  }
}

interface Refusal {
  readonly status: number;
  readonly reason: string;
}

/** What can be said before the body came. A page in a browser must not be able to send. */
function refusalOfHead({ method, headers, url }: IncomingMessage): Refusal | undefined {
  if (method !== "POST") return { status: 405, reason: `${method}, not POST` };
  if (headers.origin !== undefined) return { status: 403, reason: "it came out of a browser" };
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i.test(headers.host ?? "")) {
    return { status: 403, reason: "it was meant for another host" };
  }
  if (!URL.canParse(url ?? "/", `http://${LOOPBACK}`)) return { status: 400, reason: "no URL" };
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return undefined;
  return { status: 415, reason: "a compressed body" };
}

/** With bare NaN as null, as Python writes it; `undefined` for anything but one value. */
function jsonIn(body: Buffer): unknown {
  const values: unknown[] = [];
  let skipped = 0;
  const reader = new JsonReader({ opens: () => false, onSkipped: () => (skipped += 1) });
  for (const { value } of reader.push(body)) values.push(value);
  for (const { value } of reader.end()) values.push(value);
  return skipped === 0 && values.length === 1 ? values[0] : undefined;
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return;
  // What is left of a body that was refused is not waited for.
  if (status >= 400) response.setHeader("Connection", "close");
  if (status === 405) response.setHeader("Allow", "POST");
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" });
  response.end(text === "" ? "" : `${text}\n`);
}
