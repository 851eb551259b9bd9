import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Outcome, ReadOptions } from "@eip-eval/core";
import { ProblemReport } from "@eip-eval/core/io";
import { describe, expect, it } from "vitest";
import { completeness } from "../src/completeness.ts";
import { gather, type Logs } from "../src/gather.ts";
import { checkMean } from "../src/self-check.ts";
import { reviewMetrics } from "../src/usable.ts";
import { byItem, graded, mean, readAll } from "./support/read.ts";

// Real logs under licences that allow tests, but not copies in this repository.
const root = resolve(import.meta.dirname, "../../../../shared/data/lm-eval");

interface ExpectedMetric {
  readonly metric: string;
  readonly filter: string;
  readonly scored: number;
  readonly mean: number | null;
  readonly usable: boolean;
  readonly why?: string;
  readonly note?: string;
  readonly agrees?: boolean;
}

interface ExpectedTask {
  readonly task: string;
  readonly metrics: readonly ExpectedMetric[];
  readonly pick: { readonly metric: string; readonly filter: string } | null;
}

interface ExpectedFile extends Partial<ExpectedTask> {
  readonly path: string;
  readonly kind: string;
  readonly tasks?: readonly ExpectedTask[];
  readonly metrics_joined?: readonly ExpectedMetric[];
  readonly records_joined?: number;
  readonly records_joined_raw_newlines?: number;
}

interface Expected {
  readonly files: readonly ExpectedFile[];
  readonly traps: readonly {
    readonly path: string;
    readonly trap: string;
    readonly wanted: string;
  }[];
  readonly reruns: readonly {
    readonly where: string;
    readonly task: string;
    readonly default: string | null;
  }[];
  readonly matrices: readonly {
    readonly name: string;
    readonly metric: string;
    readonly items: number;
    readonly items_nobody_right: number;
    readonly items_all_right: number;
    readonly rows: readonly {
      readonly label: string;
      readonly path: string;
      readonly right: number;
      readonly sha256_of_bits_in_doc_id_order: string;
    }[];
  }[];
  readonly runs: readonly {
    readonly results_file: string;
    readonly tasks: number;
    readonly with_samples: number;
    readonly missing: readonly string[];
    readonly short?: readonly { task: string; lines: number; expected: number; because: string }[];
    readonly complete: boolean | null;
  }[];
}

const isHere = existsSync(join(root, "expected.json"));
const expected: Expected = isHere
  ? (JSON.parse(readFileSync(join(root, "expected.json"), "utf8")) as Expected)
  : { files: [], traps: [], reruns: [], matrices: [], runs: [] };
const here = (path: string): string => join(root, path);
/** The list names a few files that this copy of the data does not have. */
const isAbsent = (path: string): boolean => !existsSync(here(path));

it.skipIf(!isHere)(`real logs in ${root}`, () => {
  expect(expected.files.length).toBeGreaterThan(0);
});

interface TaskOfFile extends ExpectedTask {
  readonly path: string;
  /** What --metric names; some file names do not tell the task. */
  readonly pattern: string;
  /** Whether records that were broken over lines are put together again. */
  readonly repair: boolean;
  readonly wants: (benchmark: string) => boolean;
  /** Records that only a reader of raw line breaks inside strings finds. */
  readonly more: number;
}

const tasksOfFiles: readonly TaskOfFile[] = expected.files.flatMap((file) => {
  const tasks = file.tasks ?? (file.kind === "samples" && file.task ? [file as ExpectedTask] : []);
  const readings = file.metrics_joined ? [false, true] : [false];
  return tasks
    .flatMap((one) => readings.map((repair) => ({ ...one, repair })))
    .map(({ task, metrics, pick, repair }) => ({
      path: file.path,
      task,
      repair,
      metrics: repair ? file.metrics_joined! : metrics,
      pick,
      pattern: file.tasks || basename(file.path).includes(task) ? task : "*",
      wants: (benchmark: string) => !file.tasks || benchmark === task,
      more: repair ? (file.records_joined_raw_newlines ?? 0) - (file.records_joined ?? 0) : 0,
    }));
});

