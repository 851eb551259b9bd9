import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  caterpillar,
  difficultyHistogram,
  emptyFigure,
  familyMultiples,
  flips,
  heatMap,
  itemMap,
  movers,
  profiles,
  rankBump,
  stabilityCurves,
  type CaterpillarModel,
  type FigureOptions,
  type ProfileModel,
  type StabilityStep,
} from "../../src/plot/index.ts";
import { visible } from "../../src/plot/svg.ts";
import { aName, aShare, aWidth, maybe, names } from "./arbitrary.ts";
import { expectSound, modelsOf } from "./drawn.ts";

const aRank = fc.integer({ min: 1, max: 3000 });

const boardRows = fc
  .tuple(names(0, 50), fc.boolean(), fc.boolean())
  .chain(([models, ranges, tiers]) =>
    fc.tuple(
      ...models.map((model) =>
        fc
          .record({
            weightedAccuracy: maybe(aShare),
            below: aShare,
            above: aShare,
            accuracy: maybe(aShare),
            rank: maybe(aRank),
            accuracyRank: maybe(aRank),
            tier: maybe(fc.integer({ min: 1, max: 300 })),
          })
          .map(({ below, above, ...row }): CaterpillarModel & { accuracyRank: number | null } => ({
            ...row,
            model,
            tier: tiers ? row.tier : null,
            rankLower: ranges && row.rank !== null ? row.rank : null,
            rankUpper: ranges && row.rank !== null ? row.rank + 17 : null,
            weightedLower:
              ranges && row.weightedAccuracy !== null ? row.weightedAccuracy * below : null,
            weightedUpper:
              ranges && row.weightedAccuracy !== null
                ? row.weightedAccuracy + (1 - row.weightedAccuracy) * above
                : null,
          })),
      ),
    ),
  );

const profileModels = names(0, 14).chain((models) =>
  fc.integer({ min: 0, max: 12 }).chain((bands) =>
    fc.tuple(
      ...models.map((model) =>
        fc
          .array(maybe(aShare), { minLength: bands + 2, maxLength: bands + 2 })
          .map((values): ProfileModel => ({
            model,
            bands: values.map((accuracy, index) => {
              if (index === 0) return { kind: "easiest", accuracy };
              if (index === bands + 1) return { kind: "hardest", accuracy };
              return { kind: "band", number: index, accuracy };
            }),
          })),
      ),
    ),
  ),
);

const aSummary = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: false }), aShare)
  .map(([mean, spread]) => ({
    mean,
    sd: spread,
    min: Math.max(-1, mean - spread),
    max: Math.min(1, mean + spread),
    count: Number.isNaN(mean) ? 0 : 5,
  }));

const aStep: fc.Arbitrary<StabilityStep> = fc.record({
  kind: fc.constantFrom("drop-models", "drop-items", "add-model", "drop-benchmark", "only-models"),
  what: fc.oneof(
    fc.integer({ min: 1, max: 500 }).map((count) => `drop ${count} models`),
    fc.integer({ min: 1, max: 99 }).map((share) => `drop ${share} % of the items`),
    aName,
  ),
  agreements: fc
    .tuple(aSummary, aSummary, aSummary, aSummary)
    .map(([tau, tauShuffled, other, otherShuffled]) => [
      { estimator: "eip", title: "EIP", tau, tauShuffled },
      { estimator: "mean-score", title: "accuracy", tau: other, tauShuffled: otherShuffled },
    ]),
});

type Figure = (options: FigureOptions) => string;

