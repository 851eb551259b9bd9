import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import type { ModelRow } from "../../src/report/model-rows.ts";
import { rankReport, type RankReport } from "../../src/report/report.ts";
import { exclusionText, inWords, smallPrint, trustLine } from "../../src/report/words.ts";
import { anyRows, binaryRows, gappyRows, type GappyRows } from "../matrix/arbitrary-rows.ts";

function reportOf(cells: GappyRows, options: PropagateOptions = {}): RankReport {
  const matrix = matrixFromRows(cells);
  const fit = propagate(matrix, options);
  return rankReport({ matrix, fit, ungraded: "wrong", smoothingRequested: "none" });
}

type Places = readonly [number | null, number | null, number | null];

/**
 * A report in which only the places of each model matter: by the published order, with smoothing and
 * by accuracy; `null` is no rank.
 */
function placed(places: readonly Places[], parts: Partial<ModelRow> = {}): RankReport {
  const base = reportOf(places.map((_, model) => [model === 0 ? 1 : 0]));
  return {
    ...base,
    models: places.map(([rank, smoothedRank, accuracyRank], model) => ({
      ...base.models[0]!,
      model: `m${model}`,
      rank,
      publishedRank: rank,
      smoothedRank,
      accuracyRank,
      ...parts,
    })),
  };
}

describe("inWords", () => {
  const ladders = fc
    .tuple(binaryRows({ models: [2, 9], items: [3, 12] }), fc.nat({ max: 3 }))
    .map(([cells, weaker]) =>
      cells.map((row, model) => row.map((score, item) => (item < model * weaker ? 0 : score))),
    );
  const pools = fc.oneof<fc.Arbitrary<GappyRows>[]>(
    anyRows({ models: [2, 9], items: [1, 12] }),
    gappyRows({ models: [2, 9], items: [1, 12] }),
    ladders,
  );

  it("claims only places that the three orders agree on and that no other model has", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(pools, fc.constantFrom(0, 0.05, 0.5), (cells, smoothing) => {
        const report = reportOf(cells, { smoothing });
        for (const kind of expectHonest(report, inWords(report))) seen.add(kind);
      }),
      { numRuns: 300 },
    );
    expect(seen).toEqual(new Set(["all", "places", "none", "leaders", "shared"]));
  });

  it("holds for any places that a report could give", () => {
    expect.hasAssertions();
    const place = fc.integer({ min: 1, max: 7 });
    const lists = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: place.map((rank) => [rank, rank, rank] as const) },
        { weight: 2, arbitrary: fc.tuple(place, place, place) },
      ),
      { minLength: 2, maxLength: 9 },
    );
    fc.assert(
      fc.property(lists, (places) => {
        // A first place is always taken, and rows stand by rank.
        const sorted = places.toSorted((a, b) => a[0] - b[0]);
        const report = placed([[1, 1, 1], ...sorted]);
        expectHonest(report, inWords(report));
      }),
      { numRuns: 250 },
    );
  });

  it.each([
    [
      "agree on all",
      [
        [1, 1, 1],
        [2, 2, 2],
      ],
      "Both models have the same place by weighted accuracy, with smoothing and by accuracy; m0 is first.",
    ],
    [
      "agree on one",
      [
        [1, 2, 1],
        [2, 1, 2],
        [3, 3, 3],
      ],
      "The measures name different leaders: m0 by weighted accuracy and m1 with smoothing. m2 is third by every measure.",
    ],
    [
      "agree on some",
      [
        [1, 1, 1],
        [2, 2, 2],
        [3, 4, 4],
        [4, 3, 3],
      ],
      "m0 and m1 are first and second by every measure.",
    ],
    [
      "tie all",
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      "m0 and m1 share the first place. No model has a place of its own on which weighted accuracy, smoothing and accuracy agree.",
    ],
    [
      "tie by accuracy only",
      [
        [1, 1, 1],
        [2, 2, 1],
      ],
      "The measures name different leaders: m0 by weighted accuracy and m0 and m1 by accuracy. No model has a place of its own on which weighted accuracy, smoothing and accuracy agree.",
    ],
    [
      "agree on many",
      [
        [1, 1, 1],
        [2, 2, 2],
        [3, 3, 3],
        [4, 4, 4],
        [5, 5, 5],
        [6, 7, 7],
        [7, 6, 6],
      ],
      "m0 is first by every measure, and 4 other models keep their place by every measure.",
    ],
  ] as const)("where the measures %s", (_, places, sentence) => {
    expect(inWords(placed(places))).toBe(sentence);
  });

  it("with smoothing asks the published order too", () => {
    // At 0.5 model 1 leads and accuracy agrees; the published order puts model 0 first.
    const smoothed = (publishedRanks: readonly number[]): RankReport => {
      const report = placed([
        [1, 1, 1],
        [2, 2, 2],
      ]);
      return {
        ...report,
        models: report.models.map((row, place) => ({
          ...row,
          publishedRank: publishedRanks[place]!,
        })),
      };
    };
    expect(inWords(smoothed([1, 2]))).toMatch(/^Both models have the same place/);
    expect(inWords(smoothed([2, 1]))).toBe(
      "The measures name different leaders: m0 by weighted accuracy and m1 without smoothing. No model has a place of its own on which weighted accuracy, smoothing and accuracy agree.",
    );
  });

  it("adds who is not clearly below the leader, where there are tiers", () => {
    const tiered = (tiers: readonly number[]): RankReport => {
      const report = placed(tiers.map((_, place) => [place + 1, place + 1, place + 1]));
      return {
        ...report,
        models: report.models.map((row, place) => ({ ...row, tier: tiers[place]! })),
      };
    };
    const ending = (tiers: readonly number[]) => inWords(tiered(tiers)).split("is first.")[1];
    expect(ending([1, 2, 3])).toBe("");
    expect(ending([1, 1, 2])).toBe(" m1 is not clearly below m0.");
    expect(ending([1, 1, 1, 2])).toBe(" m1 and m2 are not clearly below m0.");
    expect(ending([1, 1, 1])).toBe(" No model is clearly below m0.");
    expect(ending([1, 1, 1, 1, 1, 1, 2])).toBe(" 5 models are not clearly below m0.");
  });

  it("tells groups of leaders apart that only start alike", () => {
    const four = [1, 1, 1, 1, 5, 5].map((rank, model) => {
      const byAccuracy = [1, 1, 5, 5, 1, 1][model]!;
      return [rank, rank, byAccuracy] as const;
    });
    expect(inWords(placed(four))).toMatch(/^The measures name different leaders/);
  });

  it("says nothing about a model without a rank, nor with fewer than two ranked ones", () => {
    const report = placed([
      [1, 1, 1],
      [2, 2, 2],
      [null, null, null],
    ]);
    expect(inWords(report)).toBe(
      "Both models have the same place by weighted accuracy, with smoothing and by accuracy; m0 is first.",
    );
    expect(
      inWords(
        placed([
          [1, 1, 1],
          [null, null, null],
        ]),
      ),
    ).toBe("There is nothing to compare.");
    const unscored = reportOf([
      [1, 1, 0, 1],
      [1, 0, 1, 0],
      [1, undefined, undefined, undefined],
    ]);
    expect(inWords(unscored)).toBe(
      "Both models have the same place by weighted accuracy, with smoothing and by accuracy; m0 is first.",
    );
  });
});

