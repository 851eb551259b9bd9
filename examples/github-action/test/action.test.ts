import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeGithub, type FakeGithub } from "./fake-github.ts";

const action = resolve(import.meta.dirname, "..");
const program = resolve(action, "../../packages/lm-eval-adapter/bin/eip-lm-eval.js");
const logs = resolve(action, "../logs");
const event = join(import.meta.dirname, "pull-request.json");
const TOKEN = "ghs_secretsecretsecret";
const MARKER = "<!-- eip-eval suite=core -->";
const COMMENT = `${MARKER}
### Evaluation passed: a drop of more than 1 point is ruled out

\`new\` against \`old\`, the same 13,800 items, 0 unanswered (baseline 0)

| | baseline | this change |
|---|--:|--:|

\`eip compare baseline out --max-drop 1pt\`
`;

let folder = "";
let github: FakeGithub;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "eip-action-"));
  github = await fakeGithub();
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await github.close();
});

interface Ended {
  readonly code: number | null;
  readonly text: string;
  readonly summary: string;
}

/** Runs a script of the action as a runner does. */
async function step(
  command: readonly string[],
  env: Record<string, string | undefined>,
): Promise<Ended> {
  const [file, ...args] = command;
  const child = spawn(file!, args, {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_STEP_SUMMARY: join(folder, "summary"),
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: "acme/evals",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_API_URL: github.address,
      GITHUB_RUN_ID: "900",
      GITHUB_WORKFLOW_REF: "acme/evals/.github/workflows/eval.yml@refs/pull/42/merge",
      EIP_TOKEN: TOKEN,
      EIP_RETRY_MS: "1",
      EIP_SUITE: "core",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text += part));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, text, summary: readOr(join(folder, "summary")) };
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** The second step, after a comparison that ended like this. */
function comment(code: number, env: Record<string, string | undefined> = {}, text = COMMENT) {
  if (text !== "") write("eip-comment.md", text);
  return step([process.execPath, join(action, "comment.mjs")], {
    EIP_CODE: String(code),
    EIP_BASELINE: "baseline",
    ...env,
  });
}

const writes = () => github.seen.filter(({ method }) => method !== "GET");

