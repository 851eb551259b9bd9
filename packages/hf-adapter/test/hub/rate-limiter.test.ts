import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newCounters, type Bucket } from "../../src/hub/hub-stats.ts";
import { rateLimitNotice, retryAfter } from "../../src/hub/rate-limit-headers.ts";
import { RateLimiter, type RateLimitWait } from "../../src/hub/rate-limiter.ts";
import { connected, fakeHub } from "./support/fake-hub.ts";
import { rejection } from "./support/rejection.ts";
import { testClock, type TestClock } from "./support/test-clock.ts";

const repos = { "acme/heron": { "README.md": "card" } };

describe("rate limit headers", () => {
  it("are read in the form of the Hub", () => {
    const headers = new Headers({
      ratelimit: '"resolvers";r=4999;t=189',
      "ratelimit-policy": '"fixed window";"resolvers";q=5000;w=300',
    });
    expect(rateLimitNotice(headers)).toEqual({
      bucket: "resolvers",
      remaining: 4999,
      seconds: 189,
      quota: 5000,
    });
  });

  it("in any other form count as missing, and never fail", () => {
    for (const ratelimit of ["", "api", '"api";r=5', '"api";r=-1;t=3', '"api";r=x;t=y', ";;;="]) {
      expect(rateLimitNotice(new Headers({ ratelimit }))).toBeUndefined();
    }
    expect(rateLimitNotice(new Headers({ ratelimit: '"constructor";r=1;t=2' }))).toMatchObject({
      bucket: undefined,
      remaining: 1,
    });
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('"api"', ";", "r", "t", "=", "1", "29", "-", " ", ","),
        }),
        (text) => {
          const headers = new Headers({ ratelimit: text.trim(), "retry-after": text.trim() });
          const notice = rateLimitNotice(headers);
          const wait = retryAfter(headers);
          return (!notice || notice.seconds >= 0) && (wait === undefined || wait >= 0);
        },
      ),
    );
  });

  it("Retry-After is seconds or a date", () => {
    expect(retryAfter(new Headers({ "retry-after": "30" }))).toBe(30);
    const soon = new Date(Date.now() + 3_600_000).toUTCString();
    expect(retryAfter(new Headers({ "retry-after": soon }))).toBeGreaterThan(3500);
    expect(retryAfter(new Headers({ "retry-after": "Mon, 01 Jan 2001 00:00:00 GMT" }))).toBe(0);
    expect(retryAfter(new Headers({ "retry-after": "later" }))).toBeUndefined();
  });
});

describe.skipIf(!fakeHub.isHere)(`a limited hub (${fakeHub.reason})`, () => {
  for (const bucket of ["api", "resolvers"] as const) {
    it(`is never asked for more than is left (${bucket})`, async () => {
      const waits: RateLimitWait[] = [];
      const { hub, fake, file } = await connected(
        { repos, rateLimit: { [bucket]: 10, window: 300 } },
        { onWait: (wait) => waits.push(wait) },
      );
      const { sha } = file("README.md");
      const ask = async (): Promise<unknown> =>
        bucket === "api" ? hub.info("acme/heron") : hub.readSmall("acme/heron", sha, "README.md");
      await Promise.all(Array.from({ length: 35 }, ask));
      expect(fake.log.filter(({ status }) => status === 429)).toEqual([]);
      expect(hub.stats.requests[bucket]).toBe(35);
      // 35 requests are four windows of 10; all wait together, and are told once a window.
      expect(waits).toEqual(Array.from({ length: 3 }, () => ({ bucket, seconds: 301 })));
      expect(hub.stats).toMatchObject({ waits: 3, secondsWaited: 903, retries: 0 });
    });
  }

  it("a limit that somebody else has used up is waited for, by all together", async () => {
    const waits: RateLimitWait[] = [];
    const { hub, fake, clock } = await connected(
      { repos, rateLimit: { api: 20, window: 100 } },
      { onWait: (wait) => waits.push(wait) },
    );
    const use = async (): Promise<Response> =>
      fetch(`${fake.url}/api/datasets`, { headers: { authorization: "Bearer hf_granted" } });
    await Promise.all(Array.from({ length: 20 }, use));
    await Promise.all(Array.from({ length: 6 }, async () => hub.info("acme/heron")));
    expect(waits).toEqual([{ bucket: "api", seconds: 101 }]);
    // One request finds out; the others have not been sent.
    expect(fake.log.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(hub.stats.requests.api).toBe(7);
    expect(clock.waits.every((wait) => wait <= 101_000)).toBe(true);
  });

  it("a bucket that waits does not hold up another", async () => {
    const { hub, fake, file, clock } = await connected({ repos, rateLimit: { api: 1 } });
    await hub.info("acme/heron");
    await hub.readSmall("acme/heron", file("README.md").sha, "README.md");
    expect(clock.waits).toEqual([]);
    expect(fake.log).toHaveLength(3);
  });

  it("Retry-After alone is kept to, and 30 s where nothing is said", async () => {
    for (const [headers, wait] of [
      [{ "retry-after": "12" }, 13_000],
      [{}, 31_000],
    ] as const) {
      const { hub, fake, clock } = await connected({ repos });
      fake.addFault({ kind: "status", status: 429, headers });
      await hub.info("acme/heron");
      expect(clock.waits).toEqual([wait]);
      expect(fake.log).toHaveLength(2);
    }
  });

  it("a wait of an hour is an error for all, at once", async () => {
    for (const [token, todo] of [
      ["hf_granted", "the same"],
      [null, "set HF_TOKEN"],
    ] as const) {
      const { hub, fake, clock } = await connected({ repos }, { token });
      const headers = { "retry-after": "3600" };
      fake.addFault({ kind: "status", status: 429, headers, times: Infinity });
      const errors = await Promise.all(
        Array.from({ length: 4 }, async () => rejection(hub.info("acme/heron"))),
      );
      for (const error of errors) {
        expect(error).toMatchObject({
          code: "rate-limit",
          message:
            'the Hub asks to wait 60 min before the next request (limit of "api"); expected at most 330 s.',
        });
        expect(error.try).toContain(todo);
      }
      expect(fake.log).toHaveLength(1);
      expect(clock.waits).toEqual([]);
    }
  });

  it("a limit that is there after every wait is an error after five tries", async () => {
    const { hub, fake } = await connected({ repos });
    const headers = { ratelimit: '"api";r=0;t=60' };
    fake.addFault({ kind: "status", status: 429, headers, times: Infinity });
    expect((await rejection(hub.info("acme/heron"))).code).toBe("rate-limit");
    expect(fake.log).toHaveLength(5);
  });

  it("a wait ends with the signal", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const { hub, fake } = await connected(
      { repos },
      { signal: stop.signal, onWait: () => stop.abort(reason), sleep: undefined as never },
    );
    fake.addFault({ kind: "status", status: 429, headers: { "retry-after": "300" } });
    await expect(hub.info("acme/heron")).rejects.toBe(reason);
  });
});

