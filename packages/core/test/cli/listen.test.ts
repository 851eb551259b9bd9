import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request, type OutgoingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { harnessProgram as program } from "./fake-harness.ts";
import { folderWith, run } from "./run.ts";
import { started } from "./started-watch.ts";

beforeEach(() => {
  process.env["XDG_STATE_HOME"] = folderWith({})("state");
});

interface Sent {
  readonly body?: string | Buffer;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** The status of the answer; `undefined` where the connection was closed over a refused body. */
function send(
  port: number,
  { body = "", method = "POST", path = "/", headers = {} }: Sent,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: "127.0.0.1", port, method, path, headers, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    outgoing.on("error", () => resolve(undefined));
    outgoing.end(body);
  });
}

async function listening(log: string): Promise<{ port: number } & ReturnType<typeof started>> {
  const watch = started("--listen", "0", "-o", log);
  const [, port] = await watch.said(/http:\/\/127\.0\.0\.1:(\d+)\//);
  return { ...watch, port: Number(port) };
}

const events = (...ids: readonly number[]): string =>
  JSON.stringify(ids.map((id) => ({ run: "r", id, data: { score: 1 } })));

const linesOf = (log: string): unknown[] =>
  readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);

describe("watch --listen", () => {
  it("keeps each event once, in whatever order they come and however often", async () => {
    const log = folderWith({})("received.jsonl");
    const watch = await listening(log);
    expect(await send(watch.port, { body: events(2, 3), path: "/x?model=m" })).toBe(202);
    expect(await send(watch.port, { body: events(2, 3) })).toBe(202);
    expect(await send(watch.port, { body: events(3, 0, 0) })).toBe(202);
    expect(await send(watch.port, { body: "[]" })).toBe(202);
    await watch.stop();
    expect(linesOf(log)).toMatchObject([
      { model: "m", events: [{ id: 2 }, { id: 3 }] },
      { model: null, events: [{ id: 0 }] },
    ]);
  });

  it("goes on in the same log, knows what is in it, and starts a new line behind a cut one", async () => {
    const log = folderWith({})("received.jsonl");
    const first = await listening(log);
    await send(first.port, { body: events(0, 1) });
    await first.stop();
    writeFileSync(log, `${readFileSync(log, "utf8")}{"model":null,"events":[{"run":"r","i`);
    const second = await listening(log);
    await send(second.port, { body: events(0, 1, 2) });
    await second.stop();
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2]!)).toMatchObject({ events: [{ id: 2 }] });
  });

  it("says what this way cannot know, and answers at once what Python writes for NaN", async () => {
    const log = folderWith({})("received.jsonl");
    const watch = await listening(log);
    await watch.said("! Nothing is known of the model.");
    expect(await send(watch.port, { body: '[{"run": "r", "id": 1, "data": NaN}]' })).toBe(202);
    await watch.stop();
    expect(linesOf(log)).toMatchObject([{ events: [{ data: null }] }]);
  });

  it.each<[string, Sent, number]>([
    ["a wrong method", { method: "GET" }, 405],
    ["no JSON", { body: '[{"run": "r"' }, 400],
    ["nothing at all", {}, 400],
    ["JSON of another kind", { body: '{"run": "r", "id": 1}' }, 400],
    ["two values", { body: "[] []" }, 400],
    ["deep nesting", { body: "[".repeat(100_000) }, 400],
    ["a compressed body", { body: "x", headers: { "Content-Encoding": "gzip" } }, 415],
    ["a page in a browser", { body: events(1), headers: { Origin: "http://a.example" } }, 403],
    ["another host", { body: events(1), headers: { Host: "a.example" } }, 403],
  ])("refuses %s, says so and goes on", async (_, sent, status) => {
    const log = folderWith({})("received.jsonl");
    const watch = await listening(log);
    expect(await send(watch.port, sent)).toBe(status);
    await watch.said(`! a request was answered with ${status}: `);
    expect(await send(watch.port, { body: events(7) })).toBe(202);
    await watch.stop();
    expect(linesOf(log)).toMatchObject([{ events: [{ id: 7 }] }]);
  });

  it.each([
    ["announced", { "Content-Length": 65 * 2 ** 20 }],
    ["in pieces", { "Transfer-Encoding": "chunked" }],
  ])("keeps nothing of a huge body, %s", async (_, headers) => {
    const log = folderWith({})("received.jsonl");
    const watch = await listening(log);
    const body = Buffer.alloc(65 * 2 ** 20, 0x20);
    expect([413, undefined]).toContain(await send(watch.port, { body, headers }));
    await watch.said("! a request was answered with 413: more than 64 MiB in one body.");
    expect(await send(watch.port, { body: events(7) })).toBe(202);
    await watch.stop();
    expect(linesOf(log)).toHaveLength(1);
  });

  it("does not repeat itself for every bad request of a flood", async () => {
    const watch = await listening(folderWith({})("received.jsonl"));
    for (let at = 0; at < 40; at += 1) await send(watch.port, { body: "bad" });
    const { stderr } = await watch.stop();
    expect(stderr.match(/answered with 400/g)).toHaveLength(20);
    expect(stderr).toContain("Further ones are not told.");
  });

  it("reports values in a batch that are no events, and keeps the others", async () => {
    const log = folderWith({})("received.jsonl");
    const watch = await listening(log);
    expect(await send(watch.port, { body: '[{"run": "r", "id": 1}, 7, null]' })).toBe(202);
    await watch.said("! 2 of 3 values in a batch are no events.");
    await watch.stop();
    expect(linesOf(log)).toMatchObject([{ events: [{ id: 1 }] }]);
  });

  it("says that a port is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const log = folderWith({})("received.jsonl");
    const argv = ["watch", "--listen", String(port), "-o", log];
    const { code, stderr } = await run(argv, { program });
    other.close();
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^error\[bad-option\]: --listen \d+: the port is in use.*\ntry: --listen 0/,
    );
  });

  it("adds to no file of another kind", async () => {
    const log = folderWith({ "scores.jsonl": '{"model": "a", "item": "q", "score": 1}\n' });
    const argv = ["watch", "--listen", "0", "-o", log("scores.jsonl")];
    const { code, stderr } = await run(argv, { program });
    expect(code).toBe(3);
    expect(stderr).toContain("a file of another kind, to which nothing is added");
    expect(readFileSync(log("scores.jsonl"), "utf8")).toHaveLength(40);
  });

  it.each([
    [["--listen", "0"], /nothing says where to keep what comes in; expected -o FILE/],
    [["--listen", "results/"], /--listen: "results\/"; expected a port/],
    [["--listen", "0", "-o", "no/such/folder/x.jsonl"], /error\[write\].*cannot be opened/],
  ])("refuses %j", async (argv, sentence) => {
    const { code, stderr } = await run(["watch", ...argv], { program });
    expect(code).toBe(3);
    expect(stderr).toMatch(sentence);
  });

  it("is refused for a harness that sends nothing", async () => {
    const live = { ...(await program.harness!.live!()), receiver: undefined };
    const harness = { ...program.harness!, live: async () => live };
    const { code, stderr } = await run(["watch", "--listen", "0", "-o", "x"], {
      program: { ...program, harness },
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/error\[usage\]: --listen: fake runs are not sent over HTTP/);
  });
});