describe("the comment", () => {
  it("is made once and then updated in place", async () => {
    const first = await comment(0);
    expect(first.code).toBe(0);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]!.body).toMatch(new RegExp(`^${MARKER}\n### Evaluation passed`));
    const changed = COMMENT.replace("passed: a drop", "failed: no drop");
    expect((await comment(1, {}, changed)).code).toBe(1);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]!.body).toContain("### Evaluation failed");
    expect(writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  });

  it("is found behind more than a hundred others", async () => {
    const user = { login: "mona", type: "User" };
    for (let id = 1; id <= 205; id += 1) github.comments.push({ id, body: `no. ${id}`, user });
    await comment(0);
    expect(github.comments).toHaveLength(206);
    await comment(0);
    expect(github.comments).toHaveLength(206);
    expect(github.seen.some(({ path }) => path.endsWith("page=3"))).toBe(true);
  });

  it("is one per suite, and is not taken from somebody else", async () => {
    const own = { login: "github-actions[bot]", type: "Bot" };
    github.comments.push(
      { id: 1, body: `${MARKER}\nmine now`, user: { login: "mallory", type: "User" } },
      { id: 2, body: "<!-- eip-eval suite=core-2 -->\nanother", user: own },
      { id: 3, body: `> ${MARKER}\nquoted`, user: own },
    );
    await comment(0);
    expect(github.comments.slice(0, 3).map(({ body }) => body.split("\n")[1])).toEqual([
      "mine now",
      "another",
      "quoted",
    ]);
    expect(github.comments).toHaveLength(4);
  });

  it("knows its own by name with the token of a person", async () => {
    const person = await fakeGithub("mona");
    const env = { GITHUB_API_URL: person.address };
    await comment(0, env);
    await comment(0, env);
    expect(person.comments).toHaveLength(1);
    await person.close();
  });

  it("says commits, the age of the baseline, and where to refresh it", async () => {
    const date = new Date(Date.now() - 2.5 * 86_400_000).toISOString();
    write(
      "baseline/eip-baseline.json",
      JSON.stringify({ sha: "9e07d1155aa0c1b2d3e4f506", ref: "main", date }),
    );
    const { text } = await comment(0);
    const { body } = github.comments[0]!;
    expect(body).toContain("`4f1c2ab` against `main@9e07d11`, baseline 2 days old\n");
    expect(body).toContain(
      "[refresh baseline](https://github.com/acme/evals/actions/workflows/eval.yml) · `eip compare",
    );
    expect(body).toMatch(/ · updated \d\d:\d\d UTC$/);
    expect(text).not.toContain("::warning::");
  });

  it("warns of an old baseline, by the dates in the names of its logs too", async () => {
    write("baseline/m/results_2024-03-01T05-06-07.891234.json", "{}");
    const { text, code } = await comment(0);
    expect(code).toBe(0);
    expect(text).toMatch(/::warning::The baseline is \d+ days old\. To refresh it/);
    expect(github.comments[0]!.body).toMatch(/> \*\*The baseline is \d+ days old\.\*\*/);
    const patient = await comment(0, { EIP_MAX_AGE_DAYS: "100000" });
    expect(patient.text).not.toContain("::warning::");
  });

  it("links to a report by its address, and to the files of the run", async () => {
    await comment(0, { EIP_REPORT: "https://example.org/page (1).html" });
    expect(github.comments[0]!.body).toContain("[Report](https://example.org/page%20%281%29.html)");
    write("page.html", "x");
    await comment(0, { EIP_REPORT: "page.html" });
    expect(github.comments[0]!.body).toContain(
      "[Report](https://github.com/acme/evals/actions/runs/900#artifacts)",
    );
    await comment(0, { EIP_REPORT: "javascript:alert(1)" });
    expect(github.comments[0]!.body).not.toContain("[Report]");
  });

  it("stays below the limit of GitHub", async () => {
    await comment(0, {}, COMMENT + "x".repeat(100_000));
    expect(github.comments[0]!.body.length).toBeLessThanOrEqual(65_536);
    expect(github.comments[0]!.body).toContain("The rest was cut");
  });

  it("shows what was said where there was no comparison", async () => {
    write("eip-log.txt", "error[bug]: ``` @everyone </details>\n::error::x\n");
    const { code, text } = await comment(3, {}, "");
    expect(code).toBe(3);
    expect(github.comments[0]!.body).toContain("### Evaluation not comparable");
    expect(github.comments[0]!.body).toContain("````text\nerror[bug]: ``` @everyone");
    expect(text).not.toMatch(/^::error::x/m);
  });
});

describe("the exit code", () => {
  it.each([0, 1, 2, 3, 127])("is that of the comparison: %i", async (code) => {
    expect((await comment(code)).code).toBe(code);
  });

  it.each([1, 2, 3])("is 0 with soft-fail, and %i is still said", async (code) => {
    const { code: ended, text } = await comment(code, { EIP_SOFT_FAIL: "true" });
    expect(ended).toBe(0);
    expect(text).toMatch(/^::warning::The evaluation/m);
  });

  it("is 127 with soft-fail where the program was not found", async () => {
    expect((await comment(127, { EIP_SOFT_FAIL: "true" })).code).toBe(127);
  });

  it("is 3 where the first step left none", async () => {
    expect((await comment(0, { EIP_CODE: "" })).code).toBe(3);
  });
});

