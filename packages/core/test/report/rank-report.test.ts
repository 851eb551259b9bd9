import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemShares } from "../../src/analysis/explain.ts";
import { infer } from "../../src/analysis/inference.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type RowOptions } from "../../src/matrix/response-matrix.ts";
import type { Notice } from "../../src/outcomes/adapter.ts";
import { rankReport, type RankInput, type RankReport } from "../../src/report/report.ts";
import { gappyRows, type GappyRows } from "../matrix/arbitrary-rows.ts";

interface Options extends PropagateOptions {
  readonly rows?: RowOptions;
  readonly input?: Partial<RankInput>;
}

function reportOf(cells: GappyRows, { rows = {}, input, ...options }: Options = {}): RankReport {
  const matrix = matrixFromRows(cells, rows);
  return rankReport({
    matrix,
    fit: propagate(matrix, options),
    ungraded: "wrong",
    smoothingRequested: "none",
    ...input,
  });
}

/** Five models of falling ability, two benchmarks, one gap and one answer without a grade. */
const rows: GappyRows = [
  [1, 1, 1, 1, 1, 0, 1],
  [1, 1, 1, 1, 0, 1, 0],
  [1, 1, 0, 1, 0, null, 0],
  [1, 0, 1, 0, 0, 0, undefined],
  [1, 0, 0, 0, 0, 0, 0],
];
const benchmarks = ["code", "code", "code", "code", "sums", "sums", "sums"];
const report = reportOf(rows, { rows: { benchmarks } });

const policies = fc.constantFrom("weighted", "common", "wrong");
const smoothing = fc.constantFrom(0, 0.5);
const pools = gappyRows({ models: [1, 8], items: [1, 12] });

