import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  fakeEndpoint,
  type FakeEndpoint,
  type FakeReply,
  type FakeRequest,
} from "../support/fake-endpoint.ts";
import { folderWith, longTable, run } from "./run.ts";

const KEY = "sk-live-0123456789abcdef";
process.env["EIP_API_KEY"] = KEY;

const models = 14;
const items = 60;
const file = folderWith({
  "pool.csv": longTable(models, items),
  "questions.jsonl": Array.from(
    { length: items },
    (_, q) => `${JSON.stringify({ item: `q${q}`, question: `Solve q${q}`, answer: "1" })}\n`,
  ).join(""),
  "choices.csv": `item,text,key\n${Array.from({ length: items }, (_, q) => `q${q},Choose,${q % 2 ? "B" : "7"}\n`).join("")}`,
});

/** Solves what the middle one of the pool solves. */
function asTheMiddle({ user }: FakeRequest): FakeReply {
  const q = Number(user.match(/Solve q(\d+)/)![1]);
  const m = models / 2;
  const solves = (q * 7 + m * 13) % items < items / 6 + (m * items) / (models * 1.5);
  return `So it is\n#### ${solves ? 1 : 0}`;
}

const made = run([
  "bank",
  "make",
  file("pool.csv"),
  "--smoothing",
  "0.5",
  "--bootstrap",
  "100",
  "-o",
  file("pool.bank.jsonl"),
]);

async function askAt(
  reply: (request: FakeRequest) => FakeReply,
  words: readonly string[],
  options: Parameters<typeof run>[1] & { readonly server?: FakeEndpoint } = {},
) {
  await made;
  const server = options.server ?? (await fakeEndpoint(reply));
  const argv = [
    "ask",
    file("pool.bank.jsonl"),
    "--questions",
    file("questions.jsonl"),
    "--grade",
    "numeric",
    "--endpoint",
    server.endpoint,
    "--retries",
    "1",
    ...words,
  ];
  return { ...(await run(argv, options)), server };
}

describe("ask without --send", () => {
  it("sends nothing, says what it would take, and shows a question", async () => {
    const { code, stdout, server } = await askAt(() => "1", ["--log", file("plan.jsonl")]);
    expect(code).toBe(0);
    expect(server.requests).toEqual([]);
    expect(stdout).toMatch(
      /Nothing was sent. With --send, up to 50 calls would go to 127.0.0.1:\d+/,
    );
    expect(stdout).toContain("Solve q");
    expect(stdout).toContain("60 of 60 items that tell the bank's models apart can be asked");
    expect(existsSync(file("plan.jsonl"))).toBe(false);
  });

  it("is an object with --json, and needs no more than that", async () => {
    const { stdout } = await askAt(
      () => "1",
      ["--json", "--budget", "7", "--log", file("plan.jsonl")],
    );
    expect(JSON.parse(stdout)).toMatchObject({
      schema: "eip-ask-plan/1",
      model: "judge-model",
      metric: "ask:numeric",
      judge: null,
      calls: 7,
      earlier: 0,
      maxOutputTokens: 7 * 2048,
      questions: { askable: 60, wanted: 60, weight: 1, differing: 0, unfit: 0 },
    });
  });

  it("says how many questions have a reference that cannot be compared with", async () => {
    const { stdout } = await askAt(
      () => "1",
      ["--questions", file("choices.csv"), "--grade", "choice", "--log", file("plan.jsonl")],
    );
    expect(stdout).toContain("30 of 60 items");
    expect(stdout.replaceAll("\n", " ")).toContain(
      "30 questions whose reference does not suit --grade choice",
    );
  });
});

