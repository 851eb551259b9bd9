import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import {
  kindFromHead,
  kindTitle,
  programFor,
  recogniseFile,
  type FileKind,
} from "../../src/io/recognise.ts";
import { sharedData } from "./shared-data.ts";
import { temporaryFile } from "./temporary-folder.ts";

function kind(text: string, columns?: readonly string[]): FileKind {
  return kindFromHead(Buffer.from(text), { columns });
}

describe("kindFromHead", () => {
  it.each<[FileKind, string]>([
    ["lm-eval-samples", '{"doc_id": 0, "doc": {"question": "How m'],
    ["lm-eval-samples", '[\n  {\n    "doc_id": 0,\n    "target": "A"'],
    ["lm-eval-samples", '{"resps": [["x"]], "filtered_resps": ["x"], "doc_hash": "0a"}'],
    ["lm-eval-samples", '{"gsm8k": [{"doc_id": 0, "doc": {}}]}'],
    ["lm-eval-results", '{\n  "results": {\n    "sciq": {\n      "acc,none": 0.9'],
    ["lm-eval-results", '{"results": {"piqa": {"acc": 0.7, "acc_stderr": 0.01}}, "versions": {}}'],
    [
      "lm-eval-results",
      '\n    "task": {\n "exact_match,none": 0.2,\n "exact_match_stderr,none": 0',
    ],
    ["openai-evals", '{"spec": {"completion_fns": ["gpt-4"], "eval_name": "x.dev.v0"}}'],
    [
      "openai-evals",
      '{"run_id": "r", "event_id": 0, "sample_id": "s", "type": "match", "data": {}}',
    ],
    ["openai-evals", '{"run_id":"evalrun_1","data_source_idx":1,"item":{},"grades":{"a":1}}'],
    [
      "openai-evals",
      '{"object":"list","data":[{"object":"eval.run.output_item","datasource_item_id":1}]}',
    ],
    ["hf-results", '{\n  "config_general": {\n    "model_name": "acme/ant-1b"'],
    ["score-vectors", '{"model":"m0","scores":[1,0,null,1'],
    ["item-list", '{"item": "q1", "subset": "s"}\n{"item": "q2"}\n'],
    ["py-irt", '{"subject_id": "m0", "responses": {"q1": 0, "q2": 1}}\n'],
    [
      "every-eval-ever",
      '{"schema_version":"0.2.1","evaluation_id":"e","model_id":"m","evaluation_name":"gsm8k","sample_id":"1","evaluation":{"score":1.0,"is_correct":true}}',
    ],
    ["table-jsonl", '{"model": "m0", "item": "q1", "score": 1}\n'],
    ["table-jsonl", '{"item": "q1", "model": "m0"}\n{"item": "q1", "model": "m1", "score": 1}\n'],
    ["table-csv", "model,item,score\n"],
    ["table-csv", "\uFEFFsubject_id\titem\tresp\r\nm0\tq1\t1\r\n"],
    ["table-csv", "name,q1,q2\nm0,1,0\nm1,0,1\n"],
    ["table-csv", "model,item,score\nm0,q1\n"],
    ["lfs-pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:2d71\nsize 1234567\n"],
    ["empty", ""],
    ["empty", "\uFEFF \n\n"],
    ["binary", "PK\u0003\u0004\0\0"],
    ["json-other", '[{"model": "m0", "item": "q1", "score": 1}]'],
    ["json-other", '{\n  "model": "gpt2",\n  "item": 3\n}'],
    [
      "json-other",
      '{"t": 1.5, "path": "/x", "body": "[{\\"run_id\\": \\"r\\", \\"event_id\\": 0}]"}\n',
    ],
    ["text-other", "# Results, as of today\n\nOne model, one item\n"],
    ["text-other", "score\n1\n0\n"],
    ["text-other", 'x = {\n  "acc_stderr,none": 0.1\n}\n'],
  ])("takes for %s: %s", (expected, text) => {
    expect(kind(text)).toBe(expected);
  });

  it("takes a table for one whose columns the user named", () => {
    expect(kind('{"llm": "m0", "q": "q1", "points": 1}\n')).toBe("json-other");
    expect(kind('{"llm": "m0", "q": "q1", "points": 1}\n', ["points"])).toBe("table-jsonl");
  });

  it("recognises a wide table whose header is longer than the head", () => {
    const header = Array.from({ length: 20_000 }, (_, index) => `q${index}`).join(",");
    expect(kind(`model,${header}`.slice(0, 65_536))).toBe("table-csv");
    expect(kind(`name,${header}`.slice(0, 65_536))).toBe("table-csv");
  });
});