describe("trustLine", () => {
  const base = reportOf([
    [1, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]);
  const trusting = (reliability: Partial<RankReport["reliability"]>, requested = "none") =>
    trustLine({
      ...base,
      settings: { ...base.settings, smoothingRequested: requested },
      reliability: {
        ...base.reliability,
        largestShare: null,
        tauWithAccuracy: null,
        ...reliability,
      },
    });

  it("says when halves of the items were not compared", () => {
    expect(trusting({})).toBe("too few items or models to say how far the order repeats");
  });

  it("grades the agreement of halves, and puts that of accuracy beside it", () => {
    expect(trusting({ splitHalfTau: 0.914, accuracySplitHalfTau: 0.95 })).toBe(
      "good: random halves of the items agree on the order at 0.91 of 1; accuracy 0.95",
    );
    for (const [splitHalfTau, word] of [
      [0.9, "good"],
      [0.8, "fair"],
      [0.6, "weak"],
      [0.2, "poor"],
    ] as const) {
      expect(trusting({ splitHalfTau })).toMatch(new RegExp(`^${word}: `));
    }
  });

  it("gives the agreement with accuracy and the largest share", () => {
    expect(trustLine(base)).toMatch(
      /\. This order and that of accuracy agree at 0\.\d\d\. The largest part of one item in a model's score is \d\d %$/,
    );
    const largestShare = { model: "m0", benchmark: "b", item: "q", share: 0.0123 };
    expect(trusting({ largestShare })).toContain(
      "The largest part of one item in a model's score is 1.2 %",
    );
  });

  it("says what the automatic smoothing would do, unless it was asked for", () => {
    const auto = {
      chosen: 0.1,
      grid: [0, 0.05, 0.1],
      tau: [0.7, 0.75, 0.8],
      close: false,
      estimated: true,
    };
    expect(trusting({ auto })).toContain("With --smoothing auto (0.1): 0.80");
    expect(trusting({ auto: { ...auto, chosen: 0 } })).toContain("auto changes nothing");
    expect(trusting({ auto: { ...auto, estimated: false } })).toContain("0.1, a default");
    expect(trusting({ auto }, "auto")).not.toContain("--smoothing auto");
  });
});

describe("exclusionText", () => {
  const base = reportOf([
    [1, 0],
    [0, 1],
  ]);
  const moved = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ model: `m${place}`, from: place + 2, to: 1 }));

  it("is empty where nothing was left out", () => {
    expect(exclusionText(base)).toBe("");
  });

  it("counts the items left out, and names models whose rank changed, at most five", () => {
    expect(exclusionText({ ...base, exclusion: { items: 1, moved: [] } })).toBe(
      "Left out on request: 1 item. No model changes its rank.",
    );
    const text = exclusionText({ ...base, exclusion: { items: 3, moved: moved(7) } });
    expect(text).toContain("m0 from 2 to 1");
    expect(text).toContain("m4 from 6 to 1 and 2 more");
    expect(text).not.toContain("m5");
  });
});

