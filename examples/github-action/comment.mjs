// Puts the comparison where people see it: one comment per suite on the pull request, updated in place,
// and the summary of the job. Then ends with the exit code of the comparison. Node 20, no dependencies.
import { appendFileSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

const env = process.env;
const DAY = 86_400_000;
/** GitHub takes 65,536 characters in a comment. */
const LONGEST = 65_000;
/** More pages of a hundred comments are not searched. */
const MOST_PAGES = 50;
const MOST_TRIES = 4;
/** Seconds; who has to wait longer is told so instead. */
const LONGEST_WAIT = 60;

const suite = env.EIP_SUITE || "core";
const marker = `<!-- eip-eval suite=${suite} -->`;
const code = /^\d{1,3}$/.test(env.EIP_CODE ?? "") ? Number(env.EIP_CODE) : 3;

/** An annotation. What it says may come from anywhere, so that it must stay one line. */
function annotate(level, text) {
  const line = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${level}::${line}\n`);
}

/** Text as code, whatever is in it; for names of branches and the like. */
function codeSpan(text) {
  const plain = text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, "?").slice(0, 200);
  const longest = Math.max(0, ...Array.from(plain.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return /^[` ]|[` ]$/.test(plain) ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`;
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** The number of the pull request and the commit, as far as the event knows them. */
function pullRequest() {
  const event = (env.GITHUB_EVENT_PATH && readJson(env.GITHUB_EVENT_PATH)) ?? {};
  const isOnPull = event.issue?.pull_request !== undefined;
  const number = event.pull_request?.number ?? (isOnPull ? event.issue.number : undefined);
  const head = event.pull_request?.head?.sha ?? env.GITHUB_SHA ?? "";
  return {
    number: Number.isInteger(number) && number > 0 ? number : undefined,
    commit: /^[0-9a-f]{7,64}$/i.test(head) ? head.slice(0, 7) : undefined,
  };
}

/**
 * Where the baseline comes from and how many days old it is: by the note that the workflow leaves in
 * its folder, else by the dates in the names of the logs. Both may be unknown.
 */
function baseline() {
  const folder = env.EIP_BASELINE ?? "";
  const note = readJson(join(folder, "eip-baseline.json")) ?? {};
  const sha = /^[0-9a-f]{7,64}$/i.test(note.sha) ? note.sha.slice(0, 7) : undefined;
  const ref = typeof note.ref === "string" && note.ref !== "" ? note.ref : "baseline";
  const dates = [note.date, ...datesInNames(folder)].map((text) => Date.parse(text));
  const known = Number.isNaN(dates[0]) ? dates.filter((date) => !Number.isNaN(date)) : [dates[0]];
  const newest = known.length === 0 ? undefined : Math.max(...known);
  const days = newest === undefined ? undefined : Math.max(0, (Date.now() - newest) / DAY);
  return { name: sha === undefined ? undefined : `${ref}@${sha}`, days };
}

/** lm-evaluation-harness writes results_2026-11-29T22-55-45.254462.json, in the time of its machine. */
function datesInNames(folder) {
  if (!existsSync(folder)) return [];
  let names = [];
  try {
    names = readdirSync(folder, { recursive: true });
  } catch {
    // A file, or not readable: the comparison has said so.
  }
  return names.flatMap((name) => {
    const [, day, time] = /(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)/.exec(basename(String(name))) ?? [];
    return day === undefined ? [] : [`${day}T${time.replaceAll("-", ":")}Z`];
  });
}

function ageText(days) {
  const whole = Math.floor(days);
  return whole < 1 ? "less than a day old" : `${whole} day${whole === 1 ? "" : "s"} old`;
}

function repository() {
  const name = env.GITHUB_REPOSITORY ?? "";
  return /^[\w.-]+\/[\w.-]+$/.test(name) ? name : undefined;
}

/** The address in the browser; undefined for what is none, so that nothing else becomes a link. */
function address(text) {
  try {
    const url = new URL(text);
    if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
    return url.href.replaceAll("(", "%28").replaceAll(")", "%29");
  } catch {
    return undefined;
  }
}

function pageOf(path) {
  const name = repository();
  return name && address(`${env.GITHUB_SERVER_URL ?? "https://github.com"}/${name}/${path}`);
}

/** Where a new baseline is made: the page of this workflow, with its "Run workflow" button. */
function refreshPage() {
  const file = /\/([\w.-]+\.ya?ml)@/.exec(env.GITHUB_WORKFLOW_REF ?? "")?.[1];
  return file === undefined ? undefined : pageOf(`actions/workflows/${file}`);
}

function reportPage() {
  if (!env.EIP_REPORT) return undefined;
  if (/^https?:/i.test(env.EIP_REPORT)) return address(env.EIP_REPORT);
  return existsSync(env.EIP_REPORT)
    ? pageOf(`actions/runs/${env.GITHUB_RUN_ID}#artifacts`)
    : undefined;
}

/** What the comparison wrote; where it wrote nothing, what it said. */
function comparison() {
  const file = join(env.RUNNER_TEMP ?? ".", "eip-comment.md");
  if (existsSync(file)) {
    const text = readFileSync(file, "utf8");
    if (text.startsWith(`${marker}\n`)) return text.trimEnd();
  }
  const log = join(env.RUNNER_TEMP ?? ".", "eip-log.txt");
  const said = existsSync(log) ? readFileSync(log, "utf8").slice(-3000).trim() : "";
  const shown = codeBlock(said || "The program wrote nothing. Is it installed?");
  return `${marker}\n### Evaluation not comparable: the comparison could not be made\n\n${shown}\n\nExit code ${code}`;
}

function codeBlock(text) {
  const plain = text.replaceAll(/(?!\n)\p{Cc}|\p{Bidi_Control}/gu, "?");
  const longest = Math.max(2, ...Array.from(plain.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${plain}\n${fence}`;
}

/** The comment with what only the job knows: commits, age, links, the time. */
function body({ commit, old }) {
  const { name, days } = baseline();
  const [first, heading, ...rest] = comparison().split("\n");
  const footer = rest.pop() ?? "";
  const against = name === undefined ? "" : ` against ${codeSpan(name)}`;
  const age = days === undefined ? [] : [`baseline ${ageText(days)}`];
  const subject = [commit === undefined ? "" : `\`${commit}\`${against}`, ...age].filter(Boolean);
  const refresh = refreshPage();
  const how =
    refresh === undefined
      ? "run this workflow on the default branch"
      : `[run this workflow on the default branch](${refresh})`;
  const links = [
    ...(reportPage() === undefined ? [] : [`[Report](${reportPage()})`]),
    ...(refresh === undefined ? [] : [`[refresh baseline](${refresh})`]),
  ];
  const now = `updated ${new Date().toISOString().slice(11, 16)} UTC`;
  return [
    `${first}\n${heading}`,
    ...(subject.length > 0 ? ["", subject.join(", ")] : []),
    ...(old ? ["", `> **The baseline is ${ageText(days)}.** To refresh it, ${how}.`] : []),
    ...rest,
    [...links, footer, now].filter(Boolean).join(" · "),
  ].join("\n");
}

function fitting(text) {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST - 200)}\n\n</details>\n\nThe rest was cut; it is in the summary of the job.`;
}

/** What GitHub answered, as a sentence that a person can act on. */
class Refusal extends Error {}

/** Something that may be gone in a moment. */
class Hiccup extends Error {
  constructor(message, seconds) {
    super(message);
    this.seconds = seconds;
  }
}

function apiAddress(path) {
  const base = env.GITHUB_API_URL || "https://api.github.com";
  const url = new URL(base.replace(/\/$/, "") + path);
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url.protocol === "https:" || isHere) return url;
  throw new Refusal("The address of the API is not https, so the token was not sent there.");
}

/** One request; the answer as JSON. */
async function api(method, path, content) {
  let response;
  try {
    response = await fetch(apiAddress(path), {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${env.EIP_TOKEN}`,
        "content-type": "application/json",
        "user-agent": "eip-eval",
        "x-github-api-version": "2022-11-28",
      },
      body: content && JSON.stringify(content),
      signal: AbortSignal.timeout(30_000),
    });
    if (response.ok) return await response.json();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Hiccup("GitHub could not be reached.");
  }
  throw refusal(response);
}

