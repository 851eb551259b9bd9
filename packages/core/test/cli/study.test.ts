import { describe, expect, it } from "vitest";
import { folderWith, longTable, run } from "./run.ts";

const file = folderWith({
  "pool.csv": longTable(12, 60),
  "two.csv": longTable(12, 60, "one") + longTable(12, 60, "two").split("\n").slice(1).join("\n"),
  "small.csv": "model,item,score\na,x,1\nb,x,0\n",
  "eip.yaml":
    'families:\n  low: ["m1", "m2", "m3"]\ngroups:\n  odd: ["m?1", "m3"]\n  nobody: ["zzz*"]\n',
  "bad.yaml": "families:\n  low: m1\n",
  "judgements.csv": "rater,item_a,item_b,harder\nr1,q1,q2,a\nr2,q2,q1,q1\nr1,q3,q4,tie\n",
  "wrong.csv": "rater,item_a,item_b,harder\nr1,q1,q2,left\n",
  "unknown.csv": "rater,item_a,item_b,harder\nr1,q1,q222,a\n",
  "columns.csv": "rater,item_a,item_b,hard\nr1,q1,q2,a\n",
  "itself.csv": "rater,item_a,item_b,harder\nr1,q1,q1,a\n",
  "none.csv": "rater,item_a,item_b,harder\n",
  "names.csv":
    "model,item,score\n" +
    ["a", "b", "x"]
      .flatMap((item, q) => ["m0", "m1", "m2"].map((m, k) => `${m},${item},${k > q ? 1 : 0}`))
      .join("\n"),
  "named.csv": "rater,item_a,item_b,harder\nr1,b,a,a\nr1,x,a,a\n",
});

const configured = ["--config", file("eip.yaml")];
const jsonOf = async (argv: readonly string[]) => {
  const { code, stdout, stderr } = await run([...argv, "--json"]);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe("study simulate", () => {
  it("prints what the documentation promises, by either name", async () => {
    const report = await jsonOf(["simulate", "clean-200", "--seeds", "3"]);
    expect(report).toMatchObject({
      schema: "eip-simulate/1",
      world: "clean-200",
      seeds: 3,
      firstSeed: 1000,
      estimators: { eip: { recovered: 0 }, "mean-score": { pools: 3 }, rasch: { pools: 3 } },
    });
    expect(await jsonOf(["study", "simulate", "clean-200", "--seeds", "3"])).toEqual(report);
  });
  it("takes its seed, smoothing and estimators from flags, and nothing from eip.yaml", async () => {
    const report = await jsonOf([
      "simulate",
      "equal-accuracy",
      "--seeds",
      "2",
      "--seed",
      "5",
      "--smoothing",
      "0.5",
      "--estimator",
      "eip",
      "--estimator",
      "simple-rank",
    ]);
    expect(report).toMatchObject({ firstSeed: 5, settings: { smoothing: 0.5 } });
    expect(Object.keys(report["estimators"] as object)).toEqual([
      "eip",
      "simple-rank",
      "eip-audited",
    ]);
  });
  it("without a world shows all of them, and says where EIP loses", async () => {
    const { stdout } = await run(["simulate", "--seeds", "4"]);
    expect(stdout).toContain("| equal-accuracy | ");
    expect(stdout).toContain("wrong-keys-guessing: EIP loses: ");
    expect(stdout).toMatch(/equal-accuracy: EIP puts the four in the true order in \d of 4 pools/);
    expect(stdout).toContain("All in all: ");
  });
  it("prints a line per world and estimator as CSV", async () => {
    const { stdout } = await run(["simulate", "clean-200", "random-gaps", "--seeds", "1", "--csv"]);
    const lines = stdout.trim().split("\n");
    expect(lines[0]).toMatch(/^world,estimator,seeds,tau,tau_error,/);
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 2).join(" "))).toEqual([
      "clean-200 eip",
      "clean-200 mean-score",
      "clean-200 rasch",
      "clean-200 eip-audited",
      "random-gaps eip",
      "random-gaps mean-score",
      "random-gaps rasch",
      "random-gaps eip-common",
    ]);
  });
  it("names the nearest world", async () => {
    const { code, stderr } = await run(["simulate", "cleen"]);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: 'error[bad-option]: no world called "cleen".\ntry: clean\n',
    });
  });
});

