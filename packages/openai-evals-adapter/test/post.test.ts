import { describe, expect, it } from "vitest";
import { recordedPost } from "../src/post.ts";
import { freshFolder } from "./support/folder.ts";
import { finalReport, matchRun, spec, write, RUN } from "./support/logs.ts";
import { byItem, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const SCORES = [1, 0, 1];
const WANTED = { "coins.dev.0": 1, "coins.dev.1": 0, "coins.dev.2": 1 };

/** The events of a run, the report as the recorder sends it among them. */
const events = matchRun(SCORES).slice(2);
const report = {
  run_id: RUN,
  event_id: events.length,
  sample_id: null,
  type: "final_report",
  data: { accuracy: 2 / 3 },
};

function posts(batches: readonly (readonly unknown[])[], path = "/oaieval"): unknown[] {
  return batches.map((batch) => ({ path, headers: {}, body: JSON.stringify(batch) }));
}

describe("what the HTTP recorder sent", () => {
  it("in any order and repeated, with the spec in the file beside it", async () => {
    const first = events.slice(0, 3);
    const given = await write(
      folder,
      "posts.jsonl",
      posts([[report], events.slice(3), first, first]),
    );
    await write(folder, "fallback.jsonl", [spec()]);
    const { outcomes, summary, error } = await readAll([given]);
    expect(error).toBeUndefined();
    expect(byItem(outcomes)).toEqual(WANTED);
    expect(outcomes[0]).toMatchObject({ model: "kestrel-8b", benchmark: "coins.dev.v0", run: RUN });
    expect(summary!.filesFound).toBe(1);
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ agrees: true }]);
  });

  it("no outcome is taken from a file beside it", async () => {
    const given = await write(folder, "posts.jsonl", posts([events.slice(0, 2)]));
    await write(folder, "whole.jsonl", matchRun(SCORES));
    expect((await readAll([given])).outcomes).toHaveLength(1);
  });

  it("named by the query of its URL where no spec is to be found", async () => {
    const path = "/oaieval?model=org/wren-1b&eval=coins.dev.v9";
    const given = await write(folder, "posts.jsonl", posts([[...events, report]], path));
    const { outcomes } = await readAll([given]);
    expect(outcomes[0]).toMatchObject({ model: "org/wren-1b", benchmark: "coins.dev.v9" });
  });

  it("bodies kept as lists, or alone on their lines", async () => {
    for (const content of [[{ path: "/", body: [...events, report] }], [events, [report]]]) {
      const given = await write(folder, "posts.jsonl", content);
      expect(byItem((await readAll([given], { name: "mine" })).outcomes)).toEqual(WANTED);
    }
  });

  it("events that were lost are noticed", async () => {
    const given = await write(folder, "posts.jsonl", posts([events.slice(2), [report]]));
    const { summary } = await readAll([given], { name: "mine" });
    expect(said(summary, "partial-run")).toContain("4 of 6 events arrived");
  });

  it("NaN in a body", () => {
    const post = recordedPost({ body: '[{"run_id": "r", "data": {"score": NaN}}]' });
    expect(post!.values).toEqual([{ run_id: "r", data: { score: null } }]);
  });

  it("nothing else with a body is a request", () => {
    expect(recordedPost({ body: "Dear all, …" })).toBeUndefined();
    expect(recordedPost(finalReport({}))).toBeUndefined();
    expect(recordedPost(null)).toBeUndefined();
  });
});
