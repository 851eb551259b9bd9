import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openStore } from "../../src/io/store.ts";
import { isStorePath, stores } from "../../src/io/store-reader.ts";
import { recogniseFile } from "../../src/io/recognise.ts";
import { adapterContract } from "../../src/testing/adapter-contract.ts";
import { gradedRun } from "./graded-run.ts";
import { storeOf } from "./store-folder.ts";
import { temporaryFile } from "./temporary-folder.ts";

const runs = ["ant", "bee"].flatMap((model) =>
  ["x", "y"].map((benchmark) => gradedRun({ model, benchmark })),
);

describe("the reader of stores keeps the contract of adapters", async () => {
  const { mkdtempSync, rmSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const { afterAll } = await import("vitest");
  const folder = join(mkdtempSync(join(tmpdir(), "eip-contract-")), "pool");
  afterAll(() => rmSync(join(folder, ".."), { recursive: true, force: true }));
  const store = await openStore(folder, { create: true });
  for (const run of runs) await store.add(run);
  for (const { title, run } of adapterContract(stores, [folder])) it(title, run);
});

describe("paths of a store", () => {
  it("are the store, its folders and its files, and nothing else", async () => {
    const folder = await storeOf(runs);
    const { path } = (await (await openStore(folder)).list())[0]!;
    const partition = join(path, "..");
    for (const one of [folder, join(partition, ".."), partition, path]) {
      expect(await isStorePath(one)).toBe(true);
    }
    expect(await recogniseFile(path)).toBe("store");
    const table = temporaryFile("benchmark=x", "model,item,score\na,1,1\n");
    for (const one of [table, join(table, ".."), "-", "no/such/path"]) {
      expect(await isStorePath(one)).toBe(false);
    }
  });
});

const python = process.env["EIP_TEST_PYTHON"] ?? "python3";

/** Whether another program's library is here. */
function has(module: string): boolean {
  return spawnSync(python, ["-c", `import ${module}`]).status === 0;
}

function runPython(program: string, ...args: string[]): string {
  const { stdout, stderr, status } = spawnSync(python, ["-c", program, ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Sums over single and merged files, as a query of somebody else makes them. */
async function folders(): Promise<string[]> {
  const single = await storeOf(runs);
  const merged = await storeOf(runs);
  await (await openStore(merged)).compact();
  return [single, merged];
}

describe("other programs", () => {
  it.skipIf(!has("duckdb"))("DuckDB counts what is there (needs duckdb in python3)", async () => {
    const query =
      "import duckdb, sys; print(duckdb.sql(f\"select count(*), sum(score), count(score), count(distinct model), min(content_hash is null) from read_parquet('{sys.argv[1]}/**/*.parquet')\").fetchall()[0])";
    for (const folder of await folders()) {
      expect(runPython(query, folder)).toBe("(16, 8.0, 12, 2, True)");
    }
  });

  it.skipIf(!has("pandas, pyarrow"))(
    "pandas reads the columns (needs pandas and pyarrow in python3)",
    async () => {
      const program =
        "import glob, sys, pandas as pd; d = pd.concat([pd.read_parquet(f, partitioning=None) for f in glob.glob(sys.argv[1] + '/**/*.parquet', recursive=True)]); print(list(d.columns), len(d), d.score.sum())";
      for (const folder of await folders()) {
        expect(runPython(program, folder)).toBe(
          "['model', 'benchmark', 'item', 'score', 'trial', 'metric', 'filter', 'run', 'content_hash', 'source', 'source_hash'] 16 8.0",
        );
      }
    },
  );
});
