import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { EipError } from "../../src/errors.ts";
import { modelCaller, type CallOptions } from "../../src/llm/call.ts";
import { modelAt, parseEndpoint } from "../../src/llm/endpoint.ts";
import { fakeEndpoint, type FakeReply, type FakeRequest } from "../support/fake-endpoint.ts";

const KEY = "sk-live-0123456789abcdef";

async function callerFor(
  reply: (request: FakeRequest) => FakeReply,
  options: CallOptions = {},
  key = KEY,
) {
  const server = await fakeEndpoint(reply);
  const model = await modelAt(parseEndpoint(server.endpoint), { EIP_API_KEY: key });
  const waits: number[] = [];
  const caller = await modelCaller(model, {
    secrets: [key],
    where: "127.0.0.1",
    sleep: async (time) => void waits.push(time),
    ...options,
  });
  return { server, caller, waits };
}

const form = z.object({ score: z.number() });

async function errorOf(promise: Promise<unknown>): Promise<EipError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(EipError.isInstance(error), String(error)).toBe(true);
  return error as EipError;
}

describe("a call that is answered", () => {
  test("gives the text and counts what the endpoint reports", async () => {
    const { caller, server } = await callerFor(({ user }) => `you said ${user}`);
    const request = { system: "be brief", prompt: "hello", maxOutputTokens: 50 };
    expect(await caller.call(request)).toEqual({ text: "you said hello", isCut: false });
    expect(caller.tally()).toEqual({
      sent: 1,
      retries: 0,
      failed: 0,
      inputTokens: 100,
      outputTokens: 10,
      without: [],
    });
    expect(server.requests[0]).toMatchObject({
      system: "be brief",
      user: "hello",
      body: { model: "judge-model", temperature: 0, max_tokens: 50 },
    });
    expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test("asks for a form, and gives the text also where it has another", async () => {
    const { caller, server } = await callerFor(() => "not JSON at all");
    expect(await caller.call({ prompt: "p", form })).toEqual({
      text: "not JSON at all",
      isCut: false,
    });
    expect(server.requests[0]!.body.response_format?.type).toBe("json_schema");
    expect(caller.tally()).toMatchObject({ sent: 1, inputTokens: 100, outputTokens: 10 });
  });

  test("says that the text was cut", async () => {
    const { caller } = await callerFor(() => ({ text: '{"sc', finishReason: "length" }));
    expect(await caller.call({ prompt: "p", form })).toEqual({ text: '{"sc', isCut: true });
  });

  test("takes any model object", async () => {
    const model = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: "text", text: "from a mock" }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 2, text: 2, reasoning: undefined },
        },
        warnings: [],
      },
    });
    const caller = await modelCaller(model);
    expect(await caller.call({ prompt: "p" })).toEqual({ text: "from a mock", isCut: false });
    expect(caller.tally()).toMatchObject({ inputTokens: 3, outputTokens: 2 });
  });

  test("a hundred at once leave no warning and no listener", async () => {
    const warnings: string[] = [];
    const note = (warning: Error): void => void warnings.push(warning.name);
    process.on("warning", note);
    const { caller, server } = await callerFor(() => ({ after: 20, text: "x" }), {
      concurrency: 100,
    });
    await Promise.all(Array.from({ length: 200 }, () => caller.call({ prompt: "p" })));
    await new Promise((done) => setImmediate(done));
    process.off("warning", note);
    expect(server.mostAtOnce()).toBeGreaterThan(20);
    expect(warnings).toEqual([]);
  });

  test("never more at once than allowed", async () => {
    const { caller, server } = await callerFor(() => ({ after: 5, text: "x" }), { concurrency: 3 });
    await Promise.all(Array.from({ length: 12 }, () => caller.call({ prompt: "p" })));
    expect(server.mostAtOnce()).toBe(3);
  });
});

