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

  test("a short key hides only itself, a very short one nothing", () => {
    expect(redacted("a fault at data", ["a"])).toBe("a fault at data");
    expect(redacted("the key abc", ["abc"])).toBe("the key abc");
    expect(redacted("key abcdefg, not abcdef", ["abcdefg"])).toBe("key [hidden] not abcdef");
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

describe("withoutSecrets", () => {
  test("hides a key and a part of it, and no other word", () => {
    const secrets = ["plainxyword-123456"];
    expect(withoutSecrets("it says plainxyword-123456", secrets)).toBe("it says [hidden]");
    expect(withoutSecrets("it says plainxyw and 123456.", secrets)).toBe(
      "it says [hidden] and [hidden]",
    );
    expect(withoutSecrets("a  plain word,\nsk-proj-0987654321", secrets)).toBe(
      "a  plain word,\nsk-proj-0987654321",
    );
    expect(withoutSecrets("a fault at data", ["a"])).toBe("a fault at data");
  });

  test("a key of several words is hidden by each", () => {
    expect(withoutSecrets("Bearer abcdef-1234", ["Bearer abcdef-123456"])).toBe(
      "[hidden] [hidden]",
    );
  });
});
