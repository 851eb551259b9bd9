import { describe, expect, it } from "vitest";
import type { Problem } from "@eip-eval/core";
import { asked, connected, fakeHub } from "./support/fake-hub.ts";
import { all, rejection } from "./support/rejection.ts";

const repos = {
  "acme/heron": {
    "README.md": "card",
    "heron/results_1.json": "{}",
    "heron/samples_a|b:c#d?e%20f g.jsonl": "x\n",
    "big.parquet": "0123456789",
    "empty.txt": "",
  },
  "acme/wren": { "a.txt": "a" },
  "other/owl": { "a.txt": "a" },
  "__proto__/toString": { "a.txt": "a" },
};

describe.skipIf(!fakeHub.isHere)(`listing (${fakeHub.reason})`, () => {
  it("names an owner's datasets with gate and commit, one request a page", async () => {
    const { hub, fake } = await connected({
      repos,
      gated: { "acme/heron": "manual" },
      pageSize: { datasets: 1 },
    });
    expect(await all(hub.listDatasets("acme"))).toEqual([
      { name: "acme/heron", gated: "manual", sha: fake.repos.get("acme/heron")!.head.sha },
      { name: "acme/wren", gated: false, sha: fake.repos.get("acme/wren")!.head.sha },
    ]);
    expect(asked(fake)).toEqual(["hub GET /api/datasets", "hub GET /api/datasets"]);
    expect(hub.stats).toMatchObject({ requests: { api: 2, resolvers: 0, pages: 0, files: 0 } });
  });

  it("an owner without datasets has none", async () => {
    const { hub } = await connected({ repos });
    expect(await all(hub.listDatasets("nobody"))).toEqual([]);
  });

  it("a dataset may be called like a property of every object", async () => {
    const { hub } = await connected({ repos });
    expect(await hub.info("__proto__/toString")).toMatchObject({ name: "__proto__/toString" });
  });

  it("tells the head of one dataset with one request", async () => {
    const { hub, fake } = await connected({ repos, gated: { "acme/heron": "auto" } });
    const { sha } = fake.repos.get("acme/heron")!.head;
    expect(await hub.info("acme/heron")).toEqual({ name: "acme/heron", gated: "auto", sha });
    expect(fake.log).toHaveLength(1);
  });

  it("lists files of all folders, page by page, with size and checksum, and no folders", async () => {
    const { hub, fake, file } = await connected({ repos, pageSize: { tree: 2 } });
    const { sha } = fake.repos.get("acme/heron")!.head;
    const found = await all(hub.tree("acme/heron", sha));
    const paths = [...fake.repos.get("acme/heron")!.head.files.keys()];
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(paths));
    expect(found.find(({ path }) => path === "big.parquet")).toEqual(
      file("big.parquet", "acme/heron"),
    );
    expect(found.find(({ path }) => path === "README.md")).toEqual(file("README.md", "acme/heron"));
    expect(fake.log).toHaveLength(Math.ceil((paths.length + 1) / 2));
  });

  it("lists a commit as it was, also after a newer one", async () => {
    const { hub, fake } = await connected({ repos });
    const { sha } = fake.repos.get("acme/wren")!.head;
    const newer = fake.commit("acme/wren", { "b.txt": "b" });
    const names = async (commit: string): Promise<string[]> =>
      (await all(hub.tree("acme/wren", commit))).map(({ path }) => path);
    expect(await names(sha)).not.toContain("b.txt");
    expect(await names(newer)).toContain("b.txt");
  });

  it("leaves out and reports paths that could do harm", async () => {
    const hostile = [
      "../up",
      "/root",
      "C:/x",
      "a\\b",
      "con.txt",
      "a/../b",
      "tab\tname",
      ".git/config",
    ];
    const good = "2023-08-19T16:35:46.9/details_harness|arc:challenge|25.parquet";
    const { hub, fake } = await connected({ repos: { "acme/heron": { good: "x" } } });
    const { sha } = fake.repos.get("acme/heron")!.head;
    const oid = "0".repeat(40);
    fake.addFault({
      match: "/tree/",
      kind: "status",
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        [...hostile, good].map((path) => ({ type: "file", path, size: 1, oid })),
      ),
    });
    const problems: Problem[] = [];
    const found = await all(
      hub.tree("acme/heron", sha, { onProblem: (problem) => problems.push(problem) }),
    );
    expect(found.map(({ path }) => path)).toEqual([good]);
    expect(problems).toHaveLength(hostile.length);
    expect(problems[0]!.message).toBe('acme/heron: "../up" is left out: a segment "..".');
    expect(problems.every(({ message }) => !message.includes("\t"))).toBe(true);
  });

  it("an unknown dataset is no-such-repository", async () => {
    const { hub } = await connected({ repos });
    const error = await rejection(hub.info("acme/egret"));
    expect(error).toMatchObject({ code: "no-such-repository", where: "acme/egret" });
  });
});
