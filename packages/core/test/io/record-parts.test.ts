import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonReader, type JsonReaderOptions } from "../../src/io/json-lines.ts";
import type { MemberPart, PartsOf } from "../../src/io/record-parts.ts";
import { isObject, type JsonObject } from "../../src/outcomes/json-value.ts";

const PARTS: ReadonlyMap<string, MemberPart> = new Map<string, MemberPart>([
  ["doc", { members: ["key", "id", "ä"] }],
  ["target", "kind"],
  ["arguments", "nothing"],
  ["resps", "nothing"],
  ["filtered", { firstText: "[invalid]" }],
  ["hash", "nothing"],
  ["data", { wholeIf: ({ type }) => type === "match" }],
]);
const partsOf: PartsOf = () => ({ members: PARTS });

interface Found {
  readonly value: unknown;
  readonly line: number;
  readonly path: unknown;
  readonly brokenOver: number;
}

/** By compiled loops, which look at every byte, and by TypeScript, which is there in their place. */
const WAYS = [
  { name: "compiled loops", compiled: true },
  { name: "TypeScript", compiled: false },
];

interface Way extends JsonReaderOptions {
  readonly chunk?: number;
  readonly compiled?: boolean;
}

/** Everything that is found, values cut down to what is wanted, and everything that is left out. */
function read(
  text: string | Buffer,
  { chunk = 2 ** 20, compiled = false, ...options }: Way = {},
): { found: Found[]; skipped: unknown[]; whole: number } {
  const skipped: unknown[] = [];
  const reader = new JsonReader({ ...options, onSkipped: (stretch) => skipped.push(stretch) });
  const bytes = Buffer.from(text);
  const buffers = compiled ? reader.buffers(2 ** 20) : undefined;
  const found: Found[] = [];
  let whole = 0;
  const take = (values: Iterable<Found>): void => {
    for (const { value, line, path, brokenOver } of values) {
      if (isObject(value) && Object.hasOwn(value, "arguments")) whole += 1;
      found.push({ value: wantedOf(value), line, path, brokenOver });
    }
  };
  for (let at = 0; at < bytes.length; at += chunk) {
    // As a file is read: the same memory again and again.
    const cut = bytes.subarray(at, at + chunk);
    const piece = buffers?.[(at / chunk) % 2]!.subarray(0, cut.length) ?? Buffer.alloc(cut.length);
    cut.copy(piece);
    take(reader.push(piece));
    piece.fill("x");
  }
  take(reader.end());
  return { found, skipped, whole };
}

function wantedOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  const wanted = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    const part = PARTS.get(key);
    if (part === "nothing") return [];
    return [[key, part === undefined ? inner : partOf(inner, { part, record: value })]];
  });
  return Object.fromEntries(wanted);
}

function partOf(
  value: unknown,
  { part, record }: { part: MemberPart; record: JsonObject },
): unknown {
  if (typeof part === "object" && "wholeIf" in part && part.wholeIf(record)) return value;
  if (typeof part === "object" && "firstText" in part && firstOf(value) === part.firstText)
    return part.firstText;
  if (typeof part === "object" && "members" in part && isObject(value)) {
    return Object.fromEntries(Object.entries(value).filter(([key]) => part.members.includes(key)));
  }
  if (Array.isArray(value)) return [];
  if (isObject(value)) return {};
  return typeof value === "string" ? "" : typeof value === "number" ? 0 : value;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : value;
}

const pieces = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ": ",
  "_id",
  "é",
  "😀",
  "\n",
  "\u2028",
  "x y",
  "0",
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((list) => list.join("")),
  fc.constantFrom("[invalid]", "\n[invalid]", "id", "doc", "match", '{"id"', "a".repeat(64)),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    fc.oneof(fc.constantFrom(0, 1, 0.5, -1, 1e21, null, true, false), fc.double({ noNaN: true })),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom("key", "id", "ä", "x")), tie("json"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

/** Keys of the records of a file, the value of each in each of them, and how they are written. */
const files = fc
  .record({
    keys: fc.shuffledSubarray([...PARTS.keys(), "id", "type", "acc", "metrics", "4096"], {
      minLength: 1,
    }),
    gap: fc.constantFrom("", " ", "\t"),
    ascii: fc.boolean(),
    ending: fc.constantFrom("\n", "\r\n", " \n"),
  })
  .chain(({ keys, ...style }) =>
    fc.record({
      keys: fc.constant(keys),
      style: fc.constant(style),
      records: fc.array(
        fc.record({
          values: fc.tuple(...keys.map((key) => (key === "type" ? text : json))),
          number: fc.constantFrom(
            "",
            "",
            "",
            "1.0",
            "0.0",
            "-0",
            "1e5",
            "01",
            "1.",
            "NaN",
            "-Infinity",
          ),
          odd: fc.constantFrom("", "", "", "", "again", "more", "other order", "escaped key"),
        }),
        { minLength: 2, maxLength: 6 },
      ),
    }),
  );
type File = typeof files extends fc.Arbitrary<infer T> ? T : never;

function linesOf({ keys, style: { gap, ascii }, records }: File): string[] {
  const written = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(written).join(`,${gap}`)}]`;
    if (isObject(value)) {
      const members = Object.entries(value).map(
        ([key, inner]) => `${JSON.stringify(key)}:${gap}${written(inner)}`,
      );
      return `{${members.join(`,${gap}`)}}`;
    }
    return JSON.stringify(value);
  };
  return records.map(({ values, number, odd }) => {
    const members = keys.map((key, at) => {
      const value = key === "acc" && number !== "" ? number : written(values[at]);
      return `"${key}":${gap}${value}`;
    });
    if (odd === "again") members.push(members[0]!);
    if (odd === "more") members.splice(1, 0, `"more":${gap}1`);
    if (odd === "other order") members.reverse();
    if (odd === "escaped key") members[0] = members[0]!.replace('"', String.raw`"\u0061`);
    const line = `{${members.join(`,${gap}`)}}`;
    return ascii
      ? line.replaceAll(
          /[^\n -~]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
        )
      : line;
  });
}

