import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

interface Answer {
  readonly status: number;
  /** The request is done all the same, and only its answer is lost. */
  readonly done?: boolean;
  readonly headers?: Record<string, string>;
}

/** As much of GitHub as comments need, on this machine, in memory. */
export interface FakeGithub {
  readonly address: string;
  readonly comments: Comment[];
  readonly seen: Seen[];
  /** Answers to give instead, one a request, to those whose method and path fit. */
  fail(pattern: RegExp, ...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

const PULL = "/repos/acme/evals/issues/42/comments";
const BOT = { login: "github-actions[bot]", type: "Bot" };

/** Starts it. A token that is a person's has a login. */
export async function fakeGithub(login?: string): Promise<FakeGithub> {
  const comments: Comment[] = [];
  const seen: Seen[] = [];
  const failures: { pattern: RegExp; answers: Answer[] }[] = [];
  const user = login === undefined ? BOT : { login, type: "User" };
  const server = createServer((request, response) => {
    void handle(request).then(({ status, headers, content }) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(content ?? { message: "no" }));
    });
  });

  async function handle(request: IncomingMessage): Promise<Answer & { content?: unknown }> {
    const method = request.method ?? "";
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    seen.push({ method, path: request.url ?? "", authorization: request.headers.authorization });
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const failure = failures.find(({ pattern }) => pattern.test(`${method} ${request.url}`));
    const answer = failure?.answers.shift();
    const body = text === "" ? "" : (JSON.parse(text) as { body: string }).body;
    if (answer === undefined || answer.done) {
      const content = done(method, url, body);
      if (answer === undefined) return content;
    }
    return answer;
  }

  function done(method: string, url: URL, body: string): Answer & { content?: unknown } {
    if (body.length > 65_536) return { status: 422 };
    if (url.pathname === "/user") {
      return login === undefined ? { status: 403 } : { status: 200, content: user };
    }
    if (method === "GET" && url.pathname === PULL) return { status: 200, content: page(url) };
    if (method === "POST" && url.pathname === PULL) {
      comments.push({ id: comments.length + 1, body, user });
      return { status: 201, content: comments.at(-1) };
    }
    const id = /^\/repos\/acme\/evals\/issues\/comments\/(\d+)$/.exec(url.pathname)?.[1];
    const found = comments.find((comment) => String(comment.id) === id);
    if (method !== "PATCH" || !found) return { status: 404 };
    found.body = body;
    return { status: 200, content: found };
  }

  function page(url: URL): readonly Comment[] {
    const size = Number(url.searchParams.get("per_page") ?? 30);
    const from = (Number(url.searchParams.get("page") ?? 1) - 1) * size;
    return comments.slice(from, from + size);
  }

  const address = await listen(server);
  return {
    address,
    comments,
    seen,
    fail: (pattern, ...answers) => void failures.push({ pattern, answers: [...answers] }),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
}
