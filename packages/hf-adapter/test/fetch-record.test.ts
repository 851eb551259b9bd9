import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRecord, writeRecord, type FetchRecord } from "../src/fetch-record.ts";
import { missingText, writeMissing, type Missing } from "../src/missing.ts";
import { freshFolder } from "./support/folder.ts";

const folder = freshFolder();

const record: FetchRecord = {
  repository: "board/acme__ant-1b-details",
  sha: "0123",
  benchmarks: [
    { benchmark: "arc", file: "a/samples_arc.jsonl", hash: "sha256:1", state: "stored" },
    {
      benchmark: "bbh",
      file: "b",
      hash: "sha256:2",
      state: "left-out",
      code: "empty",
      reason: "an empty file",
    },
  ],
};

describe("what a store remembers of a repository", () => {
  it("is read back as it was written", async () => {
    await writeRecord(folder.path, record);
    expect(await readRecord(folder.path, record.repository)).toEqual(record);
    expect(await readdir(join(folder.path, ".hub"))).toHaveLength(1);
  });

  it("is nothing where nothing, or something else, was written", async () => {
    expect(await readRecord(folder.path, record.repository)).toBeUndefined();
    await writeRecord(folder.path, record);
    const [name] = await readdir(join(folder.path, ".hub"));
    for (const text of ["", "{", '{"schema":"other/1"}\n', '{"schema":"eip-hf-fetch/1"}\n[]\n']) {
      await writeFile(join(join(folder.path, ".hub"), name!), text);
      expect(await readRecord(folder.path, record.repository)).toBeUndefined();
    }
  });

  it("stays in the store for a repository with a hostile name", async () => {
    await writeRecord(folder.path, { ...record, repository: "../../evil" });
    expect(await readdir(folder.path)).toEqual([".hub"]);
  });
});

describe("the list of what is missing", () => {
  const missing: Missing[] = [
    { model: "b/two", benchmark: "arc", code: "damaged", reason: "cut\noff" },
    { model: "a/one", code: "consent", reason: "terms not accepted", try: "accept" },
  ];

  it("has a line each, in the same order whatever came first", () => {
    expect(missingText(missing)).toBe(
      "# asked for and not here: model, benchmark, code, reason, what to do, where\n" +
        "a/one\tall\tconsent\tterms not accepted\taccept\nb/two\tarc\tdamaged\tcut off\n",
    );
    expect(missingText(missing.toReversed())).toBe(missingText(missing));
  });

  it("goes away when nothing is missing any more", async () => {
    expect(await writeMissing(folder.path, missing)).toBe(join(folder.path, "missing.txt"));
    expect(await writeMissing(folder.path, [])).toBeUndefined();
    expect(await readdir(folder.path)).toEqual([]);
  });
});
