import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { placeOf } from "../src/place.ts";

const sha = "0123456789abcdef0123456789abcdef01234567";
const stamp = "2025-10-14T15-33-27.662108";

describe("the repository and model of a local file", () => {
  it.each([
    [
      "a clone of the second leaderboard",
      "/d/acme__ant-1b-details/acme__ant-1b/samples_t_S.jsonl",
      "/d/acme__ant-1b-details",
      "acme/ant-1b",
    ],
    ["one without an owner", "/d/gpt2-details/gpt2/samples_t_S.jsonl", "/d/gpt2-details", "gpt2"],
    [
      "the folder of a model alone",
      "/d/acme__ant-1b/samples_t_S.jsonl",
      "/d/acme__ant-1b",
      "acme/ant-1b",
    ],
    [
      "files without the inner folder",
      "/d/acme__ant-1b-details/samples_t_S.jsonl",
      "/d/acme__ant-1b-details",
      "acme/ant-1b",
    ],
    [
      "a clone of the first leaderboard",
      "/d/details_acme__ant-1b/S/details_t.parquet",
      "/d/details_acme__ant-1b",
      "acme/ant-1b",
    ],
    [
      "its results",
      "/d/details_acme__ant-1b/results_S.json",
      "/d/details_acme__ant-1b",
      "acme/ant-1b",
    ],
    [
      "a private one",
      "/d/details_gpt2_private/S/details_t.parquet",
      "/d/details_gpt2_private",
      "gpt2",
    ],
    [
      "a Hub cache",
      `/c/datasets--org--details_acme__ant-1b/snapshots/${sha}/S/details_t.parquet`,
      "/c/datasets--org--details_acme__ant-1b",
      "acme/ant-1b",
    ],
    [
      "a Hub cache of the second leaderboard",
      `/c/datasets--org--acme__ant-1b-details/snapshots/${sha}/acme__ant-1b/samples_t_S.jsonl`,
      "/c/datasets--org--acme__ant-1b-details",
      "acme/ant-1b",
    ],
    [
      "the results in a Hub cache",
      `/c/datasets--org--details_acme__ant-1b/snapshots/${sha}/results_S.json`,
      "/c/datasets--org--details_acme__ant-1b",
      "acme/ant-1b",
    ],
    [
      "the output of lighteval",
      "/d/details/acme/ant-1b/S/details_t.parquet",
      "/d#acme/ant-1b",
      "acme/ant-1b",
    ],
    ["its results", "/d/results/acme/ant-1b/results_S.json", "/d#acme/ant-1b", "acme/ant-1b"],
    ["its output without an owner", "/d/details/gpt2/S/details_t.parquet", "/d#gpt2", "gpt2"],
    ["any folder", "/home/ann/my-details/samples_t_S.jsonl", "/home/ann/my-details", undefined],
    ["a run in any folder", "/home/ann/runs/S/details_t.parquet", "/home/ann/runs", undefined],
    [
      "a folder that was a path",
      "/d/__home__ann__model/samples_t_S.jsonl",
      "/d/__home__ann__model",
      undefined,
    ],
    ["the root", "/samples_t_S.jsonl", "/", undefined],
  ])("in %s", (_, path, root, model) => {
    const found = placeOf(path.replaceAll("S/", `${stamp}/`).replace("_S.", `_${stamp}.`));
    expect(found).toEqual({ root: root.includes("#") ? root : resolve(root), model });
  });

  it("are the same from inside the folder", () => {
    expect(placeOf("details_x.parquet")).toEqual({ root: resolve("."), model: undefined });
  });
});
