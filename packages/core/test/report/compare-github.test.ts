import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../src/analysis/compare.ts";
import { flipLists } from "../../src/analysis/flips.ts";
import type { Gates } from "../../src/analysis/verdict.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import {
  commentMarker,
  comparedComment,
  noBaselineComment,
  notComparableComment,
} from "../../src/report/compare-github.ts";
import { codeInCell, codeSpan } from "../../src/report/github-text.ts";

interface Case {
  /** Scores of A, B and others. */
  readonly rows: readonly (readonly (0 | 1)[])[];
  readonly benchmarks?: readonly string[];
  readonly items?: readonly string[];
  readonly models?: readonly string[];
  readonly gates?: Gates;
  readonly suite?: string;
  readonly at?: string;
}

function comment({ rows, gates = { maxDrop: 0.01 }, suite = "core", at, ...names }: Case): string {
  const matrix = matrixFromRows(rows, names);
  const pair = { a: 0, b: 1 };
  const { onlyA, onlyAEasy } = flipLists(matrix, pair);
  const named = (items: readonly number[]) => items.map((item) => matrix.items[item]!);
  return comparedComment(compare(matrix, [pair], gates)[0]!, {
    suite,
    command: "eip compare a b",
    at,
    gates,
    level: 0.95,
    unanswered: { a: 0, b: 2 },
    lost: named(onlyA),
    lostThoughEasy: named(onlyAEasy),
    otherModels: rows.length - 2,
  });
}

/** `length` scores of which the last `wrong` are 0. */
const scores = (length: number, wrong: number): (0 | 1)[] =>
  Array.from({ length }, (_, at) => (at < length - wrong ? 1 : 0));

const heading = (text: string) => text.split("\n")[1];

describe("the heading", () => {
  it.each([
    [{ maxDrop: 0.05 }, 400, 400, "passed: a drop of more than 5 points is ruled out"],
    [{ maxDrop: 0.01 }, 400, 200, "failed: accuracy dropped by more than 1 point"],
    [
      { maxDrop: 0.005 },
      390,
      388,
      "undecided: a drop of more than 0.5 points is neither shown nor",
    ],
    [{ minGain: 0.1 }, 200, 400, "passed: a gain of at least 10 points is shown"],
    [{ minGain: 0.1 }, 400, 400, "failed: a gain of 10 points is ruled out"],
    [{ minGain: 0.005 }, 388, 390, "undecided: a gain of at least 0.5 points is neither shown nor"],
    [{ maxDrop: 0.05, minGain: 0.1 }, 400, 400, "failed: a gain of 10 points is ruled out"],
  ])("under %j, %i then %i of 400: %s", (gates, before, after, said) => {
    const text = comment({
      rows: [scores(400, 400 - before), scores(400, 400 - after)],
      gates,
    });
    expect(text.startsWith("<!-- eip-eval suite=core -->\n### Evaluation ")).toBe(true);
    expect(heading(text)).toContain(`### Evaluation ${said}`);
  });

  it("of several gates names the ones that decided", () => {
    const text = comment({
      rows: [scores(400, 200), scores(400, 0)],
      gates: { maxDrop: 0.01, minGain: 0.1 },
    });
    expect(heading(text)).toBe(
      "### Evaluation passed: a drop of more than 1 point is ruled out; a gain of at least 10 points is shown",
    );
  });
});