/** Every figure on any data. */
const figures: readonly (readonly [string, fc.Arbitrary<Figure>])[] = [
  [
    "caterpillar",
    fc.tuple(boardRows, fc.integer({ min: 0, max: 60 })).map(
      ([models, rows]) =>
        (options) =>
          caterpillar({ models, rows }, options),
    ),
  ],
  ["movers", boardRows.map((models) => (options) => movers({ models }, options))],
  [
    "rankBump",
    fc.tuple(names(0, 45), fc.integer({ min: 0, max: 4 })).chain(([models, orders]) =>
      fc
        .array(
          fc.record({
            name: aName,
            ranks: fc.array(maybe(aRank), { minLength: models.length, maxLength: models.length }),
          }),
          { minLength: orders, maxLength: orders },
        )
        .map((list) => (options: FigureOptions) => rankBump({ models, orders: list }, options)),
    ),
  ],
  [
    "difficultyHistogram",
    fc
      .array(
        fc.record({
          name: aName,
          relative: fc.array(
            fc.oneof(
              fc.double({ min: 0, max: 100, noNaN: true }),
              fc.constantFrom(Number.NaN, 0, 1e300),
            ),
            { maxLength: 40 },
          ),
          solvedByAll: fc.nat(1_000_000),
          solvedByNone: fc.nat(30),
        }),
        { maxLength: 30 },
      )
      .map((benchmarks) => (options) => difficultyHistogram({ benchmarks }, options)),
  ],
  [
    "itemMap",
    fc
      .tuple(
        fc.array(fc.tuple(aName, maybe(fc.double({ min: -9, max: 9 }))), { maxLength: 70 }),
        fc.array(fc.double({ min: -9, max: 9 }), { maxLength: 50 }),
      )
      .map(
        ([models, difficulties]) =>
          (options) =>
            itemMap(
              { models: models.map(([model, ability]) => ({ model, ability })), difficulties },
              options,
            ),
      ),
  ],
  ["profiles", profileModels.map((models) => (options) => profiles({ models }, options))],
  [
    "familyMultiples",
    fc
      .tuple(
        profileModels,
        fc.array(fc.record({ name: aName, models: fc.uniqueArray(fc.nat(13)) }), { maxLength: 30 }),
      )
      .map(
        ([models, families]) =>
          (options) =>
            familyMultiples({ models, families }, options),
      ),
  ],
  [
    "heatMap",
    fc
      .tuple(
        names(0, 70),
        fc.nat(40),
        fc.array(fc.oneof(aShare, fc.constant(Number.NaN)), { minLength: 1 }),
      )
      .map(
        ([models, items, values]) =>
          (options) =>
            heatMap(
              {
                models,
                items,
                score: (model, item) => values[(model * 7 + item) % values.length]!,
              },
              options,
            ),
      ),
  ],
  [
    "flips",
    fc
      .tuple(
        aName,
        aName,
        fc.array(fc.tuple(fc.nat(500_000), fc.nat(500_000), fc.nat(20)), { maxLength: 7 }),
      )
      .map(
        ([a, b, bands]) =>
          (options) =>
            flips(
              {
                a,
                b,
                bands: bands.map(([onlyA, onlyB, same], index) => ({
                  kind: index === 0 ? "easiest" : index === 6 ? "hardest" : "band",
                  items: onlyA + onlyB + same,
                  onlyA,
                  onlyB,
                })),
              },
              options,
            ),
      ),
  ],
  [
    "stabilityCurves",
    fc
      .array(aStep, { maxLength: 25 })
      .map((perturbations) => (options) => stabilityCurves({ perturbations }, options)),
  ],
  [
    "emptyFigure",
    fc.tuple(aName, aName).map(
      ([title, sentence]) =>
        (options) =>
          emptyFigure({ title, sentence }, options),
    ),
  ],
];

describe.each(figures)("%s", (_, drawn) => {
  it("is well-formed, whole, inside its frame and without overlapping labels, on any data", () => {
    fc.assert(
      fc.property(drawn, aWidth, fc.boolean(), (draw, width, standalone) => {
        expectSound(draw({ width, standalone }));
      }),
      { numRuns: 60 },
    );
  });

  it("is the same text for the same data", () => {
    fc.assert(
      fc.property(drawn, aWidth, (draw, width) => {
        expect(draw({ width })).toBe(draw({ width }));
      }),
      { numRuns: 5 },
    );
  });
});

const rows = (
  ...models: readonly string[]
): readonly (CaterpillarModel & { accuracyRank: number })[] =>
  models.map((model, index) => ({
    model,
    weightedAccuracy: 0.6 - index / 100,
    weightedLower: 0.5 - index / 100,
    weightedUpper: 0.7 - index / 100,
    accuracy: 0.8 - index / 100,
    rank: index + 1,
    rankLower: 1,
    rankUpper: models.length,
    accuracyRank: models.length - index,
    tier: 1,
  }));

