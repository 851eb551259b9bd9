import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeHub, startHub, type FakeHub, type FakeOptions } from "./hub/support/fake-hub.ts";
import { OWNER, repository, runFiles } from "./support/leaderboard.ts";
import { programAt } from "./support/program.ts";

const tasks = { leaderboard_arc: 30, leaderboard_bbh_one: 20 };
const repos = {
  ...repository({ model: "acme/ant-1b", tasks, skill: 0.3 }),
  ...repository({ model: "acme/bee-3b", tasks, skill: 0.6 }),
  ...repository({ model: "cirrus/elk-13b", tasks, skill: 0.9 }),
};
const gated = { [`${OWNER}/*-details`]: "auto" };

async function start(
  options: FakeOptions = {},
): Promise<ReturnType<typeof programAt> & { readonly fake: FakeHub; readonly store: string }> {
  const fake = await startHub({ repos, gated, ...options });
  const program = programAt(fake.url);
  return { ...program, fake, store: join(program.home, "pool") };
}

/** Every file of a store but for what an interrupted download left. */
async function contents(store: string): Promise<Map<string, string>> {
  const names = await readdir(store, { recursive: true, withFileTypes: true });
  const files = names.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const kept = files.filter((path) => !path.includes(".incoming")).toSorted();
  return new Map(
    await Promise.all(
      kept.map(async (path) => [path.slice(store.length), await readFile(path, "base64")] as const),
    ),
  );
}

const fetchAll = (store: string) => ["fetch", "--org", OWNER, "--store", store];