async function readLogs(
  path: string,
  options: Pick<ReadOptions, "wants" | "repair"> = {},
): Promise<Logs> {
  const onProblem = (): void => {};
  return gather([path], {
    options: { onProblem, ...options },
    report: new ProblemReport(onProblem),
  });
}

/** Whether the list says how our mean stands beside the harness's own. */
function isCompared({ path }: TaskOfFile, { agrees, note }: ExpectedMetric): boolean {
  // Renamed files are not paired with a results file when they are read alone, and pooled totals
  // (with a note) are no means of items.
  return agrees !== undefined && note === undefined && !path.includes("pubmedqa");
}

/** What we find under each metric and filter of the list. */
async function foundMetrics(task: TaskOfFile): Promise<unknown[]> {
  const { wants, repair } = task;
  const { runs } = await readLogs(here(task.path), { wants, repair });
  const run = runs[0]!;
  const { usable } = reviewMetrics(run);
  return task.metrics.map((want) => {
    const { metric } = want;
    const filter = run.filters.indexOf(want.filter);
    const isUsable = usable.some((one) => one.metric === metric && one.filter === filter);
    if (!isUsable) return { metric, filter: want.filter, usable: false };
    const tally = run.table.metrics.get(metric)!.tallies[filter]!;
    const check = checkMean(run, { metric, filter });
    return {
      metric,
      filter: want.filter,
      usable: true,
      scored: tally.graded,
      ours: check.mean,
      ...(isCompared(task, want) ? { agrees: check.agrees } : {}),
    };
  });
}

function wantedMetrics(task: TaskOfFile): unknown[] {
  return task.metrics.map((want) => {
    const { metric, filter, usable, scored, agrees } = want;
    if (!usable) return { metric, filter, usable };
    return {
      metric,
      filter,
      usable,
      scored: scored + task.more,
      ours: expect.closeTo(want.mean!, 7) as unknown,
      ...(isCompared(task, want) ? { agrees } : {}),
    };
  });
}

function askFor(
  { pattern, wants, repair }: TaskOfFile,
  { metric, filter }: ExpectedMetric,
): ReadOptions {
  const asked = filter === "none" ? metric : `${metric},${filter}`;
  return { metrics: { [pattern]: asked }, wants, repair };
}

describe.skipIf(!isHere)("per-sample files", () => {
  for (const task of tasksOfFiles) {
    const { pick, wants, repair } = task;
    const path = task.path;
    const title = repair ? `${path}, repaired` : path;

    it.skipIf(isAbsent(path))(`${title}: every metric of ${task.task}`, async () => {
      expect(await foundMetrics(task)).toEqual(wantedMetrics(task));
    });

    it.skipIf(isAbsent(path))(`${title}: the metric of ${task.task} that counts`, async () => {
      const { summary, error } = await readAll([here(path)], { wants, repair });
      expect({ pick: summary?.benchmarks[0] ?? null, code: error?.code }).toMatchObject(
        pick
          ? { pick: { ...pick }, code: undefined }
          : { pick: null, code: expect.stringMatching(/^(?:not-an-item-|predictions-|choose-)/) },
      );
    });
  }

  const first = (isWanted: (metric: ExpectedMetric) => boolean): [TaskOfFile, ExpectedMetric][] =>
    tasksOfFiles.flatMap((task) => {
      const metric = task.metrics.find(isWanted);
      return metric ? [[task, metric]] : [];
    });

  for (const [task, want] of first(({ usable, scored }) => usable && scored > 0)) {
    it.skipIf(isAbsent(task.path))(`${task.path}: ${want.metric} by name`, async () => {
      const { outcomes, error } = await readAll([here(task.path)], askFor(task, want));
      expect(error).toBeUndefined();
      expect(graded(outcomes)).toHaveLength(want.scored + task.more);
      expect(mean(graded(outcomes))).toBeCloseTo(want.mean!, 7);
      expect(new Set(outcomes.map(({ metric }) => metric))).toEqual(new Set([want.metric]));
    });
  }

  for (const [task, want] of first(({ usable }) => !usable)) {
    it.skipIf(isAbsent(task.path))(`${task.path}: no score from ${want.metric}`, async () => {
      const { outcomes, error } = await readAll([here(task.path)], askFor(task, want));
      expect(outcomes).toEqual([]);
      expect(error!.message).toContain(`"${want.metric}"`);
      expect(["not-an-item-score", "predictions-only"]).toContain(error!.code);
    });
  }
});

