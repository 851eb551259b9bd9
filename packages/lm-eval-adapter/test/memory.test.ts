import { open } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lmEval } from "../src/index.ts";
import { freshFolder } from "./support/folder.ts";
import { DATE } from "./support/logs.ts";

const folder = freshFolder();

/** A record of 36 KB, as 5-shot multiple choice with the prompt repeated for each option. */
function record(id: number): string {
  const prompt = `Question ${id}: ${"paddle and canoe ".repeat(210)}`;
  const requests = Array.from({ length: 10 }, (_, at) => [
    `gen_args_${at}`,
    { arg_0: prompt, arg_1: ` option ${at}` },
  ]);
  return `${JSON.stringify({
    doc_id: id,
    doc: { question: `Question ${id}` },
    target: "1",
    arguments: Object.fromEntries(requests),
    resps: [["-1.0", "False"]],
    filtered_resps: [["-1.0", "False"]],
    filter: "none",
    metrics: ["acc"],
    doc_hash: id.toString(16).padStart(64, "0"),
    acc: id % 3 === 0 ? 1 : 0,
  })}\n`;
}

describe("memory", () => {
  it("grows by less than 160 MB over a log of 210 MB", { timeout: 60_000 }, async () => {
    const path = join(folder.path, `samples_mmlu_pro_${DATE}.jsonl`);
    const file = await open(path, "w");
    const count = 5800;
    let bytes = 0;
    for (let id = 0; id < count; id += 1) bytes += (await file.write(record(id))).bytesWritten;
    await file.close();
    expect(bytes).toBeGreaterThan(200e6);
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let peak = before;
    let outcomes = 0;
    const onProgress = (): void => void (peak = Math.max(peak, process.memoryUsage.rss()));
    for await (const _ of lmEval.read([path], { onProgress, name: "kestrel" })) outcomes += 1;
    peak = Math.max(peak, process.memoryUsage.rss());
    expect(outcomes).toBe(count);
    expect((peak - before) / 1e6).toBeLessThan(160);
  });
});