describe.skipIf(!fakeHub.isHere)(`fetch (${fakeHub.reason})`, () => {
  it("brings every benchmark of every model into the store and says what it cost", async () => {
    const { run, store } = await start();
    const { code, stdout, stderr } = await run(fetchAll(store));
    expect(stderr).toMatch(/^Done in .*: 3 models, 6 new benchmarks \(\d+ requests, .* received\)/);
    expect(stderr).toContain(`Next: eip-hf rank ${store}\n`);
    expect(stdout).toBe("");
    expect(code).toBe(0);
    expect(await readdir(store)).toEqual([
      ".hub",
      "benchmark=leaderboard_arc",
      "benchmark=leaderboard_bbh_one",
      "eip-store.json",
    ]);
  });

  it("asks for nothing that has not changed: one list, and no file", async () => {
    const { run, store, fake } = await start();
    await run(fetchAll(store));
    const before = await contents(store);
    fake.resetLog();
    const { code, stderr } = await run(fetchAll(store));
    expect(code).toBe(0);
    expect(stderr).toContain("3 models here already and unchanged.");
    expect(fake.log.map(({ target }) => target)).toEqual(["/api/datasets"]);
    expect(await contents(store)).toEqual(before);
  });

  it("reads a run that came later, and nothing else again", async () => {
    const { run, store, fake } = await start();
    await run(fetchAll(store));
    const later = "2025-06-01T00-00-00.000001";
    const name = `${OWNER}/acme__bee-3b-details`;
    fake.commit(
      name,
      runFiles({ model: "acme/bee-3b", stamp: later, tasks: { leaderboard_arc: 30 } }),
    );
    fake.resetLog();
    const { code } = await run(fetchAll(store));
    expect(code).toBe(0);
    const files = fake.requests(/resolve\//).map(({ target }) => target);
    expect(files.every((target) => target.includes("acme__bee-3b"))).toBe(true);
    expect(files.filter((target) => target.includes("samples_"))).toEqual([
      expect.stringContaining(`samples_leaderboard_arc_${later}`),
    ]);
  });

  it("uses the older run where the newest is partial, and says so", async () => {
    const { run, store } = await start({
      repos: repository(
        { model: "acme/ant-1b", tasks },
        { model: "acme/ant-1b", tasks, limit: 5, stamp: "2025-06-01T00-00-00.000001" },
      ),
    });
    const { code, stderr } = await run(fetchAll(store));
    expect(code).toBe(0);
    expect(stderr).toContain(
      "acme/ant-1b, leaderboard_arc: the run of 2025-06-01 00:00 was passed over (partial: 5 of 30 items).",
    );
  });

  it("takes only the benchmarks and models asked for", async () => {
    const { run, store, fake } = await start();
    const { code } = await run(
      "fetch --models acme/* --models !*-3b --benchmark leaderboard_bbh_* --store"
        .split(" ")
        .concat(store),
    );
    expect(code).toBe(0);
    const samples = fake.requests("samples_").filter(({ origin }) => origin === "hub");
    expect(new Set(samples.map(({ target }) => target.split("/").at(-1)))).toHaveLength(1);
  });

  it("fetches the rest when more is asked for later", async () => {
    const { run, store } = await start();
    await run([...fetchAll(store), "--benchmark", "leaderboard_arc"]);
    const { code, stderr } = await run(fetchAll(store));
    expect(code).toBe(0);
    expect(stderr).toContain("3 new benchmarks");
    const whole = await start();
    await whole.run(fetchAll(whole.store));
    expect(await contents(store)).toEqual(await contents(whole.store));
  });

  it("exits 2 with the names of what is behind terms, and never shows the token", async () => {
    const { run, store } = await start();
    const { code, stdout, stderr } = await run(fetchAll(store), { token: "hf_noaccess" });
    expect(code).toBe(2);
    expect(stderr).toContain(
      "acme/ant-1b, acme/bee-3b, cirrus/elk-13b: terms not accepted for this model.",
    );
    expect(stderr).toContain("Exit 2");
    const list = await readFile(join(store, "missing.txt"), "utf8");
    expect(list).toMatch(/acme\/ant-1b\tall\tconsent\t.*accept at .*acme__ant-1b-details/);
    expect(stdout + stderr + list).not.toContain("hf_noaccess");
    expect(
      (await run([...fetchAll(store), "--allow-missing"], { token: "hf_noaccess" })).code,
    ).toBe(0);
  });

  it("takes the list of what is missing away once the terms are accepted", async () => {
    const { run, store, fake } = await start();
    await run(fetchAll(store), { token: "hf_noaccess" });
    for (const repo of fake.repos.keys()) fake.setAccess("hf_noaccess", repo, "granted");
    const { code } = await run(fetchAll(store), { token: "hf_noaccess" });
    expect(code).toBe(0);
    expect(existsSync(join(store, "missing.txt"))).toBe(false);
  });

  it.each([
    [
      null,
      2,
      /ant-1b, .*: its terms must be accepted with an account of the Hub, and no token is set\./,
    ],
    ["hf_wrong", 3, /^error\[token\]: the Hub refused the token from HF_TOKEN\.\n/],
    ["hf_pending", 2, /: access was asked for, and its authors have not answered yet\./],
    ["hf_rejected", 2, /: .*(?:refused|rejected)/],
  ])("with the token %s it exits %d", async (token, expected, sentence) => {
    const { run, store } = await start();
    const { code, stderr } = await run(fetchAll(store), { token });
    expect(code).toBe(expected);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("names the nearest model for one that does not exist", async () => {
    const { run, store } = await start();
    const { code, stderr } = await run(["fetch", "--models", "acme/ant-2b", "--store", store]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "acme/ant-2b: there are no details of it.  Try: did you mean acme/ant-1b?",
    );
  });

  it.each([
    ["a reset", { kind: "reset", after: 100 }],
    ["a server error", { kind: "status", status: 503 }],
    ["a cut body", { kind: "truncate", after: 50 }],
    ["a wrong length", { kind: "wrong-length", by: -20 }],
    ["a flipped byte", { kind: "corrupt", at: 7 }],
  ])("gets over %s", async (_, fault) => {
    const { run, store, fake } = await start({ lfsSize: 1000 });
    fake.addFault({ match: /cdn GET .*samples_leaderboard_arc/, times: 1, ...fault });
    const { code, stderr } = await run(fetchAll(store));
    expect(stderr).not.toContain("  !");
    expect(code).toBe(0);
    const calm = await start({ lfsSize: 1000 });
    await calm.run(fetchAll(calm.store));
    expect(await contents(store)).toEqual(await contents(calm.store));
  });

  it("goes on with the other models where the Hub does not list the files of one", async () => {
    const { run, store, fake } = await start();
    fake.addFault({
      match: /\/acme__bee-3b-details\/tree\//,
      times: Infinity,
      kind: "status",
      status: 500,
    });
    const { code, stderr } = await run(fetchAll(store));
    expect(code).toBe(2);
    expect(stderr).toContain("4 new benchmarks");
    expect(stderr).toContain("acme/bee-3b: ");
    fake.clearFaults();
    expect((await run(fetchAll(store))).code).toBe(0);
    const calm = await start();
    await calm.run(fetchAll(calm.store));
    expect(await contents(store)).toEqual(await contents(calm.store));
  });

  it("says what is damaged at its source, keeps the rest, and does not ask for it again", async () => {
    const { run, store, fake } = await start();
    const name = `${OWNER}/acme__ant-1b-details`;
    const samples = `acme__ant-1b/samples_leaderboard_arc_2025-01-27T10-10-36.877664.jsonl`;
    fake.commit(name, { [samples]: "" });
    const first = await run(fetchAll(store));
    expect(first.code).toBe(2);
    expect(first.stderr).toContain("acme/ant-1b leaderboard_arc: an empty file.");
    expect(first.stderr).toContain("5 new benchmarks");
    fake.resetLog();
    const second = await run(fetchAll(store));
    expect(second.code).toBe(2);
    expect(second.stderr).toContain("acme/ant-1b leaderboard_arc: an empty file.");
    expect(fake.log).toHaveLength(1);
  });

  it("is told of a task that has a total and no items", async () => {
    const { run, store, fake } = await start();
    const name = `${OWNER}/acme__ant-1b-details`;
    const samples = `acme__ant-1b/samples_leaderboard_arc_2025-01-27T10-10-36.877664.jsonl`;
    fake.commit(name, { [samples]: null });
    for (const round of [1, 2]) {
      const { code, stderr } = await run(fetchAll(store));
      expect([round, code]).toEqual([round, 2]);
      expect(stderr).toContain("acme/ant-1b leaderboard_arc: results_");
    }
  });

  it("keeps the files in the Hub's cache when asked, and reads them from there", async () => {
    const { run, store, fake, home } = await start();
    await run([...fetchAll(store), "--keep"]);
    const cache = join(home, "hf", "hub");
    expect(await readdir(cache)).toContain(`datasets--${OWNER}--acme__ant-1b-details`);
    fake.resetLog();
    await rm(store, { recursive: true });
    expect((await run(fetchAll(store))).code).toBe(0);
    expect(fake.requests("samples_")).toEqual([]);
  });

  it("goes on after an interrupt, and ends with the same store", async () => {
    const { run, store, fake } = await start({ lfsSize: 1000 });
    const abort = new AbortController();
    let files = 0;
    const match = ({ origin }: { origin: string }): boolean => {
      if (origin === "cdn" && (files += 1) === 4) abort.abort();
      return false;
    };
    fake.addFault({ match, kind: "stall" });
    const stopped = await run(fetchAll(store), { signal: abort.signal });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(
      /^Stopped\. .* safe in .* The same command goes on from there\.\n$/,
    );
    fake.clearFaults();
    expect((await run(fetchAll(store))).code).toBe(0);
    const whole = await start({ lfsSize: 1000 });
    await whole.run(fetchAll(whole.store));
    expect(await contents(store)).toEqual(await contents(whole.store));
  });

  it("does not write into a folder with other things in it", async () => {
    const { run, home } = await start();
    await writeFile(join(home, "notes.txt"), "mine");
    const { code, stderr } = await run(fetchAll(home));
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error\[usage\]: .*a folder with other things in it/);
  });

  it("waits for a rate limit no longer than it has to say so", async () => {
    const { run, store, fake } = await start({ rateLimit: { resolvers: 4, window: 1 } });
    const { code, stderr } = await run(fetchAll(store));
    expect(code).toBe(0);
    expect(stderr).toMatch(/waiting for the rate limit/);
    expect(fake.log.filter(({ status }) => status === 429)).toEqual([]);
  });
});

describe.skipIf(!fakeHub.isHere)(`plan (${fakeHub.reason})`, () => {
  it("needs no token and reads no file", async () => {
    const { run, fake } = await start();
    const { code, stdout } = await run(["plan", "--org", OWNER], { token: null });
    expect(code).toBe(0);
    expect(stdout).toContain("3 models: 0 ready, 3 need a token.");
    expect(fake.requests("/resolve/")).toEqual([]);
  });

  it("lists the pages with terms, one a line and nothing else", async () => {
    const { run, fake } = await start();
    fake.setAccess("hf_noaccess", `${OWNER}/acme__ant-1b-details`, "granted");
    const { code, stdout, stderr } = await run(["plan", "--org", OWNER, "--urls"], {
      token: "hf_noaccess",
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      `${fake.url}/datasets/${OWNER}/acme__bee-3b-details\n${fake.url}/datasets/${OWNER}/cirrus__elk-13b-details\n`,
    );
  });

  it("says what is in a store already", async () => {
    const { run, store } = await start();
    await run([...fetchAll(store), "--benchmark", "leaderboard_arc"]);
    const { stdout } = await run(["plan", "--org", OWNER, "--store", store]);
    expect(stdout).toContain("3 files more are in the store already.");
    expect(stdout).toContain("ready, 1 in the store");
  });

  it("gives everything as JSON, with whole files in bytes", async () => {
    const { run } = await start();
    const { stdout } = await run([
      "plan",
      "--models",
      "acme/ant-1b",
      "--models",
      "acme/ant-2b",
      "--json",
    ]);
    const plan = JSON.parse(stdout) as Record<string, unknown>;
    expect(plan).toMatchObject({
      schema: "eip-hf-plan/1",
      notFound: [{ name: "acme/ant-2b", nearest: "acme/ant-1b" }],
      repositories: [
        {
          model: "acme/ant-1b",
          access: "open",
          files: [{ benchmark: "leaderboard_arc" }, { benchmark: "leaderboard_bbh_one" }],
        },
      ],
      totals: { files: 2, columnBytes: 0, fileRequests: 3, storedFiles: 0 },
    });
  });

  it.each([
    [["plan"], /no model asked for/],
    [["plan", "--org", "../etc"], /--org: "\.\.\/etc"; expected the name of an organisation/],
    [["plan", "--org", "nobody"], /no repository with details/],
    [["plan", "--models", "@nowhere.txt"], /no readable file "nowhere\.txt"/],
    [["fetch", "--org", OWNER], /no store to fetch into/],
    [["plan", "--orgs", "x"], /unknown option '--orgs'/],
  ])("refuses %j in one sentence", async (argv, sentence) => {
    const { run } = await start();
    const { code, stderr } = await run(argv);
    expect(code).toBe(3);
    expect(stderr).toMatch(sentence);
  });
});
