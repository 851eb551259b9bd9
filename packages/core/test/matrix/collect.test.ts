import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EipError } from "../../src/errors.ts";
import { collect, type CollectOptions } from "../../src/matrix/collect.ts";
import { matrixFromRows, scoreAt, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import type { Outcome } from "../../src/outcomes/adapter.ts";
import { bytesOf } from "./bytes.ts";

/** An outcome of model `a` on item `1` of `sums`, where nothing else is said. */
function outcome(parts: Partial<Outcome> = {}): Outcome {
  return { model: "a", benchmark: "sums", item: "1", score: 1, ...parts };
}

async function rejected(outcomes: Iterable<Outcome>, options?: CollectOptions): Promise<EipError> {
  try {
    await collect(outcomes, options);
  } catch (error) {
    if (EipError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** The score of one cell after `collect`, as a value and as what was counted. */
async function cell(scores: readonly (number | null)[], options: CollectOptions = {}) {
  const trials = scores.map((score, trial) => outcome({ score, trial }));
  const matrix = await collect([...trials, outcome({ model: "b" })], options);
  return {
    score: scoreAt(matrix, 0, 0),
    graded: matrix.graded[0],
    ungraded: matrix.ungraded[0],
  };
}

const names = fc.constantFrom(
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "",
  "a",
  "A",
  "a b",
  "10",
  "9",
  "é",
  "\u{1F600}",
  "\uFF5E",
);
const scores = fc.oneof(
  fc.constantFrom(null, 0, 1, -0),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
/** Outcomes without conflicts, some of them given twice, and the same in another order. */
const logs = fc
  .uniqueArray(
    fc.record({
      model: names,
      benchmark: names,
      item: names,
      trial: fc.nat({ max: 3 }),
      score: scores,
    }),
    {
      minLength: 1,
      maxLength: 60,
      selector: ({ model, benchmark, item, trial }) =>
        JSON.stringify([model, benchmark, item, trial]),
    },
  )
  .chain((unique) =>
    fc.tuple(fc.constant(unique), fc.subarray(unique)).chain(([all, again]) => {
      const log = [...all, ...again];
      return fc.tuple(
        fc.constant(log),
        fc.shuffledSubarray(log, { minLength: log.length, maxLength: log.length }),
      );
    }),
  );
const optionSets = fc.record({
  ungraded: fc.constantFrom("wrong", "unobserved"),
  repeats: fc.constantFrom("mean", "last"),
} as const);

describe("order", () => {
  it("the same outcomes in any order give the same bytes", async () => {
    await fc.assert(
      fc.asyncProperty(logs, optionSets, async ([log, shuffled], options) => {
        expect(bytesOf(await collect(shuffled, options))).toBe(
          bytesOf(await collect(log, options)),
        );
      }),
      { numRuns: 150 },
    );
  });

  it("models, benchmarks and items within a benchmark stand in order of their code units", async () => {
    const ids = ["\uFF5E", "\u{1F600}", "é", "a", "Z", "10", "9"];
    const sorted = ["10", "9", "Z", "a", "é", "\u{1F600}", "\uFF5E"];
    const log = ids.flatMap((benchmark) =>
      ids.map((id) => outcome({ model: id, benchmark, item: id })),
    );
    const matrix = await collect(log);
    expect(matrix.models).toEqual(sorted);
    expect(matrix.benchmarks).toEqual(sorted);
    expect(matrix.items).toEqual(sorted.flatMap(() => sorted));
    expect([...matrix.benchmarkOf]).toEqual(sorted.flatMap((_, place) => sorted.map(() => place)));
  });

  it("an asynchronous source gives what a list gives", async () => {
    const log = [outcome(), outcome({ model: "b", score: 0 })];
    async function* stream() {
      yield* log;
    }
    expect(bytesOf(await collect(stream()))).toBe(bytesOf(await collect(log)));
  });
});

describe("cells", () => {
  it("every score comes back under its names, however they sort", async () => {
    await fc.assert(
      fc.asyncProperty(logs, async ([log]) => {
        const singles = log.filter(({ trial }) => trial === 0);
        fc.pre(singles.length > 0);
        const matrix = await collect(singles, { ungraded: "unobserved" });
        const found = namedCells(matrix);
        const expected = singles
          .filter(({ score }) => score !== null)
          .map(({ model, benchmark, item, score }) => [
            JSON.stringify([model, benchmark, item]),
            score! + 0,
          ]);
        expect(found).toEqual(new Map(expected as [string, number][]));
      }),
    );
  });

  it("an item id counts within its benchmark only", async () => {
    const matrix = await collect([
      outcome({ benchmark: "x", score: 1 }),
      outcome({ benchmark: "y", score: 0 }),
    ]);
    expect(matrix.items).toEqual(["1", "1"]);
    expect([scoreAt(matrix, 0, 0), scoreAt(matrix, 0, 1)]).toEqual([1, 0]);
  });

  it("a model called __proto__ is a model", async () => {
    const hostile = ["__proto__", "constructor", "toString"];
    const matrix = await collect(
      hostile.map((name) => outcome({ model: name, benchmark: name, item: name })),
    );
    expect(matrix.models).toEqual(hostile);
    expect(matrix.observed).toBe(3);
  });

  it("is what `matrixFromRows` makes of the same scores", async () => {
    const log = ["a", "b"].flatMap((model, row) =>
      ["1", "2", "3"].map((item, column) =>
        outcome({
          model,
          item,
          score: [[1, 0, 0.5] as const, [0, null, 1] as const][row]![column]!,
        }),
      ),
    );
    const rows = matrixFromRows(
      [
        [1, 0, 0.5],
        [0, null, 1],
      ],
      {
        models: ["a", "b"],
        items: ["1", "2", "3"],
        benchmarks: ["sums", "sums", "sums"],
      },
    );
    expect(bytesOf(await collect(log))).toBe(bytesOf(rows));
  });

  it("holds more cells than one chunk of its columns", async () => {
    function* many() {
      for (let item = 0; item < 40_000; item += 1) {
        for (const model of ["a", "b"]) {
          yield outcome({ model, item: String(item), score: item % 3 === 0 ? 1 : 0 });
        }
      }
    }
    const matrix = await collect(many());
    expect(matrix.observed).toBe(80_000);
    expect(matrix.graded).toEqual(Uint32Array.of(40_000, 40_000));
    for (const item of [0, 1, 32_768, 39_999]) {
      const expected = Number(matrix.items[item]) % 3 === 0 ? 1 : 0;
      expect(scoreAt(matrix, 1, item)).toBe(expected);
    }
  });
});

describe("repeats", () => {
  it("the mean of the trials, by default", async () => {
    expect(await cell([1, 0, 0.5])).toMatchObject({ score: 0.5, graded: 1 });
  });

  it("the mean is rounded once, so ten tenths are one tenth", async () => {
    expect((await cell(Array.from({ length: 10 }, () => 0.1))).score).toBe(0.1);
  });

  it("the highest trial under `last`, wherever it stands in the log", async () => {
    const trials = [
      outcome({ trial: 2, score: 0.25 }),
      outcome({ trial: 10, score: 0.75 }),
      outcome({ score: 0 }),
    ];
    for (const log of [trials, trials.toReversed()]) {
      expect(scoreAt(await collect(log, { repeats: "last" }), 0, 0)).toBe(0.75);
    }
  });

  it("a conflict under `error`, which a single trial is not", async () => {
    const error = await rejected([outcome({ trial: 0 }), outcome({ trial: 1 })], {
      repeats: "error",
    });
    expect(error.code).toBe("conflicting-outcomes");
    expect(error.message).toContain("2 trials");
    const single = await collect([outcome({ trial: 4 }), outcome({ trial: 4 })], {
      repeats: "error",
    });
    expect(scoreAt(single, 0, 0)).toBe(1);
  });

  it("the same outcome twice is one outcome", async () => {
    const log = [outcome({ score: 0.5 }), outcome({ score: 0.5 }), outcome({ score: 1, trial: 1 })];
    expect(scoreAt(await collect(log), 0, 0)).toBe(0.75);
    const blank = await collect([outcome({ score: null }), outcome({ score: null })]);
    expect([...blank.ungraded]).toEqual([1]);
  });

  it("0 and -0 are one score", async () => {
    const log = [outcome({ score: 0 }), outcome({ score: -0 })];
    const matrix = await collect(log);
    expect(Object.is(scoreAt(matrix, 0, 0), 0)).toBe(true);
    expect(bytesOf(await collect([outcome({ score: -0 })]))).toBe(
      bytesOf(await collect([outcome({ score: 0 })])),
    );
  });

  it("two scores of one trial are a conflict that names model, benchmark, item and scores", async () => {
    for (const [one, other] of [
      [1, 0],
      [0.5, null],
    ] as const) {
      const error = await rejected([outcome({ score: one }), outcome({ score: other, trial: 0 })]);
      expect(error.code).toBe("conflicting-outcomes");
      expect(error.where).toBe("a, sums, 1");
      expect(error.found).toBe(`scores ${one} and ${other ?? "none"} for one answer`);
    }
  });
});

describe("ungraded answers", () => {
  it("count as wrong by default", async () => {
    expect(await cell([null])).toEqual({ score: 0, graded: 0, ungraded: 1 });
  });

  it("are gaps under `unobserved`, and counted all the same", async () => {
    expect(await cell([null], { ungraded: "unobserved" })).toEqual({
      score: Number.NaN,
      graded: 0,
      ungraded: 1,
    });
  });

  it("are settled before trials are averaged", async () => {
    expect(await cell([1, null, 1, null])).toEqual({ score: 0.5, graded: 1, ungraded: 0 });
    expect(await cell([1, null, 0.5, null], { ungraded: "unobserved" })).toEqual({
      score: 0.75,
      graded: 1,
      ungraded: 0,
    });
  });

  it("all trials ungraded are one ungraded answer", async () => {
    expect(await cell([null, null, null])).toEqual({ score: 0, graded: 0, ungraded: 1 });
  });

  it("the last trial decides under `last`, also when it could not be graded", async () => {
    expect(await cell([1, null], { repeats: "last" })).toEqual({
      score: 0,
      graded: 0,
      ungraded: 1,
    });
  });
});

describe("errors", () => {
  it("no outcomes at all", async () => {
    expect(await rejected([])).toMatchObject({ code: "no-outcomes" });
  });

  it.each([1.0000001, -0.1, 85, Number.NaN, Infinity])(
    "a score of %f is off the scale, and is never clamped",
    async (score) => {
      const error = await rejected([outcome(), outcome({ model: "b", item: "7", score })]);
      expect(error).toMatchObject({
        code: "off-scale",
        where: "model b, sums, item 7",
        found: `score ${score}`,
      });
    },
  );

  it("the ends of the scale are on it", async () => {
    const matrix = await collect([outcome({ score: 0 }), outcome({ item: "2", score: 1 })]);
    expect(matrix.observed).toBe(2);
  });
});

function namedCells(matrix: ResponseMatrix): Map<string, number> {
  const cells = new Map<string, number>();
  for (const [row, model] of matrix.models.entries()) {
    for (const [column, item] of matrix.items.entries()) {
      const score = scoreAt(matrix, row, column);
      const benchmark = matrix.benchmarks[matrix.benchmarkOf[column]!];
      if (!Number.isNaN(score)) cells.set(JSON.stringify([model, benchmark, item]), score);
    }
  }
  return cells;
}