const chunk = fc.integer({ min: 1, max: 400 });

describe.each(WAYS)("records of which only parts are wanted, by $name", ({ compiled }) => {
  it("give what all of them gives, cut down to these parts, however they are cut", () => {
    fc.assert(
      fc.property(files, chunk, (file, size) => {
        const log = linesOf(file).join(file.style.ending);
        const { found, skipped } = read(log);
        const parts = read(log, { chunk: size, partsOf, compiled });
        expect(parts).toMatchObject({ found, skipped });
      }),
      { numRuns: 2000 },
    );
  });

  /** A log in pieces, eleven for each record: what is read, and in between what is passed over. */
  const PIECES = 11;
  const logs = fc
    .array(
      fc.record({
        id: json,
        key: json,
        other: json,
        target: json,
        arguments: json,
        resps: json,
        filtered: json,
        type: text,
        hash: json,
        acc: fc.constantFrom("1.0", "0", "null", "[1, 0]"),
      }),
      { minLength: 2, maxLength: 4 },
    )
    .map((records) =>
      records.flatMap((record) => {
        const written = (key: keyof typeof record): string => JSON.stringify(record[key]);
        return [
          `{"id": ${written("id")}, "doc": {"key": ${written("key")}, "x": `,
          written("other"),
          '}, "target": ',
          written("target"),
          ', "arguments": ',
          `${written("arguments")}, "resps": ${written("resps")}`,
          ', "filtered": ',
          written("filtered"),
          `, "type": ${written("type")}, "hash": `,
          written("hash"),
          `, "acc": ${record.acc}}\n`,
        ];
      }),
    );
  const change = fc.record({
    piece: fc.nat(),
    at: fc.nat(),
    cut: fc.nat(4),
    put: fc.oneof(
      fc.constantFrom("", "", '"', "\\", "{", "}", "\n", "\0", "\v", '{"id": 0', "}{", "]"),
      fc.string({ maxLength: 3 }),
    ),
  });
  type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

  /** Changes a piece, but not at its edges. */
  function changed(piece: string, { at, cut, put }: Change): string {
    const from = 1 + (at % Math.max(1, piece.length - 1));
    return piece.slice(0, from) + put + piece.slice(Math.min(from + cut, piece.length - 1));
  }

  it("give the same where bytes outside of unwanted values were changed, lost or added", () => {
    fc.assert(
      fc.property(logs, change, chunk, (log, one, size) => {
        const piece = PIECES * (one.piece % (log.length / PIECES)) + 2 * (one.at % 6);
        const bytes = log.with(piece, changed(log[piece]!, one)).join("");
        const { found, skipped } = read(bytes);
        expect(read(bytes, { chunk: size, partsOf, compiled })).toMatchObject({ found, skipped });
      }),
      { numRuns: 5000 },
    );
  });

  it("give the same on all other lines where an unwanted value is damaged", () => {
    fc.assert(
      fc.property(logs, change, (log, one) => {
        fc.pre(!one.put.includes("\n") && !one.put.includes("{"));
        const record = one.piece % (log.length / PIECES);
        const piece = PIECES * record + 1 + 2 * (one.at % 5);
        const bytes = log.with(piece, changed(log[piece]!, one)).join("");
        const others = ({ found }: { found: Found[] }): unknown[] =>
          found.filter(({ line }) => line !== record + 1).map(({ value, line }) => [line, value]);
        expect(others(read(bytes, { partsOf, compiled }))).toEqual(others(read(bytes)));
      }),
      { numRuns: 2000 },
    );
  });

  it("are not parsed once a record like them was", () => {
    const lines = Array.from(
      { length: 9 },
      (_, id) => `{"id": ${id}, "arguments": ["{\\"id\\""], "acc": 1.0}\n`,
    );
    expect(read(lines.join(""), { partsOf, compiled }).whole).toBe(1);
  });

  it("are parsed where another record begins inside, and where nothing is known of their layout", () => {
    const good = '{"id": 0, "arguments": [], "acc": 1.0}\n';
    const glued = '{"id": 1, "arguments": ["ab{"id": 2, "arguments": [], "acc": 0.0}\n';
    expect(read(good + glued + good, { partsOf, compiled })).toMatchObject({
      found: [{ value: { id: 0 } }, { value: { id: 2, acc: 0 } }, { value: { id: 0 } }],
      skipped: [{ line: 2 }],
    });
    const nested = good.replace("[]", '[{"id": 7}]');
    // It is well formed, as both ways see.
    expect(read(good + nested, { partsOf, compiled }).whole).toBe(1);
  });

  it("are not noticed to be damaged in the midst of what is not read", () => {
    const good = '{"id": 0, "arguments": ["a"], "acc": 1.0}\n';
    const garbled = good.replace('"a"', "?");
    expect(read(good + garbled, { partsOf, compiled }).skipped).toEqual([]);
    expect(read(good + garbled).skipped).toHaveLength(1);
  });

  it("are refused where a wanted value nests too deep", () => {
    const deep = `{"id": ${"[".repeat(600)}${"]".repeat(600)}, "arguments": [], "acc": 1.0}\n`;
    const log = '{"id": [], "arguments": [], "acc": 1.0}\n' + deep;
    expect(read(log, { partsOf, compiled }).skipped).toEqual(read(log).skipped);
  });
});

