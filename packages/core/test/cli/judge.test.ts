import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { helpText } from "../../src/cli/help.ts";
import type { JudgeReport } from "../../src/report/judge-report.ts";
import { fakeEndpoint, type FakeReply, type FakeRequest } from "../support/fake-endpoint.ts";
import { hostileTexts } from "../support/hostile-texts.ts";
import { folderWith, run, type Finished } from "./run.ts";

const KEY = "sk-live-0123456789abcdef";

/** Answers of models to questions: exact match is what the harness did. */
function answers(
  models: readonly string[],
  items: number,
  answerOf: (model: string, item: number) => string,
  benchmark = "sums",
): string {
  return models
    .flatMap((model) =>
      Array.from({ length: items }, (_, item) => {
        const answer = answerOf(model, item);
        return JSON.stringify({
          model,
          benchmark,
          item: `q${item}`,
          score: answer === String(item) ? 1 : 0,
          text: `What is ${item} + 0?`,
          key: String(item),
          answer,
        });
      }),
    )
    .join("\n")
    .concat("\n");
}

/** ant answers in words, bee exactly, cow wrongly with some way to it. */
const answerOf = (model: string, item: number): string =>
  ({ ant: `It is ${item}.`, bee: String(item), cow: `Nearly ${item}: ${item + 1}` })[model] ?? "";

const file = folderWith({
  "a.jsonl": answers(["ant", "bee", "cow"], 8, answerOf),
  "two.jsonl":
    answers(["ant", "bee"], 4, answerOf) + answers(["ant", "bee"], 4, answerOf, "more-sums"),
  "bare.csv": "model,item,score\nant,q1,1\n",
  "mixed.jsonl":
    answers(["bee"], 2, answerOf) +
    '{"model":"bee","benchmark":"sums","item":"blank","score":0,"text":"?","key":"1","answer":""}\n' +
    '{"model":"bee","benchmark":"sums","item":"bare","score":1}\n' +
    '{"model":"bee","benchmark":"sums","item":"open","score":1,"text":"Why?","answer":"Because."}\n',
  "hostile.jsonl": answers(["fox"], hostileTexts.length, (_, item) => hostileTexts[item]!),
  "rubric.txt": "1 for politeness, 0 without.\n",
  "labels.csv": "model,benchmark,item,score\nant,sums,q1,1\ncow,sums,q1,0\ndoe,sums,q1,1\n",
  "alien.csv": "model,item,score\nyak,q1,1\n",
});

const says = (score: number) => JSON.stringify({ reason: "compared with the reference", score });
const dataOf = ({ user }: FakeRequest) =>
  JSON.parse(user.split("\n")[1]!) as { reference: string | null; answer: string };

/** 1 where the reference is what the answer ends with, a quarter where it is in it. */
function sensible(request: FakeRequest): FakeReply {
  const { reference, answer } = dataOf(request);
  if (reference === null) return says(0.5);
  if (answer.replace(/\.$/, "").endsWith(reference)) return says(1);
  return says(answer.includes(reference) ? 0.25 : 0);
}

beforeEach(() => {
  process.env["EIP_API_KEY"] = KEY;
  process.env["XDG_CACHE_HOME"] = file("cache");
});
afterEach(() => {
  delete process.env["EIP_API_KEY"];
  delete process.env["XDG_CACHE_HOME"];
});

async function judging(
  reply: (request: FakeRequest) => FakeReply,
  path: string,
  ...flags: string[]
): Promise<Finished & { requests: readonly FakeRequest[]; report: JudgeReport }> {
  const { endpoint, requests } = await fakeEndpoint(reply);
  const finished = await run(["judge", file(path), "--endpoint", endpoint, ...flags]);
  const report = flags.includes("--json") && finished.code === 0 ? finished.stdout : "null";
  return { ...finished, requests, report: JSON.parse(report) as JudgeReport };
}