describe("the shape that scripts read", () => {
  it.each([
    ["the report", report, "schema settings data fit reliability models warnings"],
    ["settings", report.settings, "damping smoothing smoothingRequested missing ungraded"],
    [
      "data",
      report.data,
      "models items itemsKept droppedAllSolved droppedAllFailed observed ungraded coverage benchmarks",
    ],
    ["a benchmark", report.data.benchmarks[0]!, "name models items metric filter"],
    ["fit", report.fit, "iterations residual converged kernel"],
    [
      "reliability",
      report.reliability,
      "splitHalfTau accuracySplitHalfTau fullLengthTau largestShare auto tauWithAccuracy",
    ],
    ["the largest share", report.reliability.largestShare!, "model item share"],
    [
      "a model",
      report.models[0]!,
      "model competency relative weightedAccuracy weightedLower weightedUpper lower upper rank " +
        "rankLower rankUpper smoothedRank tier accuracy accuracyKept accuracyRank tierFirst " +
        "tierLast tierP taskMean benchmarks answered coverage",
    ],
    ["a warning", report.warnings[0]!, "code message"],
  ] as const)("%s has every key", (_, found, keys) => {
    expect(Object.keys(JSON.parse(JSON.stringify(found)))).toEqual(
      expect.arrayContaining(keys.split(" ")),
    );
  });

  it("names its schema", () => {
    expect(report.schema).toBe("eip-report/1");
  });

  it("is plain data: JSON holds all of it, and no NaN becomes null on the way", () => {
    fc.assert(
      fc.property(pools, policies, smoothing, (cells, missing, s) => {
        const found = reportOf(cells, { missing, smoothing: s });
        expect(JSON.parse(JSON.stringify(found))).toEqual(found);
      }),
      { numRuns: 200 },
    );
  });

  it("names like __proto__ are names of benchmarks and models", () => {
    const hostile = reportOf(
      [
        [1, 0],
        [0, 1],
      ],
      {
        rows: { models: ["__proto__", "constructor"], benchmarks: ["__proto__", "toString"] },
      },
    );
    const [row] = JSON.parse(JSON.stringify(hostile)).models;
    expect(Object.keys(row.benchmarks)).toEqual(["__proto__", "toString"]);
    expect(hostile.models.map(({ model }) => model).toSorted()).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

describe("data", () => {
  it("counts models, items, answers and gaps", () => {
    expect(report.data).toMatchObject({
      models: 5,
      items: 7,
      itemsKept: 6,
      droppedAllSolved: 1,
      droppedAllFailed: 0,
      observed: 34,
      ungraded: 1,
      coverage: 34 / 35,
      benchmarks: [
        { name: "code", models: 5, items: 4, metric: null, filter: null },
        { name: "sums", models: 5, items: 3, metric: null, filter: null },
      ],
    });
  });

  it("kept and dropped items add up to all, under every policy", () => {
    fc.assert(
      fc.property(pools, policies, (cells, missing) => {
        const { data } = reportOf(cells, { missing });
        const dropped =
          data.droppedAllSolved +
          data.droppedAllFailed +
          data.droppedSameObserved +
          data.droppedUnobserved;
        expect(data.itemsKept + dropped).toBe(data.items);
      }),
    );
  });

  it("carries metric and filter of each benchmark, and what the reader had to say", () => {
    const notice: Notice = {
      severity: "warning",
      code: "metric-mismatch",
      message: "means differ",
    };
    const found = reportOf(rows, {
      rows: { benchmarks },
      input: {
        notices: [notice],
        benchmarks: [
          {
            benchmark: "sums",
            metric: "exact_match",
            filter: "strict",
            models: 5,
            items: 3,
            alternatives: [],
            means: [],
          },
        ],
      },
    });
    expect(found.data.benchmarks).toMatchObject([
      { name: "code", metric: null },
      { name: "sums", metric: "exact_match", filter: "strict" },
    ]);
    expect(found.warnings).toContainEqual(notice);
  });
});

describe("models", () => {
  it("stand by rank, equal ones in the order of the pool, those without a rank last", () => {
    fc.assert(
      fc.property(pools, (cells) => {
        const { models } = reportOf(cells);
        const place = new Map(cells.map((_, model) => [`m${model}`, model]));
        const keys = models.map(
          ({ model, rank }) => [rank ?? Infinity, place.get(model)!] as const,
        );
        expect(keys).toEqual(keys.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
        expect(models).toHaveLength(cells.length);
      }),
    );
  });

  it("`relative` is 1 on average over the models that have a competency", () => {
    fc.assert(
      fc.property(pools, smoothing, (cells, s) => {
        const { models } = reportOf(cells, { smoothing: s });
        const known = models.filter(({ competency }) => competency !== null);
        const sum = known.reduce((total, { relative }) => total + relative!, 0);
        expect(sum / known.length).toBeCloseTo(1, 9);
        for (const { competency, relative } of models) {
          if (competency === null) expect(relative).toBeNull();
          else expect(relative).toBeCloseTo(competency * known.length, 12);
        }
      }),
    );
  });

  it("have plain accuracies beside the competency, per benchmark and over items that count", () => {
    const third = report.models.find(({ model }) => model === "m2")!;
    expect(third).toMatchObject({
      accuracy: 3 / 7,
      accuracyKept: 2 / 6,
      taskMean: 3 / 8,
      benchmarks: { code: 0.75, sums: 0 },
      answered: 6,
      coverage: 1,
    });
    const fourth = report.models.find(({ model }) => model === "m3")!;
    expect(fourth).toMatchObject({ accuracy: 2 / 6, answered: 6, coverage: 5 / 6 });
  });

  it("show the share of items that they were asked, under `wrong` too", () => {
    const wrong = reportOf(rows, { rows: { benchmarks }, missing: "wrong" });
    expect(wrong.data.itemsKept).toBe(6);
    expect(wrong.models.find(({ model }) => model === "m3")!.coverage).toBe(5 / 6);
    expect(wrong.models.find(({ model }) => model === "m0")!.coverage).toBe(1);
  });

  it("a model that was asked no item that counts has no rank by any measure", () => {
    const cells = [
      [1, 1, 0],
      [1, 0, 1],
      [1, undefined, undefined],
    ];
    const { models } = reportOf(cells);
    expect(models.at(-1)).toMatchObject({
      model: "m2",
      competency: null,
      relative: null,
      rank: null,
      smoothedRank: null,
      accuracyRank: null,
      accuracy: 1,
      coverage: 0,
    });
    expect(models.slice(0, 2).map(({ accuracyRank }) => accuracyRank)).toEqual([1, 1]);
  });

  it("have a second opinion with smoothing, under the settings of the first", () => {
    const cells = [
      [1, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ];
    const found = reportOf(cells);
    expect(found.settings.smoothedRankAt).toBe(0.5);
    expect(
      found.models.map(({ model, rank, smoothedRank }) => [model, rank, smoothedRank]),
    ).toEqual([
      ["m1", 1, 2],
      ["m0", 2, 1],
      ["m2", 3, 3],
    ]);
  });
});

describe("reliability", () => {
  it("the largest share is that of the item that carries most of one model's score", () => {
    fc.assert(
      fc.property(pools, policies, smoothing, (cells, missing, s) => {
        const matrix = matrixFromRows(cells);
        const fit = propagate(matrix, { missing, smoothing: s });
        const shares = cells.flatMap((_, model) =>
          Number.isNaN(fit.competency[model]!) ? [] : [...itemShares({ matrix, fit }, model)],
        );
        const found = reportOf(cells, { missing, smoothing: s }).reliability.largestShare;
        const largest = Math.max(0, ...shares);
        if (largest === 0) expect(found).toBeNull();
        else expect(found!.share).toBe(largest);
      }),
    );
  });

  it("names the item of that share by benchmark and id, and the model", () => {
    const cells = [
      [1, 1, 0],
      [1, 0, 1],
      [1, 0, 1],
    ];
    const found = reportOf(cells, { rows: { benchmarks: ["a", "a", "b"] } });
    expect(found.reliability.largestShare).toMatchObject({
      model: "m0",
      benchmark: "a",
      item: "q1",
    });
  });

  it("agreement with accuracy is 1 when both orders are the same, ties and all", () => {
    // Seven models on a ladder of items, each of them twice: twins tie by either measure, and
    // rounding must not untie them.
    const ladder = Array.from({ length: 14 }, (_, model) =>
      Array.from({ length: 9 }, (__, item) => (item <= Math.floor(model / 2) ? 1 : 0)),
    );
    expect(reportOf(ladder).reliability.tauWithAccuracy).toBeCloseTo(1, 14);
  });

  it("there is none where all models are equal", () => {
    const cells = [
      [1, 0, 0, 0.5],
      [0, 1, 0, 0.5],
      [0, 0, 1, 0.5],
    ];
    expect(reportOf(cells).reliability.tauWithAccuracy).toBeNull();
  });
});

describe("with intervals, tiers and reliability", () => {
  const cells = Array.from({ length: 6 }, (_, model) =>
    Array.from({ length: 40 }, (__, item) => ((item * 7 + model * 3) % 11 < 3 + model ? 1 : 0)),
  );
  const matrix = matrixFromRows(cells);
  const fit = propagate(matrix);
  const inference = infer({ matrix, fit }, { replicates: 200, seed: 7 });
  const found = reportOf(cells, { input: { inference } });

  it("is plain data as well, and says how they were made", () => {
    expect(JSON.parse(JSON.stringify(found))).toEqual(found);
    expect(found.settings).toMatchObject({ seed: 7, replicates: 200, level: 0.95 });
    expect(found.settings.intervals).toBe("percentile");
  });

  it("every interval holds its value, and every range of ranks its rank", () => {
    for (const row of found.models) {
      expect(row.lower).toBeLessThanOrEqual(row.competency!);
      expect(row.upper).toBeGreaterThanOrEqual(row.competency!);
      expect(row.weightedLower).toBeLessThanOrEqual(row.weightedAccuracy!);
      expect(row.weightedUpper).toBeGreaterThanOrEqual(row.weightedAccuracy!);
      expect(row.rankLower).toBeLessThanOrEqual(row.rank!);
      expect(row.rankUpper).toBeGreaterThanOrEqual(row.rank!);
      expect(row.tier).toBeGreaterThanOrEqual(1);
    }
    expect(found.reliability.splitHalfTau).toEqual(expect.any(Number));
    expect(found.reliability.auto).toMatchObject({ grid: expect.any(Array) });
  });
});

describe("warnings", () => {
  it("come before notes, and the most serious first", () => {
    const codes = report.warnings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(["too-few-items", "small-pool"]));
    const severities = report.warnings.map(({ severity }) => severity);
    expect(severities).toEqual(severities.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    const first = reportOf([
      [1, 0],
      [1, 0],
    ]).warnings[0]!;
    expect(first.code).toBe("no-informative-items");
  });
});
