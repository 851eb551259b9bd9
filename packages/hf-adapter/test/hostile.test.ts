import { join } from "node:path";
import { EipError } from "@eip-eval/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detailsRun } from "../src/details-run.ts";
import { freshFolder } from "./support/folder.ts";
import { parquetOf, sourceOf, writeBytes, writeParquet } from "./support/parquet-of.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();
const about = { model: "m", benchmark: "b", source: "x.parquet" };

const rows = Array.from({ length: 12 }, (_, at) => ({
  example: `Question ${at}`,
  hashes: { example: `h${at}` },
  metrics: { acc: at % 2, list: [true, at % 3 === 0] },
  full_prompt: "long ".repeat(20),
}));
const whole = parquetOf(rows, 5);

/** Reads bytes that may be anything: the outcome, or an error of ours. */
async function fate(bytes: ArrayBuffer): Promise<"read" | "refused"> {
  try {
    const { scores } = await detailsRun(sourceOf(bytes), { about, options: { onProblem() {} } });
    for (const score of scores.flat()) {
      expect(score === null || score === undefined || (score >= 0 && score <= 1)).toBe(true);
    }
    return "read";
  } catch (error) {
    expect(EipError.isInstance(error) ? undefined : error).toBeUndefined();
    return "refused";
  }
}

describe("hostile Parquet", () => {
  it("with bytes changed anywhere ends in scores or a known error", async () => {
    const change = fc.tuple(fc.nat(whole.byteLength - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = new Uint8Array(whole.slice(0));
        for (const [at, byte] of changes) bytes[at] = byte;
        await fate(bytes.buffer);
      }),
      { seed: 20261130, numRuns: 1500 },
    );
  });

  it("with a footer of noise ends in a known error", async () => {
    const noise = fc.uint8Array({ minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(noise, async (footer) => {
        const bytes = Buffer.concat([
          Buffer.from("PAR1"),
          footer,
          Buffer.alloc(4),
          Buffer.from("PAR1"),
        ]);
        bytes.writeUInt32LE(footer.length, bytes.length - 8);
        expect(await fate(new Uint8Array(bytes).buffer)).toBe("refused");
      }),
      { seed: 20261130, numRuns: 1000 },
    );
  });

  it("cut anywhere is refused", async () => {
    for (let end = 0; end < whole.byteLength; end += 7) {
      expect(await fate(whole.slice(0, end))).toBe("refused");
    }
    expect(await fate(whole)).toBe("read");
  });
});

describe("hostile names", () => {
  const stamp = "2025-10-14T15-33-27.662108";

  it("are ordinary tasks, metrics and models", async () => {
    for (const name of ["constructor", "toString", "hasOwnProperty", "valueOf"]) {
      const path = join(
        folder.path,
        `details_${name}__${name}`,
        stamp,
        `details_${name}|0_${stamp}.parquet`,
      );
      await writeParquet(path, [
        { doc: { query: "q", id: "" }, metric: { [name]: 1 }, model_response: { text: ["x"] } },
      ]);
      const { outcomes, error } = await readAll([path]);
      expect(error).toBeUndefined();
      expect(outcomes).toMatchObject([
        { model: `${name}/${name}`, benchmark: `${name}|0`, metric: name, score: 1 },
      ]);
    }
  });

  it("such as __proto__ are metrics, tasks and models too", async () => {
    const path = join(
      folder.path,
      "details___proto__",
      stamp,
      `details___proto__|0_${stamp}.parquet`,
    );
    await writeParquet(path, [{ example: "q", full_prompt: "p", metrics: "{'__proto__': 1.0}" }]);
    const { outcomes, error } = await readAll([path]);
    expect(error).toBeUndefined();
    expect(outcomes).toMatchObject([
      { model: "__proto__", benchmark: "__proto__|0", metric: "__proto__", score: 1 },
    ]);
    expect(({} as Record<string, unknown>)["acc"]).toBeUndefined();
  });

  it("in a results file reach no other file", async () => {
    const root = join(folder.path, "run");
    await writeParquet(join(root, stamp, `details_t|0_${stamp}.parquet`), [
      { example: "q", full_prompt: "p", metrics: { acc: 1 } },
    ]);
    await writeBytes(
      join(root, `results_${stamp}.json`),
      JSON.stringify({
        config_general: { model_name: "/../../etc/passwd" },
        results: { "t|0": { acc: 1 } },
      }),
    );
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ model }) => model)).toEqual(["passwd"]);
  });
});
