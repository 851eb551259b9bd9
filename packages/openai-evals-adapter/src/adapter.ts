import {
  type Adapter,
  groupBy,
  type Outcome,
  patternLookup,
  type ReadOptions,
  type ScoreScale,
} from "@eip-eval/core";
import { byCodeUnit, ProblemReport, type Refused } from "@eip-eval/core/io";
import { gather } from "./gather.ts";
import { nameRuns, type NamedRuns, type Naming } from "./named-runs.ts";
import { nothingRead } from "./nothing-read.ts";
import { outcomesOf, outcomesWithTexts } from "./outcomes.ts";
import { planBenchmark, type BenchmarkPlan } from "./plan.ts";
import { requests } from "./request.ts";
import { summaryOf } from "./summary.ts";

/** Choices that hold for all benchmarks. */
export interface OpenaiEvalsOptions {
  /**
   * What a model is called: after its completion function, the default, or after the snapshot that
   * answered, where the log names it.
   */
  readonly label?: "completion-fn" | "served" | undefined;
}

/**
 * Reads what openai/evals leaves behind: the local JSONL log in both layouts, what an HTTP recorder
 * sent, exports and saved API pages of hosted evals, and the results of simple-evals.
 *
 * Passes over each file once, to decide on rule, model and item over all of them, and a second time
 * only for texts. Holds ids and grades, never texts.
 *
 * @example
 * ```ts
 * for await (const { model, item, score } of openaiEvals.read(["evallogs/"])) console.log(model, item, score);
 * ```
 */
export const openaiEvals: Adapter = openaiEvalsWith({});

/**
 * The same reader with other names for models.
 *
 * @example
 * ```ts
 * openaiEvalsWith({ label: "served" }).read(["evallogs/"]); // gpt-3.5-turbo-0301, not gpt-3.5-turbo
 * ```
 */
export function openaiEvalsWith({ label = "completion-fn" }: OpenaiEvalsOptions): Adapter {
  return {
    contract: 1,
    name: "openai-evals",
    read: (paths, options = {}) => read(paths, { options, naming: label }),
  };
}

async function* read(
  paths: readonly string[],
  { options, naming }: { options: ReadOptions; naming: Naming },
): AsyncGenerator<Outcome> {
  const report = new ProblemReport(options.onProblem);
  try {
    const gathered = await gather(paths, { options, report });
    const named = nameRuns(gathered, { options, naming });
    const plans = planAll(named, options);
    const planned = plans.flatMap(({ runs }) => runs);
    const refusals = [...gathered.refusals, ...named.refusals, ...plans.flatMap(refusalsOf)];
    if (planned.length === 0) {
      throw nothingRead(paths, { ...gathered, refusals, empty: named.empty });
    }
    for (const { error, path } of refusals) report.skipped(error, { path });
    if (options.text) {
      const { sorted, book, onBytes } = gathered;
      const isWhole = options.text === "whole";
      const reading = { files: sorted.logs, book, isWhole, signal: options.signal, onBytes };
      yield* outcomesWithTexts(planned, reading);
    } else yield* outcomesOf(planned);
    options.onSummary?.(summaryOf(gathered, { named, plans, options }));
  } catch (error) {
    throw report.fatal(error, paths[0] ?? "");
  }
}

function planAll({ runs }: NamedRuns, options: ReadOptions): readonly BenchmarkPlan[] {
  const requestFor = requests(options.metrics);
  const scales = patternLookup<ScoreScale>(options.scales ?? {});
  return [...groupBy(runs, ({ benchmark }) => benchmark)]
    .toSorted(([a], [b]) => byCodeUnit(a, b))
    .map(([benchmark, same]) =>
      planBenchmark(same, {
        request: requestFor(benchmark),
        scale: scales.find(benchmark),
        allowMixed: options.allowMixed,
      }),
    );
}

function refusalsOf({ refused }: BenchmarkPlan): Refused[] {
  return refused.map(({ run, error }) => ({ error, path: run.path }));
}
