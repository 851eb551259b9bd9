import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adapterContract } from "@eip-eval/core/testing";
import { afterAll, beforeAll, describe, it } from "vitest";
import { hfDetails } from "../src/index.ts";
import { writeBytes, writeParquet } from "./support/parquet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "eip-hf-"));
const paths = ["acme__ant-1b", "details_acme__bee-3b", "details_acme__cat-7b"].map((name) =>
  join(folder, name),
);
const stamp = "2024-07-18T23-44-05.118930";

beforeAll(async () => {
  const record = (id: number): string =>
    JSON.stringify({
      doc_id: id,
      doc: { q: id },
      target: "A",
      arguments: [],
      resps: [["x"]],
      filtered_resps: ["x"],
      doc_hash: `h${id}`,
      acc: id % 2,
    });
  await writeBytes(
    join(paths[0]!, `samples_sums_${stamp}.jsonl`),
    [0, 1, 2].map(record).join("\n"),
  );
  await writeParquet(
    join(paths[1]!, stamp, `details_harness|sums|5_${stamp}.parquet`),
    [0, 1, 2].map((at) => ({
      example: `What is ${at}?`,
      hashes: { example: `h${at}` },
      metrics: { acc: at % 2 },
      gold: "1",
    })),
  );
  await writeParquet(
    join(paths[2]!, stamp, `details_totals|0_${stamp}.parquet`),
    [0, 1, 2].map((at) => ({
      doc: { query: `What is ${at}?`, id: "" },
      metric: { em: at % 2 },
      model_response: { text: ["1"] },
    })),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("hfDetails keeps the contract of readers", () => {
  it.each(adapterContract(hfDetails, paths).map(({ title, run }) => [title, run] as const))(
    "%s",
    async (_, run) => {
      await run();
    },
  );
});
