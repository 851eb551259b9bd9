import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  JsonReader,
  readJsonValues,
  type JsonReaderOptions,
  type JsonValue,
  type SkippedJson,
} from "../../src/io/json-lines.ts";

interface ReadResult {
  readonly values: unknown[];
  readonly found: JsonValue[];
  readonly skipped: SkippedJson[];
}

function read(
  text: string | Uint8Array,
  { chunk = 7, ...options }: JsonReaderOptions & { chunk?: number } = {},
): ReadResult {
  const skipped: SkippedJson[] = [];
  const reader = new JsonReader({ ...options, onSkipped: (stretch) => skipped.push(stretch) });
  const bytes = Buffer.from(text);
  const found: JsonValue[] = [];
  for (let at = 0; at < bytes.length; at += chunk) {
    found.push(...reader.push(bytes.subarray(at, at + chunk)));
  }
  found.push(...reader.end());
  return { values: found.map(({ value }) => value), found, skipped };
}

const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));
const record = fc.dictionary(fc.string(), json, { maxKeys: 6, noNullPrototype: true });
const records = fc.array(record, { maxLength: 8 });
const chunk = fc.integer({ min: 1, max: 40 });

describe("forms of a file", () => {
  it("reads any list of values written as JSON lines, cut anywhere", () => {
    const values = fc.array(
      json.filter((value) => !Array.isArray(value)),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(values, chunk, fc.constantFrom("\n", "\r\n", "\n\n"), (list, size, ending) => {
        const text = list.map((value) => JSON.stringify(value) + ending).join("");
        expect(read(text, { chunk: size })).toMatchObject({ values: list, skipped: [] });
      }),
    );
  });

  it("reads any list of values written as one array, at any indentation, cut anywhere", () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 8 }), chunk, fc.nat(4), (list, size, indent) => {
        const text = JSON.stringify(list, null, indent);
        expect(read(text, { chunk: size })).toMatchObject({ values: list, skipped: [] });
      }),
    );
  });

  it("reads any list of objects spread over lines one after another, cut anywhere", () => {
    fc.assert(
      fc.property(records, chunk, fc.integer({ min: 1, max: 4 }), (list, size, indent) => {
        const text = list.map((value) => JSON.stringify(value, null, indent)).join("\n");
        expect(read(text, { chunk: size })).toMatchObject({ values: list, skipped: [] });
      }),
    );
  });

  it("reads the elements of lists under keys one by one, with their keys", () => {
    const lists = fc.dictionary(fc.string(), fc.array(record, { maxLength: 4 }), {
      maxKeys: 4,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(lists, chunk, fc.nat(2), (dump, size, indent) => {
        const { found, skipped } = read(JSON.stringify(dump, null, indent), {
          chunk: size,
          opens: (path, kind) => path.length === 1 || (path.length === 2 && kind === "array"),
        });
        const expected = Object.entries(dump).flatMap(([key, list]) =>
          list.map((value, index) => ({ value, path: [0, key, index] })),
        );
        expect(found).toMatchObject(expected);
        expect(found).toHaveLength(expected.length);
        expect(skipped).toEqual([]);
      }),
    );
  });

  it("says on which line a value begins", () => {
    expect(read('{"a":1}\n\n{\n"a":2\n}\n{"a":3}').found.map(({ line }) => line)).toEqual([
      1, 3, 6,
    ]);
    expect(read("[\n {},\n {}\n]").found.map(({ line }) => line)).toEqual([2, 3]);
  });

  it("splits at line feeds and at no other line separator", () => {
    const list = [{ text: "a\u2028b\u2029c\u0085d" }, { text: "\v\f" }];
    expect(read(list.map((value) => JSON.stringify(value)).join("\n")).values).toEqual(list);
  });

  it("passes a byte order mark and a missing last line ending", () => {
    expect(read('\uFEFF{"a":"ä"}\r\n{"a":"世界"}', { chunk: 1 }).values).toEqual([
      { a: "ä" },
      { a: "世界" },
    ]);
  });

  it("finds nothing and nothing wrong in an empty or blank file", () => {
    expect(read("")).toMatchObject({ values: [], skipped: [] });
    expect(read(" \n\r\n\t")).toMatchObject({ values: [], skipped: [] });
    expect(read("[ ]")).toMatchObject({ values: [], skipped: [] });
  });
});

