import { describe, expect, it, onTestFinished, vi } from "vitest";
import { asked, connected, fakeHub, patience } from "./support/fake-hub.ts";
import { all, rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const NAME = "acme/heron";
const repos = {
  [NAME]: { "README.md": "card", "a.json": '{"a": 1}', "big.parquet": "0123456789".repeat(1000) },
};

describe.skipIf(!fakeHub.isHere)(`requests (${fakeHub.reason})`, () => {
  describe("a listing comes whole in spite of", () => {
    const faults: Record<string, Record<string, unknown>> = {
      "an error of the server": { kind: "status" },
      "a busy server": { kind: "status", status: 503, headers: { "retry-after": "7" } },
      "a request time-out": { kind: "status", status: 408 },
      "too many requests": { kind: "status", status: 429, headers: { "retry-after": "9" } },
      "a reset before the answer": { kind: "reset" },
      "a reset in its middle": { kind: "reset", after: 10 },
      "silence before the answer": { kind: "stall" },
      "silence in its middle": { kind: "stall", after: 10 },
      "a body cut to a right length": { kind: "truncate", after: 10 },
      "a length that is too large": { kind: "wrong-length", by: 5 },
      "a length that is too small": { kind: "wrong-length", by: -5 },
      "a first byte that is wrong": { kind: "corrupt", at: 0 },
    };
    for (const [title, fault] of Object.entries(faults)) {
      it(title, async () => {
        const { hub, fake } = await connected({ repos }, patience(fault));
        fake.addFault({ match: "/tree/", ...fault });
        const { sha } = fake.repos.get(NAME)!.head;
        expect(await all(hub.tree(NAME, sha))).toHaveLength(4);
        expect(hub.stats.retries).toBeGreaterThan(0);
        if (fault["kind"] !== "stall") expect(fake.log).toHaveLength(2);
      });
    }
    for (const fault of [{ kind: "no-length" }, { kind: "slow", delay: 5, chunk: 9, every: 1 }]) {
      it(`${fault.kind}, without another try`, async () => {
        const { hub, fake } = await connected({ repos });
        fake.addFault({ match: "/tree/", ...fault });
        const { sha } = fake.repos.get(NAME)!.head;
        expect(await all(hub.tree(NAME, sha))).toHaveLength(4);
        expect(fake.log).toHaveLength(1);
      });
    }
  });

  it("the wait of a busy server is kept to", async () => {
    const { hub, fake, clock } = await connected({ repos });
    fake.addFault({ kind: "status", status: 503, headers: { "retry-after": "7" } });
    await hub.info(NAME);
    expect(clock.waits).toEqual([7000]);
  });

  it("the back-off doubles, and ends after five tries with one sentence", async () => {
    const { hub, fake, clock } = await connected({ repos });
    fake.addFault({ kind: "status", status: 502, times: Infinity });
    const error = await rejection(hub.info(NAME));
    expect(error).toMatchObject({
      code: "network",
      message: `${new URL(fake.url).host}: it answers with status 502.`,
    });
    expect(fake.log).toHaveLength(5);
    expect(clock.waits).toEqual([250, 500, 1000, 2000]);
  });

  for (const status of [400, 403, 404, 416]) {
    it(`status ${status} is not tried again`, async () => {
      const { hub, fake } = await connected({ repos });
      fake.addFault({ kind: "status", status, times: Infinity });
      await rejection(hub.info(NAME));
      expect(fake.log).toHaveLength(1);
    });
  }

  it("a web page in place of JSON is told as one", async () => {
    const { hub, fake } = await connected({ repos });
    const body = "<!doctype html><title>Log in to the hotel</title>";
    fake.addFault({ kind: "status", status: 200, body });
    expect(await rejection(hub.info(NAME))).toMatchObject({
      code: "network",
      found: "a web page in place of JSON",
    });
  });

  for (const body of ["null", "[null]", "7", '{"a": 1}', '[{"type": "file"}, 3]']) {
    it(`JSON that is no listing, ${body}, gives an error or a report`, async () => {
      const { hub, fake } = await connected({ repos });
      fake.addFault({ kind: "status", status: 200, body, times: Infinity });
      const code = expect.stringMatching(/^(?:network|unsupported)$/) as string;
      const { sha } = fake.repos.get(NAME)!.head;
      expect(await rejection(hub.info(NAME))).toMatchObject({ code });
      expect(await rejection(all(hub.listDatasets("acme")))).toMatchObject({ code });
      expect(await rejection(all(hub.tree(NAME, sha)))).toMatchObject({ code });
    });
  }

  it("a hub that cannot be reached is told at once", async () => {
    const { hub, fake, clock } = await connected({ repos });
    await fake.close();
    expect(await rejection(hub.info(NAME))).toMatchObject({
      code: "network",
      found: "connection refused",
    });
    expect(clock.waits).toEqual([]);
  });

  it("a hub that went away is tried again", async () => {
    const { hub, fake, clock } = await connected({ repos });
    await hub.info(NAME);
    await fake.close();
    expect((await rejection(hub.info(NAME))).code).toBe("network");
    expect(clock.waits).toHaveLength(4);
  });

  it("nothing is printed, whatever is done", async () => {
    const spies = [
      ...(["debug", "log", "info", "warn", "error"] as const).map((name) =>
        vi.spyOn(console, name).mockImplementation(() => {}),
      ),
      vi.spyOn(process.stdout, "write").mockImplementation(() => true),
    ];
    const folder = temporaryFolder();
    const { hub, fake, file } = await connected({ repos });
    const { sha } = await hub.info(NAME);
    await all(hub.listDatasets("acme"));
    await all(hub.tree(NAME, sha));
    await hub.readSmall(NAME, sha, "README.md");
    await hub.download(file("big.parquet"), { to: `${folder}/big` });
    await hub.openRange(file("big.parquet")).slice(0, 4);
    const calls = spies.map((spy) => spy.mock.calls.length);
    for (const spy of spies) spy.mockRestore();
    expect(calls).toEqual([0, 0, 0, 0, 0, 0]);
    expect(fake.log.length).toBeGreaterThan(0);
  });

  describe("the token", () => {
    for (const cdn of [{}, { cloudfront: true }]) {
      it(`stays with the Hub's origin (${JSON.stringify(cdn)})`, async () => {
        const folder = temporaryFolder();
        const { hub, fake, file } = await connected({ repos, gated: true, cdn });
        const big = file("big.parquet");
        await hub.download(big, { to: `${folder}/big` });
        await hub.openRange(big).slice(0, 4);
        await hub.openRange(big).slice(-4);
        await hub.readSmall(NAME, big.sha, "big.parquet");
        await hub.readSmall(NAME, big.sha, "a.json");
        const carries = (origin: string): Set<string | undefined> =>
          new Set(
            fake.log.filter((entry) => entry.origin === origin).map((entry) => entry.authorization),
          );
        expect(carries("cdn")).toEqual(new Set([undefined]));
        expect(carries("hub")).toEqual(new Set(["Bearer hf_granted"]));
        expect(fake.requests("cdn GET")).toHaveLength(4);
      });
    }
  });

  it("a signature is in no error", async () => {
    const folder = temporaryFolder();
    for (const fault of [
      { kind: "status", status: 403 },
      { kind: "status", status: 500 },
      { kind: "status", status: 404 },
      { kind: "reset" },
      { kind: "reset", after: 3 },
      { kind: "stall" },
    ]) {
      const { hub, fake, file } = await connected({ repos }, { ...patience(fault), tries: 2 });
      fake.addFault({ match: "cdn GET", times: Infinity, ...fault });
      const big = file("big.parquet");
      for (const work of [
        async () => hub.download(big, { to: `${folder}/big` }),
        async () => hub.openRange(big).slice(0, 4),
        async () => hub.readSmall(NAME, big.sha, "big.parquet"),
      ]) {
        const error = await rejection(work());
        const causes: unknown[] = [];
        for (let one: unknown = error; one instanceof Error; one = one.cause) {
          causes.push(one.message, one.stack, Object.entries(one));
        }
        expect(JSON.stringify(causes)).not.toMatch(/Signature|Policy|hf_granted/);
      }
    }
  });

  it("an aborted signal ends everything at once, with its reason", async () => {
    const reason = new Error("stopped by hand");
    const stop = new AbortController();
    const { hub, fake, file } = await connected({ repos }, { signal: stop.signal });
    fake.addFault({ kind: "stall", times: Infinity });
    const folder = temporaryFolder();
    const work = [
      hub.info(NAME),
      hub.access(NAME),
      all(hub.listDatasets("acme")),
      hub.download(file("big.parquet"), { to: `${folder}/big` }),
      hub.openRange(file("big.parquet")).slice(0, 4),
    ].map(async (one) => one.then(String, (error: unknown) => error));
    await vi.waitFor(() => expect(fake.log.length).toBeGreaterThan(0));
    stop.abort(reason);
    expect(await Promise.all(work)).toEqual(work.map(() => reason));
    await expect(hub.info(NAME)).rejects.toBe(reason);
  });

  it("many requests under one signal are no leak to warn of", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const signal = new AbortController().signal;
    const { hub, fake, file } = await connected({ repos }, { signal });
    fake.addFault({ kind: "status", status: 429, headers: { "retry-after": "1" } });
    const source = hub.openRange(file("big.parquet"), { signal: new AbortController().signal });
    await Promise.all([
      ...Array.from({ length: 40 }, async () => hub.info(NAME)),
      ...Array.from({ length: 40 }, async (_, index) => source.slice(index, index + 1)),
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  it("at most so many requests are under way as were allowed", async () => {
    let now = 0;
    let most = 0;
    const counting: typeof fetch = async (...parts) => {
      now += 1;
      most = Math.max(most, now);
      try {
        return await fetch(...parts);
      } finally {
        now -= 1;
      }
    };
    const { hub } = await connected({ repos }, { fetch: counting, concurrency: 3 });
    await Promise.all(Array.from({ length: 30 }, async () => hub.info(NAME)));
    expect(most).toBe(3);
  });

  it("a request offline is an error, and is not made", async () => {
    const { hub, fake } = await connected({ repos }, { environment: { offline: true } });
    expect(await rejection(hub.info(NAME))).toMatchObject({
      code: "offline",
      message: `${NAME}: not in the cache, and HF_HUB_OFFLINE is set.`,
    });
    expect(asked(fake)).toEqual([]);
  });
});
