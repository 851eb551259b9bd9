import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare } from "../../src/analysis/compare.ts";
import { infer } from "../../src/analysis/inference.ts";
import { readDropped } from "../../src/cli/review-file.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { matrixFromRows, type Rows } from "../../src/matrix/response-matrix.ts";
import { fromBase64, toBase64 } from "../../src/report/base64.ts";
import { closest } from "../../src/report/closest.ts";
import { dataBlock, escapeText, html } from "../../src/report/html-template.ts";
import { linkTo, linkToPair, withLinks } from "../../src/report/html-words.ts";
import { reportPage, type PageInput } from "../../src/report/html.ts";
import { packAnswers, unpackAnswers } from "../../src/report/packed-answers.ts";
import { pageModel } from "../../src/report/page-build.ts";
import { pairPlace, type PageModel } from "../../src/report/page-model.ts";
import { comparedPair, rivalOf } from "../../src/report/page-pairs.ts";
import { targetOf } from "../../src/report/page-target.ts";
import { pageFromWire, pageToWire, type PageWire } from "../../src/report/page-wire.ts";
import { rankReport } from "../../src/report/report.ts";
import { reviewText } from "../../src/report/review-text.ts";
import { folderWith } from "../cli/run.ts";

/** A pool in which later models solve more. */
function pool(models: number, items: number): readonly (readonly number[])[] {
  return Array.from({ length: models }, (_, m) =>
    Array.from({ length: items }, (__, q) =>
      (q * 7 + m * 13) % items < items / 6 + (m * items) / (models * 1.5) ? 1 : 0,
    ),
  );
}

function pageOf(
  rows: Rows,
  names: { models?: readonly string[]; items?: readonly string[] } = {},
  replicates = 40,
): PageModel {
  const matrix = matrixFromRows(rows, names);
  const fit = propagate(matrix);
  const inference = infer({ matrix, fit }, { replicates });
  const report = rankReport({
    matrix,
    fit,
    inference,
    ungraded: "wrong",
    smoothingRequested: "none",
  });
  return pageModel({
    matrix,
    fit,
    report,
    inference,
    cluster: undefined,
    profiles: "none",
    families: "none",
    stability: null,
    texts: null,
  });
}

function inputOf(page: PageModel): PageInput {
  return {
    page,
    origin: {
      command: "eip report pool.csv",
      program: "eip",
      version: "1.2.3",
      fingerprint: "sha256:0",
      files: { found: 1, read: 1 },
      inputs: [],
      metrics: [],
      ignored: [],
      leftOut: [],
      notices: [],
    },
    stability: null,
  };
}

const hostile = [
  "</script><script>window.hacked=1</script>",
  '"><img src=x onerror=window.hacked=2>',
  "<!--",
  "__proto__",
  "a\u2028b\0c",
  "{{x}}${y}`",
];

describe("a template", () => {
  it("lets no text become an element, an attribute or the end of a block", () => {
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostile));
    fc.assert(
      fc.property(text, (value) => {
        expect(escapeText(value)).not.toMatch(/[<>"'\0]/);
        const block = dataBlock("x", [value]).text;
        expect(block.match(/</g)).toHaveLength(2);
        const content = block.slice(block.indexOf(">") + 1, block.lastIndexOf("<"));
        expect(JSON.parse(content)).toEqual([value]);
      }),
    );
  });

  it("shows nothing for what is not there, and every element of a list", () => {
    expect(html`a${null}${undefined}${false}${[1, "<", html`<b></b>`]}z`.text).toBe(
      "a1&lt;<b></b>z",
    );
  });

  it("leaves line ends of values alone", () => {
    const value = "one\n   two";
    const { text } = html`<p>${value}</p>`;
    expect(text).toBe("<p>one\n   two</p>");
  });
});

