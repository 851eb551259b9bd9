import { describe, expect, it } from "vitest";
import { freezeBank } from "../../src/analysis/item-bank.ts";
import { openBank, type OpenBank } from "../../src/analysis/open-bank.ts";
import { placeInBank } from "../../src/analysis/place-in-bank.ts";
import { preparePlacing, type PlacingBank, type Standing } from "../../src/analysis/placing.ts";
import { rehearsal, rehearsedWidening } from "../../src/analysis/placing-rehearsal.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import type { ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { scoreAt } from "../../src/matrix/response-matrix.ts";
import { selectFrom } from "../../src/matrix/select.ts";
import { knownWorld } from "../estimate/known-worlds.ts";

function frozen(matrix: ResponseMatrix, ungraded: "wrong" | "unobserved" = "wrong"): OpenBank {
  const fit = propagate(matrix, { smoothing: 0.5 });
  const bank = freezeBank(
    { matrix, fit },
    {
      seed: 1,
      replicates: 0,
      tiers: undefined,
      metrics: [],
      newestRun: null,
      contentHashes: [],
    },
  );
  return openBank({ ...bank, settings: { ...bank.settings, ungraded } });
}

const { matrix } = knownWorld(5, { models: 25, items: 400 });
const others = selectFrom(matrix, {
  models: Uint32Array.from([...matrix.models.keys()].filter((model) => model !== 7)),
});
const bank = frozen(others);
const answers = Float64Array.from(matrix.items, (_, item) => scoreAt(matrix, 7, item));

function series(prepared: PlacingBank, questions: number, own: { readonly seed?: number } = {}) {
  const placing = prepared.begin(own);
  const items: number[] = [];
  const standings: Standing[] = [];
  while (items.length < questions) {
    const item = placing.next();
    if (item === undefined) break;
    items.push(item);
    placing.observe(item, answers[item]!);
    standings.push(placing.standing());
  }
  return { items, standings };
}

const prepared = preparePlacing(bank, { questions: 60 });

describe("preparePlacing", () => {
  it("ends where bank score puts a model that was asked everything", () => {
    const { standings } = series(prepared, Infinity);
    const { weightedAccuracy, rank, of } = placeInBank(bank, { model: "new", scores: answers });
    const last = standings.at(-1)!;
    expect(last.weightedAccuracy).toBeCloseTo(weightedAccuracy!, 10);
    expect(last.weightedUpper - last.weightedLower).toBeLessThan(1e-9);
    expect(last).toMatchObject({ rank, rankLower: rank, rankUpper: rank, of });
    expect(last.answered).toBe(bank.weight.filter((w) => w > 0).length);
  });

  it("asks every item once, and takes an answer once", () => {
    const { items } = series(prepared, Infinity);
    expect(new Set(items).size).toBe(items.length);
    const placing = prepared.begin();
    const item = placing.next()!;
    placing.observe(item, 1);
    expect(() => placing.observe(item, 1)).toThrow(
      /not open; expected each item with a weight once/,
    );
  });

  it("says the same again, and another series for another seed", () => {
    expect(series(prepared, 30)).toEqual(series(prepared, 30));
    expect(series(prepared, 30).items).not.toEqual(series(prepared, 30, { seed: 2 }).items);
  });

  it("goes on as it would have, when the answers so far are given again", () => {
    const whole = series(prepared, 30).items;
    const again = prepared.begin();
    for (const item of whole.slice(0, 20)) again.observe(item, answers[item]!);
    expect(again.next()).toBe(whole[20]);
  });

  it("narrows down: fewer places are left after 60 questions than after 10", () => {
    const { standings } = series(prepared, 60);
    const places = (at: number) => standings[at - 1]!.rankUpper - standings[at - 1]!.rankLower + 1;
    expect(places(60)).toBeLessThan(places(10));
    for (const { weightedLower, weightedAccuracy, weightedUpper, ...rank } of standings) {
      expect(weightedLower).toBeGreaterThanOrEqual(0);
      expect(weightedLower).toBeLessThanOrEqual(weightedAccuracy);
      expect(weightedUpper).toBeGreaterThanOrEqual(weightedAccuracy);
      expect(weightedUpper).toBeLessThanOrEqual(1);
      expect(rank.rankLower).toBeLessThanOrEqual(rank.rank);
      expect(rank.rankUpper).toBeGreaterThanOrEqual(rank.rank);
    }
  });

  it("asks only what can be asked", () => {
    const placing = prepared.begin({ askable: (item) => item % 3 === 0 });
    for (let item = placing.next(); item !== undefined; item = placing.next()) {
      expect(item % 3).toBe(0);
      placing.observe(item, 0);
    }
    expect(placing.standing().answered).toBeGreaterThan(100);
  });

  it("counts an answer without a grade as the bank does", () => {
    const before = prepared.begin().standing().weightedAccuracy;
    const wrong = prepared.begin();
    const item = wrong.next()!;
    wrong.observe(item, null);
    expect(wrong.standing()).toMatchObject({ answered: 1 });
    expect(wrong.standing().weightedAccuracy).toBeLessThan(before);

    const lenient = preparePlacing(frozen(others, "unobserved"), { questions: 10 }).begin();
    lenient.observe(item, null);
    expect(lenient.standing()).toMatchObject({ answered: 0, weightedAccuracy: before });
    expect(lenient.next()).not.toBe(item);
  });

  it("does not count a model of the same name as a rival", () => {
    const model = bank.models[0]!.model;
    expect(preparePlacing(bank, { model, questions: 5 }).begin().standing().of).toBe(24);
    expect(prepared.begin().standing().of).toBe(25);
  });

  it("refuses a bank with too few models to learn from", () => {
    const few = selectFrom(others, { models: Uint32Array.of(0, 1, 2, 3) });
    expect(() => preparePlacing(frozen(few))).toThrow(
      /a bank of 4 models to place among; expected 5 at least/,
    );
  });
});

describe("rehearsedWidening", () => {
  /** Rows from the best to the weakest. */
  function rowsOf(pool: ResponseMatrix): number[][] {
    const rows = pool.models.map((_, model) =>
      [...pool.items.keys()].map((item) => scoreAt(pool, model, item)),
    );
    const sum = (row: readonly number[]) => row.reduce((a, b) => a + b, 0);
    return rows.toSorted((a, b) => sum(b) - sum(a));
  }

  it("is small where one ability is all there is, and large where there are two", () => {
    const rehearse = (pool: ResponseMatrix) =>
      rehearsedWidening(rehearsal(rowsOf(pool), new Float64Array(pool.items.length).fill(1)), {
        order: "informative",
        seed: 1,
        questions: 80,
      });
    const one = rehearse(knownWorld(1, { models: 40, items: 600 }).matrix);
    const two = rehearse(
      knownWorld(1, {
        models: 40,
        items: 600,
        dimensions: 2,
        // Two kinds of items, the second less telling than the first.
        loadingsOf: (_normal, item) => (item % 2 === 0 ? [2, 0] : [0, 0.7]),
      }).matrix,
    );
    expect(one.every((factor) => factor >= 1)).toBe(true);
    expect(one.at(-1)).toBeLessThan(1.4);
    expect(two.at(-1)).toBeGreaterThan(1.5 * one.at(-1)!);
  });
});
