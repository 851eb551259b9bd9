import type { GradedRun } from "@eip-eval/core";
import { describe, expect, it } from "vitest";
import { RunShelf } from "../src/run-shelf.ts";

const run = (model: string): GradedRun => ({
  model,
  benchmark: "b",
  source: "s",
  rows: 2,
  items: ["0", "1"],
  fingerprint: "f",
  harnessMeans: {},
  metrics: [
    { metric: "acc", filter: "none" },
    { metric: "em", filter: "none" },
  ],
  scores: [
    [1, 0],
    [0.5, null],
  ],
});
const [acc, em] = run("").metrics.map((metric) => ({ metric }));

describe("a shelf of runs", () => {
  it("gives out a run under the metric that is wanted", async () => {
    const shelf = new RunShelf();
    const head = shelf.add(run("m"), () => Promise.reject(new Error("read again")));
    expect(head).not.toHaveProperty("items");
    expect(await shelf.load(head, em!)).toMatchObject({
      model: "m",
      items: ["0", "1"],
      metrics: [em!.metric],
      scores: [[0.5, null]],
    });
    expect(await shelf.load(head, acc!)).toMatchObject({ scores: [[1, 0]] });
  });

  it("has runs read again that there is no room for", async () => {
    const shelf = new RunShelf(4);
    let times = 0;
    const again = async (): Promise<GradedRun> => {
      times += 1;
      return run("n");
    };
    const heads = [shelf.add(run("m"), again), shelf.add(run("n"), again)];
    expect(await shelf.load(heads[0]!, acc!)).toMatchObject({ model: "m" });
    expect(times).toBe(0);
    expect(await shelf.load(heads[1]!, acc!)).toMatchObject({ model: "n", scores: [[1, 0]] });
    expect(times).toBe(1);
  });

  it("keeps equal lists of items once", async () => {
    const shelf = new RunShelf();
    const heads = ["m", "n"].map((model) => shelf.add(run(model), async () => run(model)));
    const [one, other] = await Promise.all(heads.map((head) => shelf.load(head, acc!)));
    expect(one!.items).toBe(other!.items);
  });

  it("has no scores for a metric that is not there any more", async () => {
    const shelf = new RunShelf(0);
    const head = shelf.add(run("m"), async () => ({
      ...run("m"),
      metrics: [em!.metric],
      scores: [[1, 1]],
    }));
    expect((await shelf.load(head, acc!)).scores).toEqual([[undefined, undefined]]);
  });
});