function refusal({ status, headers }) {
  const isLimit =
    status === 429 ||
    (status === 403 &&
      (headers.get("x-ratelimit-remaining") === "0" || headers.has("retry-after")));
  if (isLimit) {
    const until = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000;
    const seconds = Math.ceil(Number(headers.get("retry-after") ?? NaN) || Math.max(1, until || 1));
    if (seconds <= LONGEST_WAIT) return new Hiccup("GitHub's rate limit was reached.", seconds);
    return new Refusal(
      `GitHub's rate limit was reached; it ends in about ${Math.ceil(seconds / 60)} minutes.`,
    );
  }
  if (status >= 500) return new Hiccup(`GitHub answered ${status}.`);
  if (status === 401) return new Refusal("GitHub refused the token (401).");
  if (status === 403) {
    return new Refusal(
      'The token may not write comments (403). Give the job "permissions: pull-requests: write"; a pull request from a fork has a token that can only read.',
    );
  }
  if (status === 404) {
    return new Refusal(
      'GitHub shows this token no such pull request (404). Give the job "permissions: pull-requests: write".',
    );
  }
  return new Refusal(`GitHub did not take the comment (${status}).`);
}

/** Who writes: a person's token knows its name; that of a job does not, and writes as a bot. */
async function isOwn() {
  try {
    const { login } = await api("GET", "/user");
    return ({ user }) => user?.login === login;
  } catch (error) {
    if (error instanceof Hiccup) throw error;
    return ({ user }) => user?.type === "Bot";
  }
}