/** A server that counts in fixed windows, and answers in any order. */
describe("the limiter", () => {
  it("spends no more than a window has, whatever the order of the answers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.nat({ max: 50 }), { minLength: 40, maxLength: 40 }),
        async (quota, requests, delays) => {
          const { refused, done } = await playServer({ quota, requests, delays });
          expect(done).toBe(requests);
          expect(refused).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("asks one request alone before a limit is known, and all at once where there is none", async () => {
    const limiter = makeLimiter(testClock());
    const first = await limiter.enter("api");
    let entered = 0;
    const others = Array.from({ length: 5 }, async () => {
      await limiter.enter("api");
      entered += 1;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toBe(0);
    first.answered(200, new Headers());
    await Promise.all(others);
    expect(entered).toBe(5);
  });

  it("goes on when the request that was to find out brings no answer", async () => {
    const limiter = makeLimiter(testClock());
    const first = await limiter.enter("pages");
    const second = limiter.enter("pages");
    first.release();
    first.release();
    (await second).release();
  });

  it("files have no limit to find out", async () => {
    const limiter = makeLimiter(testClock());
    await Promise.all(Array.from({ length: 5 }, async () => limiter.enter("files")));
  });
});

function makeLimiter(clock: TestClock): RateLimiter {
  return new RateLimiter({ clock, counters: newCounters(), hasToken: true });
}

async function playServer(game: {
  readonly quota: number;
  readonly requests: number;
  readonly delays: readonly number[];
}): Promise<{ refused: number; done: number }> {
  const clock = testClock();
  const limiter = makeLimiter(clock);
  const bucket: Bucket = "api";
  let [used, end, refused, done] = [0, 0, 0, 0];
  const ask = async (index: number): Promise<void> => {
    const permit = await limiter.enter(bucket);
    if (clock.now() >= end) [used, end] = [0, clock.now() + 60_000];
    used += 1;
    const seconds = Math.ceil((end - clock.now()) / 1000);
    const [left, status] = [Math.max(0, game.quota - used), used > game.quota ? 429 : 200];
    if (status === 429) refused += 1;
    for (let turn = 0; turn < game.delays[index]!; turn += 1) await Promise.resolve();
    const policy = `"fixed window";"api";q=${game.quota};w=60`;
    permit.answered(
      status,
      new Headers({ ratelimit: `"api";r=${left};t=${seconds}`, "ratelimit-policy": policy }),
    );
    permit.release();
    done += 1;
  };
  await Promise.all(Array.from({ length: game.requests }, async (_, index) => ask(index)));
  return { refused, done };
}
