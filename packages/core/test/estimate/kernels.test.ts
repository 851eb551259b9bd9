import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Kernel, Side } from "../../src/estimate/kernels/kernel.ts";
import type { Turn } from "../../src/estimate/kernels/turn.ts";
import { compiledScoreStretches } from "../../src/estimate/kernels/compiled-scores.ts";
import { kernelFor } from "../../src/estimate/kernels/kernel-for.ts";
import { kernelOver } from "../../src/estimate/kernels/stretches.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import {
  anyRows,
  binaryRows,
  continuousRows,
  gappyBinaryRows,
  gappyRows,
  type GappyRows,
  type ScoreRows,
} from "../matrix/arbitrary-rows.ts";
import { restored, type StorageKind } from "../matrix/stored-as.ts";

const sides: readonly Side[] = (["solved", "failed"] as const).flatMap((of) =>
  [0, 0.05, 0.5].map((smoothing) => ({ of, smoothing })),
);

/** A storage, and who adds up. */
interface Variant {
  readonly kind: StorageKind;
  readonly webAssembly: boolean;
}

const both = [false, true] as const;
const variantsOf = (...kinds: StorageKind[]): Variant[] =>
  kinds.flatMap((kind) => both.map((webAssembly) => ({ kind, webAssembly })));
const everyKind = variantsOf("bits", "planes", "lists", "dense", "sparse");
const nameOf = ({ kind, webAssembly }: Variant) => `${kind}${webAssembly ? ", WebAssembly" : ""}`;

function kernelOn(
  { kind, webAssembly }: Variant,
  rows: GappyRows,
  items: readonly number[],
): Kernel {
  const observed = rows.map((row) => row.map((score) => (score === null ? 0 : score)));
  const matrix = restored(matrixFromRows(observed), kind, observed);
  return kernelFor(matrix, Uint32Array.from(items), { webAssembly });
}

/** What a cell adds, straight from the definition; nothing where nothing was observed. */
function cell({ of, smoothing }: Side, score: number | null | undefined): number {
  if (score === undefined) return 0;
  return (of === "solved" ? (score ?? 0) : 1 - (score ?? 0)) + smoothing;
}

/** Both products by the definition, and by the kernel. */
function products(kernel: Kernel, rows: GappyRows, items: readonly number[]) {
  const perModel = Float64Array.from(rows, (_, model) => 0.3 + ((model * 7) % 11) / 10);
  const perItem = Float64Array.from(items, (_, place) => 0.2 + ((place * 5) % 7) / 10);
  return sides.map((side) => {
    const byItem = new Float64Array(items.length).fill(99);
    const byModel = new Float64Array(rows.length).fill(99);
    kernel.byItem(side, perModel, byItem);
    kernel.byModel(side, perItem, byModel);
    expectSums(kernel, side, { models: rows.length, items: items.length });
    expectRound(kernel, side, { models: rows.length, items: items.length });
    return {
      side,
      byItem: [...byItem],
      byModel: [...byModel],
      expectedByItem: items.map((item) =>
        rows.reduce((sum, row, model) => sum + cell(side, row[item]) * perModel[model]!, 0),
      ),
      expectedByModel: rows.map((row) =>
        items.reduce((sum, item, place) => sum + cell(side, row[item]) * perItem[place]!, 0),
      ),
    };
  });
}

/** Sums are the products with ones, bit for bit. */
function expectSums(
  kernel: Kernel,
  side: Side,
  { models, items }: { readonly models: number; readonly items: number },
): void {
  const [ofItem, ofModel] = [new Float64Array(items).fill(99), new Float64Array(models).fill(99)];
  kernel.sums(side, ofItem, ofModel);
  const [byItem, byModel] = [new Float64Array(items), new Float64Array(models)];
  kernel.byItem(side, new Float64Array(models).fill(1), byItem);
  kernel.byModel(side, new Float64Array(items).fill(1), byModel);
  expect(ofItem).toEqual(byItem);
  expect(ofModel).toEqual(byModel);
}

