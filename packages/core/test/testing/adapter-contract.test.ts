import { describe, expect, it } from "vitest";
import type { Adapter, Outcome, ReadOptions, ReadSummary } from "../../src/outcomes/adapter.ts";
import { adapterContract } from "../../src/testing/adapter-contract.ts";

/** Two logs of two models on two benchmarks, in memory. */
const logs: Readonly<Record<string, readonly Outcome[]>> = {
  "a.jsonl": [
    { model: "a", benchmark: "sums", item: "1", score: 1 },
    { model: "a", benchmark: "sums", item: "2", score: null },
    { model: "a", benchmark: "code", item: "1", score: 0.5, trial: 0 },
    { model: "a", benchmark: "code", item: "1", score: 1, trial: 1 },
  ],
  "b.jsonl": [
    { model: "b", benchmark: "sums", item: "1", score: 0 },
    { model: "b", benchmark: "sums", item: "2", score: 1 },
  ],
};
const paths = Object.keys(logs);

function summaryOf(outcomes: readonly Outcome[], files: number): ReadSummary {
  const names = [...new Set(outcomes.map(({ benchmark }) => benchmark))];
  return {
    adapter: "memory",
    filesFound: files,
    filesRead: files,
    runs: [],
    benchmarks: names.map((benchmark) => ({
      benchmark,
      metric: "acc",
      filter: "none",
      models: 2,
      items: 2,
      alternatives: [],
      means: [],
    })),
    ignored: [],
    notices: [],
  };
}

/** Reads the logs as a good adapter does. */
async function* readWell(
  wanted: readonly string[],
  { wants = () => true, text = false, signal, onSummary }: ReadOptions = {},
): AsyncGenerator<Outcome> {
  const outcomes: Outcome[] = [];
  for (const path of wanted.toSorted()) {
    signal?.throwIfAborted();
    for (const outcome of logs[path]!) {
      if (!wants(outcome.benchmark)) continue;
      const shown = text ? { ...outcome, text: "1 + 1?", key: "2", answer: "3" } : outcome;
      outcomes.push(shown);
      yield shown;
    }
  }
  onSummary?.(summaryOf(outcomes, wanted.length));
}

const good: Adapter = { contract: 1, name: "memory", read: readWell };

/** Changes each outcome on its way out. */
function mapped(change: (outcome: Outcome, options: ReadOptions) => Outcome): Adapter {
  return {
    ...good,
    async *read(wanted, options = {}) {
      for await (const outcome of readWell(wanted, options)) yield change(outcome, options);
    },
  };
}

async function broken(adapter: Adapter): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (const { title, run } of adapterContract(adapter, paths)) {
    try {
      await run();
    } catch {
      failed.add(title);
    }
  }
  return failed;
}

let reads = 0;

