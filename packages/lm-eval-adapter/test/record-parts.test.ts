import { JsonReader } from "@eip-eval/core/io";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleRecord, type SampleRecord } from "../src/record.ts";
import { partsOfSamples } from "../src/record-parts.ts";

/** The records of a log, and how many of them were read whole. */
function recordsIn(
  log: string,
  {
    isStrict,
    carry = [],
    compiled = false,
  }: { isStrict: boolean; carry?: readonly string[]; compiled?: boolean },
): { records: (SampleRecord | undefined)[]; whole: number } {
  const reader = new JsonReader(isStrict ? {} : { partsOf: partsOfSamples(carry) });
  const bytes = Buffer.from(log);
  // Buffers for a large file are those that compiled loops look through.
  const piece = (compiled && reader.buffers(2 ** 20)?.[0]?.subarray(0, bytes.length)) || bytes;
  if (piece !== bytes) bytes.copy(piece);
  const values = [...reader.push(piece), ...reader.end()].map(({ value }) => value);
  return {
    records: values.map((value) => sampleRecord(value, carry)),
    whole: values.filter((value) => Object.hasOwn(value as object, "arguments")).length,
  };
}

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("[invalid]", "", "\n[invalid]", 'say "x"', "é", "a\\"),
);
const answers = fc.oneof(text, fc.array(text), fc.array(fc.array(text)));
const hash = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{64}$/),
  fc.constantFrom("", "x"),
  fc.constant(null),
);
const id = fc.oneof(fc.nat(), text);
const doc = fc.oneof(
  text,
  fc.record(
    { question: text, id, question_id: id, key: id, more: fc.record({ id }) },
    { requiredKeys: [] },
  ),
);
const grade = fc.oneof(fc.constantFrom(0, 1, true, null, -1, "0.5"), fc.double({ noNaN: true }));
const members = {
  doc_id: id,
  doc,
  target: answers,
  arguments: fc.dictionary(text, answers, { noNullPrototype: true }),
  resps: answers,
  filtered_resps: answers,
  filter: text,
  metrics: fc.oneof(fc.constantFrom(["acc"], ["acc", "4096"], null), fc.array(text)),
  doc_hash: hash,
  prompt_hash: hash,
  target_hash: hash,
  prompt_0: text,
  prompt_1: text,
  scores_per_repeat: fc.record({ acc: fc.array(grade) }),
  acc: grade,
  "4096": grade,
  energy_joules: grade,
};
const log = fc
  .shuffledSubarray(Object.keys(members) as (keyof typeof members)[], { minLength: 2 })
  .chain((keys) =>
    fc.array(fc.tuple(...keys.map((key) => members[key].map((value) => [key, value] as const)))),
  )
  .map((records) =>
    records
      .map((record) => {
        const written = record.map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
        return `{${written.join(", ")}}\n`;
      })
      .join(""),
  );

describe("parts of per-sample records", () => {
  it("say the same as whole records of any version", () => {
    const carried = fc.constantFrom([], ["question"], ["doc_id", "more"], ["__proto__"]);
    fc.assert(
      fc.property(log, carried, (lines, carry) => {
        const { records } = recordsIn(lines, { isStrict: true, carry });
        for (const compiled of [true, false]) {
          expect(recordsIn(lines, { isStrict: false, carry, compiled }).records).toEqual(records);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("are all that is read of a usual log, but for its first line", () => {
    const lines = Array.from(
      { length: 5 },
      (_, at) =>
        `{"doc_id": ${at}, "doc": {"question": "?"}, "target": "1", "arguments": {}, "resps": [["\\n"]], "filtered_resps": ["\\n"], "filter": "none", "metrics": ["acc"], "doc_hash": "h${at}", "prompt_hash": "p", "target_hash": "t", "acc": 1.0}\n`,
    );
    for (const compiled of [true, false]) {
      const { records, whole } = recordsIn(lines.join(""), { isStrict: false, compiled });
      expect(whole).toBe(1);
      expect(records).toHaveLength(5);
    }
  });

  it("do not do where a record has lost its hash, which its document then stands for", () => {
    const line = (given: string): string =>
      `{"doc_id": 0, "doc": {"question": "?"}, "arguments": {}, "doc_hash": ${given}, "acc": 1}\n`;
    for (const compiled of [true, false]) {
      const { records } = recordsIn(line('"h"') + line("null"), { isStrict: false, compiled });
      expect(records.map((record) => record?.hashKind)).toEqual(["harness", "doc"]);
    }
  });
});