describe("judge without --send", () => {
  it("sends nothing and says what it would take", async () => {
    const { code, stdout, stderr, requests } = await judging(sensible, "a.jsonl");
    expect(code).toBe(0);
    expect(requests).toEqual([]);
    expect(stdout).toMatch(
      /^Nothing was sent\. With --send, 24 calls would go to 127\.0\.0\.1:\d+, model judge-model, rubric correctness, for the metric judge:judge-model\.\n/,
    );
    expect(stdout).toMatch(/In: about [\d,]+ tokens \(estimated at 4 characters each\)/);
    expect(stdout).toContain("Out: at most 24,576.");
    expect(stdout).toContain("24 answers read, 24 judgements needed.");
    expect(stdout).toContain(
      '    {"question":"What is 0 + 0?","reference":"0","answer":"It is 0."}\n',
    );
    expect(stdout).toContain("    You judge answers to questions");
    expect(stderr).toBe("Read 24 answers.\n");
  });

  it("says the same as an object and as lines", async () => {
    const { stdout } = await judging(sensible, "mixed.jsonl", "--json", "--repeats", "2");
    expect(JSON.parse(stdout)).toMatchObject({
      schema: "eip-judge-plan/1",
      model: "judge-model",
      metric: "judge:judge-model",
      rubric: "correctness",
      cache: file("cache/eip/judgements.jsonl"),
      answers: 5,
      withoutText: 1,
      empty: 1,
      withoutReference: 1,
      judgements: 6,
      calls: 6,
    });
    const { stdout: lines } = await judging(sensible, "mixed.jsonl", "--csv");
    expect(lines).toContain("without_text,1\n");
  });

  it("tells what cannot be judged", async () => {
    const { stdout } = await judging(sensible, "mixed.jsonl", "--no-cache");
    expect(stdout).toContain("1 answer cannot be judged: no question or no answer in the log.");
    expect(stdout).toContain("1 answer without a word: no call, no score.");
    expect(stdout).toContain("1 answer without a reference");
    expect(stdout).toContain("a second run would cost the same");
  });

  it("works without anything to judge", async () => {
    const { code, stdout } = await judging(sensible, "bare.csv");
    expect(code).toBe(0);
    expect(stdout).toContain("With --send, 0 calls");
    expect(stdout).not.toContain("The first prompt");
  });

  it("spreads a limit over the logs", async () => {
    const { stdout, stderr } = await judging(sensible, "a.jsonl", "--limit", "3", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ answers: 3, calls: 3 });
    expect(stderr).toBe("Read 24 answers, 3 of them chosen.\n");
  });
});