describe("what nobody wants, seen by compiled loops", () => {
  const good = '{"id": 0, "arguments": ["a"], "acc": 1.0}\n';

  it("is followed over backslashes, quotes and line breaks wherever they stand", () => {
    for (let before = 0; before <= 130; before += 1) {
      for (const end of [1, 2, 3, 4, 63, 64, 65].map((count) => "\\".repeat(count))) {
        const filled = "a".repeat(before) + end;
        // The text ends at the quote behind them, or goes on.
        const unwanted = [`["${filled}"]`, `"${filled}" "`, `["${filled}\n"]`];
        const lines = unwanted.map((value) => good.replace('["a"]', value));
        for (const line of lines) {
          const log = good + line + good;
          const { found, skipped } = read(log);
          expect(read(log, { partsOf, compiled: true })).toMatchObject({ found, skipped });
        }
      }
    }
  });

  it.each(['["a]', '["a"', '"a"]', '["a"]]', '[["a"]', '["a", {"b": 1]', '["a\\"]'])(
    "is noticed to lack a quote or a bracket: %s",
    (unwanted) => {
      const log = good + good.replace('["a"]', unwanted) + good;
      const { found, skipped } = read(log);
      expect(skipped).toHaveLength(1);
      expect(read(log, { partsOf, compiled: true })).toMatchObject({ found, skipped });
    },
  );

  it("is refused where it nests too deep, and found where it does not", () => {
    for (const depth of [509, 510, 511, 512]) {
      const deep = good.replace('["a"]', "[".repeat(depth) + "]".repeat(depth));
      const { found, skipped } = read(good + deep + good);
      expect(skipped).toHaveLength(depth > 511 ? 1 : 0);
      expect(read(good + deep + good, { partsOf, compiled: true })).toMatchObject({
        found,
        skipped,
      });
    }
  });

  it("is noticed to come from two records, unless quotes pair up and brackets match in what they make", () => {
    const long = good.replace('["a"]', '[["a {", "b\\""], {"c": "]"}]');
    const from = long.indexOf("[[");
    const to = long.indexOf(', "acc"');
    let unnoticed = 0;
    for (let cut = from; cut <= to; cut += 1) {
      for (let next = from; next <= to; next += 1) {
        const log = good + long.slice(0, cut) + long.slice(next) + good;
        const { found, skipped } = read(log);
        const parts = read(log, { partsOf, compiled: true });
        if (isClosed(long.slice(from, cut) + long.slice(next, to)) && skipped.length > 0)
          unnoticed += 1;
        else expect(parts).toMatchObject({ found, skipped });
      }
    }
    expect(unnoticed).toBeGreaterThan(0);
  });
});

/** Whether quotes pair up and as many brackets close as open, at the end and not before. */
function isClosed(value: string): boolean {
  const brackets = value.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").replaceAll(/[^"{}[\]]/g, "");
  let depth = 0;
  return brackets.split("").every((bracket, at) => {
    depth += "{[".includes(bracket) ? 1 : -1;
    return bracket !== '"' && depth > 0 === at + 1 < brackets.length;
  });
}
