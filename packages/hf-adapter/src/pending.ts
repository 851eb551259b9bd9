/** Stands in for what core does not have yet. */

import type {
  Adapter,
  BenchmarkSummary,
  GradedRun,
  Notice,
  Outcome,
  ReadOptions,
  ReadSummary,
  RunHead,
  RunSummary,
} from "@eip-eval/core";
import { fingerprintOf } from "./fingerprint.ts";

export async function* gradedRuns(
  adapter: Adapter,
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<GradedRun> {
  const pass = async (o: ReadOptions) => {
    const outs: Outcome[] = [];
    let summary: ReadSummary | undefined;
    for await (const x of adapter.read(paths, { ...o, onSummary: (s) => (summary = s) }))
      outs.push(x);
    return { outs, summary: summary! };
  };
  const first = await pass(options);
  for (const b of first.summary.benchmarks) {
    const of = first.outs.filter((o) => o.benchmark === b.benchmark);
    for (const model of new Set(of.map((o) => o.model))) {
      const own = of.filter((o) => o.model === model);
      const metrics = [{ metric: b.metric, filter: b.filter }];
      const scores: (number | null | undefined)[][] = [own.map((o) => o.score)];
      const means: Record<string, number> = {};
      const mean = b.means.find((m) => m.model === model)?.harnessMean;
      if (mean !== null && mean !== undefined) means[`${b.metric},${b.filter}`] = mean;
      if (!options.metrics)
        for (const alt of b.alternatives) {
          const again = await pass({
            ...options,
            onProblem: () => {},
            metrics: { [b.benchmark]: alt },
            wants: (x) => x === b.benchmark,
          });
          const map = new Map(
            again.outs.filter((o) => o.model === model).map((o) => [o.item, o.score]),
          );
          const [metric = "", filter = "none"] = alt.split(",");
          metrics.push({ metric, filter });
          scores.push(own.map((o) => map.get(o.item)));
          const m = again.summary.benchmarks[0]?.means.find((x) => x.model === model)?.harnessMean;
          if (m !== null && m !== undefined) means[alt] = m;
        }
      const items = own.map((o) => o.item);
      const contentHashes = own.some((o) => o.contentHash)
        ? own.map((o) => o.contentHash)
        : undefined;
      yield {
        model,
        benchmark: b.benchmark,
        source: paths[0]!,
        run: own[0]?.run,
        rows: own.length,
        items,
        metrics,
        scores,
        ...(contentHashes ? { contentHashes } : {}),
        fingerprint: fingerprintOf(items, contentHashes),
        harnessMeans: means,
      };
    }
  }
}

export async function* joinRuns(
  heads: readonly RunHead[],
  {
    load,
    options,
    onJoined,
  }: {
    load: (head: RunHead) => Promise<GradedRun>;
    options: ReadOptions;
    onJoined: (s: Pick<ReadSummary, "runs" | "benchmarks" | "notices">) => void;
  },
): AsyncGenerator<Outcome> {
  const summary = {
    runs: [] as RunSummary[],
    benchmarks: new Map<string, BenchmarkSummary>(),
    notices: [] as Notice[],
  };
  for (const head of heads.toSorted((a, b) =>
    JSON.stringify([a.benchmark, a.model, a.source]) <
    JSON.stringify([b.benchmark, b.model, b.source])
      ? -1
      : 1,
  )) {
    options.signal?.throwIfAborted();
    const run = await load(head);
    const { metric, filter } = run.metrics[0]!;
    const graded = run.scores[0]!.filter((s): s is number => typeof s === "number");
    const mean = graded.reduce((a, b) => a + b, 0) / graded.length;
    const h = head.harnessMeans[`${metric},${filter}`] ?? null;
    const of = summary.benchmarks.get(head.benchmark);
    const check = {
      model: head.model,
      mean,
      harnessMean: h,
      agrees: h === null ? null : Math.abs(h - mean) < 1e-6,
    };
    summary.benchmarks.set(head.benchmark, {
      benchmark: head.benchmark,
      metric,
      filter,
      models: (of?.models ?? 0) + 1,
      items: Math.max(of?.items ?? 0, run.rows),
      alternatives: run.metrics.slice(1).map((m) => `${m.metric},${m.filter}`),
      means: [...(of?.means ?? []), check],
    });
    summary.runs.push({
      model: head.model,
      benchmark: head.benchmark,
      path: head.source,
      date: head.run,
      items: run.rows,
      used: true,
    });
    for (const [at, item] of run.items.entries()) {
      const score = run.scores[0]![at];
      if (score === undefined) continue;
      yield {
        model: head.model,
        benchmark: head.benchmark,
        item,
        score,
        metric,
        filter,
        run: head.run,
        contentHash: run.contentHashes?.[at],
      };
    }
  }
  onJoined({
    runs: summary.runs,
    benchmarks: [...summary.benchmarks.values()],
    notices: summary.notices,
  });
}
