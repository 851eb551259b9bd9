import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { items, keyedRecord, lines, sha256, write, writeRun, type Item } from "./support/logs.ts";
import { byItem, readAll } from "./support/read.ts";

const folder = freshFolder();
const asked = items(6);

async function readModels(
  runs: Readonly<Record<string, { items: readonly Item[]; scores: readonly unknown[] }>>,
): Promise<{ items: Record<string, Record<string, number | null>>; notices: string[] }> {
  for (const [model, run] of Object.entries(runs)) {
    await writeRun(join(folder.path, model), { model, task: "t", ...run });
  }
  const { outcomes, summary, error } = await readAll([folder.path]);
  expect(error).toBeUndefined();
  const own = Object.keys(runs).map((model) => [
    model,
    byItem(outcomes.filter((outcome) => outcome.model === model)),
  ]);
  return {
    items: Object.fromEntries(own),
    notices: summary!.notices
      .filter(({ code }) => code === "item-identity")
      .map(({ message }) => message),
  };
}

describe("item ids", () => {
  it("are doc_ids where these always stand for the same document", async () => {
    const { items: read, notices } = await readModels({
      a: { items: asked, scores: [1, 0, 1] },
      b: { items: [asked[2]!, asked[0]!], scores: [1, 0] },
    });
    expect(read).toEqual({ a: { 0: 1, 1: 0, 2: 1 }, b: { 2: 1, 0: 0 } });
    expect(notices).toEqual([]);
  });

  it("are the data set's own, where every record has one and none twice", async () => {
    const own = asked.map((item) => ({
      ...item,
      doc: { ...item.doc, question_id: `q${item.id}` },
    }));
    const { items: read } = await readModels({
      a: { items: own, scores: [1, 0] },
      b: { items: own, scores: [0, 1] },
    });
    expect(read).toEqual({ a: { q0: 1, q1: 0 }, b: { q0: 0, q1: 1 } });
  });

  it("of the data set go with the harness's own number, where that is asked for", async () => {
    const own = asked.map((item) => ({ ...item, doc: { ...item.doc, id: `q${item.id + 10}` } }));
    await writeRun(join(folder.path, "a"), { model: "a", task: "t", items: own, scores: [1, 0] });
    const { outcomes } = await readAll([folder.path], { carry: ["doc_id"] });
    expect(outcomes.map(({ item, metadata }) => [item, metadata?.["doc_id"]])).toEqual([
      ["q10", "0"],
      ["q11", "1"],
    ]);
  });

  it("are not an id field that two records share, or that some lack", async () => {
    const same = asked.map((item) => ({ ...item, doc: { ...item.doc, id: "passage-1" } }));
    expect((await readModels({ a: { items: same, scores: [1, 0] } })).items).toEqual({
      a: { 0: 1, 1: 0 },
    });
    const some = asked.map((item) => ({
      ...item,
      doc: item.id === 0 ? item.doc : { ...item.doc, id: item.id },
    }));
    expect((await readModels({ a: { items: some, scores: [1, 0] } })).items).toEqual({
      a: { 0: 1, 1: 0 },
    });
  });

  it("are hashes where a doc_id stands for two documents, and that is said", async () => {
    // --samples with an unsorted list logs the ids of the list on documents in order.
    const mislabelled = [asked[1]!, asked[2]!].map((item, at) => ({ ...item, id: 2 - at }));
    const { items: read, notices } = await readModels({
      a: { items: asked, scores: [1, 0, 1, 1] },
      b: { items: mislabelled, scores: [0, 1] },
    });
    const id = ({ doc }: Item): string => sha256(JSON.stringify(doc, null, 2)).slice(0, 16);
    expect(read["b"]).toEqual({ [id(asked[1]!)]: 0, [id(asked[2]!)]: 1 });
    expect(Object.keys(read["a"]!)).toEqual(asked.slice(0, 4).map(id));
    expect(notices).toEqual([
      "t: doc_id and the hash of the document disagree for 2 of 2 shared items (a, b); items are joined by the hash.",
    ]);
  });

  it("are hashes where parts of a task were numbered anew, even without a shared doc_id", async () => {
    const elsewhere = [asked[0]!, asked[1]!].map((item) => ({ ...item, id: item.id + 4 }));
    const { items: read, notices } = await readModels({
      a: { items: asked, scores: [1, 0] },
      b: { items: elsewhere, scores: [0, 1] },
    });
    expect(Object.keys(read["a"]!)).toEqual(Object.keys(read["b"]!));
    expect(notices).toHaveLength(1);
  });

  it("do not join different versions of a task", async () => {
    const changed = asked.map((item) => ({ ...item, doc: { ...item.doc, choices: ["a", "b"] } }));
    const { items: read, notices } = await readModels({
      a: { items: asked, scores: [1, 0] },
      b: { items: changed, scores: [1, 0] },
    });
    expect(Object.keys(read["a"]!).some((id) => id in read["b"]!)).toBe(false);
    expect(notices[0]).toContain("different versions of the task");
  });

  it("stay apart for equal documents of one task", async () => {
    const twice = [asked[0]!, { ...asked[0]!, id: 1 }, asked[2]!];
    const plain = await readModels({ a: { items: twice, scores: [1, 0, 1] } });
    expect(plain.items).toEqual({ a: { 0: 1, 1: 0, 2: 1 } });
    expect(plain.notices).toEqual([]);
    const moved = [{ ...asked[2]!, id: 0 }];
    const hashed = await readModels({
      a: { items: twice, scores: [1, 0, 1] },
      b: { items: moved, scores: [1] },
    });
    expect(Object.keys(hashed.items["a"]!)).toHaveLength(3);
  });

  it("keep version 0.3, which shuffled its documents, apart from later ones", async () => {
    await writeRun(join(folder.path, "a"), { model: "a", task: "t", scores: [1, 0] });
    const old = [0, 1].map((id) => ({
      doc_id: id,
      prompt_0: `Q ${id}`,
      truth: "1",
      exact_match: "1",
    }));
    await write(join(folder.path, "b", "t_write_out_info.json"), JSON.stringify(old));
    const { outcomes, summary } = await readAll([folder.path]);
    expect(outcomes.map(({ item }) => item)).toEqual(["0", "1", "write_out-0", "write_out-1"]);
    expect(summary!.notices).toContainEqual(
      expect.objectContaining({
        code: "item-identity",
        message: expect.stringContaining("version 0.3"),
      }),
    );
  });

  it("come with the hash of the document, our own where the log has none", async () => {
    const { doc_hash: logged, ...without } = keyedRecord(asked[0]!, "none", { acc: 1 });
    const file = join(folder.path, "samples_t.jsonl");
    await write(file, lines([{ ...without, doc_hash: logged }]));
    expect((await readAll([file])).outcomes[0]!.contentHash).toBe(logged);
    await write(file, lines([without]));
    const own = (await readAll([file])).outcomes[0]!.contentHash;
    expect(own).toMatch(/^[0-9a-f]{64}$/);
    const reordered = { ...without, doc: { answer: "0", question: asked[0]!.doc["question"] } };
    await write(file, lines([reordered]));
    expect((await readAll([file])).outcomes[0]!.contentHash).toBe(own);
  });
});
