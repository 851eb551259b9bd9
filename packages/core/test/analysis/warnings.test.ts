import { describe, expect, it } from "vitest";
import type { Fitted } from "../../src/estimate/fitted.ts";
import { poolWarnings, type Warning, type WarningCode } from "../../src/analysis/warnings.ts";
import { propagate, type PropagateOptions } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type RowOptions } from "../../src/matrix/response-matrix.ts";
import { mulberry32 } from "../../src/numeric/random.ts";
import type { GappyRows } from "../matrix/arbitrary-rows.ts";

const items = 400;

/** Twenty-four models, able in the order of their index, on items with four choices each. */
function quietRows(): number[][] {
  const random = mulberry32(3);
  const difficulty = Array.from({ length: items }, () => random.normal());
  return Array.from({ length: 24 }, (_, model) =>
    difficulty.map((b) => {
      const chance = 0.25 + 0.75 / (1 + Math.exp(b - (model - 12) / 8));
      return random.uniform() < chance ? 1 : 0;
    }),
  );
}

/** Three benchmarks, one item each in turn. */
const evenParts = Array.from({ length: items }, (_, item) => ["code", "law", "sums"][item % 3]!);

interface PoolOptions extends PropagateOptions {
  readonly rows?: RowOptions;
}

function fitted(cells: GappyRows, { rows = {}, ...options }: PoolOptions = {}): Fitted {
  const matrix = matrixFromRows(cells, rows);
  return { matrix, fit: propagate(matrix, options) };
}

function warningsOf(cells: GappyRows, options?: PoolOptions): readonly Warning[] {
  return poolWarnings(fitted(cells, options));
}

function codesOf(cells: GappyRows, options?: PoolOptions): readonly WarningCode[] {
  return warningsOf(cells, options).map(({ code }) => code);
}

/** The warnings of one code. */
function named(code: WarningCode, cells: GappyRows, options?: PoolOptions): readonly Warning[] {
  return warningsOf(cells, options).filter((warning) => warning.code === code);
}

/** The quiet pool with some cells changed. */
function quietBut(
  change: (score: number, model: number, item: number) => number | null | undefined,
): GappyRows {
  return quietRows().map((row, model) => row.map((score, item) => change(score, model, item)));
}

describe("an ordinary pool", () => {
  it("of two dozen models and 400 items draws no warning", () => {
    expect(codesOf(quietRows())).toEqual([]);
    expect(codesOf(quietRows(), { rows: { benchmarks: evenParts } })).toEqual([]);
    expect(codesOf(quietRows(), { smoothing: 0.5 })).toEqual([]);
  });

  it("with gaps at random draws none either", () => {
    const random = mulberry32(5);
    expect(codesOf(quietBut((score) => (random.uniform() < 0.2 ? undefined : score)))).toEqual([]);
  });
});

describe("no-informative-items", () => {
  it("fires when every item was solved by all or by none, and says so", () => {
    const [warning] = named("no-informative-items", [
      [1, 0],
      [1, 0],
    ]);
    expect(warning!.severity).toBe("warning");
    expect(warning!.message).toContain("all 2 items were solved by every model or by none");
  });

  it("blames no model for gaps: where some were not asked it does not say all or none", () => {
    const [warning] = named("no-informative-items", [
      [1, undefined],
      [undefined, 0],
    ]);
    expect(warning!.message).toContain("all that were asked did the same");
    expect(warning!.message).not.toContain("every model or by none");
  });

  it("under `common` says how many items were put to all", () => {
    const rows = [
      [1, undefined, 1],
      [undefined, 0, 1],
    ];
    const [warning] = named("no-informative-items", rows, { missing: "common" });
    expect(warning!.message).toContain("1 of 3 items were put to all");
  });

  it("is silent as soon as one item tells models apart", () => {
    expect(
      named("no-informative-items", [
        [1, 0],
        [1, 1],
      ]),
    ).toEqual([]);
  });
});