/** Our comment of this suite. A comment of somebody else that holds the marker is not ours. */
async function findComment(number) {
  let own;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const path = `/repos/${repository()}/issues/${number}/comments?per_page=100&page=${page}`;
    const comments = await api("GET", path);
    if (!Array.isArray(comments)) throw new Hiccup("GitHub answered something else than comments.");
    const marked = comments.filter(({ body: text }) => isMarked(text));
    if (marked.length > 0) own ??= await isOwn();
    const found = marked.find((one) => own(one));
    if (found) return found.id;
    if (comments.length < 100) return undefined;
  }
  return undefined;
}

function isMarked(text) {
  return (
    typeof text === "string" &&
    (text === marker || /^\r?\n/.test(text.slice(marker.length))) &&
    text.startsWith(marker)
  );
}

/** Updates the comment, or makes it. Looked for anew at every try, so that none is made twice. */
async function publish(number, text) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await findComment(number);
      if (id !== undefined && !Number.isSafeInteger(id))
        throw new Hiccup("GitHub answered a comment without a number.");
      if (id !== undefined)
        await api("PATCH", `/repos/${repository()}/issues/comments/${id}`, { body: text });
      else await api("POST", `/repos/${repository()}/issues/${number}/comments`, { body: text });
      return id === undefined ? "made" : "updated";
    } catch (error) {
      if (!(error instanceof Hiccup)) throw error;
      if (attempt === MOST_TRIES) throw new Refusal(`${error.message} Tried ${attempt} times.`);
      const unit = Number(env.EIP_RETRY_MS ?? 1000);
      await new Promise((done) => setTimeout(done, unit * (error.seconds ?? 2 ** attempt)));
    }
  }
}

/** Publishes if there is where to; says why not otherwise. A comment that fails changes no result. */
async function tryToPublish(number, text) {
  if (number === undefined) {
    const event = env.GITHUB_EVENT_NAME ?? "none";
    return `The event (${event}) has no pull request, so there is no comment; the result is in the summary of the job. For a comment let the workflow run on pull_request.`;
  }
  if (!env.EIP_TOKEN)
    return "There is no token, so there is no comment; the result is in the summary of the job.";
  if (repository() === undefined)
    return "GITHUB_REPOSITORY is not OWNER/NAME, so there is no comment.";
  try {
    process.stdout.write(`The comment "${suite}" was ${await publish(number, text)}.\n`);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `No comment: ${error.message} The result is in the summary of the job.`;
  }
}

const RESULTS = {
  1: "The evaluation failed its gate.",
  2: "The evaluation is undecided, or has no baseline yet.",
  3: "The evaluation could not be compared.",
};

async function main() {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(suite) || suite.includes("--")) {
    annotate("error", "The suite must be a word of letters, digits, dots, dashes and underscores.");
    return 3;
  }
  const { number, commit } = pullRequest();
  const { days } = baseline();
  const most = Number(env.EIP_MAX_AGE_DAYS || 3);
  const old = days !== undefined && days > most;
  const text = fitting(body({ commit, old }));
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`);
  if (old)
    annotate(
      "warning",
      `The baseline is ${ageText(days)}. To refresh it, run this workflow on the default branch.`,
    );
  const problem = await tryToPublish(number, text);
  if (problem !== undefined) annotate(number === undefined ? "notice" : "warning", problem);
  const isSoft = /^true$/i.test(env.EIP_SOFT_FAIL ?? "") && code <= 3;
  if (code !== 0)
    annotate(
      isSoft ? "warning" : "error",
      RESULTS[code] ?? `The comparison ended with exit code ${code}.`,
    );
  return isSoft ? 0 : code;
}

process.exitCode = await main();