const CODES: Record<string, string> = {
  results: "no-item-logs",
  unsupported: "unsupported",
  "broken results file": "damaged",
  "lfs pointer": "lfs-pointer",
  "not an lm-eval file": "no-outcomes",
};

describe.skipIf(!isHere)("other files", () => {
  for (const { path, kind } of expected.files.filter((file) => CODES[file.kind] !== undefined)) {
    it.skipIf(isAbsent(path))(`${path}: ${kind}`, async () => {
      const { outcomes, error } = await readAll([here(path)]);
      expect(outcomes).toEqual([]);
      expect(error).toMatchObject({ code: CODES[kind] });
    });
  }

  it("every file is read, refused or ignored, and none stops the first pass", async () => {
    const logs = await readLogs(root);
    const seen = new Set([
      ...logs.runs.map(({ file }) => file.path),
      ...logs.results.map(({ path }) => path),
      ...logs.refusals.map(({ path }) => path),
      ...logs.sorted.ignored.map(({ path }) => path),
    ]);
    expect(seen.size).toBe(logs.filesFound);
    expect(logs.sorted.ignored.map(({ path }) => basename(path))).toEqual([
      "LOG.md",
      "expected.json",
      "extraction_rate_analysis.json",
    ]);
    expect(logs.refusals.map(({ error }) => error.code)).toEqual([
      "unsupported",
      "unsupported",
      "lfs-pointer",
      "unsupported",
      "damaged",
    ]);
  });
});

describe.skipIf(!isHere)("runs of the same task again", () => {
  for (const { where, task, default: chosen } of expected.reruns) {
    it(`${where} ${task}: ${chosen ?? "no choice"}`, async () => {
      const { summary, error } = await readAll([here(where)], { wants: (one) => one === task });
      if (chosen !== null) {
        const used = summary!.runs.filter((run) => run.used && run.benchmark === task);
        expect(used.map(({ date }) => date)).toEqual([chosen]);
        expect(summary!.notices).toContainEqual(expect.objectContaining({ code: "rerun" }));
      } else if (error) expect(error.code).toBe("mixed-setup");
      else expect(summary!.notices).toContainEqual(expect.objectContaining({ code: "label" }));
    });
  }
});

