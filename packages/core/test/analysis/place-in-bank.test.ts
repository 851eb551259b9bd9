import { describe, expect, it } from "vitest";
import { bankWarnings, namesakeWarnings } from "../../src/analysis/bank-warnings.ts";
import { placementWarnings } from "../../src/analysis/placement-warnings.ts";
import { freezeBank, type BankOptions } from "../../src/analysis/item-bank.ts";
import { answersByBank, joinItems, openBank, type OpenBank } from "../../src/analysis/open-bank.ts";
import { placeInBank, type PlaceOptions } from "../../src/analysis/place-in-bank.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { ranks } from "../../src/stats/ranks.ts";
import { sharedData } from "../io/shared-data.ts";
import { realPools } from "../support/real-pools.ts";
import { madePool } from "./pools.ts";

const plain: BankOptions = {
  seed: 1,
  replicates: 0,
  tiers: undefined,
  metrics: [],
  newestRun: null,
  contentHashes: [],
};

const frozen = (matrix: ResponseMatrix, smoothing = 0, options: Partial<BankOptions> = {}) =>
  openBank(freezeBank({ matrix, fit: propagate(matrix, { smoothing }) }, { ...plain, ...options }));

/** A model placed by scores of its own, one per item of the bank; `undefined` is not asked. */
function placed(
  bank: OpenBank,
  score: (item: number) => number | undefined,
  options: PlaceOptions & { readonly model?: string } = {},
) {
  const scores = Float64Array.from(bank.items, (_, item) => score(item) ?? Number.NaN);
  const placement = placeInBank(bank, { model: options.model ?? "new", scores }, options);
  const codes = placementWarnings(bank, placement, scores).map(({ code }) => code);
  return { placement, codes };
}

const { matrix, difficulty } = madePool(8, { models: 24, items: 300 });
const bank = frozen(matrix);