describe("study stability", () => {
  it("puts the shuffled control on the line of every figure", async () => {
    const { stdout, code } = await run([
      "study",
      "stability",
      file("pool.csv"),
      "--repeats",
      "2",
      ...configured,
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\| change \| competency \| shuffled \| difficulty \| shuffled \|/);
    expect(stdout).toMatch(/\| drop 6 models \| (?:[\d.]+ ±[\d.]+) \| [\d.]+ \| /);
    expect(stdout).toContain("this and nothing below measures reliability");
    expect(stdout).not.toMatch(/NaN|undefined/);
  });
  it("looks at the groups and families of eip.yaml, and says which are empty", async () => {
    const { stdout, stderr } = await run([
      "study",
      "stability",
      file("pool.csv"),
      "--repeats",
      "1",
      "--estimator",
      "eip",
      ...configured,
    ]);
    expect(stdout).toContain("| only odd | 2 |");
    expect(stdout).toContain("| only low | 3 |");
    expect(stderr).toContain("No model is in nobody (eip.yaml).");
  });
  it("is the same data as JSON and as CSV, the same bytes every time", async () => {
    const argv = ["study", "stability", file("two.csv"), "--repeats", "2", "--seed", "3"];
    const report = (await jsonOf(argv)) as {
      perturbations: { what: string; agreements: { estimator: string }[] }[];
    };
    expect(report).toMatchObject({
      schema: "eip-stability/1",
      settings: { seed: 3, repeats: 2, damping: 0.85, smoothing: 0 },
    });
    expect(report.perturbations.map(({ what }) => what)).toContain("drop two");
    const [first, second] = [await run([...argv, "--csv"]), await run([...argv, "--csv"])];
    expect(second.stdout).toBe(first.stdout);
    const rows = report.perturbations.flatMap(({ agreements }) => agreements);
    expect(first.stdout.trim().split("\n")).toHaveLength(rows.length + 1);
  });
  it("refuses a pool that is too small in a sentence", async () => {
    const { code, stderr } = await run(["study", "stability", file("small.csv")]);
    expect(code).toBe(3);
    expect(stderr).toContain("error[usage]: 2 models; expected at least 4, to leave some out.");
  });
});

describe("study damping and study smoothing", () => {
  it("print the order at every value, that of the default among them", async () => {
    const damping = await jsonOf(["study", "damping", file("pool.csv"), "--values", "0.5"]);
    expect(damping).toMatchObject({
      schema: "eip-sweep/1",
      parameter: "damping",
      reference: 0.85,
      points: [{ value: 0.5 }, { value: 0.85, tau: 1, moves: [] }],
    });
    const smoothing = await jsonOf(["study", "smoothing", file("pool.csv")]);
    expect(smoothing).toMatchObject({ parameter: "smoothing", reference: 0 });
    expect((smoothing["points"] as { value: number }[]).map(({ value }) => value)).toEqual([
      0, 0.05, 0.1, 0.2, 0.5, 1,
    ]);
  });
  it("say in words what moves", async () => {
    const { stdout } = await run(["study", "smoothing", file("pool.csv")]);
    expect(stdout).toMatch(/In words: the order (?:hardly depends|depends) on the smoothing/);
  });
  it.each([
    ["0.5,x", 'error[bad-option]: --values: "x"; expected numbers from 0 between commas.'],
    ["1", "error[bad-option]: damping: 1; expected numbers between 0 and 1, both excluded."],
  ])("refuse --values %s", async (values, message) => {
    const { code, stderr } = await run(["study", "damping", file("pool.csv"), "--values", values]);
    expect(code).toBe(3);
    expect(stderr).toContain(message);
  });
});

describe("study profiles", () => {
  it("draws the accuracies with --picture, and only profiles do", async () => {
    const { code, stdout } = await run(["study", "profiles", file("two.csv"), "--picture"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/```\n(?:accuracy in percent, easy to hard|No profiles: .*)\n/);
    const refused = await run(["study", "damping", file("pool.csv"), "--picture"]);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(
      "--picture has no meaning here; expected it with study profiles",
    );
  });

  it("shows bands, pairs, families and benchmarks", async () => {
    const { stdout, code } = await run(["study", "profiles", file("two.csv"), ...configured]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\| model \| accuracy \| easiest \| 1 \| 2 \|/);
    expect(stdout).toContain("### Same accuracy, different profile");
    expect(stdout).toMatch(/\| low \| 3 \| \d+ to \d+ % \|/);
    expect(stdout).toContain("### Rank in each benchmark alone, beside the whole pool");
    expect(stdout).not.toMatch(/NaN|undefined/);
  });
  it("has a figure for a band of 20 items or more only", async () => {
    const report = (await jsonOf(["study", "profiles", file("two.csv")])) as {
      schema: string;
      models: { bands: { items: number; accuracy: number | null }[] }[];
    };
    expect(report.schema).toBe("eip-profiles/1");
    for (const { bands } of report.models) {
      for (const { items, accuracy } of bands) expect(accuracy === null).toBe(items < 20);
    }
  });
  it("says how to name families where there are none", async () => {
    const { stdout } = await run(["study", "profiles", file("pool.csv"), "--no-config"]);
    expect(stdout).toContain("No families: add families: to eip.yaml");
  });
});

describe("study agree", () => {
  const agree = (name: string, pool = "pool.csv") => ["study", "agree", file(name), file(pool)];
  it("compares the raters with every estimator", async () => {
    const report = await jsonOf(agree("judgements.csv"));
    expect(report).toMatchObject({
      schema: "eip-agree/1",
      pairs: 2,
      withoutConsensus: 1,
      amongRaters: { comparisons: 1, agreement: 1 },
      raters: [
        { rater: "r1", judgements: 2, ties: 1 },
        { rater: "r2", judgements: 1, ties: 0 },
      ],
    });
    expect(
      (report["estimators"] as { estimator: string }[]).map(({ estimator }) => estimator),
    ).toEqual(["eip", "mean-score", "rasch"]);
    const { stdout } = await run(agree("judgements.csv"));
    expect(stdout).toContain(
      "Two raters of one pair give the same answer in 100 % of 1 comparison",
    );
  });
  it("takes the name of an item before the letter a", async () => {
    // Both lines call item "a" the harder one, which more models solve than the other.
    const report = await jsonOf(agree("named.csv", "names.csv"));
    expect(report).toMatchObject({
      estimators: [{ consensus: { pairs: 2, agree: 0, disagree: 2 } }, {}, {}],
    });
  });
  it.each([
    ["wrong.csv", /wrong\.csv:2: "left" under "harder"; expected a, b, tie, or the name/],
    ["columns.csv", /columns\.csv:1: no column "harder", but "hard"; expected columns item_a,/],
    ["itself.csv", /itself\.csv:2: item "q1" judged against itself\./],
    ["none.csv", /none\.csv: no judgements; expected a line with item_a, item_b, rater, harder/],
    ["unknown.csv", /no item "q222" among the 60 that were read\.\ntry: q2/],
    ["absent.csv", /absent\.csv: no such file/],
  ])("says what is wrong with %s, and exits with 3", async (name, message) => {
    const { code, stderr } = await run(agree(name));
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
  });
  it("wants judgements and logs", async () => {
    const { code, stderr } = await run(["study", "agree", file("judgements.csv")]);
    expect(code).toBe(3);
    expect(stderr).toContain("no logs beside the judgements");
  });
});

describe("study", () => {
  it.each([
    [
      ["study"],
      "no study named; expected one of stability, damping, smoothing, placing, profiles, agree",
    ],
    [["study", "stabilty"], 'no study called "stabilty"'],
    [
      ["study", "profiles", "--seeds", "3", "x.csv"],
      "--seeds has no meaning here; expected it with study simulate.",
    ],
    [["study", "stability", "--top", "3", "x.csv"], "--top has no meaning here."],
    [
      ["study", "damping", "--repeats", "0", "x.csv"],
      '--repeats: "0"; expected a whole number from 1.',
    ],
  ])("%j is a slip that it explains", async (argv, message) => {
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(message);
  });
  it("has a help page of its own, and shows in the first one", async () => {
    const { stdout } = await run(["help", "study"]);
    expect(stdout).toContain("eip study --help");
    expect((await run(["--help"])).stdout).toMatch(/Research {2}study +stability, damping/);
  });
  it("writes to a file whose ending says the format, and only tables when quiet", async () => {
    const out = file("out.csv");
    const { code, stdout } = await run(["study", "damping", file("pool.csv"), "-o", out]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    const quiet = await run(["study", "damping", file("pool.csv"), "-q"]);
    expect(quiet.stderr).toBe("");
    expect(quiet.stdout).not.toContain("In words");
    expect(quiet.stdout).toMatch(/^\| damping \|/);
  });
  it.each([
    ["stability", [file("two.csv"), "--repeats", "1"]],
    ["damping", [file("two.csv")]],
    ["smoothing", [file("two.csv")]],
    ["profiles", [file("two.csv")]],
    ["agree", [file("judgements.csv"), file("pool.csv")]],
    ["simulate", ["--seeds", "1"]],
    ["simulate", ["wrong-keys", "--seeds", "1"]],
  ])("%s fits a terminal of 80 columns", async (study, words) => {
    const { stdout } = await run(["study", study, ...words], { isTTY: true, columns: 80 });
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
  it("stops between two steps when interrupted", async () => {
    const stop = new AbortController();
    const running = run(["study", "stability", file("pool.csv"), "--repeats", "500"], {
      signal: stop.signal,
      onWrite: () => stop.abort(),
    });
    expect((await running).code).toBe(130);
  });
  it("names the line of a family that is no list", async () => {
    const { code, stderr } = await run([
      "study",
      "profiles",
      file("pool.csv"),
      "--config",
      file("bad.yaml"),
    ]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/error\[config\]: .*bad\.yaml:2: families\.low: /);
  });
});