describe("too-few-items", () => {
  const rows = (count: number) => quietRows().map((row) => row.slice(0, count));

  it("fires below twenty items that tell models apart", () => {
    const [warning] = named(
      "too-few-items",
      rows(19).map((row) => [...row, 1, 1]),
    );
    expect(warning!.message).toContain("Only 19 items of 21 tell");
  });

  it("is silent at twenty, and where none is kept", () => {
    expect(fitted(rows(20)).fit.keptItems).toHaveLength(20);
    expect(named("too-few-items", rows(20))).toEqual([]);
    expect(named("too-few-items", [[1], [1]])).toEqual([]);
  });
});

describe("disconnected", () => {
  it("fires when two groups of models share no item, and gives their sizes", () => {
    const rows = [
      [1, 0, undefined, undefined],
      [0, 1, undefined, undefined],
      [1, 1, undefined, undefined],
      [undefined, undefined, 1, 0],
      [undefined, undefined, 0, 1],
    ];
    const [warning] = named("disconnected", rows);
    expect(warning!.message).toContain("2 groups");
    expect(warning!.message).toContain("3 models, 2 models");
  });

  it("is silent when one model was asked both parts", () => {
    const rows = [
      [1, 0, undefined],
      [undefined, 1, 0],
      [undefined, undefined, 1],
    ];
    expect(named("disconnected", rows)).toEqual([]);
  });
});

describe("single-item", () => {
  /** A near-perfect model hands all it has to the one item that only the weakest model solved. */
  const nemesis = quietBut((score, model, item) => {
    if (item === 0) return model === 0 ? 1 : 0;
    return model === 23 ? 1 : score;
  });

  it("fires in a nemesis pool, and names the model, the item and the ranks", () => {
    const [warning] = named("single-item", nemesis);
    expect(warning).toMatchObject({
      models: ["m0"],
      items: [{ benchmark: "items", item: "q0" }],
    });
    expect(warning!.message).toMatch(/One item, q0, carries \d+ % of the score of m0/);
    expect(warning!.message).toMatch(/from rank \d+ to 2\d/);
  });

  it("is one warning, however many models hang on an item", () => {
    const small = quietRows().map((row) => row.slice(0, 12));
    const found = named("single-item", small);
    expect(found).toHaveLength(1);
    expect(found[0]!.models!.length).toBeGreaterThan(1);
    expect(new Set(found[0]!.models).size).toBe(found[0]!.models!.length);
  });

  it("is silent in the same pool with smoothing", () => {
    expect(named("single-item", nemesis, { smoothing: 0.1 })).toEqual([]);
  });
});

describe("near-perfect", () => {
  const failing = (failures: number) =>
    quietBut((score, model, item) => (model === 23 ? (item < failures ? 0 : 1) : score));

  it("fires for a model that fails up to a hundredth of the items", () => {
    expect(named("near-perfect", failing(1))).toMatchObject([{ models: ["m23"] }]);
    expect(named("near-perfect", failing(3))).toMatchObject([{ models: ["m23"] }]);
  });

  it("is silent above that, and about a model that fails nothing", () => {
    expect(named("near-perfect", failing(5))).toEqual([]);
    expect(named("near-perfect", failing(0))).toEqual([]);
  });

  it("allows two failures in a small pool", () => {
    const small = (failures: number) => failing(failures).map((row) => row.slice(0, 60));
    expect(named("near-perfect", small(2))).toMatchObject([{ models: ["m23"] }]);
    expect(named("near-perfect", small(3))).toEqual([]);
  });

  it("under `wrong` counts gaps as the failures they are there", () => {
    const gaps = quietBut((score, model, item) =>
      model === 23 ? (item < 1 ? 0 : item < 200 ? 1 : undefined) : score,
    );
    expect(named("near-perfect", gaps)).toHaveLength(1);
    expect(named("near-perfect", gaps, { missing: "wrong" })).toEqual([]);
  });
});

describe("fails-nothing", () => {
  const perfect = quietBut((score, model) => (model === 23 ? 1 : score));

  it("is a note when a model solves every item that tells models apart", () => {
    expect(named("fails-nothing", perfect)).toMatchObject([{ severity: "note", models: ["m23"] }]);
  });

  it("is silent after one failure", () => {
    expect(
      named(
        "fails-nothing",
        perfect.map((row, model) => (model === 23 ? row.with(0, 0) : row)),
      ),
    ).toEqual([]);
  });
});