/** A round gives what both products give with the turn between them, written down by hand. */
function expectRound(
  kernel: Kernel,
  side: Side,
  { models, items }: { readonly models: number; readonly items: number },
): void {
  const perModel = Float64Array.from({ length: models }, (_, model) => 0.1 + (model % 5) / 7);
  const successPerCopy = Float64Array.from({ length: items }, (_, place) => 1 + (place % 3));
  const before = Float64Array.from({ length: items }, (_, place) => (place % 4) / 8);
  const coverage = Float64Array.from({ length: items }, (_, place) => 1 / (1 + (place % 2)));
  const copies = Float64Array.from({ length: items }, (_, place) => place % 3);
  for (const extra of [{}, { coverage }, { copies }, { coverage, copies }]) {
    const turn: Turn = {
      damping: 0.7,
      floor: 0.01,
      successPerCopy,
      before,
      after: new Float64Array(items).fill(99),
      perItem: new Float64Array(items).fill(99),
      ...extra,
    };
    const out = new Float64Array(models).fill(99);
    const back: Side = { of: "solved", smoothing: side.smoothing };
    const turned = kernel.thereAndBack({ there: side, perModel, turn, back, out });

    const sums = new Float64Array(items);
    kernel.byItem(side, perModel, sums);
    const difficulty = sums.map(
      (sum, place) => (turn.damping / (turn.coverage?.[place] ?? 1)) * sum + turn.floor,
    );
    const passed = difficulty.map((value, place) => value / successPerCopy[place]!);
    expectClose([...turn.after], [...difficulty]);
    expectClose([...turn.perItem], [...passed]);
    const expected = new Float64Array(models);
    kernel.byModel(back, passed, expected);
    expectClose([...out], [...expected]);
    const change = difficulty.reduce(
      (sum, value, place) => sum + (turn.copies?.[place] ?? 1) * Math.abs(value - before[place]!),
      0,
    );
    expectClose([turned.change, turned.weight], [change, passed.reduce((x, y) => x + y, 0)]);
  }
}

/** Within 1e-12; thousands of terms near 1 add up to thousands, so above 1 relative to the sum. */
function expectClose(found: readonly number[], expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  // One expectation for all of them: thousands of expectations take longer than what they expect.
  const apart = found.map(
    (value, place) => Math.abs(value - expected[place]!) / Math.max(1, expected[place]!),
  );
  const far = apart.flatMap((value, place) => (value <= 1e-12 ? [] : [{ place, value }]));
  expect(far).toEqual([]);
}

function expectDefinition(variant: Variant, rows: GappyRows, items: readonly number[]): void {
  for (const found of products(kernelOn(variant, rows, items), rows, items)) {
    expectClose(found.byItem, found.expectedByItem);
    expectClose(found.byModel, found.expectedByModel);
  }
}

/** Rows and some of their items, ascending. */
function withItems<Rows extends GappyRows>(arbitrary: fc.Arbitrary<Rows>) {
  return arbitrary.chain((rows) =>
    fc.tuple(fc.constant(rows), fc.subarray([...rows[0]!.keys()], { minLength: 1 })),
  );
}

