/** What every reader of logs must do; free of any test runner. */

import type { Adapter, Outcome, ReadOptions, ReadSummary } from "../outcomes/adapter.ts";
import type { ContractCase } from "./estimator-contract.ts";

/**
 * The clauses for one adapter on paths that it can read.
 *
 * @param paths Files or folders with at least two outcomes, of which none is fatal.
 */
export function adapterContract(
  adapter: Adapter,
  paths: readonly string[],
): readonly ContractCase[] {
  const clause = (title: string, run: () => Promise<void>): ContractCase => ({ title, run });
  return [
    clause("it speaks this version of the contract", async () => {
      expect(adapter.contract === 1 && adapter.name !== "", `contract ${adapter.contract}`);
    }),
    clause("every outcome names its model, benchmark and item", async () => {
      const outcomes = await read(adapter, paths);
      expect(outcomes.length > 1, `${outcomes.length} outcomes`);
      for (const { model, benchmark, item } of outcomes) {
        expect(
          [model, benchmark, item].every((name) => typeof name === "string" && name !== ""),
          JSON.stringify({ model, benchmark, item }),
        );
      }
    }),
    clause("a score is null or a number from 0 to 1", async () => {
      for (const { score } of await read(adapter, paths)) {
        expect(score === null || (score >= 0 && score <= 1), `score ${score}`);
      }
    }),
    clause("a trial is a whole number from 0", async () => {
      for (const { trial = 0 } of await read(adapter, paths)) {
        expect(Number.isInteger(trial) && trial >= 0, `trial ${trial}`);
      }
    }),
    clause("no cell is given twice", async () => {
      const cells = (await read(adapter, paths)).map(cell);
      expect(new Set(cells).size === cells.length, `${cells.length - new Set(cells).size} twice`);
    }),
    clause("an item id carries no benchmark in front", async () => {
      for (const { benchmark, item } of await read(adapter, paths)) {
        expect(!item.startsWith(`${benchmark}:`), `${benchmark}, ${item}`);
      }
    }),
    clause("reading twice gives the same", async () => {
      const [first, second] = [await read(adapter, paths), await read(adapter, paths)];
      expect(JSON.stringify(first) === JSON.stringify(second), "the outcomes differ");
    }),
    clause("the order of the paths changes nothing", async () => {
      const sorted = async (order: readonly string[]) =>
        (await read(adapter, order)).map((outcome) => JSON.stringify(outcome)).toSorted();
      const [forward, backward] = [await sorted(paths), await sorted(paths.toReversed())];
      expect(forward.join("\n") === backward.join("\n"), "the outcomes differ");
    }),
    clause("texts are read only when they are asked for", async () => {
      for (const { text, key, answer } of await read(adapter, paths)) {
        expect(text === undefined && key === undefined && answer === undefined, "a text is there");
      }
    }),
    clause("asking for texts changes no score", async () => {
      const plain = (await read(adapter, paths)).map(graded).toSorted();
      const texts = (await read(adapter, paths, { text: true })).map(graded).toSorted();
      expect(plain.join("\n") === texts.join("\n"), "the scores differ");
    }),
    clause("a strict read gives the same", async () => {
      const [usual, strict] = [
        await read(adapter, paths),
        await read(adapter, paths, { strict: true }),
      ];
      expect(JSON.stringify(usual) === JSON.stringify(strict), "the outcomes differ");
    }),
    clause("the summary comes once and counts what was read", async () => {
      const summaries: ReadSummary[] = [];
      const outcomes = await read(adapter, paths, {
        onSummary: (summary) => summaries.push(summary),
      });
      expect(summaries.length === 1, `${summaries.length} summaries`);
      const [summary] = summaries;
      const named = new Set(summary!.benchmarks.map(({ benchmark }) => benchmark));
      expect(summary!.filesRead <= summary!.filesFound, `${summary!.filesRead} files`);
      for (const { benchmark } of outcomes) {
        expect(named.has(benchmark), `${benchmark} is not in the summary`);
      }
    }),
    clause("an unwanted benchmark is not read", async () => {
      const [first] = await read(adapter, paths);
      const rest = await readOrNothing(adapter, paths, {
        wants: (benchmark) => benchmark !== first!.benchmark,
        onProblem: () => undefined,
      });
      expect(
        rest.every(({ benchmark }) => benchmark !== first!.benchmark),
        `${first!.benchmark} was read`,
      );
    }),
    clause("a reader may stop early", async () => {
      let taken = 0;
      for await (const _ of adapter.read(paths)) {
        taken += 1;
        break;
      }
      expect(taken === 1, `${taken} outcomes`);
    }),
    clause("an aborted read ends", async () => {
      const abort = new AbortController();
      abort.abort();
      let failed = false;
      try {
        await read(adapter, paths, { signal: abort.signal });
      } catch {
        failed = true;
      }
      expect(failed, "it read on");
    }),
  ];
}

async function read(
  adapter: Adapter,
  paths: readonly string[],
  options: ReadOptions = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for await (const outcome of adapter.read(paths, options)) outcomes.push(outcome);
  return outcomes;
}

/** With every benchmark unwanted a reader may say that nothing is there. */
async function readOrNothing(
  adapter: Adapter,
  paths: readonly string[],
  options: ReadOptions,
): Promise<Outcome[]> {
  try {
    return await read(adapter, paths, options);
  } catch {
    return [];
  }
}

function cell({ model, benchmark, item, trial = 0 }: Outcome): string {
  return JSON.stringify([model, benchmark, item, trial]);
}

function graded(outcome: Outcome): string {
  return JSON.stringify([cell(outcome), outcome.score]);
}

function expect(condition: boolean, found: string): void {
  if (!condition) throw new Error(found);
}