describe("when GitHub says no", () => {
  it.each([
    [401, /refused the token/],
    [403, /may not write comments \(403\).*permissions: pull-requests: write.*fork/],
    [404, /no such pull request \(404\)/],
    [422, /did not take the comment \(422\)/],
  ])("%i keeps the result and says what to do", async (status, sentence) => {
    github.fail(/^(POST|GET) \/repos/, { status });
    const { code, text, summary } = await comment(1);
    expect(code).toBe(1);
    expect(text).toMatch(sentence);
    expect(summary).toContain("### Evaluation passed");
    expect(github.seen).toHaveLength(1);
  });

  it("tries again after 5xx, and makes no second comment of one that came through", async () => {
    github.fail(/^GET/, { status: 502 }, { status: 500 });
    github.fail(/^POST/, { status: 502, done: true });
    expect((await comment(0)).text).toContain('The comment "core" was updated.');
    expect(writes().map(({ method }) => method)).toEqual(["POST", "PATCH"]);
    github.fail(/^PATCH/, { status: 503 });
    expect((await comment(0)).text).toContain('The comment "core" was updated.');
    expect(github.comments).toHaveLength(1);
  });

  it("gives up after four tries", async () => {
    github.fail(/^GET/, ...Array.from({ length: 9 }, () => ({ status: 503 })));
    const { code, text } = await comment(2);
    expect(code).toBe(2);
    expect(text).toContain("::warning::No comment: GitHub answered 503. Tried 4 times.");
    expect(github.seen).toHaveLength(4);
  });

  it("waits for a short rate limit, and not for a long one", async () => {
    github.fail(/^POST/, { status: 403, headers: { "retry-after": "5" } }, { status: 429 });
    expect((await comment(0)).text).toContain("was made");
    const reset = String(Math.round(Date.now() / 1000) + 1770);
    github.fail(/^PATCH/, {
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
    });
    const { code, text } = await comment(0);
    expect(code).toBe(0);
    expect(text).toMatch(/rate limit was reached; it ends in about 30 minutes/);
  });

  it("sends the token nowhere but to an API over https or on this machine, and prints it nowhere", async () => {
    const away = await comment(0, { GITHUB_API_URL: "http://192.0.2.1" });
    expect(away.text).toContain("not https, so the token was not sent");
    const gone = await comment(0, { GITHUB_API_URL: "http://127.0.0.1:1" });
    expect(gone.text).toContain("GitHub could not be reached");
    const there = await comment(0);
    expect(github.seen.every(({ authorization }) => authorization === `Bearer ${TOKEN}`)).toBe(
      true,
    );
    for (const { text, summary } of [away, gone, there])
      expect(text + summary).not.toContain(TOKEN);
  });
});

describe("without a pull request", () => {
  it("writes the summary and says what to do", async () => {
    write("push.json", JSON.stringify({ ref: "refs/heads/main" }));
    const { code, text, summary } = await comment(0, {
      GITHUB_EVENT_NAME: "push",
      GITHUB_EVENT_PATH: join(folder, "push.json"),
    });
    expect(code).toBe(0);
    expect(text).toContain("::notice::The event (push) has no pull request");
    expect(summary).toContain("### Evaluation passed");
    expect(github.seen).toEqual([]);
  });

  it("takes no number that is none, and no event that is no JSON", async () => {
    write(
      "odd.json",
      JSON.stringify({ pull_request: { number: "42/../../x", head: { sha: "$(x)" } } }),
    );
    await comment(0, { GITHUB_EVENT_PATH: join(folder, "odd.json") });
    write("bad.json", "{");
    const { code } = await comment(0, { GITHUB_EVENT_PATH: join(folder, "bad.json") });
    expect(code).toBe(0);
    expect(github.seen).toEqual([]);
  });

  it("says that a token is missing", async () => {
    expect((await comment(0, { EIP_TOKEN: "" })).text).toContain("There is no token");
  });
});

describe("hostile surroundings", () => {
  it("a branch is only a name, and a note of the baseline only a note", async () => {
    write(
      "baseline/eip-baseline.json",
      JSON.stringify({ sha: "9e07d115", ref: "x`@mona <img src=x>\n::error::y", date: "soon" }),
    );
    const { text } = await comment(0);
    expect(github.comments[0]!.body).toContain("``x`@mona <img src=x>?::error::y@9e07d11``");
    expect(text).not.toMatch(/^::error::/m);
  });

  it("a suite that would end the marker is refused", async () => {
    const { code } = await comment(0, { EIP_SUITE: "x --> <b>" });
    expect(code).toBe(3);
    expect(github.seen).toEqual([]);
  });
});

