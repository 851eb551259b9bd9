import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LiveRun } from "@eip-eval/core/cli";
import { findFiles } from "@eip-eval/core/io";
import { describe, expect, it } from "vitest";
import { planRun } from "../src/live-command.ts";
import { receiver } from "../src/live-receiver.ts";
import { OpenaiEvalsFollower } from "../src/live-runs.ts";
import { freshFolder } from "./support/folder.ts";
import { eventMaker, finalReport, lines, matchRun, RUN, spec, write } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();

describe("the plan of a command", () => {
  it.each([
    [["oaieval", "gpt-4", "coins", "--record_path", "logs/a.jsonl"]],
    [["oaieval", "--record_path=logs/a.jsonl", "gpt-4", "coins"]],
    [["python", "-m", "evals.cli.oaieval", "gpt-4", "coins", "--record_path", "logs/a.jsonl"]],
  ])("is the folder of the log, and the logs in it, for %j", (command) => {
    const { places, warnings } = planRun(command);
    expect(warnings).toEqual([]);
    expect(places).toMatchObject([{ path: "logs" }]);
    const names = ["a.jsonl", "b.log", "notes.txt"];
    expect(names.filter((name) => places[0]!.only!(name))).toEqual(["a.jsonl", "b.log"]);
  });

  it("is the usual folder where no log is named", () => {
    expect(planRun(["oaieval", "gpt-4", "coins"])).toEqual({
      places: [{ path: "/tmp/evallogs" }],
      warnings: [],
    });
  });

  it.each([
    [["oaieval", "m", "e", "--dry-run"], /writes no log/],
    [["oaieval", "m", "e", "--http-run", "--http-run-url", "http://x"], /watch --listen/],
    [["oaievalset", "m", "s", "--record_path", "x.jsonl"], /begins the file anew/],
    [["make", "evals"], /make is no command of openai\/evals/],
  ])("warns before %j", (command, warning) => {
    expect(planRun(command).warnings.join("\n")).toMatch(warning);
  });
});

/** Looks at everything in the folder. */
async function look(follower = new OpenaiEvalsFollower()): Promise<readonly LiveRun[]> {
  return follower.look(await findFiles([folder.path], () => undefined));
}

const states = (runs: readonly LiveRun[]): unknown =>
  runs.map(({ title, state, detail }) => [title, state, detail]);

describe("a run that is followed", () => {
  const records = matchRun([1, 0, 1]);
  const [first, report, ...events] = records;
  const title = "kestrel-8b: coins.dev.v0";

  it("grows by half lines, and is complete with its final report", async () => {
    const path = await write(folder, "a.jsonl", [first]);
    const follower = new OpenaiEvalsFollower();
    expect(states(await look(follower))).toEqual([
      [title, "no-item-logs", "nothing but a spec line so far"],
    ]);
    const text = lines(events);
    await appendFile(path, text.slice(0, 700));
    const [half] = await look(follower);
    expect(half).toMatchObject({ title, state: "incomplete" });
    expect(half!.detail).toMatch(/^no final report, \d events so far$/);
    await appendFile(path, text.slice(700) + lines([report]));
    expect(states(await look(follower))).toEqual([[title, "complete", undefined]]);
  });

  it("is another state for every event behind its report", async () => {
    const path = await write(folder, "a.jsonl", [first, report, ...events.slice(0, -1)]);
    const follower = new OpenaiEvalsFollower();
    const [before] = await look(follower);
    await appendFile(path, lines(events.slice(-1)));
    const [after] = await look(follower);
    expect(before!.run).toBe(after!.run);
    expect(before!.stamps).not.toEqual(after!.stamps);
    expect((await look(follower))[0]!.stamps).toEqual(after!.stamps);
  });

  it("gives way to the next one in the same file", async () => {
    const path = await write(folder, "a.jsonl", records);
    const follower = new OpenaiEvalsFollower();
    await look(follower);
    await writeFile(path, "");
    expect(await look(follower)).toEqual([]);
    await writeFile(
      path,
      lines(matchRun([1, 1], { model: "wren-1b", runId: `${RUN.slice(0, -1)}Z` })),
    );
    expect(states(await look(follower))).toEqual([
      ["wren-1b: coins.dev.v0", "complete", undefined],
    ]);
  });

  it("is one run when its spec and its events are in two files", async () => {
    await write(folder, "local.jsonl", [spec()]);
    const end = { run_id: RUN, event_id: 6, sample_id: null, type: "final_report", data: {} };
    const body = [...events.slice(0, 4), end];
    const path = await write(folder, "received.jsonl", [{ path: "/", body }]);
    const follower = new OpenaiEvalsFollower();
    expect(states(await look(follower))).toEqual([[title, "incomplete", "4 of 6 events arrived"]]);
    await appendFile(path, lines([{ path: "/", body: events.slice(4) }]));
    expect(states(await look(follower))).toEqual([[title, "complete", undefined]]);
  });

  it("is told apart from the others of its file, and from files that are no logs", async () => {
    const event = eventMaker("r2");
    const own = event({ sample: 0, type: "match", data: { correct: true } });
    await write(folder, "two.log", [...records, spec({ runId: "r2", model: "b" }), own]);
    await write(folder, "notes.txt", "nothing to see");
    expect(states(await look())).toEqual([
      [title, "complete", undefined],
      ["b: coins.dev.v0", "incomplete", "no final report, 1 event so far"],
    ]);
  });

  it("needs no id in its final report, as before 2024", async () => {
    await write(folder, "a.jsonl", [first, ...events, finalReport({ accuracy: 0.5 }, null)]);
    expect((await look())[0]!.state).toBe("complete");
  });
});

describe("what the recorder sends", () => {
  const url = (query: string): URL => new URL(`http://127.0.0.1:8787/oaieval${query}`);
  const events = matchRun([1, 0]).slice(2);

  it("is a list of events with ids", () => {
    const found = receiver.eventsIn([...events, { run_id: "r" }, null, { event_id: 1 }]);
    expect(found.map(({ run, id }) => [run, id])).toEqual([
      [RUN, 0],
      [RUN, 1],
      [RUN, 2],
      [RUN, 3],
    ]);
  });

  it.each([[{}], [7], [null], ["[]"], [{ body: "[]" }]])("is nothing in %j", (value) => {
    expect(receiver.eventsIn(value)).toEqual([]);
  });

  it("is kept in a form that the reader reads, without what else is in the address", async () => {
    const record = receiver.recordOf(
      url("?model=gpt-4o&eval=x.dev.v0&key=secret"),
      receiver.eventsIn(events),
    );
    expect(receiver.eventsIn(record)).toHaveLength(4);
    const path = await write(folder, "received.jsonl", [record]);
    expect(await readFile(path, "utf8")).not.toContain("secret");
    const { outcomes } = await readAll([path]);
    expect(outcomes).toMatchObject([
      { model: "gpt-4o", benchmark: "x.dev.v0", score: 1 },
      { model: "gpt-4o", benchmark: "x.dev.v0", score: 0 },
    ]);
  });

  it("takes its model from the local log beside it", async () => {
    const record = receiver.recordOf(url(""), receiver.eventsIn(events));
    const path = await write(folder, "received.jsonl", [record]);
    await write(folder, "local.jsonl", [spec()]);
    const { outcomes } = await readAll([path]);
    expect(outcomes.map(({ model }) => model)).toEqual(["kestrel-8b", "kestrel-8b"]);
    expect((await readAll([join(folder.path)])).outcomes).toHaveLength(2);
  });
});
