import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { lines, matchRun, write } from "./support/logs.ts";
import { codes, readAll, said } from "./support/read.ts";

const folder = freshFolder();
const B = "240106093000BBBBBBBB";
const ask = (metric: string): Parameters<typeof readAll>[1] => ({ metrics: { "*": metric } });

async function writePair(
  question: (at: number) => string,
  parts: Parameters<typeof matchRun>[1] = {},
): Promise<void> {
  await write(folder, "a.jsonl", matchRun([1, 0, 1, 0]));
  const other = { model: "wren-1b", runId: B, question, ...parts };
  await write(folder, "b.jsonl", matchRun([0, 0, 1, 1], other));
}

describe("items across runs", () => {
  it("are joined by sample id, whatever a completion function puts before the question", async () => {
    await writePair((at) => `q${at}`);
    const withSystem = lines(matchRun([0, 0, 1, 1], { model: "wren-1b", runId: B })).replaceAll(
      '"prompt":[',
      '"prompt":[{"role":"system","content":"be brief"},',
    );
    await write(folder, "b.jsonl", withSystem);
    const { outcomes, summary } = await readAll([folder.path]);
    expect(new Set(outcomes.map(({ item }) => item)).size).toBe(4);
    expect(codes(summary)).toEqual([]);
    expect(outcomes[0]!.contentHash).toMatch(/^[0-9a-f]{13}$/);
    expect(outcomes[0]!.contentHash).toBe(outcomes[4]!.contentHash);
  });

  it("another question on some ids says that the data were changed", async () => {
    await writePair((at) => (at === 2 ? "another" : `q${at}`));
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "prompt-differs")).toBe(
      "coins.dev.v0: kestrel-8b, wren-1b got other questions under the same sample ids, on 1 of 4 items, so the data were changed.",
    );
  });

  it("another question on every id says that the prompt was changed", async () => {
    await writePair((at) => `Please: q${at}`);
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "prompt-differs")).toContain("on every item, so the prompt was changed");
  });

  it("are joined by the question on request", async () => {
    await writePair((at) => `q${3 - at}`);
    const { outcomes, summary } = await readAll([folder.path], ask("correct,item=prompt"));
    expect(codes(summary)).toEqual([]);
    const items = outcomes.map(({ item }) => item);
    expect(new Set(items).size).toBe(4);
    expect(items.slice(0, 4)).toEqual(items.slice(4).toReversed());
  });

  it("with one last message for all are told apart by the whole prompt", async () => {
    const chat = lines(matchRun([1, 0])).replaceAll(
      /"content":"(q\d)"\}/g,
      '"content":"$1"},{"role":"user","content":"Answer now."}',
    );
    await write(folder, "a.jsonl", chat);
    const { outcomes } = await readAll([folder.path], ask("correct,item=prompt"));
    expect(new Set(outcomes.map(({ item }) => item)).size).toBe(2);
  });

  it("come in the order of their numbers", async () => {
    await write(folder, "a.jsonl", matchRun(Array.from({ length: 12 }, () => 1)));
    const { outcomes } = await readAll([folder.path]);
    expect(outcomes.map(({ item }) => item)).toEqual(
      Array.from({ length: 12 }, (_, at) => `coins.dev.${at}`),
    );
  });
});

describe("set-ups that differ", () => {
  it("other arguments of the eval are said by name, never by value", async () => {
    await writePair((at) => `q${at}`, { args: { samples_jsonl: "secret.jsonl", n: 2 } });
    const { summary } = await readAll([folder.path]);
    expect(said(summary, "item-identity")).toContain("arguments of the eval (n, samples_jsonl)");
    expect(JSON.stringify(summary)).not.toContain("secret");
  });

  it("two versions of an eval are two benchmarks", async () => {
    await writePair((at) => `q${at}`, { benchmark: "coins.dev.v1" });
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks.map(({ benchmark }) => benchmark)).toEqual([
      "coins.dev.v0",
      "coins.dev.v1",
    ]);
  });

  it("an eval that draws its questions by the seed cannot be pooled over seeds", async () => {
    const cls = "basic.match_with_solvers:MatchWithSolvers";
    await write(folder, "a.jsonl", matchRun([1, 0], { cls, seed: 1 }));
    await write(folder, "b.jsonl", matchRun([1, 0], { cls, seed: 2, model: "wren-1b", runId: B }));
    const { error } = await readAll([folder.path]);
    expect(error).toMatchObject({ code: "mixed-setup" });
    expect(error!.message).toContain("kestrel-8b with seed 1, wren-1b with seed 2");
    expect((await readAll([folder.path], ask("correct,item=prompt"))).error).toBeUndefined();
    expect((await readAll([folder.path], { allowMixed: ["seed"] })).error).toBeUndefined();
  });

  it("the seed of any other eval changes no question", async () => {
    await writePair((at) => `q${at}`, { seed: 2 });
    expect((await readAll([folder.path])).error).toBeUndefined();
  });
});
