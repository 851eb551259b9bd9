import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSealed, sealedText, writeSealed } from "../../src/io/bank-file.ts";
import { rejection } from "./rejection.ts";
import { temporaryFile, temporaryFolder } from "./temporary-folder.ts";

describe("a sealed file", () => {
  it("gives back what was written, whatever the names in it", async () => {
    const path = join(temporaryFolder(), "bank.jsonl");
    const object = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue(), {
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(object, { minLength: 1, maxLength: 5 }), async (records) => {
        const sha256 = await writeSealed(path, records);
        const back = await readSealed(path);
        expect(JSON.stringify(back.records)).toBe(JSON.stringify(records));
        expect(back.sha256).toBe(sha256);
      }),
      { numRuns: 40 },
    );
    const hostile = JSON.parse('{"__proto__": 1, "constructor": "\\u2028"}') as object;
    await writeSealed(path, [hostile]);
    expect(JSON.stringify((await readSealed(path)).records)).toBe(JSON.stringify([hostile]));
  });

  it("ends with the SHA-256 of every byte before its last line", () => {
    const lines = sealedText([{ a: "é" }, { b: 2 }]).split("\n");
    const body = `${lines.slice(0, 2).join("\n")}\n`;
    expect(lines[2]).toBe(`{"sha256":"${createHash("sha256").update(body).digest("hex")}"}`);
    expect(lines.slice(3)).toEqual([""]);
  });

  it("is the same bytes for the same records", () => {
    expect(sealedText([{ a: 1 }])).toBe(sealedText([{ a: 1 }]));
  });

  it("is refused when a single character was changed", async () => {
    const path = join(temporaryFolder(), "bank.jsonl");
    await writeSealed(path, [{ weight: 0.25 }]);
    writeFileSync(path, readFileSync(path, "utf8").replace("0.25", "0.26"));
    const error = await rejection(readSealed(path));
    expect(error.code).toBe("damaged");
    expect(error.message).toContain("SHA-256");
  });

  it.each([
    ["an empty file", ""],
    ["a cut file", sealedText([{ a: 1 }, { b: 2 }]).slice(0, -5)],
    ["a file that goes on behind its seal", `${sealedText([{ a: 1 }])}{"b":2}\n`],
    ["another file", '{"model":"m","scores":[1,0]}\n'],
  ])("is refused as %s", async (_, text) => {
    const error = await rejection(readSealed(temporaryFile("bank.jsonl", text)));
    expect(error.code).toBe("damaged");
  });

  it("is refused when what was sealed is not JSON lines", async () => {
    const body = "not json\n";
    const sha256 = createHash("sha256").update(body).digest("hex");
    const path = temporaryFile("bank.jsonl", `${body}{"sha256":"${sha256}"}\n`);
    expect((await rejection(readSealed(path))).code).toBe("damaged");
  });

  it("is an error in one sentence when it is absent or a folder", async () => {
    const folder = temporaryFolder();
    expect((await rejection(readSealed(join(folder, "no.jsonl")))).code).toBe("not-found");
    expect((await rejection(readSealed(folder))).code).toBe("unreadable");
  });
});