describe("a figure", () => {
  it("names its models as they are, in attributes and titles, whatever they are called", () => {
    const hostile = ["__proto__", `"><script>x</script>`, "a & b", "'"];
    const svg = expectSound(caterpillar({ models: rows(...hostile) }));
    expect(modelsOf(svg)).toEqual(hostile);
    expect(modelsOf(expectSound(movers({ models: rows(...hostile) }))).toSorted()).toEqual(
      hostile.toSorted(),
    );
  });

  it("keeps to widths that it can be laid out for", () => {
    const widthOf = (width: number) =>
      expectSound(caterpillar({ models: rows("a", "b") }, { width })).attributes.get("width");
    expect([10, 400, 5000, Number.NaN].map(widthOf)).toEqual(["340", "400", "1200", "720"]);
  });

  it("alone brings its background and its dark theme, within a page neither", () => {
    const alone = movers({ models: rows("a", "b") }, { standalone: true });
    expect(alone).toContain("prefers-color-scheme:dark");
    const within = movers({ models: rows("a", "b") });
    expect(within).not.toContain("<style>");
  });
});

describe("a figure without anything to show", () => {
  const sentence = (svg: string) => {
    const description = expectSound(svg).children[1]!.text;
    expect(description).toMatch(/\.$/);
    return description;
  };

  it("says in a sentence why", () => {
    expect(sentence(caterpillar({ models: [] }))).toBe("There are no models to show.");
    expect(sentence(caterpillar({ models: rows("kestrel") }))).toBe(
      "Only one model, kestrel: nothing to compare it with. Its accuracy is 80.0 %.",
    );
    const same = rows("a", "b").map((row) => ({ ...row, weightedAccuracy: null }));
    expect(sentence(caterpillar({ models: same }))).toContain("gave the same answers");
    expect(sentence(movers({ models: same }))).toContain("Too few models");
    expect(sentence(rankBump({ models: ["a"], orders: [] }))).toContain("nothing to compare");
    expect(sentence(difficultyHistogram({ benchmarks: [] }))).toContain("no items");
    expect(sentence(itemMap({ models: [], difficulties: [] }))).toContain("No item tells");
    expect(sentence(profiles({ models: [] }))).toContain("six models");
    expect(sentence(familyMultiples({ models: [], families: [] }))).toContain("eip.yaml");
    expect(sentence(heatMap({ models: [], items: 0, score: () => 0 }))).toContain("no answers");
    expect(sentence(flips({ a: "a", b: "b", bands: null }))).toContain("Too few other models");
    expect(sentence(flips({ a: "a", b: "b", bands: [] }))).toContain("earn the same");
    expect(sentence(stabilityCurves({ perturbations: [] }))).toContain("--full");
  });
});

describe("caterpillar", () => {
  it("folds the models beyond its rows into one, with their range", () => {
    const svg = caterpillar({ models: rows("a", "b", "c", "d"), rows: 3 });
    expect(modelsOf(expectSound(svg))).toEqual(["a", "b"]);
    expect(svg).toContain("2 more models");
    expect(svg).toContain("weighted 57.0 % to 58.0 %");
  });

  it("puts the better model higher, and the higher value further right", () => {
    const svg = expectSound(caterpillar({ models: rows("a", "b") }));
    const dots = svg.children
      .filter(({ attributes }) => attributes.has("data-model"))
      .map(({ children }) => children.find(({ name }) => name === "circle")!.attributes);
    expect(Number(dots[0]!.get("cy"))).toBeLessThan(Number(dots[1]!.get("cy")));
    expect(Number(dots[0]!.get("cx"))).toBeGreaterThan(Number(dots[1]!.get("cx")));
  });
});

describe("movers", () => {
  it("names who moves most, with the number of places", () => {
    const svg = movers({ models: rows("a", "b", "c") });
    expect(svg).toContain(">a +2<");
    expect(svg).toContain(">c −2<");
    expect(svg).toContain(">b<");
  });
});

describe("visible text", () => {
  it("shows what would not be seen", () => expect(visible("a\u202Eb\n")).toBe("a\\u202eb\\u000a"));
});
