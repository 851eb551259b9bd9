/** Public matrices beside the checkout, read in place. */

import { readFileSync } from "node:fs";
import { matrixFromRows, type ResponseMatrix } from "../../src/matrix/response-matrix.ts";
import { sharedData } from "../io/shared-data.ts";

interface Row {
  readonly model: string;
  readonly scores: readonly (number | null)[];
}

interface Item {
  readonly item: string;
}

/** A matrix of `shared/data/matrices`, without some models; `null` in the file is unobserved. */
export function realPool(folder: string, without: readonly string[] = []): ResponseMatrix {
  const rows = lines<Row>(folder, "matrix.jsonl").filter(({ model }) => !without.includes(model));
  return matrixFromRows(
    rows.map(({ scores }) => scores.map((score) => score ?? undefined)),
    {
      models: rows.map(({ model }) => model),
      items: lines<Item>(folder, "items.jsonl").map(({ item }) => item),
    },
  );
}

function lines<T>(folder: string, file: string): T[] {
  const text = readFileSync(sharedData.path("matrices", folder, file), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

/** The pools that the reference figures belong to: without the models whose files are cut short. */
export const realPools = {
  gsm8k: () => realPool("zeroeval/gsm", ["gemini-1.5-flash-exp-0827"]),
  cruxEval: () => realPool("zeroeval/crux"),
  mathLevel5: () =>
    realPool("zeroeval/math-l5", [
      "Meta-Llama-3.1-405B-Instruct@hyperbolic",
      "Meta-Llama-3.1-70B-Instruct@hyperbolic",
    ]),
  mmluPro: () => realPool("mmlu-pro-tiger", ["DeepSeek-Coder-V2"]),
};
