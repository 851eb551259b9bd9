import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { caterpillarText, profileText, type CaterpillarModel } from "../../src/plot/index.ts";
import { aName, aShare, maybe } from "./arbitrary.ts";

const row = (model: string, share: number): CaterpillarModel => ({
  model,
  weightedAccuracy: share,
  weightedLower: share - 0.1,
  weightedUpper: share + 0.1,
  accuracy: share + 0.2,
  rank: 1,
  rankLower: 1,
  rankUpper: 2,
  tier: 1,
});

describe("figures as text", () => {
  it("keep to the terminal, line by line, on any data", () => {
    const model = fc.record({ model: aName, first: maybe(aShare), second: maybe(aShare) });
    fc.assert(
      fc.property(
        fc.array(model, { maxLength: 8 }),
        fc.integer({ min: 40, max: 200 }),
        (models, width) => {
          const board = models.map(({ model: name, first, second }) => ({
            ...row(name, 0.5),
            weightedAccuracy: first,
            weightedLower: first === null ? null : first / 2,
            weightedUpper: first === null ? null : (1 + first) / 2,
            accuracy: second,
          }));
          const profiles = models.map(({ model: name, first, second }) => ({
            model: name,
            bands: [
              { kind: "easiest" as const, accuracy: first },
              { kind: "band" as const, number: 1, accuracy: second },
              { kind: "hardest" as const, accuracy: 0.1 },
            ],
          }));
          for (const text of [
            caterpillarText({ models: board }, { width }),
            profileText({ models: profiles }, { width }),
          ]) {
            expect(text.endsWith("\n")).toBe(true);
            for (const line of text.trimEnd().split("\n")) {
              expect(line).not.toMatch(/\p{Cc}/u);
              if (!line.startsWith("No ")) expect(stringWidth(line)).toBeLessThanOrEqual(width);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("draw a model as its interval, weighted accuracy and accuracy", () => {
    expect(
      caterpillarText({ models: [row("kestrel", 0.6), row("wren", 0.3)] }, { width: 60 }),
    ).toBe(
      [
        "tier 1   kestrel                      ├──────●─────┤      ◇",
        "         wren     ├──────●─────┤      ◇",
        "                  20 %              50 %               80 %",
        "● weighted accuracy  ◇ accuracy",
        "",
      ].join("\n"),
    );
  });

  it("draw a profile as bars and percentages, and a gap where there are too few items", () => {
    const text = profileText({
      models: [
        {
          model: "wren",
          bands: [
            { kind: "easiest", accuracy: 1 },
            { kind: "band", number: 1, accuracy: 0.5 },
            { kind: "hardest", accuracy: 0 },
          ],
        },
        {
          model: "heron",
          bands: [
            { kind: "easiest", accuracy: 1 },
            { kind: "hardest", accuracy: 0.1 },
          ],
        },
      ],
    });
    expect(text).toBe(
      [
        "accuracy in percent, easy to hard",
        "            easiest   1 hardest",
        "wren   █▅▁      100  50       0",
        "heron  █ ▂      100   –      10",
        "",
      ].join("\n"),
    );
  });

  it("say so where there is nothing to show", () => {
    expect(caterpillarText({ models: [] })).toMatch(/^No item .*\.\n$/);
    expect(profileText({ models: [] })).toMatch(/^No profiles.*\.\n$/);
  });
});
