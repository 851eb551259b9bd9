import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freshFolder } from "./support/folder.ts";
import { items, keyedRecord, lines, write, writeRun } from "./support/logs.ts";
import { readAll } from "./support/read.ts";

const folder = freshFolder();
const at = (...parts: string[]): string => join(folder.path, ...parts);

async function messages(code: string): Promise<string[]> {
  const { summary } = await readAll([folder.path]);
  return summary!.notices.filter((notice) => notice.code === code).map(({ message }) => message);
}

describe("our means beside the harness's own", () => {
  it("are warned about where a whole run has another", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0, 1, 1], total: 0.7 });
    expect(await messages("metric-mismatch")).toEqual([
      "kestrel on t: exact_match is 75.0 % over 4 of 4 items here, 70.0 % in the results file.",
    ]);
  });

  it("say nothing where they agree to 1e-6", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0, 1], total: 0.666667 });
    expect(await messages("metric-mismatch")).toEqual([]);
  });

  it("are not compared with what is no number", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0], total: "N/A" });
    const { summary } = await readAll([folder.path]);
    expect(summary!.benchmarks[0]!.means).toMatchObject([{ harnessMean: null, agrees: null }]);
  });
});

describe("runs of which a part is here", () => {
  it("say how many items of how many, and both means", async () => {
    const path = await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 0, 0, 0] });
    const [first] = (await readFile(path, "utf8")).split("\n");
    await writeFile(path, `${first}\n{"doc_id": 1, "do`);
    const { problems } = await readAll([folder.path]);
    expect(problems).toMatchObject([{ severity: "skipped", code: "damaged", line: 2 }]);
    expect(await messages("partial-run")).toEqual([
      "kestrel on t: 1 of 4 items are here (100.0 % here, 25.0 % over all).",
    ]);
    expect(await messages("metric-mismatch")).toEqual([]);
  });
});

describe("scores that are all the same", () => {
  it("are warned about where no answer was found in any response", async () => {
    const records = items(3).map((item) => ({
      ...keyedRecord(item, "none", { exact_match: 0 }),
      filtered_resps: ["[invalid]"],
    }));
    await write(at("kestrel", "samples_t.jsonl"), lines(records));
    expect(await messages("constant-scores")).toEqual([
      "kestrel on t: all 3 items score 0; no answer was found in any response.",
    ]);
  });

  it("are warned about where the reference is a list that matches anything", async () => {
    const records = items(3).map((item) => ({
      ...keyedRecord(item, "none", { exact_match: 1 }),
      target: ["a", "b"],
    }));
    await write(at("kestrel", "samples_t.jsonl"), lines(records));
    expect(await messages("constant-scores")).toHaveLength(1);
  });

  it("are no news where nothing speaks against them", async () => {
    await writeRun(at("a"), { model: "kestrel", task: "t", scores: [1, 1, 1] });
    expect(await messages("constant-scores")).toEqual([]);
  });
});

describe("prompts", () => {
  const withPrompt = (model: string, prompt: string, extra: object = {}): Promise<string> =>
    writeRun(at(model), {
      model,
      task: "t",
      scores: [1, 0],
      items: items(2),
      extra: { model_source: "hf", ...extra },
    }).then(async (path) => {
      const text = await readFile(path, "utf8");
      return write(path, text.replaceAll(/"prompt_hash":"./g, `"prompt_hash":"${prompt}`));
    });

  it("that differ between models without a chat template are one warning", async () => {
    await withPrompt("a", "1", { chat_template_sha: null });
    await withPrompt("b", "2", { chat_template_sha: null });
    await withPrompt("c", "3", { chat_template_sha: null });
    expect(await messages("prompt-differs")).toEqual([
      "t: b, c got other prompts for the same items (2 of 2).",
    ]);
  });

  it("that differ as chat templates do are what they should be", async () => {
    await withPrompt("a", "1", { chat_template_sha: "abc" });
    await withPrompt("b", "2", { chat_template_sha: "def" });
    await withPrompt("c", "3", { model_source: "openai-chat-completions" });
    expect(await messages("prompt-differs")).toEqual([]);
  });

  it("that are the same are no news", async () => {
    await withPrompt("a", "1");
    await withPrompt("b", "1");
    expect(await messages("prompt-differs")).toEqual([]);
  });
});
