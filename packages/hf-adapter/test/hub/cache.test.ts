import { execFileSync, spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cachedCommit, cachedFile, keepInCache } from "../../src/hub/cache.ts";
import type { HubFile } from "../../src/hub/hub-file.ts";
import { connectHub } from "../../src/hub/connect.ts";
import { asked, connected, fakeHub } from "./support/fake-hub.ts";
import { all, rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { testEnvironment } from "./support/environment.ts";

const SHA = "b".repeat(40);
/** `printf 'hello\n' | git hash-object --stdin` */
const hello: HubFile = {
  name: "acme/heron",
  sha: SHA,
  path: "run/samples_a|b:c_1.jsonl",
  size: 6,
  oid: "git-sha1:ce013625030ba8dba906f756967f9e9ca394464a",
};

function sourceFile(text = "hello\n"): string {
  return join(temporaryFolder({ file: text }), "file");
}

describe("the cache", () => {
  it("has Python's layout: blob by checksum, relative link by commit and path, refs/main", async () => {
    const cache = temporaryFolder();
    const path = await keepInCache(cache, hello, { from: sourceFile() });
    const folder = join(cache, "datasets--acme--heron");
    expect(path).toBe(join(folder, "snapshots", SHA, hello.path));
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readlinkSync(path)).toBe("../../../blobs/ce013625030ba8dba906f756967f9e9ca394464a");
    expect(readFileSync(path, "utf8")).toBe("hello\n");
    expect(readFileSync(join(folder, "refs/main"), "utf8")).toBe(SHA);
    expect(await cachedCommit(cache, { name: hello.name })).toBe(SHA);
    expect(await cachedFile(cache, hello)).toEqual({ path, size: 6, blob: hello.oid.slice(9) });
  });

  it("does not have what was not kept, nor a file of another size", async () => {
    const cache = temporaryFolder();
    expect(await cachedFile(cache, hello)).toBeUndefined();
    expect(await cachedCommit(cache, { name: hello.name })).toBeUndefined();
    await keepInCache(cache, hello, { from: sourceFile() });
    expect(await cachedFile(cache, { ...hello, size: 7 })).toBeUndefined();
    expect(await cachedFile(cache, { ...hello, sha: "c".repeat(40) })).toBeUndefined();
    expect(await cachedFile(cache, { ...hello, path: "run" })).toBeUndefined();
  });

  it("keeps twice what Python or another process has kept, and mends what is cut", async () => {
    const cache = temporaryFolder();
    await keepInCache(cache, hello, { from: sourceFile() });
    await keepInCache(cache, hello, { from: sourceFile() });
    const blob = join(cache, "datasets--acme--heron/blobs", hello.oid.slice(9));
    writeFileSync(blob, "hel");
    const path = await keepInCache(cache, hello, { from: sourceFile() });
    expect(readFileSync(path, "utf8")).toBe("hello\n");
    expect(await keepInCache(cache, { ...hello, path: "other" }, { from: sourceFile() })).toContain(
      "other",
    );
  });

  it("leaves the branch alone where it is told to", async () => {
    const cache = temporaryFolder();
    await keepInCache(cache, hello, { from: sourceFile(), ref: null });
    expect(await cachedCommit(cache, { name: hello.name })).toBeUndefined();
  });

  it("does not write or look outside of its folder, whatever a file is called", async () => {
    const outer = temporaryFolder();
    const cache = join(outer, "a/b/cache");
    const from = sourceFile();
    for (const path of ["../../../../x", "/x", "a/../../x", "a\\..\\x", "C:x", "", "a//b", "\0"]) {
      const file = { ...hello, path };
      expect((await rejection(keepInCache(cache, file, { from }))).code).toBe("unsupported");
      expect((await rejection(cachedFile(cache, file))).code).toBe("unsupported");
    }
    for (const wrong of [
      { name: "../x" },
      { name: "a/../b" },
      { sha: "../x" },
      { oid: "sha256:../x" },
    ]) {
      await rejection(keepInCache(cache, { ...hello, ...wrong }, { from }));
    }
    const ref = keepInCache(cache, hello, { from, ref: "../../x" });
    expect((await rejection(ref)).code).toBe("unsupported");
    const found = readdirSync(outer, { recursive: true }).map(String);
    expect(found.filter((path) => !`${path}/`.startsWith("a/b/cache/"))).toEqual(["a", "a/b"]);
  });

  it("a branch file that holds no commit counts as none", async () => {
    const cache = temporaryFolder({ "datasets--acme--heron/refs/main": "../../etc" });
    expect(await cachedCommit(cache, { name: hello.name })).toBeUndefined();
  });

  it("a place that cannot be written to is told as such", async () => {
    const cache = join(temporaryFolder({ file: "x" }), "file");
    const error = await rejection(keepInCache(cache, hello, { from: sourceFile() }));
    expect(error.code).toBe("write");
  });
});

/** Python with huggingface_hub; another one can be named by EIP_TEST_PYTHON. */
const python = process.env["EIP_TEST_PYTHON"] ?? "python3";
const hasPython = spawnSync(python, ["-c", "import huggingface_hub"]).status === 0;