describe("the table", () => {
  const benchmark = (name: string, a: readonly (0 | 1)[], b: readonly (0 | 1)[]) => ({
    name,
    a,
    b,
  });
  const of = (...parts: readonly ReturnType<typeof benchmark>[]) =>
    comment({
      rows: [parts.flatMap(({ a }) => a), parts.flatMap(({ b }) => b)],
      benchmarks: parts.flatMap(({ name, a }) => a.map(() => name)),
      items: parts.flatMap(({ name, a }) => a.map((_, at) => `${name}-${at}`)),
    });
  const lines = (text: string) => text.split("\n").filter((line) => line.startsWith("|"));

  it("begins with the gate, then the largest drop, which is where to look first", () => {
    const table = lines(
      of(
        benchmark("up", scores(100, 50), scores(100, 47)),
        benchmark("down", scores(100, 50), scores(100, 54)),
      ),
    );
    expect(table[2]).toMatch(
      /^\| \*\*all items \(gate: drop at most 1 pt\)\*\* \| 50\.0 % \| 49\.5 % \| \*\*-0\.5\*\* \[/,
    );
    expect(table[3]).toMatch(
      /^\| `down` \| 50\.0 % \| 46\.0 % \| -4\.0 \[.*\] \| undecided, look here first \|$/,
    );
    expect(table[4]).toMatch(/^\| `up` .*\| undecided \|$/);
  });

  it("folds what hardly moved, from two on", () => {
    const still = (name: string) => benchmark(name, scores(100, 50), scores(100, 50));
    const folded = of(benchmark("down", scores(100, 0), scores(100, 40)), still("x"), still("y"));
    expect(lines(folded).at(-1)).toBe("| 2 more tasks | | | within ±0.5 | undecided |");
    expect(lines(folded)).toHaveLength(5);
    expect(of(benchmark("down", scores(100, 0), scores(100, 40)), still("x"))).toContain("| `x` |");
  });

  it("calls nothing clear that is not clear after correction", () => {
    const still = Array.from({ length: 8 }, (_, at) =>
      benchmark(`s${at}`, scores(60, 30), scores(60, 20 + 3 * at)),
    );
    const text = of(benchmark("down", scores(60, 20), scores(60, 27)), ...still);
    expect(text).toMatch(/\| `s5` .* \| not clear after correction \|/);
  });

  it("shows one benchmark once", () => {
    expect(lines(of(benchmark("only", scores(50, 10), scores(50, 20))))).toHaveLength(3);
  });

  it("never shows a difference of minus nothing", () => {
    const text = of(
      benchmark("a", scores(3000, 1), scores(3000, 2)),
      benchmark("b", [1, 0], [0, 1]),
    );
    expect(text).not.toContain("-0.0 ");
  });
});

describe("lost and gained items", () => {
  const others = [scores(40, 0), scores(40, 1)];

  it("name those that every model of the pool solves", () => {
    const text = comment({ rows: [scores(40, 0), [0, ...scores(39, 1)], ...others] });
    expect(text).toContain(
      "Lost 2 items, gained 0. Before this change, 1 of the lost ones was solved by every model of the pool.",
    );
    expect(text).toContain("<details><summary>That 1 item</summary>\n\n`q0`\n\n</details>");
  });

  it("are all lost ones without a pool", () => {
    const text = comment({ rows: [scores(40, 0), scores(40, 2)] });
    expect(text).toContain("Lost 2 items, gained 0.");
    expect(text).toContain(
      "<details><summary>The 2 lost items</summary>\n\n`q38`, `q39`\n\n</details>",
    );
    expect(text).not.toContain("pool");
  });

  it("are not shown where there are none", () => {
    expect(comment({ rows: [scores(40, 2), scores(40, 2)] })).not.toContain("<details>");
  });
});

describe("every comment", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      "@mona",
      "a|b",
      "a\\|@mona",
      "`@mona`",
      "</code>@mona",
      "<img src=x onerror=alert(1)>",
      "[x](javascript:alert(1))",
      "https://example.org/",
      "line\n\n@mona",
      "-->",
      "\\",
      "`",
      "__proto__",
    ),
  );

  /** Text outside code, where GitHub looks for mentions, links and HTML. */
  const outsideCode = (text: string) => text.replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");

  it("keeps names from being anything but names", () => {
    const rows = fc.array(fc.constantFrom(0 as const, 1 as const), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.uniqueArray(hostile, { minLength: 2, maxLength: 2 }),
        fc.uniqueArray(hostile, { minLength: 6, maxLength: 6 }),
        fc.tuple(rows, rows),
        (models, items, [a, b]) => {
          const benchmarks = items.map((item, at) => (at < 3 ? items[0]! : item));
          const text = comment({ rows: [a, b], models, items, benchmarks });
          const rest = outsideCode(text);
          expect(rest).not.toMatch(/@|:\/\/|\]\(/);
          expect(
            rest.replaceAll(/<\/?details>|<\/?summary>|^<!-- eip-eval suite=core -->/g, ""),
          ).not.toMatch(/[<>]/);
          for (const line of rest.split("\n").filter((one) => one.startsWith("| "))) {
            expect(line.match(/\|/g)).toHaveLength(6);
          }
        },
      ),
    );
  });

  it("stays within what GitHub takes, with ten thousand long names", () => {
    const items = Array.from({ length: 10_000 }, (_, at) => `${"é`|".repeat(80)}${at}`);
    const text = comment({
      rows: [scores(10_000, 0), scores(10_000, 10_000)],
      items,
      benchmarks: items.map((_, at) => `${"b|".repeat(300)}${at % 500}`),
    });
    expect(text.length).toBeLessThan(62_000);
    expect(text).toMatch(/and 9,\d{3} more with `--show flips`/);
    expect(text).toMatch(/\| 475 more tasks \|/);
    expect(text.trimEnd().endsWith("`eip compare a b`")).toBe(true);
    const reasons = Array.from({ length: 999 }, () => "x".repeat(5000));
    const refused = notComparableComment({ suite: "core", command: "c".repeat(9999) }, { reasons });
    expect(refused.length).toBeLessThan(62_000);
  });

  it("has the same bytes for the same input, and a time only where one is given", () => {
    const input = { rows: [scores(40, 3), scores(40, 2)] };
    expect(comment(input)).toBe(comment(input));
    expect(comment(input)).not.toContain("updated");
    expect(comment({ ...input, at: "14:02 UTC @mona" })).toContain(
      " · updated 14:02 UTC @<!-- -->mona\n",
    );
  });

  it.each(["", "a b", "x-->", "a--b", "-x", "x".repeat(65), "é"])(
    "refuses the suite %j, which could not be found again",
    (suite) => {
      expect(() => commentMarker(suite)).toThrow("a word of letters, digits");
    },
  );
});