describe("the whole action", () => {
  /** Both steps, as action.yml has them. */
  async function both(env: Record<string, string>): Promise<Ended & { readonly said: string }> {
    const given = { EIP_PROGRAM: `${process.execPath} ${program}`, EIP_CANDIDATE: "x", ...env };
    const first = await step(["bash", join(action, "compare.sh")], given);
    expect(first.code).toBe(0);
    const EIP_CODE = /^code=(\d+)$/m.exec(readOr(join(folder, "output")))?.[1];
    rmSync(join(folder, "output"));
    const second = await step([process.execPath, join(action, "comment.mjs")], {
      ...given,
      EIP_CODE,
    });
    return { ...second, said: first.text };
  }

  it("compares two folders, comments, and ends with the code of the gate", async () => {
    const failed = await both({
      EIP_BASELINE: join(logs, "osprey-72b"),
      EIP_CANDIDATE: join(logs, "wren-3b"),
      EIP_POOL: logs,
      EIP_MAX_DROP: "1pt",
    });
    expect(failed.code).toBe(1);
    expect(github.comments[0]!.body).toMatch(
      /### Evaluation failed: accuracy dropped by more than 1 point/,
    );
    expect(github.comments[0]!.body).toContain("`4f1c2ab`, baseline ");
    const passed = await both({
      EIP_BASELINE: join(logs, "wren-3b"),
      EIP_CANDIDATE: join(logs, "osprey-72b"),
      EIP_MIN_GAIN: "1pt",
    });
    expect(passed.code).toBe(0);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]!.body).toContain(
      "### Evaluation passed: a gain of at least 1 point is shown",
    );
  });

  it("writes a page where a file is named, and links to the files of the run", async () => {
    await both({
      EIP_BASELINE: join(logs, "wren-1b"),
      EIP_CANDIDATE: join(logs, "wren-3b"),
      EIP_POOL: logs,
      EIP_MAX_DROP: "1pt",
      EIP_REPORT: "page.html",
    });
    expect(readOr(join(folder, "page.html"))).toMatch(/^<!doctype html>/i);
    expect(github.comments[0]!.body).toContain("/actions/runs/900#artifacts)");
  });

  it("says so where there is no baseline yet", async () => {
    const { code } = await both({
      EIP_BASELINE: "nowhere",
      EIP_CANDIDATE: join(logs, "wren-3b"),
      EIP_MAX_DROP: "1pt",
    });
    expect(code).toBe(2);
    expect(github.comments[0]!.body).toContain("### Evaluation: no baseline yet");
  });

  it("says so where the command cannot be right", async () => {
    const { code, said } = await both({
      EIP_BASELINE: join(logs, "wren-1b"),
      EIP_CANDIDATE: join(logs, "wren-3b"),
      EIP_MAX_DROP: "1",
    });
    expect(code).toBe(3);
    expect(said).toMatch(/^::stop-commands::/);
    expect(github.comments[0]!.body).toContain("as in 1pt or 0.01");
  });

  it("runs nothing that stands in an input", async () => {
    const touched = join(folder, "touched");
    await both({
      EIP_BASELINE: `$(touch ${touched})`,
      EIP_CANDIDATE: `; touch ${touched}`,
      EIP_POOL: `\`touch ${touched}\``,
      EIP_MAX_DROP: `1pt; touch ${touched}`,
    });
    expect(readOr(touched)).toBe("");
    expect(() => readFileSync(touched)).toThrow("ENOENT");
  });

  it("hands every input of action.yml on, and none as text of a script", () => {
    const yaml = readFileSync(join(action, "action.yml"), "utf8");
    const [inputs = "", steps = ""] = yaml.split(/^outputs:$/m);
    for (const [, name] of inputs.matchAll(/^ {2}([\w-]+):$/gm)) {
      expect(steps).toContain(`\${{ inputs.${name} }}`);
    }
    for (const [line] of steps.matchAll(/^ *run:.*$/gm)) expect(line).not.toContain("${{");
  });
});