describe("smallPrint", () => {
  it("says what tiers do not claim, where there are any", () => {
    const plain = placed([
      [1, 1, 1],
      [2, 2, 2],
    ]);
    expect(smallPrint(plain, {})).toBe("");
    const tiered = placed([[1, 1, 1]], { tier: 1 });
    expect(smallPrint(tiered, {})).toContain("Inside a tier nobody is clearly below");
  });

  it("with every detail says what the published method's intervals held", () => {
    const report = placed([[1, 1, 1]]);
    const withIntervals = {
      ...report,
      settings: { ...report.settings, intervals: "percentile" as const },
    };
    expect(smallPrint(withIntervals, { wide: true })).toContain("84 to 92 %");
    expect(smallPrint(withIntervals, {})).toBe("");
    expect(smallPrint(report, { wide: true })).toBe("");
  });
});

const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** Checks each claim of the sentences against the places; returns which kinds were made. */
function expectHonest({ models }: RankReport, text: string): readonly string[] {
  const ranked = models.filter(({ rank }) => rank !== null);
  // A measure by which nobody has a place, accuracy where nobody was asked anything, claims nothing.
  const measures = (["rank", "publishedRank", "smoothedRank", "accuracyRank"] as const).filter(
    (measure) => ranked.some((row) => row[measure] !== null),
  );
  const firsts = measures.map((measure) =>
    ranked.filter((row) => row[measure] === 1).map(({ model }) => model),
  );
  const own = ranked.filter((row) =>
    measures.every(
      (measure) =>
        row[measure] === row.rank &&
        ranked.every((other) => other === row || other[measure] !== row.rank),
    ),
  );
  const kinds: string[] = [];
  let rest = text;
  const take = (pattern: RegExp, kind: string, check: (match: RegExpMatchArray) => void) => {
    const match = rest.match(pattern);
    if (!match) return;
    kinds.push(kind);
    check(match);
    rest = rest.replace(match[0], "").trim();
  };

  take(
    /^(Both|All \d+) models have the same place .*; (\S+) is first\./,
    "all",
    ([, count, name]) => {
      expect(own).toHaveLength(ranked.length);
      expect(count).toBe(ranked.length === 2 ? "Both" : `All ${ranked.length}`);
      expect(firsts).toEqual(measures.map(() => [name]));
    },
  );
  take(/^(.*) share the first place\./, "shared", ([, names]) => {
    expect(firsts).toEqual(measures.map(() => firsts[0]));
    expect(firsts[0]!.length).toBeGreaterThan(1);
    expect(names).toBe(listed(firsts[0]!));
  });
  take(/^The measures name different leaders: (.*?)\.(?= |$)/, "leaders", ([, named]) => {
    const [byWeight, ...others] = firsts.map(listed);
    expect(named!.startsWith(`${byWeight} by weighted accuracy`)).toBe(true);
    const differs = (index: number) => firsts[index + 1]!.join() !== firsts[0]!.join();
    expect(others.some((_, index) => differs(index))).toBe(true);
    const ways = { publishedRank: "without smoothing", smoothedRank: "with smoothing" };
    for (const [index, measure] of measures.slice(1).entries()) {
      const how = { rank: "", ...ways, accuracyRank: "by accuracy" }[measure];
      expect(named!.includes(` ${how}`)).toBe(differs(index));
      if (differs(index)) expect(named).toContain(`${others[index]} ${how}`);
    }
  });
  take(/^No model has a place of its own on which .* agree\./, "none", () => {
    expect(own).toEqual([]);
  });
  take(
    /^(\S+) is (\S+|number \d+) by every measure, and (\d+) other models keep/,
    "places",
    (m) => {
      expect(own.map(({ model, rank }) => `${model} ${placeName(rank!)}`)[0]).toBe(
        `${m[1]} ${m[2]}`,
      );
      expect(own).toHaveLength(Number(m[3]) + 1);
      rest = rest.replace(/their place by every measure\./, "");
    },
  );
  take(/^(.*) (?:is|are) (.*) by every measure\./, "places", ([, names, places]) => {
    expect(names!.split(/, | and /)).toEqual(own.map(({ model }) => model));
    expect(places!.split(/, | and /)).toEqual(own.map(({ rank }) => placeName(rank!)));
  });
  take(/^There is nothing to compare\./, "nothing", () => {
    expect(ranked.length).toBeLessThan(2);
  });
  expect(rest).toBe("");
  return kinds.filter((kind) => kind !== "nothing");
}

function placeName(place: number): string {
  return ordinals[place - 1] ?? `number ${place}`;
}

function listed(names: readonly string[]): string {
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
  return names.join(", ").replace(/, ([^,]*)$/, " and $1");
}