describe.skipIf(!isHere)("models on the same items", () => {
  for (const matrix of expected.matrices) {
    it(`are told apart: ${matrix.name}`, async () => {
      const rows: Record<string, number | null>[] = [];
      for (const { path, right, sha256_of_bits_in_doc_id_order: hash } of matrix.rows) {
        const { outcomes } = await readAll([here(path)], { metrics: { "*": matrix.metric } });
        expect(graded(outcomes).filter((score) => score === 1)).toHaveLength(right);
        expect(bitsHash(outcomes)).toBe(hash);
        rows.push(byItem(outcomes));
      }
      const items = Object.keys(rows[0]!);
      expect(items).toHaveLength(matrix.items);
      const solvers = items.map((item) => rows.filter((row) => row[item] === 1).length);
      expect(solvers.filter((count) => count === 0)).toHaveLength(matrix.items_nobody_right);
      expect(solvers.filter((count) => count === rows.length)).toHaveLength(matrix.items_all_right);
    });
  }

  it("share item ids when they are read together", async () => {
    const rows = expected.matrices.find(({ name }) => name === "KT winogrande, generative")!.rows;
    const { outcomes, summary } = await readAll(rows.map(({ path }) => here(path)));
    expect(summary!.benchmarks).toMatchObject([
      {
        benchmark: "winogrande",
        metric: "exact_match",
        filter: "get-answer",
        models: 4,
        items: 10,
      },
    ]);
    expect(outcomes).toHaveLength(40);
    expect(summary!.notices.map(({ code }) => code)).not.toContain("prompt-differs");
  });

  function bitsHash(outcomes: readonly Outcome[]): string {
    const inOrder = outcomes.toSorted((a, b) =>
      a.item.localeCompare(b.item, "en", { numeric: true }),
    );
    const bits = inOrder.map(({ score }) => score).join("");
    return createHash("sha256").update(bits).digest("hex");
  }
});

describe.skipIf(!isHere)("completeness of runs", () => {
  // Five samples files fit the totals of this one, and nothing else says which is its own.
  const unassigned = "pubmedqa_level1_2025-12-01T11-32-57.710534.json";

  it("is what the list says", async () => {
    const logs = await readLogs(root);
    const found = new Map(logs.results.map((results) => [results.path, results]));
    let compared = 0;
    for (const want of expected.runs) {
      const results = found.get(here(want.results_file));
      if (!results || want.results_file.endsWith(unassigned)) continue;
      const runs = logs.runs.filter((run) => run.results === results);
      const { short, isComplete, ...have } = completeness(results, runs);
      expect(have).toMatchObject({ tasks: want.tasks, withSamples: want.with_samples });
      if (want.missing.length < 7) expect(have.missing).toEqual(want.missing.toSorted());
      for (const { task, lines, expected: asked, because } of want.short ?? []) {
        const own = short.find((one) => one.task === task);
        expect(own, because).toEqual({ task, items: lines, expected: asked });
      }
      expect(isComplete).toBe(want.complete);
      compared += 1;
    }
    expect(compared).toBe(expected.runs.length - 2);
  });
});

