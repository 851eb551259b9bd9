import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as core from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import { blocksIn, pageText, root } from "./blocks.ts";
import { isSaid, literalOf } from "./said-value.ts";

const page = "docs/api.md";

describe(page, () => {
  it("says what the built declarations say (UPDATE_DOCS=1 writes it anew)", () => {
    const script = join(root, "scripts/api-page.mjs");
    const made = execFileSync(process.execPath, [script], { encoding: "utf8" });
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(join(root, page), made);
    expect(pageText(page)).toBe(made);
  });

  it("has the whole signature of every function", () => {
    const entries = pageText(page)
      .split(/^### /m)
      .slice(1)
      .filter((entry) => entry.includes("```typescript\nfunction"));
    expect(entries.length).toBeGreaterThan(100);
    const wrong = entries.filter(
      (entry) => !/^\w+\n\n(?:.+\n\n)?```typescript\nfunction [^]*?;\n(?:\n|```)/.test(entry),
    );
    expect(wrong).toEqual([]);
  });
});

/** A line of an example with a value behind it: `kendallTau([1, 2], [2, 1]); // -1` */
const valued = /^(?!const |let |import |for )(\S.*); \/\/ (.*)$/gm;
const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;

/** Values that an example gives and says; nothing for an excerpt that needs what it does not make. */
async function valuesOf(code: string): Promise<readonly (readonly [unknown, string])[]> {
  const values: [unknown, string][] = [];
  const noted = code.replaceAll(
    valued,
    (_, expression: string, said: string) =>
      `note([await (${expression}), ${JSON.stringify(said)}]);`,
  );
  const run = new AsyncFunction("note", ...Object.keys(core), noted) as (
    ...args: readonly unknown[]
  ) => Promise<void>;
  try {
    await run((value: [unknown, string]) => values.push(value), ...Object.values(core));
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
  }
  return values;
}

describe("the examples of @eip-eval/core", () => {
  const [, section] = pageText(page).split(/^## @eip-eval\/core(?:\/\w+)?$/m);
  const examples = blocksIn(section!).filter(({ language }) => language === "js");

  it("give the values that stand behind them, where they are whole", async () => {
    const values = (await Promise.all(examples.map(({ code }) => valuesOf(code)))).flat();
    const plain = values.filter(([, said]) => literalOf(said) !== undefined);
    expect(plain.length).toBeGreaterThan(25);
    expect(plain.filter(([value, said]) => !isSaid(value, said))).toEqual([]);
  });
});
