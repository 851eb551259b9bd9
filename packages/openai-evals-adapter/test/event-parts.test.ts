import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { RUN, spec } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();

const prompt = fc.oneof(
  fc.constantFrom("2+2?", "", "a\nb"),
  fc.array(
    fc.record({ role: fc.constantFrom("system", "user"), content: fc.constantFrom("a", "b") }),
    { maxLength: 3 },
  ),
);
const outcome = fc.record({
  correct: fc.boolean(),
  expected: fc.string(),
  sampled: fc.string({ maxLength: 100 }),
});
const call = fc.record({
  prompt,
  sampled: fc.array(fc.string()),
  model: fc.constantFrom("m-1", "m-2"),
});
const odd = fc.constantFrom(null, [], "text", 3, { score: 1 });
const eventOf = (types: readonly string[], data: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.record({
    run_id: fc.constantFrom(RUN, RUN, RUN, RUN, "other", null),
    event_id: fc.oneof({ weight: 9, arbitrary: fc.nat(20) }, fc.constant(null)),
    sample_id: fc.constantFrom("coins.dev.1", "coins.dev.2", "coins.dev.3", "coins.dev.4"),
    type: fc.constantFrom(...types),
    data,
    created_by: fc.constant(""),
    created_at: fc.constant("2024-01-05 09:30:01.000000+00:00"),
  });
const line = fc.oneof(
  { weight: 20, arbitrary: eventOf(["match"], outcome) },
  { weight: 40, arbitrary: eventOf(["sampling"], call) },
  { weight: 5, arbitrary: eventOf(["raw_sample"], fc.record({ input: prompt })) },
  { weight: 4, arbitrary: eventOf(["error", "own", "final_report", "sampling"], odd) },
  { weight: 1, arbitrary: fc.record({ sample_id: odd, type: odd, data: odd, run_id: odd }) },
  { weight: 1, arbitrary: fc.constantFrom(spec(), spec({ seed: 2 })) },
  { weight: 1, arbitrary: fc.constant({ final_report: { accuracy: 0.5 }, run_id: RUN }) },
);

/** Only files of 64 KiB and more are read by compiled loops. */
const room = fc.constantFrom("", "\n".repeat(2 ** 16));

it("gives what a strict reading gives, in whatever order the events of a log come", async () => {
  const path = join(folder.path, "log.jsonl");
  let outcomes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 5, maxLength: 30 }), room, async (lines, gap) => {
      const log = [spec(), ...lines].map((one) => `${JSON.stringify(one)}\n`);
      await writeFile(path, gap + log.join(""));
      const usual = await readAll([path]);
      expect(usual).toEqual(await readAll([path], { strict: true }));
      outcomes += usual.outcomes.length;
    }),
    { seed: 20261130, numRuns: 300 },
  );
  expect(outcomes).toBeGreaterThan(300);
});