describe("a fault that may pass", () => {
  test.for<[string, FakeReply]>([
    ["too many requests", { status: 429 }],
    ["an inner error", { status: 500 }],
    ["an overloaded server", { status: 503 }],
    ["a body that breaks off", { fault: "cut" }],
    ["a body that is no JSON", { fault: "malformed" }],
  ])("%s: sent again, each time after twice the wait", async ([, fault]) => {
    const { caller, waits } = await callerFor(({ number }) => (number < 2 ? fault : "fine"));
    expect(await caller.call({ prompt: "p" })).toEqual({ text: "fine", isCut: false });
    expect(waits).toEqual([1000, 2000]);
    expect(caller.tally()).toMatchObject({ sent: 3, retries: 2, failed: 0 });
  });

  test.for<[Record<string, string>, number]>([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after-ms": "2500", "retry-after": "7" }, 2500],
    [{ "retry-after-ms": "250" }, 1000],
    [{ "retry-after": "0" }, 1000],
    [{ "retry-after": "not a time" }, 1000],
  ])("%j: waits %d ms", async ([headers, wait]) => {
    const { caller, waits } = await callerFor(({ number }) =>
      number === 0 ? { status: 429, headers } : "fine",
    );
    await caller.call({ prompt: "p" });
    expect(waits).toEqual([wait]);
  });

  test("asked for no wait at all, it still waits twice as long each time", async () => {
    const { caller, waits } = await callerFor(() => ({
      status: 503,
      headers: { "retry-after": "0" },
    }));
    await caller.call({ prompt: "p" });
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  test("no further call is sent while the endpoint wants to be left alone", async () => {
    let wakeUp = (): void => undefined;
    const { caller, server } = await callerFor(
      ({ number }) => (number === 0 ? { status: 429, headers: { "retry-after": "5" } } : "fine"),
      { sleep: () => new Promise<void>((resolve) => (wakeUp = resolve)), concurrency: 1 },
    );
    const first = caller.call({ prompt: "a" });
    const second = caller.call({ prompt: "b" });
    await expect.poll(() => server.requests.length).toBe(1);
    wakeUp();
    await Promise.all([first, second]);
    expect(server.requests).toHaveLength(3);
  });

  test("no answer after all retries is no answer, and the reason is said", async () => {
    const { caller } = await callerFor(
      ({ user }) => (user === "bad" ? { status: 500, message: "no memory" } : "fine"),
      { retries: 2 },
    );
    expect(await caller.call({ prompt: "good" })).toEqual({ text: "fine", isCut: false });
    expect(await caller.call({ prompt: "bad" })).toEqual({
      text: null,
      reason: "status 500: no memory",
    });
    expect(caller.tally()).toMatchObject({ sent: 4, retries: 2, failed: 1 });
  });

  test("an endpoint that never answers ends the call at its time limit, once", async () => {
    const { caller, server } = await callerFor(() => ({ fault: "never" }), { timeout: 50 });
    expect(await caller.call({ prompt: "p" })).toEqual({
      text: null,
      reason: "no answer within 0.05 s",
    });
    expect(server.requests).toHaveLength(1);
  });

  test("a model that does not heed the time limit ends with it all the same", async () => {
    const model = new MockLanguageModelV3({ doGenerate: () => new Promise(() => undefined) });
    const caller = await modelCaller(model, { timeout: 30 });
    expect(await caller.call({ prompt: "p" })).toMatchObject({ text: null });
  });

  test("a text that is too long fails alone, without another try", async () => {
    const message = "maximum context length is 4096 tokens; reduce max_tokens";
    const { caller } = await callerFor(() => ({ status: 400, message }));
    expect(await caller.call({ prompt: "p" })).toEqual({
      text: null,
      reason: `status 400: ${message}`,
    });
    expect(caller.tally()).toMatchObject({ sent: 1, without: [] });
  });
});

describe("settings that an endpoint refuses", () => {
  test.for([
    [400, "response_format json_schema is not available", "form"],
    [422, "extra field: response_format", "form"],
    [400, "Unsupported value: 'temperature' does not support 0 with this model", "temperature"],
    [400, "Unsupported parameter: 'max_tokens'", "maxOutputTokens"],
  ] as const)("%d %s: left out from then on", async ([status, message, setting]) => {
    const field = {
      form: "response_format",
      temperature: "temperature",
      maxOutputTokens: "max_tokens",
    }[setting];
    const { caller, server } = await callerFor(({ body }) =>
      field in body ? { status, message } : "fine",
    );
    const request = { prompt: "p", form, maxOutputTokens: 9 };
    expect(await caller.call(request)).toEqual({ text: "fine", isCut: false });
    expect(await caller.call(request)).toEqual({ text: "fine", isCut: false });
    expect(server.requests).toHaveLength(3);
    expect(caller.tally()).toMatchObject({ retries: 0, failed: 0, without: [setting] });
  });

  test("an endpoint that refuses what it was not sent fails the call", async () => {
    const { caller } = await callerFor(() => ({ status: 400, message: "response_format" }));
    expect(await caller.call({ prompt: "p", form })).toMatchObject({ text: null });
    // It was not the setting, so others are sent with it.
    expect(caller.tally()).toMatchObject({ sent: 2, failed: 1, without: [] });
  });

  test("what a body echoes of the request refuses no setting", async () => {
    const { caller } = await callerFor(({ user }) => ({
      status: 422,
      body: JSON.stringify({ detail: [{ msg: "no", loc: ["body", 1], input: user }] }),
    }));
    await caller.call({ prompt: "of unknown temperature; response_format", form });
    expect(caller.tally()).toMatchObject({ sent: 1, without: [] });
  });

  test("a setting that is named as the place of the fault is refused", async () => {
    const { caller } = await callerFor(({ body }) =>
      body.response_format
        ? {
            status: 422,
            body: JSON.stringify({ detail: [{ loc: ["body", "response_format"], msg: "extra" }] }),
          }
        : "fine",
    );
    expect(await caller.call({ prompt: "p", form })).toEqual({ text: "fine", isCut: false });
    expect(caller.tally().without).toEqual(["form"]);
  });
});

describe("an endpoint that refuses one text and answers others", () => {
  const faults: readonly FakeReply[] = [
    { status: 403, body: "<html>blocked</html>" },
    { status: 404 },
    { status: 402 },
    { status: 429, message: "billing" },
    { status: 400, message: "Invalid API key provided" },
    { status: 307, headers: { location: "http://other.example/blocked" } },
  ];
  test.for(faults)("%j: that call fails, the others go on", async (fault) => {
    const { caller } = await callerFor(({ user }) => (user === "bad" ? fault : "fine"), {
      retries: 0,
    });
    await caller.call({ prompt: "good" });
    expect(await caller.call({ prompt: "bad" })).toMatchObject({ text: null });
    expect(await caller.call({ prompt: "good" })).toMatchObject({ text: "fine" });
  });

  test.for(faults)("%j: the same where it answered in an earlier run", async (fault) => {
    const { caller } = await callerFor(({ user }) => (user === "bad" ? fault : "fine"), {
      retries: 0,
    });
    caller.expectAnswers();
    expect(await caller.call({ prompt: "bad" })).toMatchObject({ text: null });
    expect(await caller.call({ prompt: "good" })).toMatchObject({ text: "fine" });
  });

  test.for([422, 429])("status %d: words of the request stop nothing", async (status) => {
    const { caller } = await callerFor(
      ({ user }) => ({ status, body: JSON.stringify({ detail: [{ msg: "no", input: user }] }) }),
      { retries: 0 },
    );
    const prompt = "Invalid API key provided; see billing";
    expect(await caller.call({ prompt })).toMatchObject({ text: null });
  });
});

describe("a fault that will not pass stops everything", () => {
  test.for<[FakeReply, string]>([
    [{ status: 401 }, "token"],
    [{ status: 403 }, "token"],
    [{ status: 400, message: "API key not valid. Please pass a valid API key." }, "token"],
    [{ status: 404 }, "not-found"],
    [{ status: 402 }, "rate-limit"],
    [{ status: 429, body: '{"error":{"message":"x","code":"insufficient_quota"}}' }, "rate-limit"],
    [{ status: 400, body: '[{"error":{"message":"API key not valid."}}]' }, "token"],
    [{ status: 429, headers: { "retry-after": "90000" } }, "rate-limit"],
  ])("%j is the error %s", async ([fault, code]) => {
    const { caller, server } = await callerFor(() => fault, { concurrency: 1 });
    const calls = Array.from({ length: 4 }, () => errorOf(caller.call({ prompt: "p" })));
    const errors = await Promise.all(calls);
    expect(new Set(errors.map((error) => error.message)).size).toBe(1);
    expect(errors[0]!.code).toBe(code);
    expect(server.requests).toHaveLength(1);
    expect((await errorOf(caller.call({ prompt: "later" }))).code).toBe(code);
  });

  test("a refused connection", async () => {
    const { caller, server } = await callerFor(() => "fine");
    await server.close();
    const error = await errorOf(caller.call({ prompt: "p" }));
    expect(error.message).toBe("127.0.0.1: no connection (ECONNREFUSED).");
    expect(error.code).toBe("network");
  });

  test("five calls that fail with none answered", async () => {
    const { caller } = await callerFor(() => ({ status: 400, message: "no such thing" }));
    for (let call = 0; call < 4; call += 1) {
      expect(await caller.call({ prompt: "p" })).toMatchObject({ text: null });
    }
    const error = await errorOf(caller.call({ prompt: "p" }));
    expect(error.message).toContain("the first 5 calls all failed, the last with status 400");
  });

  test("ten calls in a row that fail after others were answered", async () => {
    const { caller, server } = await callerFor(
      ({ number }) =>
        number < 6 || number === 10 ? "fine" : { status: 500, message: "no memory" },
      { retries: 0, concurrency: 1 },
    );
    const calls = Array.from({ length: 30 }, () => caller.call({ prompt: "p" }));
    const settled = await Promise.allSettled(calls);
    expect(server.requests).toHaveLength(21);
    expect(settled.at(-1)).toMatchObject({
      reason: {
        code: "network",
        message: "127.0.0.1: 10 calls in a row failed, the last with status 500: no memory.",
      },
    });
  });

  test("a refused key, also after others were answered", async () => {
    const { caller } = await callerFor(({ number }) => (number === 0 ? "fine" : { status: 401 }));
    await caller.call({ prompt: "p" });
    expect((await errorOf(caller.call({ prompt: "p" }))).code).toBe("token");
  });

  test.for([301, 302, 303, 307, 308])("a redirect (%d), and nothing is sent on", async (status) => {
    const other = await fakeEndpoint(() => "fine");
    const { caller } = await callerFor(() => ({
      status,
      headers: { location: `${other.baseUrl}/chat/completions` },
    }));
    const error = await errorOf(caller.call({ prompt: "p" }));
    expect(error.code).toBe("network");
    expect(error.message).toContain(`redirects to ${new URL(other.baseUrl).origin}`);
    expect(other.requests).toEqual([]);
  });

  test("a reply without an end", async () => {
    let sent = 0;
    const server = createServer((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 20, " "))) sent += 1;
        sent += 1;
      };
      response.on("drain", more);
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const model = await modelAt(parseEndpoint(`http://127.0.0.1:${port}/v1#m`), {});
    const error = await errorOf((await modelCaller(model)).call({ prompt: "p" }));
    server.closeAllConnections();
    server.close();
    expect(error.message).toBe(`127.0.0.1:${port}: a reply of more than 32 MiB.`);
    // What is on its way is not counted by the reader.
    expect(sent).toBeLessThan(64);
  });

  test("a signal, with its own reason", async () => {
    const controller = new AbortController();
    const { caller } = await callerFor(() => ({ fault: "never" }), { signal: controller.signal });
    const waiting = [1, 2, 3, 4, 5, 6].map(() => caller.call({ prompt: "p" }));
    const settled = Promise.allSettled(waiting);
    controller.abort(new Error("enough"));
    for (const one of await settled) expect(one).toMatchObject({ reason: { message: "enough" } });
    await expect(caller.call({ prompt: "p" })).rejects.toThrow("enough");
  });
});