describe("the products of a kernel", () => {
  it.each(
    [
      ["complete 0/1 data", binaryRows({ models: [1, 70] }), everyKind],
      ["complete data", anyRows(), variantsOf("dense", "sparse")],
      [
        "0/1 data with gaps",
        gappyBinaryRows({ models: [1, 70] }),
        variantsOf("planes", "lists", "sparse"),
      ],
      ["data with gaps", gappyRows(), variantsOf("dense", "sparse")],
    ].flatMap(([data, rows, variants]) =>
      (variants as Variant[]).map(
        (variant) => [data as string, nameOf(variant), variant, rows] as const,
      ),
    ),
  )("on %s, %s: are the sums of their definition, smoothed or not", (_, __, variant, rows) => {
    expect.hasAssertions();
    fc.assert(
      fc.property(withItems(rows as fc.Arbitrary<GappyRows>), ([pool, items]) => {
        expectDefinition(variant, pool, items);
      }),
      { numRuns: 50 },
    );
  });

  it.each([1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 96, 97])(
    "bits are right at %i models, where words and bytes end",
    (models) => {
      expect.hasAssertions();
      const rows: ScoreRows = Array.from({ length: models }, (_, model) =>
        Array.from({ length: 5 }, (__, item) => ((model * 5 + item * 3) % 7 < 3 ? 1 : 0)),
      );
      for (const extreme of [0, 1]) rows[models - 1]![extreme] = extreme;
      for (const variant of everyKind) expectDefinition(variant, rows, [0, 1, 2, 3, 4]);
    },
  );

  it("are right over more items than a stretch has, all of them or not", () => {
    expect.hasAssertions();
    const rows: ScoreRows = Array.from({ length: 3 }, (_, model) =>
      Array.from({ length: 6000 }, (__, item) => ((model * 5 + item * 3) % 7 < 3 ? 1 : 0)),
    );
    const all = [...rows[0]!.keys()];
    for (const variant of everyKind) {
      expectDefinition(variant, rows, all);
      expectDefinition(variant, rows, all.slice(1));
    }
  });

  it("dense, WebAssembly: are the same to the last bit whether all cells are held or a stretch of them", () => {
    const models = 3;
    const random = mulberry32(3);
    const scores = Float64Array.from({ length: models * 14_000 }, () => random.uniform());
    const items = Uint32Array.from({ length: 14_000 }, (_, item) => item).filter(
      (item) => item % 9,
    );
    const all = { scores, models, complete: true };
    const [held, brought] = [2 ** 24, 0].map((mostHeld) => {
      const kernel = kernelOver(compiledScoreStretches(all, items, mostHeld)!);
      return sides.map((side) => {
        const [ofItem, ofModel] = [new Float64Array(items.length), new Float64Array(models)];
        kernel.byModel(side, scores.subarray(0, items.length), ofModel);
        kernel.byItem(side, ofModel, ofItem);
        return { ofItem, ofModel };
      });
    });
    expect(held).toEqual(brought);
  });

  it("failures are added up, not taken from a total, so a tiny one is not lost", () => {
    // The only failure has weight 1e-20; subtracting 1e20 + 1e-20 - 1e20 would give 0.
    const rows = [[1], [0], [1]];
    for (const variant of everyKind) {
      const out = new Float64Array(1);
      const weights = Float64Array.of(1e20, 1e-20, 1e20);
      kernelOn(variant, rows, [0]).byItem({ of: "failed", smoothing: 0 }, weights, out);
      expect(out[0]).toBe(1e-20);
    }
  });

  it("only the given items take part, and places of the result count these alone", () => {
    const rows = [
      [1, 0, 0.5],
      [1, 1, 0.25],
    ];
    for (const variant of variantsOf("dense", "sparse")) {
      const kernel = kernelOn(variant, rows, [0, 2]);
      const [byItem, byModel] = [new Float64Array(2), new Float64Array(2)];
      kernel.byItem({ of: "solved", smoothing: 0 }, Float64Array.of(1, 2), byItem);
      kernel.byModel({ of: "solved", smoothing: 0 }, Float64Array.of(10, 4), byModel);
      expect(byItem).toEqual(Float64Array.of(3, 1));
      expect(byModel).toEqual(Float64Array.of(12, 11));
    }
  });

  it("a kernel holds no state: its first answer comes back after any other", () => {
    fc.assert(
      fc.property(binaryRows({ models: [2, 40] }), (rows) => {
        const items = [...rows[0]!.keys()];
        for (const variant of everyKind) {
          const kernel = kernelOn(variant, rows, items);
          expect(products(kernel, rows, items)).toEqual(products(kernel, rows, items));
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe("kernelFor", () => {
  it("takes the kernel of the storage", () => {
    for (const variant of everyKind) {
      expect(kernelOn(variant, [[1], [0]], [0]).name).toBe(nameOf(variant));
    }
  });

  it("storages say the same on the same data: all products agree to 1e-13", () => {
    fc.assert(
      fc.property(binaryRows({ models: [2, 66] }), (rows) => {
        const items = [...rows[0]!.keys()];
        const [dense, ...others] = variantsOf("dense", "bits", "planes", "lists", "sparse").map(
          (variant) =>
            products(kernelOn(variant, rows, items), rows, items).flatMap((found) => [
              ...found.byItem,
              ...found.byModel,
            ]),
        );
        for (const [index, value] of dense!.entries()) {
          // Sums of up to 66 terms near 1, so the bound is relative.
          const allowed = 1e-13 * Math.max(1, value);
          for (const other of others) {
            expect(Math.abs(other[index]! - value)).toBeLessThanOrEqual(allowed);
          }
        }
      }),
      { numRuns: 50 },
    );
    fc.assert(
      fc.property(continuousRows(), (rows) => {
        const items = [...rows[0]!.keys()];
        const [dense, sparse] = (["dense", "sparse"] as const).map((kind) =>
          products(kernelOn({ kind, webAssembly: false }, rows, items), rows, items),
        );
        expect(sparse).toEqual(dense);
      }),
      { numRuns: 50 },
    );
  });
});