const mutants: readonly (readonly [breaks: string, how: string, adapter: Adapter])[] = [
  [
    "it speaks this version of the contract",
    "speaks version 2",
    { ...good, contract: 2 as unknown as 1 },
  ],
  ["it speaks this version of the contract", "has no name", { ...good, name: "" }],
  [
    "every outcome names its model, benchmark and item",
    "has a nameless model",
    mapped((outcome) => ({ ...outcome, model: "" })),
  ],
  [
    "every outcome names its model, benchmark and item",
    "has numbers for item ids",
    mapped((outcome) => ({ ...outcome, item: Number(outcome.item) as unknown as string })),
  ],
  [
    "every outcome names its model, benchmark and item",
    "finds nothing",
    { ...good, async *read() {} },
  ],
  [
    "a score is null or a number from 0 to 1",
    "gives percentages",
    mapped((outcome) => ({
      ...outcome,
      score: outcome.score === null ? null : outcome.score * 100,
    })),
  ],
  [
    "a score is null or a number from 0 to 1",
    "gives NaN for an answer without a grade",
    mapped((outcome) => ({ ...outcome, score: outcome.score ?? Number.NaN })),
  ],
  [
    "a trial is a whole number from 0",
    "numbers trials by halves",
    mapped((outcome) => ({ ...outcome, trial: (outcome.trial ?? 0) / 2 })),
  ],
  [
    "no cell is given twice",
    "reads every file twice",
    {
      ...good,
      async *read(wanted, options) {
        yield* readWell(wanted, options);
        yield* readWell(wanted, options);
      },
    },
  ],
  [
    "an item id carries no benchmark in front",
    "puts the benchmark before the id",
    mapped((outcome) => ({ ...outcome, item: `${outcome.benchmark}:${outcome.item}` })),
  ],
  [
    "reading twice gives the same",
    "numbers items as it meets them, over all reads",
    mapped((outcome) => {
      reads += 1;
      return { ...outcome, item: String(reads) };
    }),
  ],
  [
    "the order of the paths changes nothing",
    "names items by their position in the log",
    {
      ...good,
      async *read(wanted, options) {
        let position = 0;
        for (const path of wanted) {
          for await (const outcome of readWell([path], options)) {
            position += 1;
            yield { ...outcome, item: String(position) };
          }
        }
      },
    },
  ],
  [
    "texts are read only when they are asked for",
    "always gives the answer",
    mapped((outcome) => ({ ...outcome, answer: "3" })),
  ],
  [
    "asking for texts changes no score",
    "grades differently when it has the text",
    mapped((outcome, { text }) => (text ? { ...outcome, score: 0 } : outcome)),
  ],
  [
    "the summary comes once and counts what was read",
    "gives no summary",
    { ...good, read: (wanted, options) => readWell(wanted, { ...options, onSummary: undefined }) },
  ],
  [
    "the summary comes once and counts what was read",
    "gives a summary per file",
    {
      ...good,
      async *read(wanted, options) {
        for (const path of wanted) yield* readWell([path], options);
      },
    },
  ],
  [
    "the summary comes once and counts what was read",
    "leaves a benchmark out of it",
    {
      ...good,
      read: (wanted, options) =>
        readWell(wanted, {
          ...options,
          onSummary: (summary) => options?.onSummary?.({ ...summary, benchmarks: [] }),
        }),
    },
  ],
  [
    "the summary comes once and counts what was read",
    "reads more files than it found",
    {
      ...good,
      read: (wanted, options) =>
        readWell(wanted, {
          ...options,
          onSummary: (summary) => options?.onSummary?.({ ...summary, filesFound: 0 }),
        }),
    },
  ],
  [
    "a strict read gives the same",
    "leaves something out where it looks closer",
    {
      ...good,
      async *read(wanted, options) {
        let left = options?.strict ? 1 : 0;
        for await (const outcome of readWell(wanted, options)) {
          left -= 1;
          if (left < 0) yield outcome;
        }
      },
    },
  ],
  [
    "an unwanted benchmark is not read",
    "reads everything",
    { ...good, read: (wanted, options) => readWell(wanted, { ...options, wants: undefined }) },
  ],
  [
    "an aborted read ends",
    "does not look at the signal",
    { ...good, read: (wanted, options) => readWell(wanted, { ...options, signal: undefined }) },
  ],
];

describe("the contract of adapters", () => {
  it("is kept by an adapter that does as it says", async () => {
    expect(await broken(good)).toEqual(new Set());
  });

  it.each(mutants)("catches in `%s` an adapter that %s", async (clause, _, adapter) => {
    expect(await broken(adapter)).toContain(clause);
  });

  it("catches an adapter that fails when its reader stops early", async () => {
    const clinging: Adapter = {
      ...good,
      read: (wanted, options) => {
        const outcomes = readWell(wanted, options);
        return {
          [Symbol.asyncIterator]: () => ({
            next: () => outcomes.next(),
            return: () => Promise.reject(new Error("the file is still open")),
          }),
        };
      },
    };
    expect(await broken(clinging)).toContain("a reader may stop early");
  });

  it("has no clause that nothing can break", () => {
    const titles = adapterContract(good, paths).map(({ title }) => title);
    expect(new Set([...mutants.map(([clause]) => clause), "a reader may stop early"])).toEqual(
      new Set(titles),
    );
  });
});
