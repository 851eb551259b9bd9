import { cp, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { writeRun } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();

async function writePool(path: string): Promise<void> {
  for (const [at, model] of ["kestrel", "heron", "wren"].entries()) {
    for (const task of ["t", "u"]) {
      const scores = Array.from({ length: 20 }, (_, item) => Number((item * (at + 2)) % 5 < 3));
      const date = `2026-03-04T05-06-0${task === "t" ? 7 : 8}`;
      await writeRun(join(path, model), { model, task, scores, date });
    }
  }
  await writeRun(join(path, "kestrel"), {
    model: "kestrel",
    task: "t",
    scores: Array.from({ length: 20 }, () => 1),
    date: "2026-01-01T00-00-00",
  });
}

describe("the same logs give the same outcomes", () => {
  it("when they are read twice", async () => {
    await writePool(folder.path);
    const first = await readAll([folder.path]);
    const second = await readAll([folder.path]);
    expect(second).toEqual(first);
  });

  it("when they were copied at other times and are named in another order", async () => {
    const original = join(folder.path, "a");
    const copy = join(folder.path, "b");
    await writePool(original);
    await cp(original, copy, { recursive: true });
    let time = 1_000_000;
    for (const name of (await readdir(copy, { recursive: true })).toReversed()) {
      await utimes(join(copy, name), time, time);
      time -= 1000;
    }
    const first = await readAll([original]);
    const second = await readAll([copy]);
    expect(second.outcomes).toEqual(first.outcomes);
    const models = ["kestrel", "heron", "wren"];
    const inOrder = await readAll(models.map((model) => join(original, model)));
    const reversed = await readAll(models.toReversed().map((model) => join(original, model)));
    expect(reversed.outcomes).toEqual(inOrder.outcomes);
  });

  it("when the lines of a file stand in another order", async () => {
    await writePool(folder.path);
    const first = await readAll([folder.path]);
    for (const name of await readdir(folder.path, { recursive: true })) {
      if (!name.includes("samples_")) continue;
      const path = join(folder.path, name);
      const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
      await writeFile(path, `${lines.toReversed().join("\n")}\n`);
    }
    const second = await readAll([folder.path]);
    const sorted = (outcomes: typeof first.outcomes): string[] =>
      outcomes.map((outcome) => JSON.stringify(outcome)).toSorted();
    expect(sorted(second.outcomes)).toEqual(sorted(first.outcomes));
    expect(second.summary!.benchmarks).toEqual(first.summary!.benchmarks);
  });
});