describe("recogniseFile", () => {
  it("goes by the content, packed or not, whatever the name says", async () => {
    const text = "model,item,score\nm0,q1,1\n";
    expect(await recogniseFile(temporaryFile("x.parquet", text))).toBe("table-csv");
    expect(await recogniseFile(temporaryFile("x.json", gzipSync(text)))).toBe("table-csv");
  });

  it("goes by the columns of a Parquet file", async () => {
    const parquet = async (...names: string[]): Promise<FileKind> => {
      const columnData = names.map((name) => ({ name, data: ["a", "b"] }));
      return recogniseFile(temporaryFile("x", new Uint8Array(parquetWriteBuffer({ columnData }))));
    };
    expect(await parquet("model", "item", "score")).toBe("table-parquet");
    expect(await parquet("doc", "metric", "model_response")).toBe("hf-details");
    expect(await parquet("full_prompt", "hashes", "metrics.acc")).toBe("hf-details");
    expect(await parquet("config_general", "results", "versions")).toBe("hf-results");
    expect(await parquet("a", "b")).toBe("parquet");
  });

  it("calls a Parquet file that breaks off just that", async () => {
    expect(await recogniseFile(temporaryFile("x", "PAR1 and no more"))).toBe("parquet");
  });
});

describe("programFor", () => {
  it("names the program of each harness, ours for tables, and none for the rest", () => {
    expect(programFor("lm-eval-results")).toBe("npx @eip-eval/lm-eval-adapter");
    expect(programFor("openai-evals")).toBe("npx @eip-eval/openai-evals-adapter");
    expect(programFor("hf-details")).toBe("npx @eip-eval/hf-adapter");
    expect(programFor("py-irt")).toBe("npx @eip-eval/core");
    expect(programFor("binary")).toBeUndefined();
    expect(kindTitle("openai-evals")).toBe("OpenAI evals logs");
  });
});

describe.skipIf(!sharedData.isHere)(`real folders (${sharedData.reason})`, () => {
  async function kindsIn(...parts: string[]): Promise<Map<string, FileKind>> {
    const folder = sharedData.path(...parts);
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const kinds = new Map<string, FileKind>();
    for (const entry of entries.filter((file) => file.isFile())) {
      const path = join(entry.parentPath, entry.name);
      kinds.set(path.slice(folder.length + 1), await recogniseFile(path));
    }
    return kinds;
  }

  /** What a file is by the names that people who know gave it; `undefined` where a name says nothing. */
  function byName(path: string): FileKind | undefined {
    const name = path.split("/").at(-1)!;
    if (/^samples_.*\.jsonl?$|write_out_info\.json$|Logs\.json$/.test(name))
      return "lm-eval-samples";
    if (/^results_.*\.json$/.test(name)) return "lm-eval-results";
    return undefined;
  }

  it("are told apart: lm-evaluation-harness", async () => {
    const kinds = await kindsIn("lm-eval");
    const exceptions: Record<string, FileKind> = {
      "constructed/lfs-pointer/constructed__model-f/samples_pointer_2025-12-01T10-00-00.000007.jsonl":
        "lfs-pointer",
      // Named like one, but rewritten by a script.
      "RibinMTC__lm-evaluation-harness/report/data-bug-issue-resolved-seahorse-backup-files/MDS_WikinewsTrunc3584SUBS_52_8b_write_out_info.json":
        "json-other",
    };
    const named = [...kinds].filter(([path]) => byName(path) !== undefined);
    expect(named.length).toBeGreaterThan(90);
    for (const [path, found] of named) {
      expect([path, found]).toEqual([path, exceptions[path] ?? byName(path)]);
    }
    const all = [...kinds.values()];
    expect([...new Set(all)].toSorted()).toEqual([
      "json-other",
      "lfs-pointer",
      "lm-eval-results",
      "lm-eval-samples",
      "text-other",
    ]);
    expect(all.filter((value) => value === "json-other")).toHaveLength(3);
  });

  it("are told apart: OpenAI evals", async () => {
    const kinds = await kindsIn("openai-evals");
    const foreign = [...kinds].filter(([, found]) => found !== "openai-evals");
    expect(new Map(foreign)).toEqual(
      new Map([
        ["LOG.md", "text-other"],
        ["expected.json", "json-other"],
        ["generated-by-oaieval/http-posts.jsonl", "json-other"],
      ]),
    );
    expect(kinds.size - foreign.length).toBe(21);
  });

  it("are told apart: Hugging Face details", async () => {
    const kinds = await kindsIn("hf/repos");
    for (const [path, found] of kinds) {
      const name = path.split("/").at(-1)!;
      if (path.includes("_cut/") && name.includes("arc:challenge")) expect(found).toBe("parquet");
      else if (path.includes("empty-file") && name.includes("bbh")) expect(found).toBe("empty");
      else if (name.startsWith("details_")) expect([path, found]).toEqual([path, "hf-details"]);
      else if (name.startsWith("samples_"))
        expect([path, found]).toEqual([path, "lm-eval-samples"]);
      else if (/details_/.test(path) && name.startsWith("results_"))
        expect(found).toBe("hf-results");
      else if (name.startsWith("results_")) expect(found).toBe("lm-eval-results");
      else if (name === "README.md") expect(found).toBe("text-other");
    }
    expect(kinds.size).toBeGreaterThan(200);
  });

  it("are told apart: matrices", async () => {
    const kinds = await kindsIn("matrices");
    const names: Record<string, FileKind> = {
      "matrix.jsonl": "score-vectors",
      "items.jsonl": "item-list",
      "long.csv.gz": "table-csv",
      "LOG.md": "text-other",
    };
    for (const [path, found] of kinds) {
      expect([path, found]).toEqual([path, names[path.split("/").at(-1)!] ?? "json-other"]);
    }
    expect(kinds.size).toBeGreaterThan(20);
  });
});
