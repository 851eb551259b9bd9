import { type Adapter, EipError, groupBy, type Outcome, type ReadOptions } from "@eip-eval/core";
import { ProblemReport, type Refused } from "@eip-eval/core/io";
import { gather, type Logs } from "./gather.ts";
import { requestFor } from "./metric.ts";
import { nothingRead } from "./nothing-read.ts";
import { outcomesOf, outcomesWithTexts, type PlannedRun } from "./outcomes.ts";
import { planBenchmark, type BenchmarkPlan } from "./plan.ts";
import type { LabelledRun } from "./run.ts";
import { summaryOf } from "./summary.ts";

/**
 * Reads what EleutherAI/lm-evaluation-harness leaves behind when it is started with --log_samples
 * (--write_out before 0.4): per-item outcomes, under one metric and one filter per benchmark.
 *
 * Passes over each file once, to decide on metric, run and item identity over all of them, and a
 * second time only for texts. Holds ids and scores, never texts.
 *
 * @example
 * ```ts
 * for await (const { model, item, score } of lmEval.read(["results/"])) console.log(model, item, score);
 * ```
 */
export const lmEval: Adapter = { contract: 1, name: "lm-eval", read };

async function* read(paths: readonly string[], options: ReadOptions = {}): AsyncGenerator<Outcome> {
  const report = new ProblemReport(options.onProblem);
  try {
    const logs = await gather(paths, { options, report });
    const { plans, refusals } = planAll(logs, options);
    const planned = plans.flatMap(({ runs }) => runs).toSorted(byPath);
    if (planned.length === 0) throw nothingRead(paths, { ...logs, refusals });
    for (const { error, path } of refusals) report.skipped(error, { path });
    for (const [file, ofFile] of groupBy(planned, ({ run }) => run.file)) {
      if (options.text) {
        logs.meter.begin(file.path);
        const { onBytes } = logs.meter;
        const { signal, repair } = options;
        const isWhole = options.text === "whole";
        yield* outcomesWithTexts(ofFile, { signal, onBytes, repair, isWhole });
      } else for (const one of ofFile) for (const outcome of outcomesOf(one)) yield outcome;
    }
    options.onSummary?.(summaryOf(logs, { plans, options }));
  } catch (error) {
    throw report.fatal(error, paths[0] ?? "");
  }
}

function byPath(a: PlannedRun, b: PlannedRun): number {
  const [one, other] = [a.run.file.path, b.run.file.path];
  return one < other ? -1 : Number(one > other);
}

function planAll(
  { runs, texts, refusals }: Logs,
  options: ReadOptions,
): { plans: BenchmarkPlan[]; refusals: Refused[] } {
  const plans: BenchmarkPlan[] = [];
  const refused = [...refusals];
  const benchmarks = [...groupBy(runs, ({ benchmark }) => benchmark)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  for (const [benchmark, same] of benchmarks) {
    try {
      const plan = planBenchmark(same, { options, texts });
      plans.push(plan);
      refused.push(...plan.refused.map(({ run, error }) => ({ error, path: run.file.path })));
    } catch (error) {
      // A task without a usual metric is left out, unless there is nothing else or it was asked for.
      const isChoice = EipError.isInstance(error) && error.code === "choose-metric";
      if (!isChoice || requestFor(benchmark, options.metrics)) throw error;
      plans.push(planWithoutMetric(same, error));
      refused.push({ error, path: same[0]!.file.path });
    }
  }
  return { plans, refusals: refused };
}

function planWithoutMetric(runs: readonly LabelledRun[], error: EipError): BenchmarkPlan {
  return {
    runs: [],
    summary: undefined,
    unused: [],
    refused: runs.map((run) => ({ run, error })),
    notices: [],
  };
}