describe("judge --send", () => {
  it("gives each model and benchmark both means, and how far they agree", async () => {
    const { code, report, stderr, requests } = await judging(
      sensible,
      "a.jsonl",
      "--send",
      "--no-cache",
      "--json",
    );
    expect(code).toBe(0);
    expect(report.groups).toEqual([
      {
        model: "ant",
        benchmark: "sums",
        answers: 8,
        harnessMean: 0,
        judgedMean: 1,
        graded: 8,
        ungraded: 0,
        flagged: 0,
      },
      {
        model: "bee",
        benchmark: "sums",
        answers: 8,
        harnessMean: 1,
        judgedMean: 1,
        graded: 8,
        ungraded: 0,
        flagged: 0,
      },
      {
        model: "cow",
        benchmark: "sums",
        answers: 8,
        harnessMean: 0,
        judgedMean: 0.25,
        graded: 8,
        ungraded: 0,
        flagged: 0,
      },
    ]);
    expect(report.agreement).toMatchObject({ answers: 24, meanJudged: 0.75 });
    expect(report.agreement.agreement).toBeCloseTo(2 / 3, 12);
    expect(report.cost).toMatchObject({
      sent: 24,
      fromCache: 0,
      inputTokens: 2400,
      outputTokens: 240,
    });
    expect(requests).toHaveLength(24);
    expect(requests[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(stderr).toContain("24 calls; 2,400 tokens in, 240 out");
  });

  it("prints tables and sentences, or the first table alone", async () => {
    const { stdout } = await judging(sensible, "a.jsonl", "--send", "--no-cache");
    expect(stdout).toContain("| ant | sums | 0.0 % | 100.0 % | 8 | 0 | 0 |");
    expect(stdout).toContain("agree on right or wrong, from 0.5 on, for 66.7 % of 24 answers");
    expect(stdout).toContain("| 0 | 0 | 8 | 0 | 8 |");
    const { stdout: quiet, stderr } = await judging(
      sensible,
      "a.jsonl",
      "--send",
      "--no-cache",
      "-q",
    );
    expect(quiet.startsWith("| model |")).toBe(true);
    expect(quiet).not.toContain("agree on");
    expect(stderr).toBe("");
    const { stdout: csv } = await judging(sensible, "a.jsonl", "--send", "--no-cache", "--csv");
    expect(csv).toContain("ant,sums,8,0,1,8,0,0\n");
  });

  it("shows agreement by benchmark where there are several", async () => {
    const { report } = await judging(sensible, "two.jsonl", "--send", "--no-cache", "--json");
    expect(report.byBenchmark.map(({ benchmark, answers: n }) => [benchmark, n])).toEqual([
      ["more-sums", 8],
      ["sums", 8],
    ]);
  });

  it("costs nothing a second time, and goes on after an interruption", async () => {
    const cache = file("again.jsonl");
    const reply = (request: FakeRequest): FakeReply =>
      request.number < 10 ? sensible(request) : { status: 401 };
    const broken = await judging(
      reply,
      "a.jsonl",
      "--send",
      "--cache",
      cache,
      "--concurrency",
      "1",
    );
    expect(broken.code).toBe(3);
    expect(broken.stderr).toContain("error[token]");
    expect(broken.stderr).toContain("The same command goes on from there");
    expect(readFileSync(cache, "utf8").trim().split("\n")).toHaveLength(10);
    // The address is part of what a judgement is kept under.
    const { endpoint, requests } = await fakeEndpoint(sensible);
    const argv = ["judge", file("a.jsonl"), "--endpoint", endpoint, "--cache", cache, "--send"];
    expect((await run(argv)).code).toBe(0);
    expect(requests).toHaveLength(24);
    const { stderr } = await run(argv);
    expect(requests).toHaveLength(24);
    expect(stderr).toContain("Sending 0 calls");
    expect(stderr).toContain("24 judgements from the cache.");
  });

  it("keeps judgements in the cache folder unless told otherwise", async () => {
    await judging(sensible, "two.jsonl", "--send");
    expect(existsSync(file("cache/eip/judgements.jsonl"))).toBe(true);
  });

  it("stops when it is told to, and says what is kept", async () => {
    const controller = new AbortController();
    const { endpoint } = await fakeEndpoint((request) => {
      if (request.number < 3) return sensible(request);
      controller.abort();
      return { fault: "never" };
    });
    const argv = ["judge", file("a.jsonl"), "--endpoint", endpoint, "--send", "--concurrency", "1"];
    const { code, stderr } = await run(argv, { signal: controller.signal });
    expect(code).toBe(130);
    expect(stderr).toContain("The same command goes on from there");
    expect(stderr).toContain("Stopped.");
  });

  it("a failed call and a reply in another form have no score, and the rest has", async () => {
    const { report } = await judging(
      (request) => {
        const { answer } = dataOf(request);
        if (answer === "It is 3.") return { status: 400, message: "too long" };
        return answer === "It is 5." ? '{"reason": "", "score": 7}' : sensible(request);
      },
      "a.jsonl",
      "--send",
      "--no-cache",
      "--json",
    );
    expect(report.ungraded).toEqual([
      {
        model: "ant",
        benchmark: "sums",
        item: "q3",
        why: "failed",
        reason: "status 400: too long",
      },
      {
        model: "ant",
        benchmark: "sums",
        item: "q5",
        why: "invalid",
        reason: "the judge's reply was a score that is no number from 0 to 1",
      },
    ]);
    expect(report.groups[0]).toMatchObject({ graded: 6, ungraded: 2, judgedMean: 1 });
    expect(report.warnings.map(({ code }) => code)).toContain("ungraded-answers");
  });

  it("--strict makes ungraded answers an error", async () => {
    const { code } = await judging(sensible, "mixed.jsonl", "--send", "--no-cache", "--strict");
    expect(code).toBe(3);
  });

  it("says what the endpoint does not take", async () => {
    const { report } = await judging(
      (request) =>
        request.body.response_format
          ? { status: 422, message: "response_format: extra fields not permitted" }
          : sensible(request),
      "a.jsonl",
      "--send",
      "--no-cache",
      "--json",
    );
    expect(report.cost.without).toEqual(["form"]);
    expect(report.warnings).toContainEqual(expect.objectContaining({ code: "setting-refused" }));
    expect(report.groups.map(({ graded }) => graded)).toEqual([8, 8, 8]);
  });
});

describe("judge, checks", () => {
  it("--repeats: the mean counts, and how often it says the same is printed", async () => {
    const reply = ({ number }: FakeRequest) => says(number % 2 === 0 ? 1 : 0.5);
    const flags = ["--send", "--no-cache", "--repeats", "2", "--concurrency", "1"];
    const { report } = await judging(reply, "two.jsonl", ...flags, "--json");
    expect(report.groups.every(({ judgedMean }) => judgedMean === 0.75)).toBe(true);
    expect(report.repeats).toEqual({ answers: 16, allEqual: 0, meanDifference: 0.5 });
    const { stdout } = await judging(reply, "two.jsonl", ...flags);
    expect(stdout).toContain("Asked 2 times, the judge gave the same score each time to 0.0 %");
  });

  it("--check order: once more with the answer first", async () => {
    const reply = (request: FakeRequest): FakeReply =>
      request.user.indexOf('"answer"') < request.user.indexOf('"reference"')
        ? says(0.5)
        : sensible(request);
    const { report, requests } = await judging(
      reply,
      "a.jsonl",
      "--send",
      "--no-cache",
      "--check",
      "order",
      "--json",
    );
    expect(requests).toHaveLength(48);
    // ant and bee lose a half, cow wins a quarter.
    expect(report.order).toMatchObject({ answers: 24, difference: -0.25, changed: 1 });
    expect(report.order!.lower).toBeLessThanOrEqual(-0.25);
    expect(report.groups[0]!.judgedMean).toBe(1);
  });

  it("--check length: no call more", async () => {
    const { report, requests } = await judging(
      sensible,
      "a.jsonl",
      "--send",
      "--no-cache",
      "--check",
      "length",
      "--json",
    );
    expect(requests).toHaveLength(24);
    expect(report.length!.all.answers).toBe(24);
    expect(report.length!.right).toEqual({ answers: 8, correlation: null });
    // Wrong by exact match: the short ones are right, in other words.
    expect(report.length!.wrong.correlation).toBeLessThan(-0.8);
  });

  it("--labels: compared with those instead of the harness", async () => {
    const flags = ["--send", "--no-cache", "--labels", file("labels.csv")];
    const { report, stderr } = await judging(sensible, "a.jsonl", ...flags, "--json");
    expect(report.agreement).toMatchObject({ answers: 2, agreement: 1, kappa: 1, meanLabel: 0.5 });
    expect(report.judge.labels).toBe(file("labels.csv"));
    expect(stderr).toContain("1 label of no answer that was read");
    const alien = await judging(sensible, "a.jsonl", "--labels", file("alien.csv"));
    expect(alien.code).toBe(3);
    expect(alien.stderr).toContain("error[nothing-shared]");
  });

  it("--labels with --limit: answers that have a label, and never the harness's scores for labels", async () => {
    const flags = ["--send", "--no-cache", "--labels", file("labels.csv"), "--limit", "1"];
    const { report, requests } = await judging(sensible, "a.jsonl", ...flags, "--json");
    expect(requests).toHaveLength(1);
    expect(report.agreement.answers).toBe(1);
    // Labels of another benchmark are of no answer here, whatever their items are called.
    writeFileSync(file("other.csv"), "model,benchmark,item,score\nant,elsewhere,q1,1\n");
    const other = await judging(sensible, "a.jsonl", "--labels", file("other.csv"));
    expect([other.code, other.stderr]).toEqual([3, expect.stringContaining("nothing-shared")]);
    writeFileSync(file("plain.csv"), "model,item,right\nant,q1,1\n");
    const named = ["--labels", file("plain.csv"), "--columns", "score=right"];
    const plain = await judging(sensible, "two.jsonl", "--send", "--no-cache", ...named, "--json");
    expect(plain.report.agreement.answers).toBe(2);
  });

  it.each([
    [["-o", "a.jsonl"], "-o FILE/a.jsonl: a file that is read as well"],
    [["--cache", "a.jsonl"], "--cache FILE/a.jsonl: a file that is read as well"],
    [["--cache", "x.jsonl", "-o", "x.jsonl"], "--cache FILE/x.jsonl: the file of -o, too"],
    [["-o", "absent/x.jsonl"], "FILE/absent/x.jsonl: no such folder"],
    [["--store", "a.jsonl"], "FILE/a.jsonl"],
    [["--store", "pool-part", "--limit", "3"], "--limit 3: --store beside it"],
  ])("refuses %j before anything is sent, and leaves every file alone", async (words, message) => {
    const before = readFileSync(file("a.jsonl"), "utf8");
    const flags = words.map((word) => (/^-|^\d/.test(word) ? word : file(word)));
    const { code, stderr, requests } = await judging(sensible, "a.jsonl", "--send", ...flags);
    expect([code, requests.length]).toEqual([3, 0]);
    expect(stderr.replaceAll(file(""), "FILE/").replaceAll("//", "/")).toContain(message);
    expect(readFileSync(file("a.jsonl"), "utf8")).toBe(before);
  });

  it("--rubric: its text is in the instructions, and its judgements are others", async () => {
    const flags = ["--send", "--cache", file("rubrics.jsonl")];
    const { requests } = await judging(
      sensible,
      "a.jsonl",
      ...flags,
      "--rubric",
      file("rubric.txt"),
    );
    expect(requests[0]!.system).toContain("1 for politeness, 0 without.");
    expect(requests[0]!.system).not.toContain("Judge how far the answer is correct");
  });

  it("says when a model may judge itself", async () => {
    const { endpoint } = await fakeEndpoint(sensible);
    const self = endpoint.replace("judge-model", "acme/bee");
    const { stderr } = await run([
      "judge",
      file("a.jsonl"),
      "--endpoint",
      self,
      "--send",
      "--no-cache",
    ]);
    expect(stderr).toContain("bee may be the judge itself");
  });
});

describe("judge, texts that speak to the judge", () => {
  it("are judged by the same instructions, counted, and named", async () => {
    const { report, stderr, requests } = await judging(
      () => says(1),
      "hostile.jsonl",
      "--send",
      "--no-cache",
      "--json",
    );
    expect(new Set(requests.map(({ system }) => system)).size).toBe(1);
    expect(requests.every(({ user }) => user.split("\n").length === 3)).toBe(true);
    expect(report.flagged).toHaveLength(hostileTexts.length);
    expect(report.groups[0]).toMatchObject({ flagged: hostileTexts.length, judgedMean: 1 });
    expect(stderr).toContain(
      "Flagged: sums:q0 by fox (answer: other-instructions, answer: asks-for-score)",
    );
    expect(report.warnings[0]!.code).toBe("flagged-answers");
  });

  it("--flagged ungraded: not sent, without a score", async () => {
    const { report, requests } = await judging(
      () => says(1),
      "hostile.jsonl",
      "--send",
      "--no-cache",
      "--flagged",
      "ungraded",
      "--json",
    );
    expect(requests).toEqual([]);
    expect(report.groups[0]).toMatchObject({ graded: 0, flagged: hostileTexts.length });
    expect(new Set(report.ungraded.map(({ why }) => why))).toEqual(new Set(["flagged"]));
  });

  it("move no cursor where a prompt is shown", async () => {
    writeFileSync(
      file("moves.jsonl"),
      answers(["\u001B[2Jant"], 1, () => "\u001B[2J\u202E\u009B"),
    );
    const { stdout, stderr } = await judging(sensible, "moves.jsonl");
    expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}/u);
  });
});