describe("tokens that JSON does not have", () => {
  type Tree = number | string | Tree[] | Map<string, Tree>;
  const words = fc.constantFrom("NaN", "Infinity", "-Infinity", "a NaN b", '"NaN": -Infinity, \\');
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -1.5),
      words,
      fc.array(tie("tree"), { maxLength: 4 }),
      fc.array(fc.tuple(words, tie("tree")), { maxLength: 3 }).map((list) => new Map(list)),
    ),
  }));
  const pythonText = (value: Tree): string => {
    if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
    if (typeof value !== "object") {
      return typeof value === "number" ? String(value) : JSON.stringify(value);
    }
    const members = [...value].map(
      ([key, inner]) => `${JSON.stringify(key)}: ${pythonText(inner)}`,
    );
    return `{${members.join(", ")}}`;
  };
  const plain = (value: Tree): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object") {
      return typeof value === "number" && !Number.isFinite(value) ? null : value;
    }
    return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
  };
  const tokens = (value: Tree): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, inner) => sum + tokens(inner), 0);
    if (typeof value !== "object") {
      return typeof value === "number" && !Number.isFinite(value) ? 1 : 0;
    }
    return [...value.values()].reduce<number>((sum, inner) => sum + tokens(inner), 0);
  };

  it("become null outside strings, are counted, and stay inside strings", () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 5 }), chunk, (list, size) => {
        const lines = list.map((value) => `{"value": ${pythonText(value)}}`);
        const { found, skipped } = read(lines.join("\n"), { chunk: size });
        expect(found.map(({ value }) => value)).toEqual(
          list.map((value) => ({ value: plain(value) })),
        );
        expect(found.map(({ nonFinite }) => nonFinite)).toEqual(list.map(tokens));
        expect(skipped).toEqual([]);
      }),
    );
  });

  it("are read at the top of a file as well", () => {
    expect(read("NaN\n-Infinity\n[NaN, 1]").values).toEqual([null, null, null, 1]);
  });
});

describe("broken records", () => {
  const lists = fc.array(
    record.map((value) => ({ id: 0, ...value })),
    { minLength: 1, maxLength: 6 },
  );
  const outsideStrings = (text: string): number[] =>
    [...text.matchAll(/"(?:[^"\\]|\\.)*"|[,:{}[\]]/g)]
      .filter(([token]) => !token.startsWith('"'))
      .map(({ index }) => index + 1);

  it("that were broken between tokens are put together again", () => {
    fc.assert(
      fc.property(lists, fc.infiniteStream(fc.nat()), chunk, (list, random, size) => {
        const lines = list.map((value) => {
          let text = JSON.stringify(value);
          for (let cut = 0; cut < 3; cut += 1) {
            const gaps = outsideStrings(text);
            const at = gaps[random.next().value % gaps.length]!;
            text = `${text.slice(0, at)}\n${text.slice(at)}`;
          }
          return text;
        });
        expect(read(lines.join("\n"), { chunk: size })).toMatchObject({
          values: list,
          skipped: [],
        });
      }),
    );
  });

  it("that break off cost nothing before or behind them, and are reported with their line", () => {
    fc.assert(
      fc.property(lists, fc.nat(), fc.nat(), chunk, (list, which, where, size) => {
        const lines = list.map((value) => JSON.stringify(value));
        const cut = which % lines.length;
        lines[cut] = lines[cut]!.slice(0, 1 + (where % (lines[cut]!.length - 1)));
        const { values, skipped } = read(`${lines.join("\n")}\n`, { chunk: size });
        expect(values).toEqual(list.toSpliced(cut, 1));
        expect(skipped).toMatchObject([{ code: "damaged", line: cut + 1 }]);
      }),
    );
  });

  it("with a raw line break inside a string are recovered, the break included", () => {
    expect(read('{"id":0,"text":"one\ntwo"}\n{"id":1}')).toMatchObject({
      values: [{ id: 0, text: "one\ntwo" }, { id: 1 }],
      skipped: [],
    });
  });

  it("broken inside an escape are one report, however many lines they take", () => {
    const text = '{"id":0,"text":"a\\\nb",\n "more":\n {"x": 1}}\n{"id":1}\n{"id":2}\n';
    expect(read(text)).toMatchObject({
      values: [{ id: 1 }, { id: 2 }],
      skipped: [{ code: "damaged", line: 1 }],
    });
  });

  it("with the next record glued behind them do not take it along", () => {
    expect(read('{"id":0,"a":1}\n{"id":1,"text":"ab{"id":2}\n{"id":3}\n')).toMatchObject({
      values: [{ id: 0, a: 1 }, { id: 2 }, { id: 3 }],
      skipped: [{ line: 2 }],
    });
  });

  it("inside an array cost nothing behind them", () => {
    expect(read('[{"id": 0}, {"id": 1, "a": oops}, {"id": 2}]')).toMatchObject({
      values: [{ id: 0 }, { id: 2 }],
      skipped: [{ line: 1 }],
    });
  });

  it("leave an array without its brackets readable", () => {
    expect(read('{"id": 0},\n{"id": 1},\n').values).toEqual([{ id: 0 }, { id: 1 }]);
    expect(read('[{"id": 0},\n{"id": 1}')).toMatchObject({
      values: [{ id: 0 }, { id: 1 }],
      skipped: [{ found: "a list that breaks off before its end" }],
    });
  });

  it("under keys end the reading, because nobody knows the key behind them", () => {
    const { values, skipped } = read('{"a": [{"id": 0}, {"id": ?}], "b": [{"id": 2}]}', {
      opens: (path, kind) => path.length === 1 || (path.length === 2 && kind === "array"),
    });
    expect(values).toEqual([{ id: 0 }]);
    expect(skipped).toMatchObject([{ found: expect.stringContaining("rest of the file") }]);
  });
});

