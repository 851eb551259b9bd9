import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { humanAgreement } from "../../src/analysis/agreement.ts";
import {
  consensusOf,
  judgedPairs,
  raterAgreement,
  type Judgement,
} from "../../src/analysis/judgements.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";

const judged = (rater: string, first: string, second: string, harder: Judgement["harder"]) => ({
  rater,
  first,
  second,
  harder,
});

describe("judgements", () => {
  it("of one pair are put together whichever item was shown first", () => {
    const [pair, ...others] = judgedPairs([
      judged("r1", "q2", "q1", "first"),
      judged("r2", "q1", "q2", "second"),
      judged("r3", "q1", "q2", "tie"),
    ]);
    expect(others).toEqual([]);
    expect(pair).toMatchObject({ first: "q1", second: "q2", consensus: "second" });
    expect(pair!.votes.map(({ choice }) => choice)).toEqual(["second", "second", "tie"]);
  });
  it("give the same pairs in any order of the lines, but for a rater who judged twice", () => {
    const lines = fc.uniqueArray(
      fc.record({
        rater: fc.constantFrom("r1", "r2", "__proto__"),
        first: fc.constantFrom("a", "b", "c"),
        second: fc.constantFrom("x", "__proto__"),
        harder: fc.constantFrom("first" as const, "second" as const, "tie" as const),
      }),
      { selector: ({ rater, first, second }) => `${rater} ${first} ${second}` },
    );
    fc.assert(
      fc.property(lines, (given) => {
        const sorted = (pairs: ReturnType<typeof judgedPairs>) =>
          pairs.map(({ votes, ...rest }) => ({
            ...rest,
            votes: votes.toSorted((x, y) => (x.rater < y.rater ? -1 : 1)),
          }));
        expect(sorted(judgedPairs(given.toReversed()))).toEqual(sorted(judgedPairs(given)));
      }),
    );
    const [twice] = judgedPairs([judged("r", "a", "b", "first"), judged("r", "a", "b", "second")]);
    expect(twice!.votes).toEqual([{ rater: "r", choice: "second" }]);
  });
  it("have a consensus by those who chose an item; ties count for neither", () => {
    expect(consensusOf(["first", "tie", "tie"])).toBe("first");
    expect(consensusOf(["first", "second"])).toBe("tie");
    expect(consensusOf([])).toBe("tie");
  });
});

describe("agreement of raters", () => {
  it("is the share of comparisons that are the same, and kappa what is beyond chance", () => {
    const three = (choices: Judgement["harder"][], pair: string) =>
      choices.map((harder, rater) => judged(`r${rater}`, `${pair}1`, `${pair}2`, harder));
    const pairs = judgedPairs([
      ...three(["first", "first", "first"], "a"),
      ...three(["first", "second", "second"], "b"),
    ]);
    const { comparisons, agreement, byChance, kappa } = raterAgreement(pairs);
    expect([comparisons, agreement, byChance]).toEqual([6, 4 / 6, 0.5]);
    expect(kappa).toBeCloseTo(1 / 3, 12);
  });
  it("does not depend on which item of a pair comes first", () => {
    const line = (first: string, second: string, harder: Judgement["harder"], rater: string) =>
      judged(rater, first, second, harder);
    const one = judgedPairs([line("a", "b", "first", "r1"), line("a", "b", "first", "r2")]);
    const other = judgedPairs([line("b", "a", "second", "r1"), line("a", "b", "first", "r2")]);
    expect(raterAgreement(other)).toEqual(raterAgreement(one));
  });
  it("is unknown when no pair was judged twice", () => {
    expect(raterAgreement(judgedPairs([judged("r", "a", "b", "first")])).agreement).toBeNaN();
  });
});

describe("estimators beside people", () => {
  // Solved by 4, 3, 2, 1, 0 of four models.
  const matrix = matrixFromRows(
    [
      [1, 1, 1, 1, 0],
      [1, 1, 1, 0, 0],
      [1, 1, 0, 0, 0],
      [1, 0, 0, 0, 0],
    ],
    { items: ["i4", "i3", "i2", "i1", "i0"] },
  );
  const itemNamed = (name: string) => matrix.items.indexOf(name);
  const agree = (lines: Judgement[], estimators = ["mean-score"]) =>
    humanAgreement(matrix, judgedPairs(lines), { itemNamed, estimators });

  it("agree where both name the same item, items that all or none solve at the ends", () => {
    const { estimators } = agree(
      [
        judged("r", "i3", "i1", "second"),
        judged("r", "i2", "i3", "second"),
        judged("r", "i4", "i3", "second"),
        judged("r", "i1", "i0", "second"),
        judged("r", "i4", "i0", "second"),
      ],
      ["eip", "mean-score", "rasch"],
    );
    for (const { consensus } of estimators) {
      expect(consensus).toMatchObject({ pairs: 5, agree: 4, disagree: 1, tied: 0, share: 0.8 });
      expect(consensus.lower).toBeCloseTo(0.3755, 3);
    }
  });
  it("count a tie of the estimator half, and leave out pairs without a consensus", () => {
    const twice = matrixFromRows(
      [
        [1, 1, 0],
        [0, 0, 1],
      ],
      { items: ["x", "y", "z"] },
    );
    const found = humanAgreement(
      twice,
      judgedPairs([
        judged("r", "x", "y", "first"),
        judged("r1", "x", "z", "first"),
        judged("r2", "x", "z", "second"),
      ]),
      { itemNamed: (name) => twice.items.indexOf(name), estimators: ["mean-score"] },
    );
    expect(found.withoutConsensus).toBe(1);
    expect(found.estimators[0]!.consensus).toMatchObject({ pairs: 1, tied: 1, share: 0.5 });
  });
  it("compare a rater with the others, never with itself", () => {
    const { raters } = agree([
      judged("r1", "i3", "i1", "second"),
      judged("r2", "i3", "i1", "second"),
      judged("r3", "i3", "i1", "first"),
    ]);
    expect(
      raters.map(({ rater, withOthers }) => [rater, withOthers.pairs, withOthers.agree]),
    ).toEqual([
      ["r1", 0, 0],
      ["r2", 0, 0],
      ["r3", 1, 0],
    ]);
  });
  it("have the published interval: 63 of 70 is 90 % [81, 95]", () => {
    const lines = Array.from({ length: 70 }, (_, pair) =>
      judged(`r${pair}`, "i3", "i1", pair < 63 ? "second" : "first"),
    );
    const { estimators } = agree(lines);
    const whole = estimators[0]!.byRater;
    expect(whole).toHaveLength(70);
    expect(whole.filter(({ agree: right }) => right === 1)).toHaveLength(63);
  });
  it("leave out items that nobody was asked", () => {
    const gap = matrixFromRows(
      [
        [1, 0, undefined],
        [0, 1, undefined],
      ],
      { items: ["x", "y", "z"] },
    );
    const { estimators } = humanAgreement(gap, judgedPairs([judged("r", "x", "z", "first")]), {
      itemNamed: (name) => gap.items.indexOf(name),
    });
    for (const { consensus } of estimators)
      expect(consensus).toMatchObject({ pairs: 0, share: Number.NaN });
  });
});