describe("ask --send", () => {
  it("places a model near the one that answers like it, and writes the run down", async () => {
    const log = file("middle.jsonl");
    const words = ["--send", "--log", log, "--budget", "40", "--within", "3", "--json"];
    const { code, stdout, stderr, server } = await askAt(asTheMiddle, words);
    const report = JSON.parse(stdout) as {
      readonly schema: string;
      readonly stopped: string;
      readonly standing: {
        readonly rank: number;
        readonly rankLower: number;
        readonly rankUpper: number;
      };
      readonly path: readonly { readonly item: string; readonly score: number }[];
      readonly spent: object;
    };
    expect(report.schema).toBe("eip-ask/1");
    expect(code).toBe(report.stopped === "narrow" ? 0 : 2);
    // The middle one is eighth of fourteen; the newcomer stands beside it.
    expect(report.standing.rankLower).toBeLessThanOrEqual(8);
    expect(report.standing.rankUpper).toBeGreaterThanOrEqual(7);
    expect(report.spent).toEqual({
      questions: report.path.length,
      sent: server.requests.length,
      failed: 0,
      inputTokens: 100 * server.requests.length,
      outputTokens: 10 * server.requests.length,
      judging: null,
    });
    expect(stderr).toMatch(/ {2}1 {2}q\d+: (right|wrong); place \d+ to \d+ of 15/);
    const outcomes = await run(["outcomes", log, "--csv"]);
    expect(outcomes.stdout.split("\n")[1]).toMatch(/^judge-model,toy,q\d+,[01],,ask:numeric,/);
  });

  it("goes on after an interrupt without asking anything twice, and keeps the store up to date", async () => {
    const log = file("break.jsonl");
    const store = file("pool");
    const words = ["--send", "--log", log, "--budget", "12", "--within", "1", "--store", store];
    const stop = new AbortController();
    const broken = await askAt(
      (request) => {
        if (request.number === 5) stop.abort();
        return asTheMiddle(request);
      },
      words,
      { signal: stop.signal },
    );
    expect(broken.code).toBe(130);
    expect(broken.stderr).toContain("the same command goes on from there");
    const kept = readFileSync(log, "utf8").trim().split("\n").length;
    expect(kept).toBe(5);
    writeFileSync(log, `${readFileSync(log, "utf8")}{"model":"ju`);
    const sent = broken.server.requests.length;
    const { code, stderr, server } = await askAt(asTheMiddle, words, { server: broken.server });
    expect(code).toBe(2);
    expect(stderr).toContain("The last line of");
    expect(stderr).toContain("Going on after 5 answers");
    expect(server.requests.length - sent).toBe(7);
    const lines = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { item: string });
    expect(new Set(lines.map(({ item }) => item)).size).toBe(12);
    const listed = await run(["store", "list", store, "--json"]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      runs: [
        { model: "judge-model", benchmark: "toy", rows: 12, metrics: [{ metric: "ask:numeric" }] },
      ],
    });
  });

  it("goes through faults that pass, and sets aside what does not answer", async () => {
    const { code, stderr, stdout } = await askAt(
      (request) => {
        if (request.number === 1) return { status: 429, headers: { "retry-after": "0" } };
        if (request.number === 3) return { status: 400, message: "this prompt is refused" };
        return asTheMiddle(request);
      },
      ["--send", "--log", file("faults.jsonl"), "--budget", "4", "--json"],
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/Set aside: q\d+ \(status 400/);
    expect(JSON.parse(stdout)).toMatchObject({ spent: { questions: 4, failed: 1, sent: 6 } });
  });

  it.each([
    ["a refused key", { status: 401, message: `bad key ${KEY}` }, /error\[token\]/],
    ["an unknown model", { status: 404 }, /error\[not-found\]/],
  ] as const)("stops at %s, and never prints the key", async (name, reply, message) => {
    const { code, stdout, stderr } = await askAt(
      () => reply,
      ["--send", "--log", file(`${name}.jsonl`)],
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(message);
    expect(stdout + stderr).not.toContain(KEY);
  });

  it("has a judge grade, which is another endpoint and is counted by itself", async () => {
    const judge = await fakeEndpoint(({ user }) =>
      JSON.stringify({ reason: "as the reference", score: user.includes("#### 1") ? 1 : 0 }),
    );
    process.env["XDG_CACHE_HOME"] = file("cache");
    const words = [
      "--send",
      "--grade",
      "judge",
      "--judge",
      judge.endpoint.replace("judge-model", "strict-judge"),
      "--budget",
      "3",
      "--log",
      file("judged.jsonl"),
      "--json",
    ];
    const { code, stdout, stderr } = await askAt(asTheMiddle, words);
    expect(stderr).not.toMatch(/error/);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      metric: "judge:strict-judge",
      judge: { model: "strict-judge" },
      spent: { questions: 3, judging: { sent: judge.requests.length, inputTokens: 300 } },
    });
    expect(judge.requests).toHaveLength(3);
    delete process.env["XDG_CACHE_HOME"];
  });

  it("counts nothing against the model when the judge fails, and ends with its error", async () => {
    const judge = await fakeEndpoint(() => ({ status: 500 }));
    const log = file("judge-down.jsonl");
    const words = [
      "--send",
      "--grade",
      "judge",
      "--judge",
      judge.endpoint,
      "--retries",
      "0",
      "--log",
      log,
    ];
    process.env["XDG_CACHE_HOME"] = file("cache");
    const { code, stderr } = await askAt(asTheMiddle, words);
    delete process.env["XDG_CACHE_HOME"];
    expect([code, stderr]).toEqual([3, expect.stringContaining("error[network]")]);
    expect(readFileSync(log, "utf8")).toBe("");
  });

  it("gives the judge a key of its own, and neither the key of the other", async () => {
    const judge = await fakeEndpoint(() => JSON.stringify({ reason: "right", score: 1 }));
    const words = [
      "--send",
      "--grade",
      "judge",
      "--judge",
      judge.endpoint,
      "--budget",
      "1",
      "--log",
      file("keys.jsonl"),
    ];
    process.env["XDG_CACHE_HOME"] = file("cache-keys");
    process.env["EIP_JUDGE_API_KEY"] = "sk-of-the-judge";
    const { server } = await askAt(asTheMiddle, words);
    expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(judge.requests[0]!.headers.authorization).toBe("Bearer sk-of-the-judge");
    delete process.env["EIP_JUDGE_API_KEY"];
    const second = await askAt(asTheMiddle, [
      ...words.slice(0, -1),
      file("keys-2.jsonl"),
      "--seed",
      "5",
    ]);
    expect(second.code).toBe(0);
    expect(judge.requests.at(-1)!.headers.authorization).toBeUndefined();
    delete process.env["XDG_CACHE_HOME"];
  });

  it("opens the store before anything is paid for", async () => {
    const words = ["--send", "--store", file("pool.csv"), "--log", file("no-store.jsonl")];
    const { code, server } = await askAt(asTheMiddle, words);
    expect([code, server.requests.length]).toEqual([3, 0]);
  });

  it("prints a page for people, the last questions of a long path", async () => {
    const { stdout } = await askAt(
      asTheMiddle,
      ["--send", "--log", file("page.jsonl"), "--budget", "24", "--within", "1"],
      { isTTY: true, columns: 100 },
    );
    const lines = stdout.split("\n");
    expect(stdout.replaceAll("\n", " ")).toMatch(
      /judge-model stands at place \d+ \(\d+ to \d+\) of 15, with weighted accuracy [\d.]+ % \[[\d.]+, [\d.]+\]/,
    );
    expect(lines.filter((line) => /^ *\d+ +q\d+/.test(line))).toHaveLength(20);
    expect(stdout).toContain("The last 20 questions; --all shows the others.");
    expect(lines.every((line) => line.length <= 100)).toBe(true);
  });
});

