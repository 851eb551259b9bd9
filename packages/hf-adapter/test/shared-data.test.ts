import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { detailsRunOfFile } from "../src/details-run.ts";
import { benchmarkNames, detailsName } from "../src/file-name.ts";
import { meanOf, readAll, type ReadResult } from "./support/read.ts";

// Synthetic repositories that need not be copied into this one.
const root = resolve(import.meta.dirname, "../../../../shared/data/hf");

type Means = Readonly<Record<string, number>>;

interface ExpectedTask {
  readonly file: string;
  readonly items: number;
  readonly metrics?: Means;
  readonly filters?: Readonly<Record<string, Means>>;
  readonly main_metric?: string;
}

interface ExpectedRepository {
  readonly model: string;
  readonly use_run: string;
  readonly tasks: Readonly<Record<string, ExpectedTask>>;
  readonly main_metric?: Readonly<Record<string, string>>;
}

interface BrokenRepository {
  readonly right: string;
  readonly tasks: Readonly<Record<string, ExpectedTask>>;
}

interface Expected {
  readonly v2: Readonly<Record<string, ExpectedRepository>>;
  readonly v1: Readonly<Record<string, ExpectedRepository>>;
  readonly lighteval: Readonly<Record<string, ExpectedRepository>>;
  readonly broken: Readonly<Record<string, BrokenRepository>>;
}

const isHere = existsSync(join(root, "expected.json"));
const expected: Expected = isHere
  ? (JSON.parse(readFileSync(join(root, "expected.json"), "utf8")) as Expected)
  : { v2: {}, v1: {}, lighteval: {}, broken: {} };
const repositories = Object.entries({ ...expected.v2, ...expected.v1, ...expected.lighteval });
const here = (repository: string): string => join(root, "repos", repository);
const benchmarkOf = (task: string): string => benchmarkNames([task]).get(task)!;

it.skipIf(!isHere)(`repositories in ${root}`, () => {
  expect(repositories).toHaveLength(18);
  expect(Object.keys(expected.broken)).toHaveLength(11);
});

/** The usual metric of a task, which the list does not name for lighteval. */
function mainMetric(
  repository: ExpectedRepository,
  task: string,
  { metrics = {}, main_metric: main }: ExpectedTask,
): string {
  const usual = ["extractive_match", "acc_norm", "prompt_level_strict_acc"].find(
    (metric) => metric in metrics,
  );
  return repository.main_metric?.[task] ?? main ?? usual!;
}

/** `"metric,filter"` to the mean that it should have. */
function wantedMeans({ metrics, filters }: ExpectedTask): Map<string, number> {
  const blocks = Object.entries(filters ?? { none: metrics ?? {} });
  return new Map(
    blocks.flatMap(([filter, means]) =>
      Object.entries(means)
        .filter(([metric]) => metric !== "pooled")
        .map(([metric, mean]) => [`${metric},${filter}`, mean] as const),
    ),
  );
}

describe.skipIf(!isHere)("every file of every repository", () => {
  for (const [name, repository] of repositories) {
    it(`${name}: has the items and the means of every metric`, async () => {
      for (const [task, wanted] of Object.entries(repository.tasks)) {
        const about = {
          model: repository.model,
          benchmark: benchmarkOf(task),
          task,
          source: wanted.file,
        };
        const run = await detailsRunOfFile(join(here(name), wanted.file), { about });
        const means = new Map(
          run.metrics.map(({ metric, filter }, at) => [
            `${metric},${filter}`,
            meanOf(run.scores[at]!),
          ]),
        );
        expect(run.rows).toBe(wanted.items);
        expect(new Set(run.items).size).toBe(wanted.items);
        expect(run.metrics[0]!.metric).toBe(mainMetric(repository, task, wanted));
        for (const [pair, mean] of wantedMeans(wanted)) {
          expect({ pair, mean: means.get(pair) }).toEqual({
            pair,
            mean: expect.closeTo(mean, 5) as number,
          });
        }
      }
    });

    it(`${name}: is read as a folder, by the run to use`, async () => {
      const { outcomes, problems, summary } = await readAll([here(name)]);
      expect(problems).toEqual([]);
      expect(new Set(outcomes.map(({ model }) => model))).toEqual(new Set([repository.model]));
      const used = summary!.runs.filter((run) => run.used);
      expect(
        used.map(({ benchmark, path, date }) => ({ benchmark, path, date })).toSorted(byBenchmark),
      ).toEqual(
        Object.entries(repository.tasks)
          .map(([task, { file }]) => ({
            benchmark: benchmarkOf(task),
            path: join(here(name), file),
            date: detailsName(file).stamp,
          }))
          .toSorted(byBenchmark),
      );
      for (const { means } of summary!.benchmarks) expect(means[0]!.agrees).toBe(true);
    });
  }
});

function byBenchmark(a: { benchmark: string }, b: { benchmark: string }): number {
  return a.benchmark < b.benchmark ? -1 : Number(a.benchmark > b.benchmark);
}

