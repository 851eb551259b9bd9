/** An OpenAI-compatible endpoint on this machine that says what a test wants and fails as a test wants. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

export interface FakeRequest {
  /** Counts from 0 in the order of arrival. */
  readonly number: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: FakeBody;
  /** The texts of the messages of a role, one after the other. */
  readonly system: string;
  readonly user: string;
}

export interface FakeBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly response_format?: { readonly type: string };
}

/** A text is what the model says; the rest is what may go wrong, or a reply in full. */
export type FakeReply =
  | string
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** The message of the error, or the whole body where it is no message. */
      readonly message?: string;
      readonly body?: string;
    }
  /** The text after some milliseconds. */
  | { readonly after: number; readonly text: string }
  /** The text with the reason why the model stopped. */
  | { readonly text: string; readonly finishReason: string }
  /** The body breaks off, is no JSON, or never comes. */
  | { readonly fault: "cut" | "malformed" | "never" };

export interface FakeEndpoint {
  /** As `--endpoint` takes it, with the name `judge-model`. */
  readonly endpoint: string;
  readonly baseUrl: string;
  readonly requests: readonly FakeRequest[];
  /** The most requests that were open at the same time. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

/** Tokens that each reply reports. */
export const FAKE_USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** Starts an endpoint; it is closed after the tests of the file. */
export async function fakeEndpoint(
  reply: (request: FakeRequest) => FakeReply | Promise<FakeReply>,
): Promise<FakeEndpoint> {
  const requests: FakeRequest[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((incoming, response) => {
    most = Math.max(most, (open += 1));
    response.once("close", () => (open -= 1));
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as FakeBody;
      const textsOf = (role: string) =>
        body.messages
          .filter((message) => message.role === role)
          .map(({ content }) => content)
          .join("\n");
      const request: FakeRequest = {
        number: requests.length,
        headers: incoming.headers,
        body,
        system: textsOf("system"),
        user: textsOf("user"),
      };
      requests.push(request);
      void Promise.resolve(reply(request)).then((what) => send(response, what));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  afterAll(close);
  return { endpoint: `${baseUrl}#judge-model`, baseUrl, requests, mostAtOnce: () => most, close };
}

async function send(response: ServerResponse, reply: FakeReply): Promise<void> {
  if (typeof reply === "string") return end(response, 200, completion(reply));
  if ("fault" in reply) return fail(response, reply.fault);
  if ("status" in reply) {
    const { status, headers, message = "it failed", body } = reply;
    return end(response, status, body ?? JSON.stringify({ error: { message } }), headers);
  }
  if ("after" in reply) await new Promise((resolve) => setTimeout(resolve, reply.after));
  return end(
    response,
    200,
    completion(reply.text, "finishReason" in reply ? reply.finishReason : "stop"),
  );
}

function fail(response: ServerResponse, fault: "cut" | "malformed" | "never"): void {
  if (fault === "malformed") end(response, 200, '{"choices": [');
  if (fault !== "cut") return;
  const body = completion("cut");
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  response.write(body.slice(0, 40), () => response.destroy());
}

function end(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body);
}

function completion(content: string, finishReason = "stop"): string {
  return JSON.stringify({
    id: "fake",
    object: "chat.completion",
    created: 0,
    model: "judge-model",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finishReason }],
    usage: FAKE_USAGE,
  });
}
