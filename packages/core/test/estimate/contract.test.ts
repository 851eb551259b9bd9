import { describe, expect, it } from "vitest";
import type { Estimator } from "../../src/estimate/estimate.ts";
import { meanScore } from "../../src/estimate/mean-score.ts";
import { propagate } from "../../src/estimate/propagate.ts";
import { simpleRank } from "../../src/estimate/simple-rank.ts";
import { estimatorContract } from "../../src/testing/estimator-contract.ts";

const estimators: Readonly<Record<string, Estimator>> = {
  propagate: (matrix) => propagate(matrix),
  "propagate, smoothed": (matrix) => propagate(matrix, { smoothing: 0.5 }),
  "propagate, common items": (matrix) => propagate(matrix, { missing: "common" }),
  "propagate, missing is wrong": (matrix) => propagate(matrix, { missing: "wrong" }),
  "propagate, high damping": (matrix) => propagate(matrix, { damping: 0.99 }),
  meanScore,
  simpleRank,
};

describe.each(Object.entries(estimators))("%s keeps the contract of estimators", (_, estimator) => {
  it.each(estimatorContract(estimator).map(({ title, run }) => [title, run] as const))(
    "%s",
    async (__, run) => {
      expect(await run()).toBeUndefined();
    },
  );
});