describe("numbers in the file", () => {
  it("come back as they were", () => {
    fc.assert(
      fc.property(fc.float64Array(), (numbers) => {
        expect(new Float64Array(fromBase64(toBase64(numbers)))).toEqual(numbers);
      }),
    );
    const many = Uint8Array.from({ length: 100_003 }, (_, place) => place % 251);
    expect(new Uint8Array(fromBase64(toBase64(many)))).toEqual(many);
  });

  it("hold the answers of any pool, gaps and partial credit too", () => {
    const levels = [
      [0, 1],
      [0, 1, undefined],
      [0, 1, null, 0.5],
      Array.from({ length: 40 }, (_, place) => place / 39),
      [undefined, undefined, undefined, undefined, 1],
    ];
    const rows = fc
      .record({
        level: fc.constantFrom(...levels),
        models: fc.integer({ min: 1, max: 40 }),
        items: fc.integer({ min: 1, max: 12 }),
      })
      .chain(({ level, models, items }) => {
        const row = fc.array(fc.constantFrom(...level), { minLength: items, maxLength: items });
        return fc.array(row, { minLength: models, maxLength: models });
      });
    fc.assert(
      fc.property(rows, (cells) => {
        const matrix = matrixFromRows(cells);
        const packed = JSON.parse(JSON.stringify(packAnswers(matrix))) as ReturnType<
          typeof packAnswers
        >;
        const settings = { ungraded: "wrong" } as PageModel["report"]["settings"];
        expect(unpackAnswers(packed, matrix, { settings })).toEqual(matrix);
      }),
    );
  });

  it("give each pair of models a place of its own", () => {
    const models = 30;
    const places = new Set<number>();
    for (let b = 1; b < models; b += 1) for (let a = 0; a < b; a += 1) places.add(pairPlace(b, a));
    expect([...places].toSorted((x, y) => x - y)).toEqual([...Array(435).keys()]);
  });
});

describe("the page as data", () => {
  const page = pageOf(pool(8, 60));
  const back = pageFromWire(JSON.parse(JSON.stringify(pageToWire(page))) as PageWire);

  it("is the same after a way through the file, the estimate to the last bit", () => {
    expect(back.report).toEqual(page.report);
    expect(back.items).toEqual(page.items);
    expect(back.review).toEqual(page.review);
    const [there, here] = [page.pool!(), back.pool!()];
    expect(here.matrix).toEqual(there.matrix);
    expect(here.fit).toEqual(there.fit);
  });

  it("compares any two as the command does, the weighted interval too", () => {
    const { matrix, fit } = page.pool!();
    const { bootstrap } = infer({ matrix, fit }, { replicates: 40 });
    const weighted = { weightedAccuracy: fit.weightedAccuracy, bootstrap };
    for (const pair of [
      { a: 0, b: 7 },
      { a: 5, b: 2 },
    ]) {
      const [expected] = compare(matrix, [pair], { level: 0.95, seed: 1, weighted });
      const { weightedLower, weightedUpper, ...rest } = comparedPair(back, pair);
      expect(rest).toEqual({ ...rest, ...without(expected!) });
      expect(weightedLower).toBeCloseTo(expected!.weightedLower!, 12);
      expect(weightedUpper).toBeCloseTo(expected!.weightedUpper!, 12);
    }
  });

  it("has no answers where they would be too many for a page, and says so", () => {
    const { text } = { text: reportPage(inputOf({ ...page, pool: null })) };
    expect(text).toContain("more than a page can carry");
    expect(text).not.toContain('id="compare-a"');
  });
});

function without(comparison: ReturnType<typeof comparedPair>) {
  const { weightedLower, weightedUpper, ...rest } = comparison;
  void weightedLower;
  void weightedUpper;
  return rest;
}