/** Rank in the pool of all, rank by a bank of the others, and by the bank's figures as they are. */
function heldOutRanks(pool: ResponseMatrix, smoothing: number) {
  const all = [...pool.models.keys()];
  const whole = ranks(propagate(pool, { smoothing }).weightedAccuracy);
  return all.map((model) => {
    const others = Uint32Array.from(all.filter((other) => other !== model));
    const without = frozen(selectFrom(pool, { models: others }), smoothing);
    const alone = selectFrom(pool, { models: Uint32Array.of(model) });
    const [answers] = answersByBank(
      without,
      alone,
      joinItems(without, alone, { contentHashes: [] }),
    );
    const place = placeInBank(without, answers!);
    const above = without.models.filter(
      ({ weightedAccuracy }) => weightedAccuracy! > place.weightedAccuracy!,
    );
    return { truth: whole[model]!, place, naive: above.length + 1 };
  });
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe("placeInBank", () => {
  it("puts a model near the place that a new fit of all gives it, and not systematically above", () => {
    const rows = heldOutRanks(matrix, 0.1);
    const shift = mean(rows.map(({ truth, place }) => place.rank! - truth));
    expect(Math.abs(shift)).toBeLessThan(0.5);
    expect(mean(rows.map(({ truth, place }) => Math.abs(place.rank! - truth)))).toBeLessThan(
      mean(rows.map(({ truth, naive }) => Math.abs(naive - truth))),
    );
    for (const { truth, place } of rows) {
      expect(place.rankLower!).toBeLessThanOrEqual(truth);
      expect(place.rankUpper!).toBeGreaterThanOrEqual(truth);
    }
  });

  it("holds the value and the place in their ranges, and names the neighbours", () => {
    const { placement } = placed(bank, (item) => (difficulty[item]! < 0.4 ? 1 : 0));
    const { weightedAccuracy, weightedLower, weightedUpper, rank, rankLower, rankUpper } =
      placement;
    expect(weightedLower!).toBeLessThan(weightedAccuracy!);
    expect(weightedUpper!).toBeGreaterThan(weightedAccuracy!);
    expect(rankLower!).toBeLessThanOrEqual(rank!);
    expect(rankUpper!).toBeGreaterThanOrEqual(rank!);
    expect(placement.of).toBe(25);
    expect(matrix.models).toContain(placement.above);
    expect(matrix.models).toContain(placement.below);
    expect(placement.coverage).toBe(1);
    expect(placement.weightCoverage).toBe(1);
  });

  it("gives a superset of solved items at least as much", () => {
    const less = placed(bank, (item) => (item % 3 === 0 ? 1 : 0)).placement;
    const more = placed(bank, (item) => (item % 3 === 0 || item % 7 === 0 ? 1 : 0)).placement;
    expect(more.weightedAccuracy!).toBeGreaterThan(less.weightedAccuracy!);
    expect(more.rank!).toBeLessThanOrEqual(less.rank!);
  });

  it("says less, and not worse, of a model that was asked a random half", () => {
    const answers = (item: number) => ((item * 7) % 10 < 6 ? 1 : 0);
    const whole = placed(bank, answers).placement;
    const half = placed(bank, (item) => (item % 2 === 0 ? answers(item) : undefined)).placement;
    expect(half.coverage).toBeLessThan(0.6);
    const width = (p: typeof half) => p.weightedUpper! - p.weightedLower!;
    expect(width(half)).toBeGreaterThan(width(whole));
  });

  it("gives a model of the bank its own place again, and says that it is one", () => {
    const place = ranks(bank.models.map(({ weightedAccuracy }) => weightedAccuracy!));
    for (const [index, { model, scores, weightedAccuracy }] of bank.models.entries()) {
      const { placement } = placed(bank, (item) => scores[item]!, { model });
      expect(placement).toMatchObject({ of: 24, rank: place[index], inBank: true });
      expect(placement.weightedAccuracy).toBeCloseTo(weightedAccuracy!, 12);
      expect(namesakeWarnings([placement]).map(({ code }) => code)).toEqual(["in-bank"]);
    }
    expect(namesakeWarnings([placed(bank, () => 1).placement])).toEqual([]);
  });

  it("has no place for a model that was asked nothing with weight", () => {
    const { placement, codes } = placed(bank, () => undefined);
    expect(placement).toMatchObject({ weightedAccuracy: null, rank: null, items: 0, coverage: 0 });
    expect(codes).toContain("few-common-items");
  });

  it("gives a point and no range below 20 items", () => {
    const { placement, codes } = placed(bank, (item) => (item < 15 ? item % 2 : undefined));
    expect(placement.weightedAccuracy).not.toBeNull();
    expect(placement.weightedLower).toBeNull();
    expect(placement.rankLower).toBeNull();
    expect(codes).toContain("few-common-items");
  });

  describe.skipIf(!sharedData.isHere)(`on public pools (${sharedData.reason})`, () => {
    it("errs by a tenth of a rank on CRUXEval, where plain frozen weights err by four tenths", () => {
      const rows = heldOutRanks(realPools.cruxEval(), 0.5);
      const error = (rank: (row: (typeof rows)[number]) => number) =>
        mean(rows.map((row) => Math.abs(rank(row) - row.truth)));
      expect(error(({ place }) => place.rank!)).toBeLessThan(0.2);
      expect(error(({ naive }) => naive)).toBeGreaterThan(0.35);
    }, 120_000);
  });
});

describe("warnings of a placement", () => {
  it("tell of a model that fails nothing, and of one that solves nothing", () => {
    expect(placed(bank, () => 1).codes).toContain("fails-nothing");
    expect(placed(bank, () => 0).codes).toContain("solves-nothing");
  });

  it("tell of a model above the whole bank", () => {
    const hardest = [...bank.items.keys()].toSorted(
      (a, b) => bank.weight[b]! - bank.weight[a]!,
    )[40];
    expect(placed(bank, (item) => (item === hardest ? 0 : 1)).codes).toContain("ceiling");
  });

  it("tell of a range that is too wide, and of more items only where more are left", () => {
    const middle = bank.models.toSorted((a, b) => a.weightedAccuracy! - b.weightedAccuracy!)[12]!;
    const like = (item: number) => middle.scores[item]!;
    const warned = (score: (item: number) => number | undefined) => {
      const scores = Float64Array.from(bank.items, (_, item) => score(item) ?? Number.NaN);
      const placement = placeInBank(bank, { model: "new", scores });
      return placementWarnings(bank, placement, scores).find(
        ({ code }) => code === "wide-interval",
      );
    };
    expect(warned((item) => (item < 40 ? like(item) : undefined))?.try).toContain(
      "more of the bank",
    );
    expect(warned(like)?.try).toBe("--smoothing 0.5 at bank make");
  });

  it("tell of items that nobody in the bank solved, and of some that all did", () => {
    const rows = Array.from({ length: 6 }, (_, model) =>
      Array.from({ length: 60 }, (_item, item) =>
        item < 10 ? 0 : item < 20 ? 1 : (item * 5 + model * 11) % 7 < 3 ? 1 : 0,
      ),
    );
    const old = frozen(matrixFromRows(rows));
    const codes = placed(old, (item) => (item < 5 ? 1 : item < 15 ? 0 : item % 2)).codes;
    expect(codes).toContain("hard-items-solved");
    expect(codes).toContain("easy-items-failed");
  });

  it("tell of a benchmark that was not asked, with its share of the weight", () => {
    const half = frozen(
      matrixFromRows(
        matrix.models.map((_, model) => bank.models[model]!.scores.map((score) => score!)),
        { benchmarks: bank.items.map((_item, item) => (item < 150 ? "a" : "b")) },
      ),
    );
    const scores = Float64Array.from(half.items, (_, item) => (item < 150 ? item % 2 : Number.NaN));
    const placement = placeInBank(half, { model: "new", scores });
    const missing = placementWarnings(half, placement, scores).find(
      ({ code }) => code === "benchmark-missing",
    );
    expect(missing?.message).toMatch(/nothing of b \(\d+ % of the weight\)/);
  });
});

describe("warnings of a bank", () => {
  const sums = matrixFromRows(
    [
      [1, 0, 1],
      [0, 1, 1],
    ],
    { items: ["x", "y", "z"] },
  );
  const old = frozen(sums, 0, { contentHashes: ["h1", "h2", undefined], newestRun: "2024-01-01" });
  const runs = (hashes: readonly (string | undefined)[], trustIds = false) => ({
    joined: joinItems(old, sums, { contentHashes: hashes, trustIds }),
    metrics: [],
    newestRun: null,
    trustIds,
  });

  it("leave out items whose question is another one, unless ids are to be trusted", () => {
    const other = runs(["h1", "other", "h3"]);
    expect([...other.joined.placeOf]).toEqual([0, -1, 2]);
    expect(bankWarnings(old, other).map(({ code }) => code)).toContain("different-questions");
    expect([...runs(["h1", "other", "h3"], true).joined.placeOf]).toEqual([0, 1, 2]);
  });

  it("tell of items that the bank does not have", () => {
    const more = matrixFromRows([[1, 0]], { items: ["x", "new"] });
    const joined = joinItems(old, more, { contentHashes: [] });
    expect(joined.unknown).toBe(1);
    expect([...joined.placeOf]).toEqual([0, -1]);
  });

  it("do not take an item of one benchmark for that of another", () => {
    const other = matrixFromRows([[1]], { items: ["x"], benchmarks: ["items x"] });
    expect([...joinItems(old, other, { contentHashes: [] }).placeOf]).toEqual([-1]);
  });

  it("tell of another metric, of age and of a small pool", () => {
    const metric = { benchmark: "items", metric: "acc", filter: "none" };
    const bankWithMetric = { ...old, metrics: [metric] };
    const now = {
      ...runs([]),
      metrics: [{ ...metric, metric: "acc_norm" }],
      newestRun: "2025-06-01",
    };
    expect(bankWarnings(bankWithMetric, now).map(({ code }) => code)).toEqual([
      "metric-differs",
      "old-bank",
      "small-bank",
      "not-held-out",
    ]);
    const same = { ...now, metrics: [metric], newestRun: "2024-06-01" };
    expect(bankWarnings(bankWithMetric, same).map(({ code }) => code)).not.toContain("old-bank");
  });
});