describe("ask refuses", () => {
  const endpoint = ["--endpoint", "http://127.0.0.1:9/v1#m"];
  it.each([
    [["ask"], "ask: no bank; expected the bank"],
    [["ask", "BANK"], "ask: no model to place"],
    [["ask", "BANK", ...endpoint], "ask: no way to grade an answer"],
    [["ask", "BANK", ...endpoint, "--grade", "numeric"], "ask: no questions: a bank has none"],
    [["ask", "BANK", ...endpoint, "--grade", "fuzzy"], '--grade: "fuzzy"; expected exact'],
    [["ask", "BANK", ...endpoint, "--grade", "judge"], "--grade judge: no judge"],
    [
      ["ask", "BANK", ...endpoint, "--grade", "exact", "--judge", "http://localhost/v1#j"],
      "--judge: --grade exact, which needs none",
    ],
    [
      ["ask", "BANK", "--endpoint", "localhost", "--grade", "exact"],
      "--endpoint: no name of a model",
    ],
    [
      ["ask", "BANK", "--endpoint", "http://me:pw@localhost/v1#m", "--grade", "exact"],
      "--endpoint: an address with a user, a password or a query",
    ],
    [
      ["ask", "BANK", ...endpoint, "--within", "0"],
      '--within: "0"; expected a whole number from 1',
    ],
  ])("%j", async (argv, message) => {
    await made;
    const words = argv.map((word) => (word === "BANK" ? file("pool.bank.jsonl") : word));
    const { code, stderr } = await run(words);
    expect([code, stderr.split("\n")[0]]).toEqual([3, expect.stringContaining(message)]);
  });

  it("questions of which none is the bank's", async () => {
    await made;
    writeFileSync(file("foreign.jsonl"), '{"item":"elsewhere","text":"?","key":"1"}\n');
    const argv = ["ask", file("pool.bank.jsonl"), ...endpoint, "--grade", "exact", "--questions"];
    const { code, stderr } = await run([...argv, file("foreign.jsonl")]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("no question to ask: 1 item that the bank does not have"),
    ]);
  });

  it("an edited bank", async () => {
    await made;
    writeFileSync(
      file("edited.bank.jsonl"),
      readFileSync(file("pool.bank.jsonl"), "utf8").replace('"m0"', '"me"'),
    );
    const argv = ["ask", file("edited.bank.jsonl"), ...endpoint, "--grade", "exact"];
    expect((await run(argv)).stderr).toMatch(/error\[damaged\]/);
  });

  it("to go on with a log of another series", async () => {
    const log = file("other.jsonl");
    const { server } = await askAt(asTheMiddle, ["--send", "--log", log, "--budget", "2"]);
    const words = ["--send", "--log", log, "--seed", "2"];
    const { code, stderr } = await askAt(asTheMiddle, words, { server });
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("a series with seed 1; expected seed 2"),
    ]);
  });
});

it("study placing says how few questions would do", async () => {
  const { code, stdout } = await run([
    "study",
    "placing",
    file("pool.csv"),
    "--repeats",
    "1",
    "--budget",
    "20",
    "--smoothing",
    "0.5",
    "--json",
  ]);
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as {
    readonly orders: readonly { readonly figures: readonly object[] }[];
  };
  expect(report).toMatchObject({
    schema: "eip-placing/1",
    settings: { budget: 20, repeats: 1, smoothing: 0.5 },
    data: { models, items },
    orders: [{ order: "informative" }, { order: "random" }],
  });
  expect(report.orders[0]!.figures.map((one) => (one as { questions: number }).questions)).toEqual([
    5, 10, 20,
  ]);
  const markdown = await run([
    "study",
    "placing",
    file("pool.csv"),
    "--repeats",
    "1",
    "--budget",
    "5",
  ]);
  expect(markdown.stdout).toContain("### Questions needed to stay within one tier");
  const few = await run([
    "study",
    "placing",
    folderWith({ "few.csv": longTable(5, 40) })("few.csv"),
  ]);
  expect(few.stderr).toContain("a pool of 5 models that can be placed; expected 6 at least");
});