describe.skipIf(!isHere)("traps", () => {
  const KT = "allenlee-37__KT-lm-evaluation-harness";
  const ELEUTHER = "EleutherAI__lm-evaluation-harness";

  /** One test for each trap in the list, found by the end of its path. */
  const traps: Record<string, (path: string) => Promise<void>> = {
    "samples_polymer_tg_prediction_2025-06-30T19-40-09.461247.jsonl": async (path) => {
      const { error } = await readAll([path]);
      expect(error).toMatchObject({ code: "not-an-item-score" });
      expect(error!.message).toContain('"mae" ranges from 103.425 to 259.607');
    },
    "tgpred.json/gpt-4o-mini/results_2025-06-30T19-40-09.461247.json": async (path) => {
      expect((await readAll([path])).error).toMatchObject({ code: "no-item-logs" });
    },
    "samples_ko_winogrande_2025-12-01T10-00-00.000003.jsonl": async (path) => {
      const { outcomes } = await readAll([path], { text: true });
      expect(outcomes.flatMap(({ score }, at) => (score === null ? [at] : []))).toEqual([1, 4, 8]);
      expect(mean(graded(outcomes))).toBeCloseTo(0.85714286, 7);
      expect(readFileSync(path, "utf8")).toContain("{NaN}");
    },
    "_boolq-seq2seq.jsonl": async (path) => {
      const { outcomes } = await readAll([path]);
      expect(outcomes).toHaveLength(16);
      expect(mean(graded(outcomes))).toBe(0);
      expect(new Set(outcomes.map(({ item }) => item)).size).toBe(16);
    },
    "model__gpt-4_scheming_evals_goal_task.jsonl": async (path) => {
      expect((await readAll([path])).error).toMatchObject({ code: "predictions-only" });
    },
    "samples_masakhaner_luo_prompt_4_2026-01-16T20-57-28.313639.jsonl": async (path) => {
      const { error } = await readAll([path]);
      expect(error!.message).toMatch(/masakhaner_luo_prompt_4.*"f1" holds a list per item/);
    },
    "samples_negotiationtom_intention_2026-07-08T16-04-34.219874.jsonl": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(mean(graded(outcomes))).toBeCloseTo(0.2, 7);
      expect(summary!.benchmarks).toMatchObject([{ metric: "exact_match", alternatives: [] }]);
    },
    "germanquad_open_qa_write_out_info.json": async (path) => {
      const { outcomes, error } = await readAll([path]);
      expect(outcomes).toEqual([]);
      expect(error!.message).toMatch(/"exact" holds a text .* and 6 more such metrics/);
    },
    "MDS_WikinewsTrunc3584SUBS_52_8b_write_out_info.json": async (path) => {
      const { error } = await readAll([path]);
      expect(error).toMatchObject({
        code: "unsupported",
        expected: "records with prompt_0 or truth",
      });
    },
    "SlurmEvals/llama/winograndeLogs.json": async (path) => {
      const { summary } = await readAll([path]);
      expect(summary!.benchmarks).toMatchObject([{ metric: "acc", alternatives: [] }]);
      expect(summary!.runs).toMatchObject([{ model: "llama" }]);
    },
    "pretrained=EleutherAI__pythia-2.8b_trivia_qa_unfiltered.nocontext.jsonl": async (path) => {
      const { outcomes } = await readAll([path]);
      expect(outcomes).toHaveLength(2);
      expect(outcomes[0]).toMatchObject({
        benchmark: "trivia_qa_unfiltered.nocontext",
        model: "EleutherAI/pythia-2.8b",
        metric: "acc",
        item: "tc_0",
      });
    },
    "samples_eqbench_ca_2025-07-21T14-41-47.889425.jsonl": async (path) => {
      const { error } = await readAll([path]);
      expect(error!.message).toMatch(
        /"eqbench" is on 0 to 100.*"percent_parseable" is on 0 to 100/,
      );
    },
    "samples_truthfulqa_gen_2025-05-31T14-30-51.983293.jsonl": async (path) => {
      const { summary } = await readAll([path]);
      expect(summary!.benchmarks).toMatchObject([
        {
          metric: "bleu_acc",
          alternatives: ["rouge1_acc,none", "rouge2_acc,none", "rougeL_acc,none"],
        },
      ]);
    },
    "samples_sciq_2026-03-27T23-30-43.499139.jsonl": async (path) => {
      const { summary } = await readAll([path]);
      expect(summary!.benchmarks).toMatchObject([
        { metric: "acc_norm", alternatives: ["acc,none"] },
      ]);
    },
    [`${KT}/output/llama3.1-pro16-0827-Inst_241016/samples_ko_winogrande_2024-11-19T14-38-02.552165.jsonl`]:
      async (path) => {
        const { outcomes, summary } = await readAll([path]);
        expect(outcomes).toHaveLength(10);
        expect(summary!.benchmarks).toMatchObject([
          {
            filter: "get-option",
            alternatives: ["exact_match,get-answer1", "exact_match,get-answer2"],
          },
        ]);
      },
    "constructed/three-filters-no-key/constructed__model-a/": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(mean(graded(outcomes))).toBe(0);
      expect(outcomes[0]).toMatchObject({ filter: "get-option" });
      expect(summary!.notices).toContainEqual(
        expect.objectContaining({
          code: "filter-ambiguous",
          message: expect.stringContaining("0.0 % get-option, 70.0 % get-answer2"),
        }),
      );
    },
    "constructed/two-filters-no-key-two-ranks/constructed__model-b/": async (path) => {
      for (const [filter, want] of [
        ["get-option", 0],
        ["get-answer2", 0.7],
      ] as const) {
        const { outcomes } = await readAll([path], { metrics: { "*": `exact_match,${filter}` } });
        expect(mean(graded(outcomes))).toBeCloseTo(want, 12);
      }
    },
    "samples_bbh_zeroshot_subset_2025-08-19 14:04:32.json": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(outcomes).toHaveLength(29);
      expect(summary!.benchmarks).toHaveLength(6);
    },
    "samples_ifeval_2025-08-19 11:53:38.json": async (path) => {
      const { outcomes } = await readAll([path]);
      expect(outcomes[0]).toMatchObject({ metric: "prompt_level_strict_acc", item: "1000" });
      expect(mean(graded(outcomes))).toBeCloseTo(0.2, 12);
      const partial = await readAll([path], { metrics: { ifeval: "inst_level_strict_acc" } });
      expect(mean(graded(partial.outcomes))).toBeCloseTo(0.26666667, 7);
      expect(partial.summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null }]);
    },
    "samples_bbh_cot_fewshot_boolean_expressions_2024-11-21T14-07-13.845760.jsonl": async (
      path,
    ) => {
      const whole = await readAll([path]);
      expect(whole.outcomes).toHaveLength(3);
      expect(whole.problems).toMatchObject([
        { severity: "skipped", code: "damaged", line: 1, try: expect.stringContaining("--repair") },
        { severity: "skipped", code: "damaged" },
      ]);
      const { outcomes, problems } = await readAll([path], { repair: true });
      expect(outcomes).toHaveLength(5);
      expect(problems).toEqual([]);
    },
    "samples_kobest_boolq_2024-11-28T15-32-08.366450.jsonl": async (path) => {
      const { outcomes, problems } = await readAll([path]);
      expect(outcomes.map(({ item }) => item)).toEqual([
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
      ]);
      expect(problems).toMatchObject([{ severity: "skipped", code: "damaged", line: 1 }]);
    },
    "samples_ko_winogrande_2024-11-19T14-19-15.115705.jsonl": async (path) => {
      expect((await readAll([path])).outcomes).toHaveLength(8);
      const { outcomes, problems } = await readAll([path], { repair: true });
      expect(outcomes).toHaveLength(10);
      expect(problems).toEqual([]);
    },
    "samples_leaderboard_musr_team_allocation_2024-11-21T23-35-33.856661.jsonl": async (path) => {
      const whole = await readAll([path]);
      expect(whole.outcomes).toHaveLength(8);
      expect(whole.summary!.benchmarks[0]!.means).toMatchObject([
        { mean: 0.25, harnessMean: 0.2, agrees: false },
      ]);
      expect(whole.summary!.notices.map(({ code }) => code)).toContain("partial-run");
      const { outcomes, summary } = await readAll([path], { repair: true });
      expect(outcomes).toHaveLength(10);
      expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: 0.2, agrees: true }]);
    },
    "samples_leaderboard_bbh_tracking_shuffled_objects_seven_objects_2024-11-21T16-28-31.022190.jsonl":
      async (path) => {
        const { outcomes, summary } = await readAll([path]);
        expect(outcomes).toHaveLength(10);
        for (const { item, contentHash } of outcomes) expect(contentHash!.slice(0, 16)).toBe(item);
        expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: 0.1, agrees: true }]);
      },
    "deprecated/results_2024-11-21T15-56-56.979317.json": async (path) => {
      expect((await readAll([path])).error).toMatchObject({ code: "damaged" });
      const beside = path.replace("results_", "samples_leaderboard_bbh_date_understanding_");
      expect((await readAll([`${beside}l`])).outcomes).toHaveLength(5);
    },
    "deprecated/results_2024-11-21T16-28-31.022190.json": async (path) => {
      const { summary } = await readAll([resolve(path, "..")]);
      expect(summary!.benchmarks.map(({ benchmark }) => benchmark)).not.toContain(
        "leaderboard_bbh",
      );
      expect(summary!.notices).toContainEqual(
        expect.objectContaining({
          code: "partial-run",
          message: expect.stringContaining("22 of its 24 tasks have no samples file"),
        }),
      );
    },
    "constructed/truncated-last-line/gpt-4o/samples_kobest_copa_2024-11-28T16-23-38.220589.jsonl":
      async (path) => {
        const { outcomes, problems, summary } = await readAll([path]);
        expect(outcomes).toHaveLength(9);
        expect(problems).toMatchObject([{ code: "damaged", line: 10 }]);
        expect(summary!.notices).toContainEqual(
          expect.objectContaining({
            code: "partial-run",
            message: expect.stringContaining("9 of 10 items"),
          }),
        );
      },
    "constructed/unsorted-samples-list/": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      const renamed = outcomes.filter(({ model }) => model === "constructed__model-d");
      // wg0002 is document 1 of the data set, and so on.
      expect(byItem(renamed)).toEqual({ wg0002: 0, wg0004: 1, wg0005: 0 });
      expect(summary!.notices).toContainEqual(
        expect.objectContaining({
          code: "item-identity",
          message: expect.stringContaining("disagree for 3 of 3"),
        }),
      );
    },
    "samarth-w__lm-evaluation-harness/gpu_log/": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(outcomes).toHaveLength(100);
      expect(mean(graded(outcomes))).toBeCloseTo(0.57, 12);
      expect(summary!.runs).toMatchObject([{ model: "google_gemma-2b-it_int4_cw" }]);
    },
    "result-steer.jsonl/": async (path) => {
      const { error } = await readAll([path]);
      expect(error).toMatchObject({ code: "no-item-logs" });
      expect(error!.message).toContain("2 results files but no per-item logs");
    },
    "results/back.jsonl": async (path) => {
      expect((await readAll([path])).error).toMatchObject({ code: "no-item-logs" });
    },
    "results_2025-02-25T20-28-45.276570pr-200.json": async (path) => {
      const { results } = await readLogs(path);
      expect(results).toMatchObject([
        { date: "2025-02-25T20-28-45.276570", modelName: "fla-hub/rwkv7-1.5B-world" },
      ]);
    },
    [`${ELEUTHER}/outputs/`]: async (path) => {
      const { problems } = await readAll([path]);
      const refused = problems.filter(({ code }) => code === "unsupported");
      expect(new Set(refused.map((one) => basename(one.path).split("-")[0]))).toEqual(
        new Set(["agg", "examples"]),
      );
    },
    "extraction_rate_analysis.json": async (path) => {
      const { summary } = await readAll([resolve(path, "../..")]);
      expect(summary!.ignored).toMatchObject([{ path }]);
    },
    "results/pubmedqa/": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(new Set(outcomes.map(({ model }) => model))).toEqual(
        new Set(["baseline", "L1", "L2", "L3", "L4", "L5", "L6"]),
      );
      expect(outcomes).toHaveLength(7 * 500);
      const checked = summary!.benchmarks[0]!.means.filter(
        ({ harnessMean }) => harnessMean !== null,
      );
      expect(checked).toMatchObject([
        { model: "L5", agrees: true },
        { model: "baseline", agrees: true },
      ]);
    },
    "pubmedqa_new/samples_pubmedqa_generation_baseline.jsonl": async (path) => {
      const { outcomes, summary } = await readAll([resolve(path, "../.."), path]);
      const other = outcomes.filter(({ model }) => model === "pubmedqa_new");
      const items = new Set(outcomes.filter(({ model }) => model === "L1").map(({ item }) => item));
      expect(other).toHaveLength(100);
      expect(other.every(({ item }) => items.has(item))).toBe(true);
      expect(summary!.notices).toContainEqual(
        expect.objectContaining({
          code: "prompt-differs",
          message: expect.stringContaining("100 of 100"),
        }),
      );
    },
    "deepprinciple__lm-evaluation-harness/results/": async (path) => {
      const { summary } = await readAll([path]);
      expect(summary!.benchmarks.map(({ benchmark }) => benchmark)).toEqual([
        "exact_match_phase_classification_transitions",
        "exact_match_quantum_information",
        "multiple_choice_quantum_information",
      ]);
      expect(summary!.notices).toContainEqual(
        expect.objectContaining({ code: "label", try: "--name NAME" }),
      );
      const named = await readAll([path], { name: "kestrel" });
      expect(new Set(named.outcomes.map(({ model }) => model))).toEqual(new Set(["kestrel"]));
    },
    "evaleval__every_eval_ever/tests/data/lm_eval/": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(outcomes).toHaveLength(10);
      const partial = summary!.notices.filter(({ code }) => code === "partial-run");
      expect(partial.map(({ message }) => message)).toEqual([
        expect.stringContaining("10 of 5000 items"),
        expect.stringContaining("math_rephrased_full"),
      ]);
    },
    "samples_shapes_2025-12-01T10-00-00.000004.jsonl": async (path) => {
      const { summary } = await readAll([path]);
      expect(summary!.benchmarks).toMatchObject([
        { metric: "acc", alternatives: ["r@1,none", "pass@1,none", "4096,none", "score,none"] },
      ]);
      const ruler = await readAll([path], { metrics: { shapes: "4096" } });
      expect(ruler.outcomes.map(({ score }) => score)).toEqual([1, 0.5]);
    },
    "samples_predict_only_2025-12-01T10-00-00.000005.jsonl": async (path) => {
      expect((await readAll([path])).error).toMatchObject({ code: "predictions-only" });
    },
    "samples_repeats_2026-05-12T10-00-00.000006.jsonl": async (path) => {
      const { outcomes } = await readAll([path]);
      expect(byItem(outcomes)).toEqual({ q0: 0.5, q1: 1, q2: 0 });
      expect(outcomes.map(({ metadata }) => metadata)).toEqual([
        { repeats: [1, 0] },
        { repeats: [1, 1] },
        { repeats: [0, 0] },
      ]);
      expect(outcomes[0]).toMatchObject({ filter: "exact_match_scorer" });
    },
    "samples_pointer_2025-12-01T10-00-00.000007.jsonl": async (path) => {
      expect((await readAll([path])).error).toMatchObject({
        code: "lfs-pointer",
        try: "git lfs pull",
      });
    },
    "model__gpt-3.5-turbo-0125_wmdp_cyber.jsonl": async (path) => {
      const { outcomes, summary } = await readAll([path]);
      expect(outcomes.map(({ score }) => score)).toEqual(Array.from({ length: 24 }, () => 1));
      expect(summary!.notices).toContainEqual(expect.objectContaining({ code: "constant-scores" }));
    },
  };

  for (const { path, trap } of expected.traps) {
    it.skipIf(isAbsent(path))(`${trap}: ${path}`, async () => {
      const tests = Object.entries(traps).filter(([end]) => path.endsWith(end));
      expect(tests).toHaveLength(1);
      await tests[0]![1](here(path.replace(/\/$/, "")));
    });
  }
});

describe.skipIf(!isHere)("a strict reading of real logs", () => {
  const logs = isHere
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:md|py)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

  it.each(logs)("finds the same in %s", async (path) => {
    for (const options of [{}, { carry: ["doc_id", "question", "source"] }, { repair: true }]) {
      const usual = await readAll([path], options);
      expect(usual).toEqual(await readAll([path], { ...options, strict: true }));
    }
  });

  it("finds the same in all of them together", async () => {
    for (const { name } of readdirSync(root, { withFileTypes: true })) {
      const usual = await readAll([join(root, name)]);
      expect(usual).toEqual(await readAll([join(root, name)], { strict: true }));
    }
  });
});