describe("keys", () => {
  test("one that no request can carry is an error that does not say it", async () => {
    const endpoint = parseEndpoint("http://localhost:8000/v1#m");
    for (const key of ["sk-“quoted”", "sk-ключ", "sk-a\nb"]) {
      const error = await errorOf(modelAt(endpoint, { EIP_API_KEY: key }));
      expect(error.code).toBe("token");
      expect(deep(error)).not.toContain(key);
    }
    await expect(modelAt(endpoint, { EIP_API_KEY: "sk-fine\n" })).resolves.toBeDefined();
  });

  test.for<[number, (request: FakeRequest) => string]>([
    [401, ({ headers }) => `wrong key ${headers.authorization}`],
    [500, ({ headers }) => `wrong key ${headers.authorization}`],
    [400, ({ headers }) => `header was "${headers.authorization}".`],
    [400, ({ headers }) => `key starts with ${headers.authorization!.slice(7, 15)}****`],
    [400, ({ headers }) => `{"authorization":"${headers.authorization}"}`],
    [400, ({ headers }) => `${"x ".repeat(95)}${headers.authorization}`],
  ])("status %d with the key in it: never said again", async ([status, echo]) => {
    for (const key of [KEY, "plainsecretwithoutmarks"]) {
      const { caller } = await callerFor(
        (request) => ({ status, message: echo(request) }),
        { retries: 0 },
        key,
      );
      const said: unknown[] = [];
      for (let call = 0; call < 5; call += 1) {
        said.push(await caller.call({ prompt: "p" }).catch((error: unknown) => error));
      }
      const everything = said.map((one) => `${JSON.stringify(one)} ${String(one)} ${deep(one)}`);
      expect(everything.join("\n")).not.toContain(key.slice(0, 8));
    }
  });
});

/** Every property of a value, its causes among them. */
function deep(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null || depth > 5) return String(value);
  return Object.getOwnPropertyNames(value)
    .map((name) => `${name}: ${deep((value as Record<string, unknown>)[name], depth + 1)}`)
    .join("\n");
}