describe("hostile input", () => {
  it("skips a value above the bound with its line, and reads on behind it", () => {
    const long = "x".repeat(500);
    const text = `{"id":0}\n{"id":1,"text":"${long}"}\n{"id":2}\n`;
    expect(read(text, { maxBytes: 100 })).toMatchObject({
      values: [{ id: 0 }, { id: 2 }],
      skipped: [{ code: "too-large", line: 2 }],
    });
    expect(
      read(`[{"id":0},{"id":1,"text":["${long}"]},{"id":2}]`, { maxBytes: 100 }),
    ).toMatchObject({
      values: [{ id: 0 }, { id: 2 }],
      skipped: [{ code: "too-large", line: 1 }],
    });
  });

  it("skips what nests too deep, on one line or over many, and reads on", () => {
    for (const gap of ["", "\n"]) {
      const deep = `{"a":${gap}${`[${gap}`.repeat(600)}${"]".repeat(600)}}`;
      const { values, skipped } = read(`{"a":0}\n${deep}\n{"a":1}\n`, { chunk: 100 });
      expect(values).toEqual([{ a: 0 }, { a: 1 }]);
      expect(skipped).toMatchObject([{ line: 2, found: "nested deeper than 512 levels" }]);
    }
  });

  it("survives any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), chunk, (bytes, size) => {
        expect(() => read(bytes, { chunk: size })).not.toThrow();
      }),
    );
  });

  it("keeps __proto__ an ordinary key", () => {
    const [value] = read('{"__proto__": {"polluted": true}}').values;
    expect(Object.hasOwn(value as object, "__proto__")).toBe(true);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("ends in good time on lines that each seem to begin a record", () => {
    const { skipped } = read('{"a":[\n'.repeat(20_000), { chunk: 2 ** 16 });
    expect(skipped).toHaveLength(1);
  });

  it("holds at most three times the bound of a line of 200 MB", () => {
    const maxBytes = 2 ** 24;
    const piece = Buffer.alloc(2 ** 20, "x");
    const skipped: SkippedJson[] = [];
    const reader = new JsonReader({ maxBytes, onSkipped: (stretch) => skipped.push(stretch) });
    const before = process.memoryUsage.rss();
    let peak = before;
    const values = [...reader.push(Buffer.from('{"id":0}\n{"text":"'))];
    for (let megabytes = 0; megabytes < 200; megabytes += 1) {
      values.push(...reader.push(piece));
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    values.push(...reader.push(Buffer.from('"}\n{"id":1}\n')), ...reader.end());
    expect(values.map(({ value }) => value)).toEqual([{ id: 0 }, { id: 1 }]);
    expect(skipped).toMatchObject([{ code: "too-large", line: 2 }]);
    expect(peak - before).toBeLessThan(3 * maxBytes + 2 ** 24);
  });
});

describe("files", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "eip-json-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function collect(path: string): Promise<unknown[]> {
    const values: unknown[] = [];
    for await (const { value } of readJsonValues(path)) values.push(value);
    return values;
  }

  it("are read by content, whatever their names say, also gzipped", async () => {
    const path = join(folder, "log.txt");
    await writeFile(path, gzipSync('{"a": 1}\n{"a": NaN}\n'));
    expect(await collect(path)).toEqual([{ a: 1 }, { a: null }]);
  });

  it("with damage throw the first problem unless somebody listens", async () => {
    const path = join(folder, "cut.jsonl");
    await writeFile(path, '{"a": 1}\n{"a": ');
    await expect(collect(path)).rejects.toThrow(/cut\.jsonl:2: a value that breaks off/);
    const problems: unknown[] = [];
    for await (const _ of readJsonValues(path, { onProblem: (one) => problems.push(one) }));
    expect(problems).toMatchObject([{ severity: "skipped", code: "damaged", path, line: 2 }]);
  });
});