describe.skipIf(!isHere)("the models of a leaderboard", () => {
  it.each([
    ["open-llm-leaderboard", 8],
    ["open-llm-leaderboard-old", 6],
    ["lighteval-demo", 3],
  ])("meet on the same items: %s", async (owner, benchmarks) => {
    const { outcomes, problems, summary } = await readAll([here(owner)]);
    expect(problems).toEqual([]);
    expect(summary!.benchmarks).toHaveLength(benchmarks);
    for (const { models, items } of summary!.benchmarks)
      expect({ models, items }).toEqual({ models: 6, items: 40 });
    expect(outcomes).toHaveLength(6 * 40 * benchmarks);
  });

  it("are joined by the hash where one numbers its documents anew", async () => {
    const others = [
      "acme__ant-1b-details",
      "acme__bee-3b-details",
      "boreal__dove-7b-instruct-details",
    ];
    const paths = others.map((name) => here(`open-llm-leaderboard/${name}`));
    const task = "leaderboard_bbh_boolean_expressions";
    const wants = (benchmark: string): boolean => benchmark === task;
    const plain = await readAll([...paths, here("open-llm-leaderboard/boreal__crane-7b-details")], {
      wants,
    });
    const renumbered = await readAll([...paths, here("broken-cases/doc-id-renumbered-details")], {
      wants,
    });
    const scores = ({ outcomes }: ReadResult): string[] =>
      outcomes.map(({ model, item, score }) => JSON.stringify([model, item, score])).toSorted();
    expect(scores(renumbered)).toEqual(scores(plain));
    expect(renumbered.summary!.notices).toContainEqual(
      expect.objectContaining({ code: "item-identity", severity: "warning" }),
    );
  });
});

describe.skipIf(!isHere)("what is broken", () => {
  const bbh = "leaderboard_bbh_boolean_expressions";
  const read = (name: string): Promise<ReadResult> => readAll([here(`broken-cases/${name}`)]);

  for (const [name, { right, tasks }] of Object.entries(expected.broken)) {
    it(`${name}: ${right}`, async () => {
      const { outcomes, error } = await readAll([here(name)]);
      expect(error).toBeUndefined();
      expect(new Set(outcomes.map(({ benchmark }) => benchmark))).toEqual(
        new Set(Object.keys(tasks).map(benchmarkOf)),
      );
      for (const [task, wanted] of Object.entries(tasks)) {
        const own = outcomes.filter(({ benchmark }) => benchmark === benchmarkOf(task));
        const { metric, filter = "none" } = own[0]!;
        expect(own.filter(({ score }) => score !== null)).toHaveLength(wanted.items);
        expect(meanOf(own.map(({ score }) => score))).toBeCloseTo(
          wantedMeans(wanted).get(`${metric!},${filter}`)!,
          5,
        );
      }
    });
  }

  it("an empty file is reported", async () => {
    expect((await read("empty-file-details")).problems).toMatchObject([
      { code: "empty", severity: "skipped" },
    ]);
  });

  it("a cut line is reported, and how many items are missing", async () => {
    const { problems, summary } = await read("truncated-jsonl-details");
    expect(problems).toMatchObject([{ code: "damaged", line: 28 }]);
    expect(summary!.notices).toMatchObject([
      { code: "partial-run", message: expect.stringContaining("27 of 40") as string },
    ]);
  });

  it("a part of a run is said to be one", async () => {
    const { summary } = await read("partial-run-details");
    expect(summary!.notices).toMatchObject([{ code: "partial-run", severity: "warning" }]);
  });

  it.each(["newest-partial-details", "details_boreal__crane-7b"])(
    "a newer part is passed over: %s",
    async (name) => {
      const { summary } = await read(name);
      const others = summary!.runs.filter(({ used }) => !used);
      expect(new Set(others.map(({ reason }) => reason))).toEqual(
        new Set(["partial: 10 of 40 items"]),
      );
      expect(summary!.notices).toMatchObject([{ code: "rerun" }]);
    },
  );

  it("rows in another order change nothing", async () => {
    const sorted = ({ outcomes }: ReadResult): string[] =>
      outcomes.map(({ item, score }) => `${item} ${score}`).toSorted();
    const whole = await readAll([here("open-llm-leaderboard/boreal__crane-7b-details")], {
      wants: (benchmark) => benchmark in expected.broken["broken-cases/row-order-details"]!.tasks,
    });
    expect(sorted(await read("row-order-details"))).toEqual(sorted(whole));
  });

  it("a task without its file is reported", async () => {
    const { summary } = await read("missing-task-details");
    expect(summary!.notices).toMatchObject([
      {
        code: "partial-run",
        message: expect.stringContaining(`no details here: ${bbh}`) as string,
      },
    ]);
  });

  it("repeated rows count once, under the harness's own name of the metric", async () => {
    const { outcomes, summary } = await read("duplicate-rows-details");
    expect(outcomes.filter(({ benchmark }) => benchmark === bbh)).toHaveLength(40);
    expect(summary!.benchmarks[0]).toMatchObject({
      benchmark: bbh,
      metric: "acc_norm",
      filter: "none",
    });
  });

  it("NaN is asked and not graded", async () => {
    const { outcomes } = await read("nan-score-details");
    const ungraded = outcomes.filter(({ score }) => score === null);
    expect(ungraded.map(({ item }) => item)).toEqual(["3", "17"]);
  });

  it("a cut Parquet file is reported", async () => {
    const { problems } = await read("details_boreal__crane-7b_cut");
    expect(problems).toMatchObject([
      { code: "damaged", message: expect.stringContaining("breaks off before its end") as string },
    ]);
  });
});

describe.skipIf(!isHere)("a strict reading of whole repositories", () => {
  const groups = isHere ? readdirSync(join(root, "repos")) : [];
  const all = groups.flatMap((group) =>
    readdirSync(here(group)).map((repository) => join(group, repository)),
  );

  it.each(all)("finds the same in %s", async (repository) => {
    const usual = await readAll([here(repository)]);
    expect(usual).toEqual(await readAll([here(repository)], { strict: true }));
  });
});