describe("a comment without a comparison", () => {
  it("says that there is no baseline yet, and shows the run alone", () => {
    const means = [
      { benchmark: "gsm8k", items: 40, accuracy: 0.5 },
      { benchmark: "a|b", items: 1319, accuracy: 0.125 },
    ];
    const text = noBaselineComment({ suite: "night", command: "eip" }, { model: "m", means });
    expect(text).toBe(`<!-- eip-eval suite=night -->
### Evaluation: no baseline yet

\`m\` alone. Keep its logs as the baseline, and the next change is compared with them.

| | this change | items |
|---|--:|--:|
| \`a\\|b\` | 12.5 % | 1,319 |
| \`gsm8k\` | 50.0 % | 40 |

\`eip\`
`);
  });

  it("says what changed where two runs are not one test", () => {
    const text = notComparableComment(
      { suite: "core", command: "eip" },
      { reasons: ["gsm8k: the runs differ in n-shot"] },
    );
    expect(heading(text)).toBe(
      "### Evaluation not comparable: this run and the baseline are not the same test",
    );
    expect(text).toContain("\n- `gsm8k: the runs differ in n-shot`\n");
  });
});

describe("a name as code", () => {
  it.each([
    ["plain", "`plain`"],
    ["a`b", "``a`b``"],
    ["`", "`` ` ``"],
    [" x", "`  x `"],
    ["a\nb", "`a\\x0ab`"],
    ["", "(no name)"],
    ["  ", "(no name)"],
  ])("%j is %j", (name, code) => {
    expect(codeSpan(name)).toBe(code);
  });

  it("does not end a cell", () => {
    expect(codeInCell("a|b")).toBe(String.raw`\`a\|b\``.replaceAll("\\`", "`"));
    expect(codeInCell("a\\|b")).not.toContain("|");
  });
});