describe("the page", () => {
  it("is the same for the same input, and carries its policy", () => {
    const first = reportPage(inputOf(pageOf(pool(6, 40))));
    expect(reportPage(inputOf(pageOf(pool(6, 40))))).toBe(first);
    expect(first).toMatch(/^<!doctype html>/);
    expect(first).toContain("default-src 'none'");
  });

  it("keeps hostile names text wherever they stand", () => {
    const rows = pool(8, 40);
    const models = rows.map((_, index) => hostile[index] ?? `m${index}`);
    const items = rows[0]!.map((_, index) => hostile[index] ?? `q${index}`);
    const text = reportPage(inputOf(pageOf(rows, { models, items })));
    expect(text).not.toContain("<script>window.hacked");
    expect(text).not.toContain("<img src=x");
    // Two blocks of ours and no other.
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text.match(/<!--/g)).toBeNull();
  });

  it("loads nothing from elsewhere", () => {
    const text = reportPage(inputOf(pageOf(pool(6, 40))));
    expect(text).not.toMatch(/<(?:script|link|img|iframe)[^>]+(?:src|href)\s*=/i);
    expect(text).not.toMatch(/@import|url\(/);
  });

  it("says in a sentence what it has no figure for", () => {
    const one = reportPage(inputOf(pageOf([[1, 0, 1]])));
    expect(one).toContain("There is only one model: nothing to compare it with.");
    const same = reportPage(
      inputOf(
        pageOf([
          [1, 0],
          [1, 0],
        ]),
      ),
    );
    expect(same).toContain("No item tells these models apart");
    const closed = reportPage(inputOf(pageOf(pool(6, 40), {}, 0)));
    expect(closed).toContain("the refits behind them were switched off");
    const gaps = reportPage(
      inputOf(
        pageOf([
          [1, 0, undefined],
          [1, 1, 0],
        ]),
      ),
    );
    expect(gaps).toContain("5 of 6 answers are there");
    expect(one).toContain("Every model was asked every item");
    expect(one).toContain("--full");
  });

  it("keeps 200 rows for readers without scripts and names the rest", () => {
    const text = reportPage(inputOf(pageOf(pool(205, 30))));
    expect(text.match(/<tr\s+class="(?:odd|even)/g)).toHaveLength(200);
    expect(text).toContain("5 more models need scripts");
  });
});

describe("addresses", () => {
  it("lead back to the names they were made of", () => {
    const name = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...hostile, "a,b=c#d%"));
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(targetOf(linkTo("model", a))).toEqual({ what: "model", name: a });
        expect(targetOf(linkToPair(a, b))).toEqual({ what: "compare", a, b });
      }),
    );
  });

  it("are nothing where they are parts of the page or cut", () => {
    expect(targetOf("#board")).toBeUndefined();
    expect(targetOf("#model=%E0%A4%A")).toBeUndefined();
    expect(targetOf("")).toBeUndefined();
  });

  it("that lead nowhere are answered with the closest name, or none", () => {
    expect(closest("kestrel-8", ["wren-3b", "kestrel-8b"])).toBe("kestrel-8b");
    expect(closest("zzz", ["wren-3b", "kestrel-8b"])).toBeUndefined();
    expect(closest("x", [])).toBeUndefined();
  });
});

describe("sentences", () => {
  const shown = (sentence: string, names: readonly string[]) =>
    html`${withLinks(sentence, names)}`.text;

  it("link the longest name, and no name inside a word", () => {
    expect(shown("wren-3b-it and wren-3b lead", ["wren-3b", "wren-3b-it"])).toBe(
      '<a href="#model=wren-3b-it">wren-3b-it</a> and <a href="#model=wren-3b">wren-3b</a> lead',
    );
    expect(shown("the theorem", ["theo"])).toBe("the theorem");
  });

  it("link items, and keep flags in one piece", () => {
    const text =
      html`${withLinks("gsm8k:412 carries m-1; try --smoothing auto", ["m-1"], ["gsm8k:412"])}`
        .text;
    expect(text).toContain('<a href="#item=gsm8k%3A412">gsm8k:412</a>');
    expect(text).toContain('<a href="#model=m-1">m-1</a>');
    expect(text).toContain('<code class="flag">--smoothing</code> auto');
  });

  it("survive names that are patterns", () => {
    expect(shown("a+(b) <c>", ["a+(b)"])).toBe('<a href="#model=a%2B(b)">a+(b)</a> &lt;c&gt;');
  });
});

describe("a mover", () => {
  it("is set beside the nearest of the models it passes", () => {
    const { models } = pageOf(pool(4, 30)).report;
    const row = (model: string, rank: number, accuracyRank: number) => ({
      ...models[0]!,
      model,
      rank,
      accuracyRank,
    });
    const rows = [row("a", 1, 3), row("b", 2, 2), row("c", 3, 1)];
    expect(rivalOf(rows, rows[0]!)?.model).toBe("b");
    expect(rivalOf(rows, rows[2]!)?.model).toBe("b");
    expect(rivalOf([row("a", 1, 1), row("b", 2, 2)], row("a", 1, 1))).toBeUndefined();
  });
});

describe("a review list", () => {
  it("reads back as it was written, hostile names too", async () => {
    const lines = [
      { verdict: "drop" as const, benchmark: "b", item: 'q"1', reason: "key" },
      { verdict: "drop" as const, benchmark: "tab\there", item: '"quoted', reason: "wording" },
      { verdict: "keep" as const, benchmark: "b", item: "q2", reason: "wording" },
    ];
    const file = folderWith({ "review.txt": reviewText(lines), "bad.txt": 'drop\t"b\tq\tkey\n' });
    expect(await readDropped(file("review.txt"))).toEqual([
      { benchmark: "b", item: 'q"1' },
      { benchmark: "tab\there", item: '"quoted' },
    ]);
    await expect(readDropped(file("bad.txt"))).rejects.toMatchObject({ code: "damaged" });
  });
});