describe("gap-bias", () => {
  /** Items by how many models solve them, the easiest first. */
  const easiestFirst = Array.from({ length: items }, (_, item) => item).toSorted(
    (a, b) => solvers(b) - solvers(a),
  );
  const missingHalf = (from: number, to: number) => {
    const gone = new Set(easiestFirst.slice(from, to));
    return quietBut((score, model, item) => (model === 12 && gone.has(item) ? undefined : score));
  };

  it("fires for a model that was asked the easy half, or the hard half, and says which", () => {
    const [easy] = named("gap-bias", missingHalf(200, 400));
    const [hard] = named("gap-bias", missingHalf(0, 200));
    expect(easy).toMatchObject({ severity: "warning", models: ["m12"] });
    expect(easy!.message).toContain("m12 answered the easier part only");
    expect(hard!.message).toContain("m12 answered the harder part only");
  });

  it("names every such model in one warning, the worst first", () => {
    const gone = new Set(easiestFirst.slice(200));
    const fewer = new Set(easiestFirst.slice(330));
    const rows = quietBut((score, model, item) =>
      (model === 12 && fewer.has(item)) || (model === 13 && gone.has(item)) ? undefined : score,
    );
    expect(named("gap-bias", rows)).toMatchObject([{ models: ["m13", "m12"] }]);
  });

  it("is silent under the policies that do not compare across gaps", () => {
    for (const missing of ["common", "wrong"] as const) {
      expect(named("gap-bias", missingHalf(200, 400), { missing })).toEqual([]);
    }
  });
});

describe("low-coverage", () => {
  const asked = (share: number) => {
    const random = mulberry32(9);
    return quietBut((score, model) =>
      model === 4 && random.uniform() >= share ? undefined : score,
    );
  };

  it("fires for a model that was asked less than half of the items that count", () => {
    const [warning] = named("low-coverage", asked(0.4));
    expect(warning).toMatchObject({ models: ["m4"] });
    expect(warning!.message).toMatch(/^m4 was asked only (3\d|4\d) %/);
  });

  it("is silent above half", () => {
    expect(named("low-coverage", asked(0.6))).toEqual([]);
  });

  it("fires under `wrong` as well, where the gaps weigh most", () => {
    expect(named("low-coverage", asked(0.4), { missing: "wrong" })).toHaveLength(1);
  });
});

describe("mixed-score-types", () => {
  const averaged = (share: number) =>
    quietBut((score, model, item) =>
      model === 7 && item < share * items ? 0.25 + score / 2 : score,
    );

  it("fires when one model has parts of a credit and others have none", () => {
    expect(named("mixed-score-types", averaged(0.5))).toMatchObject([{ models: ["m7"] }]);
    expect(named("mixed-score-types", averaged(0.04))).toHaveLength(1);
  });

  it("is silent up to 2 % of a model's scores, and when all have them", () => {
    expect(named("mixed-score-types", averaged(0.015))).toEqual([]);
    expect(
      named(
        "mixed-score-types",
        quietBut((score) => 0.25 + score / 2),
      ),
    ).toEqual([]);
    expect(named("mixed-score-types", quietRows())).toEqual([]);
  });
});

describe("dominant-benchmark", () => {
  const large = (count: number) =>
    Array.from({ length: items }, (_, item) => (item < count ? "mmlu" : "code"));

  it("fires for more than half of the weight, with both shares", () => {
    const [warning] = named("dominant-benchmark", quietRows(), {
      rows: { benchmarks: large(300) },
    });
    expect(warning).toMatchObject({ benchmark: "mmlu" });
    expect(warning!.message).toMatch(/^mmlu is 75 % of the items and \d+ % of the weight\./);
  });

  it("names the model that leads by the mean of tasks where it is another", () => {
    const rows = quietBut((score, model, item) =>
      item < 300 ? (model === 23 ? 1 : score) : model === 0 ? 1 : model === 23 ? 0 : score,
    );
    const [warning] = named("dominant-benchmark", rows, { rows: { benchmarks: large(300) } });
    expect(warning!.message).toMatch(/ By the mean of tasks m\d+ comes first\.$/);
  });

  it("is silent for equal parts, and for a single benchmark", () => {
    expect(named("dominant-benchmark", quietRows(), { rows: { benchmarks: evenParts } })).toEqual(
      [],
    );
    expect(named("dominant-benchmark", quietRows())).toEqual([]);
  });
});

