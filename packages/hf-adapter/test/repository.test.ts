import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repositoryName, repositoryNames } from "../src/repository.ts";

describe("the name of a repository", () => {
  it.each([
    ["open-llm-leaderboard/acme__ant-1b-details", "v2", "acme/ant-1b", false],
    ["acme__ant-1b-details-private", "v2", "acme/ant-1b", true],
    ["gpt2-details", "v2", "gpt2", false],
    ["open-llm-leaderboard-old/details_acme__ant-1b", "details", "acme/ant-1b", false],
    ["details_acme__ant-1b_private", "details", "acme/ant-1b", true],
    ["details_gpt2", "details", "gpt2", false],
    ["details_acme__some-details", "details", "acme/some-details", false],
  ] as const)("%s holds details of a model", (name, layout, model, isPrivate) => {
    expect(repositoryName(name)).toEqual({ layout, model, isPrivate });
  });

  it.each(["open-llm-leaderboard/contents", "requests", "-details", "details_", ""])(
    "%j holds none",
    (name) => {
      expect(repositoryName(name)).toBeUndefined();
    },
  );

  it("comes back from the name of the model", () => {
    const word = fc.stringMatching(/^[a-z0-9]+(?:[-.][a-z0-9]+){0,2}$/);
    const model = fc.oneof(
      word,
      fc.tuple(word, word).map((parts) => parts.join("/")),
    );
    fc.assert(
      fc.property(model, fc.constantFrom("v2" as const, "details" as const), (name, layout) => {
        const found = repositoryNames(name, layout).map(repositoryName);
        expect(found).toEqual([
          { layout, model: name, isPrivate: false },
          { layout, model: name, isPrivate: true },
        ]);
      }),
      { seed: 20261130 },
    );
  });
});
