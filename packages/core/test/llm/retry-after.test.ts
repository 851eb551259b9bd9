import { describe, expect, test } from "vitest";
import { retryAfter } from "../../src/llm/retry-after.ts";

describe("retryAfter", () => {
  const now = Date.parse("2026-11-30T10:00:00Z");
  test.each([
    [undefined, undefined],
    [{}, undefined],
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after-ms": "20", "retry-after": "9" }, 20],
    [{ "retry-after": "Mon, 30 Nov 2026 10:00:07 GMT" }, 7000],
    [{ "retry-after": "Mon, 30 Nov 2026 09:00:00 GMT" }, 0],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "soon" }, undefined],
  ])("%j: %j", (headers, expected) => {
    expect(retryAfter(headers, now)).toBe(expected);
  });
});
