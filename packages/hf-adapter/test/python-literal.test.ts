import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPythonLiteral, type PythonValue } from "../src/python-literal.ts";

const value = (text: string): unknown => {
  const reading = readPythonLiteral(text);
  return "value" in reading ? reading.value : reading;
};

/** What Python's repr writes. */
function repr(of: PythonValue): string {
  if (of === null) return "None";
  if (typeof of === "boolean") return of ? "True" : "False";
  if (typeof of === "number") {
    if (Number.isNaN(of)) return "nan";
    if (!Number.isFinite(of)) return of > 0 ? "inf" : "-inf";
    const isWhole = Number.isInteger(of) && Math.abs(of) > 1e15 && Math.abs(of) < 1e21;
    return Object.is(of, -0) ? "-0.0" : isWhole ? `${of}.0` : String(of);
  }
  if (typeof of === "bigint") return String(of);
  if (typeof of === "string") return textRepr(of);
  if (Array.isArray(of)) return `[${of.map(repr).join(", ")}]`;
  const pairs = [...(of as ReadonlyMap<PythonValue, PythonValue>)];
  return `{${pairs.map(([key, one]) => `${repr(key)}: ${repr(one)}`).join(", ")}}`;
}

function textRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = Array.from(text, (sign) => {
    if (sign === "\\" || sign === quote) return `\\${sign}`;
    const code = sign.codePointAt(0)!;
    if (sign === "\n") return String.raw`\n`;
    if (code < 32 || code === 127) return `\\x${code.toString(16).padStart(2, "0")}`;
    if (code >= 0xd800 && code <= 0xdfff) return `\\u${code.toString(16)}`;
    return code > 0xffff && code % 2 === 0 ? `\\U${code.toString(16).padStart(8, "0")}` : sign;
  });
  return quote + escaped.join("") + quote;
}

const { tree } = fc.letrec<{ tree: PythonValue }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 70n }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("tree"), { maxLength: 4 }),
    fc.array(fc.tuple(fc.string(), tie("tree")), { maxLength: 4 }).map((pairs) => new Map(pairs)),
  ),
}));

describe("a literal of Python", () => {
  it("comes back from what repr writes", () => {
    fc.assert(
      fc.property(tree, (one) => {
        expect(value(repr(one))).toEqual(one);
      }),
      { seed: 20261130, numRuns: 500 },
    );
  });

  it.each([
    [
      "{'em': 1.0, 'qem': nan}",
      new Map([
        ["em", 1],
        ["qem", Number.NaN],
      ]),
    ],
    ["(1, 2)", [1, 2]],
    ["(1,)", [1]],
    ["()", []],
    ["(1)", 1],
    [" [ True , False , None ] ", [true, false, null]],
    [String.raw`'\x41\u00e9\U0001f600\101\'\a'`, "Aé😀A'\u0007"],
    ["-inf", -Infinity],
    ["1e-05", 1e-5],
    ["12345678901234567890", 12_345_678_901_234_567_890n],
    [
      "{'em': np.float64(1.0), 'ok': np.True_, 'n': np.int64(3), 'x': np.float64(nan)}",
      new Map<string, unknown>([
        ["em", 1],
        ["ok", true],
        ["n", 3],
        ["x", Number.NaN],
      ]),
    ],
    ["{'__proto__': 1}", new Map([["__proto__", 1]])],
  ])("%s is read", (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  it.each([
    ["{'em': array([1])}", 7, "plain data, not array(…)"],
    ["{'em': tensor(1.)}", 7, "plain data, not tensor(…)"],
    ["foo", 0, "plain data, not foo"],
    ["<object at 0x7f>", 0, "a value"],
    ["", 0, "a value"],
    ["[1, 2", 5, '"," or "]"'],
    ["{'a' 1}", 5, '":"'],
    ["{1, 2}", 2, '":"'],
    ["'abc", 4, "a closing '"],
    ["'a\nb'", 2, "a closing '"],
    [String.raw`'\q'`, 1, "an escape of Python"],
    [String.raw`'\U00110000'`, 1, "an escape of Python"],
    ["1 2", 2, "the end of the text"],
    ["1j", 1, "the end of a number"],
    ["1_000", 1, "the end of a number"],
    ["true", 0, "plain data, not true"],
    ["-True", 0, "a number behind the minus"],
    ["np.float64([1])", 15, "one value of NumPy"],
    ["b'x'", 0, "plain data, not b"],
    ["[,]", 1, "a value"],
  ])("%s is refused at %i", (text, at, expected) => {
    expect(readPythonLiteral(text)).toEqual({ at, expected });
  });

  it("is bounded in depth and length", () => {
    expect(value("[".repeat(64) + "]".repeat(64))).toBeInstanceOf(Array);
    expect(readPythonLiteral("[".repeat(65) + "]".repeat(65))).toEqual({
      at: 64,
      expected: "at most 64 levels",
    });
    expect(readPythonLiteral("[".repeat(900_000))).toMatchObject({ at: 64 });
    expect(readPythonLiteral(" ".repeat(1_000_001))).toEqual({
      at: 1_000_000,
      expected: "at most a million characters",
    });
  });

  it("in any text is a value or a refusal inside it", () => {
    const signs = fc.string({
      unit: fc.constantFrom(...Array.from("[](){}'\"\\:,. 01eEnaTrFl-xu\n")),
      maxLength: 30,
    });
    fc.assert(
      fc.property(signs, (text) => {
        const reading = readPythonLiteral(text);
        if (!("value" in reading)) expect(reading.at).toBeLessThanOrEqual(text.length);
      }),
      { seed: 20261130, numRuns: 2000 },
    );
  });
});
