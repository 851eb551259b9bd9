import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redacted, withoutSecrets } from "../../src/llm/redact.ts";

describe("redacted", () => {
  test("hides a key, a part of it, and what looks like one", () => {
    const secrets = ["abcdef-123456"];
    expect(redacted("bad key abcdef-123456, try again", secrets)).toBe(
      "bad key [hidden] try again",
    );
    expect(redacted("it ends in ****f-1234", secrets)).toBe("it ends in [hidden]");
    expect(redacted("Bearer 0123456789 and sk-proj-0123456789", [])).toBe("[hidden] and [hidden]");
    expect(redacted("basic math with max_tokens and meta-llama/Llama-3.1-8B", secrets)).toBe(
      "basic math with max_tokens and meta-llama/Llama-3.1-8B",
    );
  });

  test("no text brings a key through", () => {
    const word = fc.stringMatching(/^[a-z0-9-]{8,24}$/);
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (key, before, after) => {
        expect(redacted(`${before}${key}${after}`, [key])).not.toContain(key);
        expect(withoutSecrets(`${before}${key}${after}`, [key])).not.toContain(key);
      }),
    );
  });
});
