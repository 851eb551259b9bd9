import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { eventMaker, finalReport, spec, write } from "./support/logs.ts";
import { graded, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const ask = (metric: string): Parameters<typeof readAll>[1] => ({ metrics: { "*": metric } });

/** Writes a run in which each sample has these verdicts. */
async function writeVerdicts(
  verdicts: readonly (readonly boolean[])[],
  createdAt = "2024-01-05 09:30:00",
): Promise<void> {
  const event = eventMaker();
  await write(folder, "log.jsonl", [
    spec({ createdAt }),
    ...verdicts.flatMap((own, sample) =>
      own.map((correct) => event({ sample, type: "match", data: { correct } })),
    ),
    finalReport({}),
  ]);
}

describe("several outcomes of one sample", () => {
  const few = [[false, true], [true], [true], [false], [true]];

  it("by retry: the last counts, and the number is said", async () => {
    await writeVerdicts(few);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([1, 1, 1, 0, 1]);
    expect(said(summary, "rerun")).toBe(
      "coins.dev.v0: 1 sample with more than one outcome, up to 2; the last counts.",
    );
  });

  it.each([
    ["first", 0],
    ["last", 1],
    ["mean", 0.5],
    ["max", 1],
    ["0", 0],
    ["1", 1],
  ])("%s on request", async (word, score) => {
    await writeVerdicts(few);
    const { outcomes } = await readAll([folder.path], ask(`correct,${word}`));
    expect(outcomes[0]!.score).toBe(score);
  });

  it("an error on request", async () => {
    await writeVerdicts(few);
    const { error } = await readAll([folder.path], ask("correct,error"));
    expect(error).toMatchObject({ code: "conflicting-outcomes" });
    expect(error!.message).toContain("1 sample with up to 2 outcomes, coins.dev.0 among them");
  });

  it("trials on request, numbered in the order of the events", async () => {
    await writeVerdicts(few);
    const { outcomes } = await readAll([folder.path], ask("correct,trials"));
    expect(outcomes.slice(0, 3).map(({ item, trial, score }) => [item, trial, score])).toEqual([
      ["coins.dev.0", 0, 0],
      ["coins.dev.0", 1, 1],
      ["coins.dev.1", 0, 1],
    ]);
  });

  it("by design: the user must say which one counts", async () => {
    await writeVerdicts([[false, true], [true, true], [false, false], [true]]);
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "choose-metric" });
    expect(error!.message).toContain('most samples have up to 2 outcomes "match.correct"');
    expect(graded((await readAll([folder.path], ask("correct,0"))).outcomes)).toEqual([0, 1, 0, 1]);
  });

  it("while the harness had the fault, many repeats are retries", async () => {
    const many = [[false, true], [true, true], [false, false], [true]];
    await writeVerdicts(many, "2023-04-18 15:53:54");
    expect(graded((await readAll([folder.path])).outcomes)).toEqual([1, 1, 0, 1]);
  });

  it("the order of the events decides, not that of the lines", async () => {
    const event = eventMaker();
    const [first, second, third] = [false, true, true].map((correct) =>
      event({ sample: 0, type: "match", data: { correct } }),
    );
    const rest = [1, 2].map((sample) => event({ sample, type: "match", data: { correct: true } }));
    await write(folder, "log.jsonl", [spec(), third, second, first, ...rest]);
    const { outcomes } = await readAll([folder.path], ask("correct,first"));
    expect(outcomes[0]!.score).toBe(0);
  });

  it("a retry that shows only in the calls changes nothing", async () => {
    const event = eventMaker();
    const call = { sample: 0, type: "sampling", data: { prompt: "q", sampled: "a" } };
    const verdict = { sample: 0, type: "match", data: { correct: true } };
    await write(folder, "log.jsonl", [spec(), event(call), event(call), event(verdict)]);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(graded(outcomes)).toEqual([1]);
    expect(said(summary, "rerun")).toBe("");
  });
});

describe("one question under several sample ids", () => {
  async function writeIndexed(): Promise<void> {
    const event = eventMaker();
    await write(folder, "log.jsonl", [
      spec({ cls: "ballots.eval:BallotsEval" }),
      ...[0, 1, 0, 1].flatMap((ix, sample) => [
        event({ sample, type: "sampling", data: { prompt: `q${ix}`, sampled: "a" } }),
        event({ sample, type: "metrics", data: { success: sample < 3, sample_ix: ix } }),
      ]),
      finalReport({}),
    ]);
  }

  it.each(["item=sample_ix", "item=prompt"])("is joined by %s, as trials", async (word) => {
    await writeIndexed();
    const { outcomes, summary } = await readAll([folder.path], ask(`success,${word}`));
    expect(new Set(outcomes.map(({ item }) => item)).size).toBe(2);
    expect(outcomes.map(({ trial, score }) => [trial, score])).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
      [1, 0],
    ]);
    expect(summary!.benchmarks).toMatchObject([{ items: 2, filter: word }]);
  });

  it("stays apart by default", async () => {
    await writeIndexed();
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ item, trial }) => [item, trial])).toEqual(
      [0, 1, 2, 3].map((at) => [`coins.dev.${at}`, undefined]),
    );
  });
});