describe("duplicate-models", () => {
  it("fires for models with the same outcomes on all items both were asked", () => {
    const rows = quietRows();
    const twins = rows.map((row, model) => (model === 5 ? rows[9]! : row));
    expect(named("duplicate-models", twins)).toMatchObject([{ models: ["m5", "m9"] }]);
    const gappy = twins.map((row, model) =>
      row.map((score, item) => (model === 5 && item < 50 ? undefined : score)),
    );
    expect(named("duplicate-models", gappy)).toMatchObject([{ models: ["m5", "m9"] }]);
  });

  it("is one warning for all groups, the largest named", () => {
    const rows = quietRows();
    const groups = rows.map((row, model) => (model < 2 ? rows[0]! : model < 5 ? rows[2]! : row));
    const found = named("duplicate-models", groups);
    expect(found).toHaveLength(1);
    expect(found[0]!.message).toContain("3 models have identical answers: m2, m3 and m4");
    expect(found[0]!.message).toContain("1 other group");
    expect([...found[0]!.models!].toSorted()).toEqual(["m0", "m1", "m2", "m3", "m4"]);
  });

  it("wants every pair of a group to agree, also where gaps hide what two differ in", () => {
    const rows = [
      [1, undefined, undefined, 0],
      [1, 1, 0, undefined],
      [1, 0, 1, undefined],
      [0, 1, 1, 1],
    ];
    expect(named("duplicate-models", rows)).toMatchObject([{ models: ["m0", "m1"] }]);
  });

  it("is silent when one answer differs, or when they share no item", () => {
    const rows = quietRows();
    const differing = rows.map((row, model) =>
      model === 5 ? rows[9]!.with(7, 1 - rows[9]![7]!) : row,
    );
    expect(named("duplicate-models", differing)).toEqual([]);
    const apart = [
      [1, 0, undefined, undefined],
      [undefined, undefined, 1, 0],
      [0, 1, 0, 1],
    ];
    expect(named("duplicate-models", apart)).toEqual([]);
  });
});

describe("small-pool", () => {
  it("is a note below twenty models", () => {
    const [found] = named("small-pool", quietRows().slice(0, 19));
    expect(found!.severity).toBe("note");
    expect(found!.message).toContain("Only 19 models");
    expect(named("small-pool", quietRows().slice(0, 20))).toEqual([]);
  });

  it("is a warning for one model alone, and then the only one", () => {
    expect(warningsOf([[1, 0, 1]])).toMatchObject([
      { severity: "warning", code: "small-pool", message: expect.stringContaining("m0") },
    ]);
  });
});

describe("every warning", () => {
  it("is a sentence that ends, with a hint where something can be done", () => {
    const pools: readonly [GappyRows, PoolOptions?][] = [
      [
        [
          [1, 0],
          [1, 0],
        ],
      ],
      [
        [
          [1, undefined],
          [undefined, 0],
        ],
      ],
      [
        [
          [1, 1, 0.5],
          [0, 1, 0],
          [1, 0, 0],
          [1, 0, 0],
        ],
        { rows: { benchmarks: ["a", "a", "b"] } },
      ],
      [
        [
          [1, 1, 1, undefined],
          [0, undefined, undefined, 1],
        ],
      ],
    ];
    const all = pools.flatMap(([cells, options]) => warningsOf(cells, options));
    expect(all.length).toBeGreaterThan(8);
    for (const { message, try: hint, severity } of all) {
      expect(message).toMatch(/^[^a-z].*\.$|^m\d.*\.$|^[ab] is .*\.$/);
      expect(message).not.toMatch(/NaN|undefined|Infinity/);
      if (severity === "warning") expect(hint).toBeTruthy();
    }
  });
});

function solvers(item: number): number {
  return quietRows().filter((row) => row[item] === 1).length;
}
