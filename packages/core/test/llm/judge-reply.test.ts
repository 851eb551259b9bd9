import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReply } from "../../src/llm/judge-reply.ts";

const json = (score: unknown, reason: unknown = "r") => JSON.stringify({ reason, score });

describe("a reply that is a judgement", () => {
  test.each([
    json(0.25),
    `  ${json(0.25)}\n`,
    `\`\`\`json\n${json(0.25)}\n\`\`\``,
    `\`\`\`\n${json(0.25)}\n\`\`\``,
    '{"score": 0.25, "reason": "r"}',
    `<think>\n{"score": 1} looks right, but\n</think>\n\n${json(0.25)}`,
    `It looks right, but\n</think>\n\n${json(0.25)}`,
    `</think>${json(0.25)}`,
  ])("%j", (text) => {
    expect(readReply(text)).toEqual({ reason: "r", score: 0.25 });
  });

  test("a reason may speak of the tag", () => {
    const reason = "the answer says </think>";
    expect(readReply(json(1, reason))).toEqual({ reason, score: 1 });
    expect(readReply(`well</think>${json(1, reason)}`)).toEqual({ reason, score: 1 });
  });

  test("any reason and any score from 0 to 1 come back unchanged", () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (reason, score) => {
        expect(readReply(json(score, reason))).toEqual({ reason, score: score + 0 });
      }),
    );
  });
});

describe("a reply that is none", () => {
  test.each([
    ["", "an empty reply"],
    ["  \n", "an empty reply"],
    ["<think>never ends", "not one JSON object"],
    [`it quotes </think>${json(1)} and says </think>${json(0)}`, "not one JSON object"],
    [`${json(1)}</think>${json(0)}`, "not one JSON object"],
    ["0.5", "no object with a reason and a score alone"],
    ["[0.5]", "no object with a reason and a score alone"],
    ["null", "no object with a reason and a score alone"],
    [`Here you are: ${json(1)}`, "not one JSON object"],
    [`${json(1)}\n${json(0)}`, "not one JSON object"],
    [`\`\`\`json\n${json(1)}\n\`\`\`\n\`\`\`json\n${json(0)}\n\`\`\``, "not one JSON object"],
    [`[${json(1)}, ${json(0)}]`, "no object with a reason and a score alone"],
    ['{"reason": "r", "score": 0, "score": 1}', "a name given twice"],
    ['{"reason": "r", "score": 0, "\\u0073core": 1}', "a name given twice"],
    ['{"reason": "r", "score": NaN}', "not one JSON object"],
    ['{"reason": "r", "score": 1e999}', "a score that is no number from 0 to 1"],
    ['{"reason": "r", "sco', "not one JSON object"],
    ['{"score": 1}', "no reason"],
    ['{"reason": "r"}', "a score that is no number from 0 to 1"],
    [json(1.01), "a score that is no number from 0 to 1"],
    [json(-0.01), "a score that is no number from 0 to 1"],
    [json("1"), "a score that is no number from 0 to 1"],
    [json(null), "a score that is no number from 0 to 1"],
    [json(true), "a score that is no number from 0 to 1"],
    [json([1]), "a score that is no number from 0 to 1"],
    [json(1, 3), "no reason"],
    ['{"reason": "r", "score": 1, "final": 0}', "no object with a reason and a score alone"],
  ])("%j: %s", (text, invalid) => {
    expect(readReply(text)).toEqual({ invalid });
  });

  test("no text at all throws or gives a score that the JSON in it does not hold", () => {
    const pieces = fc.constantFrom('{"reason": ', '"score": ', "1", "0.5", "}", "{", ",", '"', "`");
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        const read = readReply(parts.join(""));
        if ("invalid" in read) return;
        expect(read.score).toBeGreaterThanOrEqual(0);
        expect(read.score).toBeLessThanOrEqual(1);
        expect(typeof read.reason).toBe("string");
      }),
    );
  });

  test("a score outside is never brought inside", () => {
    const outside = fc.oneof(
      fc.double({ min: 1, minExcluded: true, noNaN: true, noDefaultInfinity: true }),
      fc.double({ max: 0, maxExcluded: true, noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(outside, (score) => {
        // The smallest numbers below 0 are written as such, too.
        expect(readReply(`{"reason": "r", "score": ${score}}`)).toHaveProperty("invalid");
      }),
    );
  });
});