describe.skipIf(!hasPython)("Python (needs python3 with huggingface_hub)", () => {
  it("finds a file that was kept, without the network", async () => {
    const cache = temporaryFolder();
    const path = await keepInCache(cache, hello, { from: sourceFile() });
    const script = `
from huggingface_hub import hf_hub_download, scan_cache_dir, try_to_load_from_cache
name = ("acme/heron", ${JSON.stringify(hello.path)})
print(try_to_load_from_cache(*name, cache_dir=${JSON.stringify(cache)}, repo_type="dataset"))
print(hf_hub_download(*name, cache_dir=${JSON.stringify(cache)}, repo_type="dataset", local_files_only=True))
info = scan_cache_dir(${JSON.stringify(cache)})
print(len(info.warnings), [r.repo_id for r in info.repos], sum(r.nb_files for r in info.repos))`;
    const env = { ...process.env, HF_HUB_OFFLINE: "1" };
    const lines = execFileSync(python, ["-c", script], { encoding: "utf8", env })
      .trim()
      .split("\n");
    expect(lines).toEqual([path, path, "0 ['acme/heron'] 1"]);
  });
});

const repos = {
  "acme/heron": { "README.md": "card", "run/a.jsonl": "a\n".repeat(100), "b.parquet": "parquet" },
  "acme/wren": { "a.txt": "a" },
};

describe.skipIf(!fakeHub.isHere)(`with a cache (${fakeHub.reason})`, () => {
  it("a file that the cache has is not downloaded again", async () => {
    const cache = temporaryFolder();
    const { hub, fake, file } = await connected({ repos }, { environment: { cacheFolder: cache } });
    const folder = temporaryFolder();
    for (const path of ["run/a.jsonl", "b.parquet"]) {
      const to = join(folder, path);
      await hub.download(file(path), { to });
      expect(await hub.cached(file(path))).toBeUndefined();
      const kept = await hub.keep(file(path), to);
      expect(await hub.cached(file(path))).toBe(kept);
    }
    fake.resetLog();
    const to = join(folder, "again");
    await hub.download(file("b.parquet"), { to });
    expect(readFileSync(to, "utf8")).toBe("parquet");
    expect(asked(fake)).toEqual([]);
  });

  it("a damaged file in the cache is not used", async () => {
    const cache = temporaryFolder();
    const { hub, fake, file } = await connected({ repos }, { environment: { cacheFolder: cache } });
    const folder = temporaryFolder({ wrong: "PARQUET" });
    await hub.keep(file("b.parquet"), join(folder, "wrong"));
    expect(await hub.cached(file("b.parquet"))).toBeUndefined();
    const to = join(folder, "file");
    await hub.download(file("b.parquet"), { to });
    expect(readFileSync(to, "utf8")).toBe("parquet");
    expect(fake.requests("cdn GET")).toHaveLength(1);
  });

  it("offline everything that was kept is served, and nothing is asked", async () => {
    const cache = temporaryFolder();
    const online = await connected({ repos }, { environment: { cacheFolder: cache } });
    const { fake, file } = online;
    const folder = temporaryFolder();
    for (const path of ["README.md", "run/a.jsonl", "b.parquet"]) {
      await online.hub.download(file(path), { to: join(folder, path) });
      await online.hub.keep(file(path), join(folder, path));
    }
    fake.resetLog();
    const hub = connectHub(testEnvironment(fake.url, { cacheFolder: cache, offline: true }));
    const { sha } = file("README.md");
    expect(await all(hub.listDatasets("acme"))).toEqual([
      { name: "acme/heron", gated: false, sha },
    ]);
    expect(await hub.info("acme/heron")).toEqual({ name: "acme/heron", gated: false, sha });
    expect(await all(hub.tree("acme/heron", sha))).toEqual(
      ["README.md", "b.parquet", "run/a.jsonl"].map((path) => file(path)),
    );
    expect(await hub.access("acme/heron")).toBe("open");
    expect(Buffer.from(await hub.readSmall("acme/heron", sha, "README.md")).toString()).toBe(
      "card",
    );
    const to = join(folder, "offline");
    await hub.download(file("run/a.jsonl"), { to });
    expect(readFileSync(to, "utf8")).toBe("a\n".repeat(100));
    const source = hub.openRange(file("b.parquet"));
    expect(Buffer.from(await source.slice(-4)).toString()).toBe("quet");
    expect(Buffer.from(await source.slice(0, 3)).toString()).toBe("par");
    expect(asked(fake)).toEqual([]);
  });

  it("offline anything else is an error that names it", async () => {
    const { hub, fake, file } = await connected(
      { repos },
      { environment: { offline: true, cacheFolder: temporaryFolder() } },
    );
    const { sha } = file("README.md");
    const to = join(temporaryFolder(), "file");
    const works: Record<string, () => Promise<unknown>> = {
      "acme/heron": () => hub.info("acme/heron"),
      "acme/wren": () => hub.access("acme/wren"),
      "acme/heron/README.md": () => hub.readSmall("acme/heron", sha, "README.md"),
      "acme/heron/b.parquet": () => hub.download(file("b.parquet"), { to }),
    };
    for (const [where, work] of Object.entries(works)) {
      expect(await rejection(work())).toMatchObject({ code: "offline", where });
    }
    expect((await rejection(all(hub.tree("acme/heron", sha)))).code).toBe("offline");
    expect((await rejection(hub.openRange(file("b.parquet")).slice(0))).code).toBe("offline");
    expect(await all(hub.listDatasets("acme"))).toEqual([]);
    expect(asked(fake)).toEqual([]);
  });

  it("a cache folder without anything else in it is no trouble", async () => {
    const cache = temporaryFolder();
    mkdirSync(join(cache, "datasets--acme"));
    mkdirSync(join(cache, "models--acme--heron"));
    const hub = connectHub(
      testEnvironment("http://127.0.0.1:9", { cacheFolder: cache, offline: true }),
    );
    expect(await all(hub.listDatasets("acme"))).toEqual([]);
  });
});
