import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { collect, propagate } from "@eip-eval/core";
import { expect, it } from "vitest";
import { openaiEvals } from "../src/index.ts";
import { byItem, readAll } from "./support/read.ts";

const logs = resolve(import.meta.dirname, "../../../examples/openai-evals/logs");

it("the sample logs are whole and agree with their final reports", async () => {
  expect(existsSync(logs)).toBe(true);
  const { outcomes, summary, problems } = await readAll([logs]);
  expect(problems).toEqual([]);
  expect(outcomes).toHaveLength(720);
  expect(summary!.benchmarks).toMatchObject([
    { benchmark: "plain_reasons.dev.v0", metric: "metrics.score", models: 6, items: 40 },
    { benchmark: "pocket_sums.dev.v0", metric: "match.correct", models: 6, items: 80 },
  ]);
  const checks = summary!.benchmarks.flatMap(({ means }) => means);
  expect(checks.map(({ agrees }) => agrees)).toEqual(Array.from({ length: 12 }, () => true));
  expect(new Set(outcomes.map(({ score }) => score))).toEqual(new Set([0, 0.5, 1]));
});

it("nobody solves the item with the wrong key", async () => {
  const { outcomes } = await readAll([resolve(logs, "pocket_sums")]);
  const ofItem = outcomes.filter(({ item }) => item === "pocket_sums.dev.48");
  expect(ofItem.map(({ score }) => score)).toEqual([0, 0, 0, 0, 0, 0]);
  const right = outcomes.filter(({ model }) => model === "osprey-72b");
  expect(Object.values(byItem(right)).filter((score) => score === 1)).toHaveLength(68);
});

it("harrier-14b, strong on hard items, is above kestrel-8b, which solves more of them", async () => {
  const matrix = await collect(openaiEvals.read([logs]));
  const { competency } = propagate(matrix);
  const [harrier, kestrel] = ["harrier-14b", "kestrel-8b"].map(
    (model) => competency[matrix.models.indexOf(model)]!,
  );
  expect(harrier).toBeGreaterThan(kestrel!);
});
