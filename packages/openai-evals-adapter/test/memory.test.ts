import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openaiEvals } from "../src/index.ts";
import { freshFolder } from "./support/folder.ts";
import { eventMaker, finalReport, lines, spec } from "./support/logs.ts";

const folder = freshFolder();
const MEGABYTE = 2 ** 20;
const SAMPLES = 1300;
const IMAGE = 240 * 1024;

/** A log of more than 300 MB: a base64 image in every prompt. */
function writeImages(path: string): void {
  const event = eventMaker();
  const image = Buffer.alloc((IMAGE / 4) * 3, 7).toString("base64");
  const file = openSync(path, "w");
  writeSync(file, lines([spec()]));
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const url = `data:image/png;base64,${sample}${image}`;
    const content = [
      { type: "text", text: `What is in picture ${sample}?` },
      { type: "image_url", image_url: { url } },
    ];
    const asked = { prompt: [{ role: "user", content }], sampled: ["A"] };
    writeSync(file, lines([event({ sample, type: "sampling", data: asked })]));
    const correct = sample % 4 === 0;
    writeSync(file, lines([event({ sample, type: "match", data: { correct, expected: "A" } })]));
  }
  writeSync(file, lines([finalReport({ accuracy: 0.25 })]));
  closeSync(file);
}

describe("a log of 300 MB with images in its prompts", () => {
  // A value, the window it was cut from and a garbage collector that takes its time.
  const BOUND = 200 * MEGABYTE;

  it.each([
    ["without texts", false],
    ["with texts", true],
  ])(
    "is read in flat memory, %s, within ten seconds",
    async (_, text) => {
      const path = join(folder.path, "images.jsonl");
      writeImages(path);
      const before = process.memoryUsage().rss;
      const start = process.cpuUsage();
      let most = before;
      let solved = 0;
      let outcomes = 0;
      const onProgress = (): void => {
        most = Math.max(most, process.memoryUsage().rss);
      };
      for await (const { score } of openaiEvals.read([path], { text, onProgress })) {
        outcomes += 1;
        solved += score ?? 0;
        if (outcomes % 50 === 0) onProgress();
      }
      const { user, system } = process.cpuUsage(start);
      expect(outcomes).toBe(SAMPLES);
      expect(solved).toBe(SAMPLES / 4);
      expect((user + system) / 1e6).toBeLessThan(10);
      expect(most - before).toBeLessThan(BOUND);
    },
    120_000,
  );
});
