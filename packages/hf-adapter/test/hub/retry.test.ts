import { EipError } from "@eip-eval/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemClock, untilAborted } from "../../src/hub/clock.ts";
import { networkFailure, Silence } from "../../src/hub/network-failure.ts";
import { retrying, Transient } from "../../src/hub/retry.ts";
import { rejection } from "./support/rejection.ts";
import { testClock } from "./support/test-clock.ts";

const error = new EipError("network", { found: "the line broke off" });

function failing(times: number): () => Promise<number> {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Transient(error);
    return tries;
  };
}

describe("trying again", () => {
  it("ends with success, or with the last error once the tries are used up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.nat({ max: 10 }),
        async (tries, failures) => {
          const clock = testClock();
          const work = retrying(failing(failures), { clock, tries });
          if (failures < tries) expect(await work).toBe(failures + 1);
          else expect(await rejection(work)).toBe(error);
          expect(clock.waits).toHaveLength(Math.min(failures, tries - 1));
        },
      ),
    );
  });

  it("waits a random time below a bound that doubles up to 20 s", async () => {
    const clock = { ...testClock(), random: () => 0.999_999 };
    const waits: number[] = [];
    const sleep = async (wait: number): Promise<void> => void waits.push(Math.round(wait));
    await retrying(failing(8), { clock: { ...clock, sleep }, tries: 9 });
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]);
  });

  it("does not try again what is no passing failure", async () => {
    const clock = testClock();
    const other = new Error("a mistake");
    const work = retrying(async () => Promise.reject(other), { clock });
    await expect(work).rejects.toBe(other);
    expect(clock.waits).toEqual([]);
  });

  it("stops with the reason of the signal while it waits", async () => {
    const stop = new AbortController();
    const reason = new Error("enough");
    const onRetry = (): void => stop.abort(reason);
    const options = { clock: systemClock, signal: stop.signal, onRetry };
    setTimeout(onRetry, 5);
    const long = async (): Promise<never> => {
      throw new Transient(error, { wait: 600_000 });
    };
    await expect(retrying(long, options)).rejects.toBe(reason);
    await expect(untilAborted(new Promise(() => {}), stop.signal)).rejects.toBe(reason);
  });
});

describe("failures of the network", () => {
  const cases = [
    ["ENOTFOUND", "no such host, or no network", false],
    ["ECONNREFUSED", "connection refused", false],
    ["ECONNRESET", "the connection broke off (ECONNRESET)", true],
    ["UND_ERR_SOCKET", "the connection broke off (UND_ERR_SOCKET)", true],
    ["ETIMEDOUT", "the connection broke off (ETIMEDOUT)", true],
    ["EAI_AGAIN", "the name could not be looked up", true],
    [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "its certificate is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)",
      false,
    ],
    ["CERT_HAS_EXPIRED", "its certificate is not accepted (CERT_HAS_EXPIRED)", false],
  ] as const;

  for (const [code, found, isPassing] of cases) {
    it(`${code} is told as "${found}"`, () => {
      const cause = Object.assign(new Error(`failed, https://cdn/?Signature=x`), { code });
      const failure = networkFailure(new TypeError("fetch failed", { cause }), {
        host: "hub.example",
        wasReached: false,
      });
      expect(failure instanceof Transient).toBe(isPassing);
      const told = failure instanceof Transient ? failure.error : failure;
      expect(told).toMatchObject({ code: "network", message: `hub.example: ${found}.` });
    });
  }

  it("a host that has answered before may come back", () => {
    const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    const failure = networkFailure(cause, { host: "hub.example", wasReached: true });
    expect(failure).toBeInstanceOf(Transient);
  });

  it("silence names its seconds and the variable for more", () => {
    const failure = networkFailure(new Silence(10_000), { host: "hub.example", wasReached: true });
    expect((failure as Transient).error).toMatchObject({
      message: "hub.example: silent for 10 s.",
      try: "the same command, or a larger HF_HUB_DOWNLOAD_TIMEOUT (seconds)",
    });
  });
});