describe("judge, what is kept", () => {
  it("-o: a table that other commands read, under a metric of its own", async () => {
    const to = file("judged.jsonl");
    const { stderr } = await judging(sensible, "mixed.jsonl", "--send", "--no-cache", "-o", to);
    expect(stderr).toContain(`Wrote ${to}.`);
    const lines = readFileSync(to, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    // What has no text was not judged; what is blank was asked and has no score.
    expect(lines.map(({ item, score, harness_score: harness }) => [item, score, harness])).toEqual([
      ["q0", 1, 1],
      ["q1", 1, 1],
      ["blank", null, 0],
      ["open", 0.5, 1],
    ]);
    expect(lines[0]).toMatchObject({ metric: "judge:judge-model", judge_scores: [1] });
    const { code, stdout } = await run(["outcomes", to]);
    expect(code).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(4);
    expect(stdout).toContain('"metric":"judge:judge-model"');
  });

  it("-o of all models can be ranked", async () => {
    const to = file("ranked.jsonl");
    await judging(sensible, "a.jsonl", "--send", "--no-cache", "-o", to, "--as", "mine");
    const { code, stdout } = await run(["check", to, "--json"]);
    expect(code).toBe(0);
    expect(stdout).toContain("judge:mine");
    expect((await run(["rank", to, "--bootstrap", "0"])).code).toBe(0);
  });

  it("--store: both metrics, the harness's as the usual one", async () => {
    const store = file("pool");
    const flags = ["--send", "--no-cache", "--store", store, "--as", "mine"];
    const { stderr } = await judging(sensible, "a.jsonl", ...flags);
    expect(stderr).toContain(`3 runs added to ${store}.`);
    expect(stderr).toContain("rank");
    const { stdout: list } = await run(["store", "list", store, "--json"]);
    const { runs } = JSON.parse(list) as { runs: { metrics: { metric: string }[] }[] };
    expect(runs.every(({ metrics }) => metrics[1]!.metric === "judge:mine")).toBe(true);
    const scoresBy = async (...more: string[]) => {
      const { stdout } = await run(["outcomes", store, "--csv", ...more]);
      return stdout
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")[3]);
    };
    expect(new Set(await scoresBy())).toEqual(new Set(["0", "1"]));
    expect(new Set(await scoresBy("--metric", "sums=judge:mine"))).toEqual(new Set(["1", "0.25"]));
    const rank = await run(["rank", store, "--metric", "sums=judge:mine", "--bootstrap", "0"]);
    expect(rank.code).toBe(0);
    // The same again adds nothing; another name stands beside it.
    expect((await judging(sensible, "a.jsonl", ...flags)).stderr).toContain("0 runs added");
    await judging(sensible, "a.jsonl", ...flags.slice(0, -1), "other");
    expect(new Set(await scoresBy("--metric", "sums=judge:mine"))).toEqual(new Set(["1", "0.25"]));
    expect(new Set(await scoresBy("--metric", "sums=judge:other"))).toEqual(new Set(["1", "0.25"]));
  });

  it("--store beside the runs themselves: nobody's place is taken", async () => {
    const store = file("beside");
    await run(["store", "add", store, file("a.jsonl")]);
    await judging(sensible, "a.jsonl", "--send", "--no-cache", "--store", store);
    const { stdout } = await run(["outcomes", store, "--csv"]);
    expect(stdout.trim().split("\n")).toHaveLength(25);
    const judged = await run(["outcomes", store, "--csv", "--metric", "sums=judge:judge-model"]);
    expect(judged.stdout.trim().split("\n")).toHaveLength(25);
  });
});

describe("judge, keys", () => {
  const echoes: readonly (readonly [string, (key: string) => FakeReply])[] = [
    ["401", (key) => ({ status: 401, message: `wrong key ${key}` })],
    ["400", (key) => ({ status: 400, message: `odd request, headers {"authorization":"${key}"}` })],
    ["500", (key) => ({ status: 500, message: key })],
    ["a reply", (key) => JSON.stringify({ reason: key, score: 2 })],
    ["a judgement", (key) => JSON.stringify({ reason: `It said ${key}.`, score: 1 })],
  ];
  it.each(echoes)(
    "an endpoint that echoes the key (%s) does not bring it to a screen or a file",
    async (_, echo) => {
      const to = file("echo.jsonl");
      const reply = (request: FakeRequest): FakeReply =>
        request.number === 0 ? sensible(request) : echo(String(request.headers.authorization));
      const flags = ["--send", "--cache", file("echo-cache.jsonl"), "--retries", "0", "--json"];
      const { stdout, stderr } = await judging(reply, "a.jsonl", ...flags, "-o", to);
      const kept = [to, file("echo-cache.jsonl")]
        .filter(existsSync)
        .map((path) => readFileSync(path, "utf8"));
      expect([stdout, stderr, ...kept].join("\n")).not.toContain(KEY.slice(0, 10));
    },
  );
});

describe("judge, errors", () => {
  it.each([
    [[], "error[usage]: judge: no model to judge by"],
    [["--endpoint", "localhost:8000"], "error[bad-option]: --endpoint"],
    [["--endpoint", "http://h/v1#m", "--as", "a,b"], "error[bad-option]: --as"],
    [["--endpoint", "http://h/v1#m", "--check", "size"], "error[bad-option]: --check"],
    [["--endpoint", "http://h/v1#m", "--repeats", "0"], "error[bad-option]: --repeats"],
    [["--endpoint", "http://h/v1#m", "-o", "x.csv"], "error[usage]: -o x.csv"],
    [["--endpoint", "http://h/v1#m", "--rubric", "nowhere.txt"], "error[not-found]"],
  ])("%j: %s", async (flags, message) => {
    const { code, stderr } = await run(["judge", file("a.jsonl"), ...flags]);
    expect(code).toBe(3);
    expect(stderr).toContain(message);
  });

  it("nobody listening there ends it at once", async () => {
    const server = await fakeEndpoint(sensible);
    const { endpoint } = server;
    await server.close();
    const argv = ["judge", file("a.jsonl"), "--endpoint", endpoint, "--send", "--no-cache"];
    const { code, stderr } = await run(argv);
    expect(code).toBe(3);
    expect(stderr).toMatch(/error\[network\]: 127\.0\.0\.1:\d+: no connection \(ECONNREFUSED\)\./);
  });
});

describe("judge, endpoints that fail", () => {
  it("a few calls of which none was answered are an error", async () => {
    const { code, stderr } = await judging(
      () => ({ status: 500, message: "no memory" }),
      "a.jsonl",
      "--send",
      "--no-cache",
      "--limit",
      "2",
      "--retries",
      "0",
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /error\[network\]: .*no call was answered, the last one with status 500: no memory/,
    );
  });

  it("slow ones are given up at the time limit, the others judged", async () => {
    const { report } = await judging(
      (request) => (request.number === 2 ? { fault: "never" } : sensible(request)),
      "a.jsonl",
      "--send",
      "--no-cache",
      "--timeout",
      "0.3",
      "--json",
    );
    expect(report.ungraded.map(({ reason }) => reason)).toEqual(["no answer within 0.3 s"]);
    expect(report.cost).toMatchObject({ sent: 24, retries: 0, failed: 1 });
  });

  it.each([
    { fault: "cut" },
    { fault: "malformed" },
    { status: 429, headers: { "retry-after": "0" } },
  ] as const)("%j passes by itself", async (fault) => {
    const { report } = await judging(
      (request) => (request.number === 1 ? fault : sensible(request)),
      "two.jsonl",
      "--send",
      "--no-cache",
      "--json",
    );
    expect(report.ungraded).toEqual([]);
    expect(report.cost).toMatchObject({ retries: 1, failed: 0 });
  });
});

describe("judge, help", () => {
  it("is on the first page once the packages are installed, and always has its own", async () => {
    const program = { name: "eip", version: "1", reads: "tables" };
    expect(helpText(program, true)).toContain("  Models    judge ");
    expect(helpText(program, false)).not.toContain("Models ");
    const { code, stdout } = await run(["judge", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("--endpoint <url#model>");
    expect((await run(["help", "MODELS"])).stdout).toContain("EIP_API_KEY");
  });
});

mkdirSync(join(file("cache")), { recursive: true });
