/** The flags of every command, and what they mean once they are checked. */

import { Option, type Command } from "commander";
import { EipError } from "../errors.ts";
import type { PropagateOptions } from "../estimate/propagate.ts";
import type { CommandName, OwnOption } from "./commands.ts";
import type { Harness } from "./program.ts";

type Group =
  | "read"
  | "fit"
  | "resample"
  | "output"
  | "rank"
  | "items"
  | "compare"
  | "report"
  | "check"
  | "outcomes"
  | "live"
  | "watch"
  | "store"
  | "bank"
  | "select"
  | "quiet"
  | "estimators"
  | "study"
  | "simulate"
  | "model"
  | "judge"
  | "ask";

const groupsOf: Readonly<Record<CommandName, readonly Group[]>> = {
  rank: ["read", "fit", "resample", "output", "rank"],
  items: ["read", "fit", "output", "items"],
  compare: ["read", "fit", "resample", "output", "compare"],
  explain: ["read", "fit", "output"],
  report: ["read", "fit", "resample", "report"],
  check: ["read", "check"],
  outcomes: ["read", "outcomes"],
  run: ["read", "fit", "resample", "output", "rank", "live"],
  watch: ["read", "fit", "resample", "output", "rank", "live", "watch"],
  store: ["read", "store"],
  bank: ["read", "fit", "resample", "output", "bank"],
  select: ["read", "fit", "output", "select"],
  study: ["read", "fit", "output", "estimators", "study", "simulate"],
  simulate: ["quiet", "fit", "output", "estimators", "simulate"],
  judge: ["read", "model", "judge"],
  ask: ["read", "output", "model", "ask"],
  help: [],
};

/** Repeats add up. */
const several = (value: string, before: readonly string[] | undefined) => [
  ...(before ?? []),
  value,
];

const number =
  (flag: string, expected: string, fits: (value: number) => boolean) =>
  (text: string): number => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (fits(value)) return value;
    throw new EipError("bad-option", { where: flag, found: `"${text}"`, expected });
  };

const picture = (what: string): Option => new Option("--picture", what).conflicts(["json", "csv"]);

const wholeFrom1 = (value: number) => Number.isInteger(value) && value > 0;

const options: Readonly<Record<Group, () => readonly Option[]>> = {
  read: () => [
    new Option("--benchmark <pattern>", "only these benchmarks; '!name' leaves one out").argParser(
      several,
    ),
    new Option("--model <pattern>", "only these models; '!name' leaves one out").argParser(several),
    new Option("--metric <task=metric[,filter]>", "which metric of a task is the score").argParser(
      several,
    ),
    new Option("--name <label>", "name of the model of a log that does not say it"),
    new Option("--columns <role=name>", "which column of a table is what: score=resp").argParser(
      several,
    ),
    new Option("--rows <what>", "what a row of a wide table is").choices(["model", "item"]),
    new Option(
      "--ungraded <as>",
      "what an answer that could not be graded counts as (default: wrong)",
    ).choices(["wrong", "unobserved"]),
    new Option(
      "--allow-mixed <what>",
      "pool runs that differ in it, for instance n-shot",
    ).argParser(several),
    new Option("--repair", "also use records that someone broke over lines"),
    new Option("--strict", "exit 3 when anything was left out or warned about; check every byte"),
    new Option("--config <file>", "settings (default: eip.yaml in this folder)"),
    new Option("--no-config", "ignore eip.yaml"),
    new Option("-q, --quiet", "the result only"),
  ],
  fit: () => [
    new Option(
      "--missing <policy>",
      "what to do about items a model was not asked (default: weighted)",
    ).choices(["weighted", "common", "wrong"]),
    new Option(
      "--smoothing <amount>",
      "none, the published method; auto, chosen by the items; or a number such as 0.1",
    ).argParser(smoothing),
    new Option("--damping <share>", "share of a score that is passed on (default: 0.85)").argParser(
      number("--damping", "a number between 0 and 1, both excluded", (d) => d > 0 && d < 1),
    ),
    new Option("--seed <number>", "start of every random draw (default: 1)").argParser(
      number("--seed", "a whole number from 0", (value) => Number.isInteger(value) && value >= 0),
    ),
    new Option("--exclude <file>", "items to leave out, as items --todo writes them"),
    new Option("--alpha").hideHelp().argParser(() => {
      throw new EipError("usage", {
        where: "--alpha",
        found: "the name means two things",
        expected: "--level for the width of intervals, or --damping for the method's own parameter",
      });
    }),
  ],
  resample: () => [
    new Option(
      "--bootstrap <n>",
      "refits behind intervals and tiers; 0: intervals by formula (default: 1000)",
    ).argParser(
      number("--bootstrap", "a whole number from 0", (n) => Number.isInteger(n) && n >= 0),
    ),
    new Option("--level <share>", "confidence of intervals and tiers (default: 0.95)").argParser(
      number("--level", "a number between 0 and 1, both excluded", (p) => p > 0 && p < 1),
    ),
    new Option("--cluster <field>", "items with the same value in it move together"),
  ],
  output: () => [
    new Option("--json", "the whole result as JSON").conflicts(["csv", "markdown"]),
    new Option("--csv", "one line per row").conflicts(["json", "markdown"]),
    new Option("--markdown", "a Markdown table (default unless printed on a terminal)"),
    new Option("-o, --output <file>", "write to a file; its ending says the format"),
    new Option("--wide", "every column"),
    new Option("--all", "every row, however many"),
    new Option("--top <n>", "only the first rows").argParser(
      number("--top", "a whole number from 1", wholeFrom1),
    ),
  ],
  rank: () => [
    new Option("--by <what>", "a ranking per benchmark").choices(["benchmark"]),
    new Option("--tier <n>", "only the models of this tier").argParser(
      number("--tier", "a whole number from 1", wholeFrom1),
    ),
    picture("the intervals drawn below the table"),
  ],
  items: () => [
    new Option("--review", "the items to read for a wrong key, most suspect first"),
    new Option("--todo <file>", "write that list with keep or drop, for rank --exclude"),
    new Option("--sensitivity", "how far a difficulty moves when the models are drawn again"),
    new Option("--show <item>", "everything about one item"),
    new Option("--key-error-rate <share>", "wrong keys to expect (default: 0.05)").argParser(
      number("--key-error-rate", "a number between 0 and 1, both excluded", (p) => p > 0 && p < 1),
    ),
    new Option("--text", "with the question, where the log has it"),
  ],
  compare: () => [
    new Option("--pool <path>", "further models that say which items are hard").argParser(several),
    new Option("--max-drop <margin>", "gate: B may lose less than this, as in 1pt or 0.01"),
    new Option("--min-gain <margin>", "gate: B must win at least this"),
    new Option("--correction <method>", "for several pairs and benchmarks (default: holm)").choices(
      ["holm", "bh"],
    ),
    new Option("--show <what>", "flips: the items on which they differ").choices(["flips"]),
    new Option("--text", "with the questions, where the log has them"),
    new Option("--format <name>", "github: the comment for a pull request, behind a gate")
      .choices(["github"])
      .conflicts(["json", "csv", "markdown", "show"]),
    new Option("--suite <name>", "which comment of a pull request it is (default: core)"),
    new Option("--at <text>", "the time to show in that comment"),
  ],
  report: () => [
    new Option("-o, --output <file>", "the page (default: eip-report.html)"),
    new Option("--open", "show it in the browser"),
    new Option("--full", "with the study of stability: models and items left out"),
    new Option("--figures <folder>", "the figures as SVG files too"),
    new Option("--png", "and as pictures; needs the package @resvg/resvg-js"),
    new Option("--text", "with questions and answers, where the log has them"),
    new Option("--key-error-rate <share>", "wrong keys to expect (default: 0.05)").argParser(
      number("--key-error-rate", "a number between 0 and 1, both excluded", (p) => p > 0 && p < 1),
    ),
  ],
  check: () => [
    new Option("--policies", "ranks under the three rules for items a model was not asked"),
    new Option("--write <file>", "write the settings that were used, to edit and keep"),
    new Option("--json", "the whole result as JSON"),
  ],
  outcomes: () => [
    new Option("--json", "JSON lines (default unless printed on a terminal)").conflicts(["csv"]),
    new Option("--csv", "one line per outcome").conflicts(["json"]),
    new Option("--format <name>", "another program's format").choices([
      "parquet",
      "py-irt",
      "every-eval-ever",
    ]),
    new Option("--text", "with question, reference and answer where the log has them"),
    new Option("-o, --output <file>", "write to a file"),
  ],
  live: () => [new Option("--report <file>", "write the page of the report too, as .html")],
  watch: () => [
    new Option("--interval <seconds>", "time between two looks (default: 2)").argParser(
      number("--interval", "seconds from 0.05 to 86400", (s) => s >= 0.05 && s <= 86_400),
    ),
    new Option("--once", "one look instead of many"),
    new Option(
      "--listen [port]",
      "take what the harness's HTTP recorder sends, on this machine only; -o names the log to keep it in",
    )
      .argParser(number("--listen", "a port from 0 to 65535, or nothing", isPort))
      .conflicts("once"),
  ],
  quiet: () => [new Option("-q, --quiet", "the result only")],
  estimators: () => [
    new Option(
      "--estimator <name>",
      "simulate, stability, agree: eip, mean-score, simple-rank, rasch, two-parameter, multidimensional, bradley-terry, page-rank (default: eip, mean-score, rasch; for stability the first two)",
    ).argParser(several),
  ],
  study: () => [
    picture("profiles: the accuracies drawn below the table"),
    new Option(
      "--repeats <n>",
      "stability: times that each random part is drawn (default: 10); placing: series for each model (default: 5)",
    ).argParser(number("--repeats", "a whole number from 1", wholeFrom1)),
    new Option("--budget <n>", "placing: questions to each model (default: 100)").argParser(
      number("--budget", "a whole number from 1", wholeFrom1),
    ),
    new Option("--within <places>", "placing: stop at so many places (default: 5)").argParser(
      number("--within", "a whole number from 1", wholeFrom1),
    ),
    new Option(
      "--values <list>",
      "damping, smoothing: the values to try, as in 0.1,0.5,0.9",
    ).argParser(numberList),
  ],
  simulate: () => [
    new Option(
      "--seeds <n>",
      "simulate: pools per world (default: 100; equal-accuracy 200)",
    ).argParser(number("--seeds", "a whole number from 1", wholeFrom1)),
  ],
  model: () => [
    new Option(
      "--endpoint <url#model>",
      "an OpenAI-compatible address and the model there; its key comes from EIP_API_KEY",
    ),
    new Option("--send", "really call the model (default: only say what it would take)"),
    new Option("--timeout <seconds>", "give a call up after so long (default: 60)").argParser(
      number("--timeout", "seconds above 0, at most 86400", (s) => s > 0 && s <= 86_400),
    ),
    new Option(
      "--retries <n>",
      "send a call again after a fault that may pass (default: 3)",
    ).argParser(
      number(
        "--retries",
        "a whole number from 0 to 100",
        (n) => Number.isInteger(n) && n >= 0 && n <= 100,
      ),
    ),
  ],
  judge: () => [
    new Option("--concurrency <n>", "calls at the same time (default: 4)").argParser(
      number("--concurrency", "a whole number from 1 to 1000", (n) => wholeFrom1(n) && n <= 1000),
    ),
    new Option("--rubric <file>", "a text that says what earns which score (default: correctness)"),
    new Option("--as <name>", "the new metric is judge:NAME (default: the name of the model)"),
    new Option(
      "--repeats <n>",
      "judge each answer so often; the mean counts (default: 1)",
    ).argParser(
      number("--repeats", "a whole number from 1 to 100", (n) => wholeFrom1(n) && n <= 100),
    ),
    new Option(
      "--check <bias>",
      "order: each answer once more, put before the reference; length: does the score go with it",
    ).argParser(checkNames),
    new Option("--labels <file>", "a table of model, benchmark, item and score to compare with"),
    new Option("--max-tokens <n>", "a reply may be so long (default: 1024)").argParser(
      number("--max-tokens", "a whole number from 1", wholeFrom1),
    ),
    new Option("--limit <n>", "only so many answers, spread over the logs").argParser(
      number("--limit", "a whole number from 1", wholeFrom1),
    ),
    new Option(
      "--flagged <as>",
      "what answers that speak to whoever grades them become (default: graded)",
    ).choices(["graded", "ungraded"]),
    new Option(
      "--cache <file>",
      "judgements paid for (default: eip/judgements.jsonl in the cache folder)",
    ),
    new Option("--no-cache", "keep no judgements, and use none"),
    new Option("--store <folder>", "add the runs to a store, with both metrics"),
    new Option("-o, --output <file>", "the judged answers as .jsonl, a table for every command"),
    new Option("--json", "the whole result as JSON").conflicts(["csv", "markdown"]),
    new Option("--csv", "one line per model and benchmark").conflicts(["json", "markdown"]),
    new Option("--markdown", "Markdown tables (default unless printed on a terminal)"),
  ],
  ask: () => [
    new Option("--as <name>", "what the new model is called (default: its name at the endpoint)"),
    new Option(
      "--questions <file>",
      "the questions, where no log has them: JSON lines or CSV with item, text and key",
    ),
    new Option(
      "--grade <how>",
      "exact, choice (a letter), numeric, regex=PATTERN, or judge (with --judge)",
    ),
    new Option(
      "--judge <url#model>",
      "the model that grades, with --grade judge; its key comes from EIP_JUDGE_API_KEY where it is elsewhere",
    ),
    new Option("--rubric <file>", "what earns which score, with --grade judge"),
    new Option("--budget <n>", "questions at most (default: 50)").argParser(
      number("--budget", "a whole number from 1", wholeFrom1),
    ),
    new Option(
      "--within <places>",
      "stop when it could hold at most so many places, after 20 questions at the earliest (default: 5); given, 2 is the exit code when the budget ends first",
    ).argParser(number("--within", "a whole number from 1", wholeFrom1)),
    new Option(
      "--order <how>",
      "which question is next: informative or random (default: informative)",
    ).choices(["informative", "random"]),
    new Option("--seed <number>", "start of the draws (default: 1)").argParser(
      number("--seed", "a whole number from 0", (value) => Number.isInteger(value) && value >= 0),
    ),
    new Option("--level <share>", "confidence of the intervals (default: 0.95)").argParser(
      number("--level", "a number between 0 and 1, both excluded", (p) => p > 0 && p < 1),
    ),
    new Option("--max-tokens <n>", "an answer may be so long (default: 2048)").argParser(
      number("--max-tokens", "a whole number from 1", wholeFrom1),
    ),
    new Option("--log <file>", "where answers are kept (default: MODEL.ask.jsonl)"),
    new Option("--store <folder>", "add the outcomes to a store"),
    new Option("--trust-ids", "an item with the same id is the same question, whatever its hash"),
  ],
  store: () => [new Option("--json", "list: the whole result as JSON")],
  bank: () => [
    new Option(
      "--trust-ids",
      "score: items with the same id are the same question, whatever its hash",
    ),
  ],
  select: () => [
    new Option("--items <n>", "how many items to choose").argParser(
      number("--items", "a whole number from 1", wholeFrom1),
    ),
    new Option(
      "--tau <agreement>",
      "instead: as few as keep the order to this Kendall tau, as in 0.9",
    )
      .argParser(number("--tau", "a number above 0 and below 1", (tau) => tau > 0 && tau < 1))
      .conflicts("items"),
    new Option("--for <program>", "the chosen items as this program takes them").choices([
      "lm-eval",
      "openai-evals",
      "table",
      "ids",
    ]),
  ],
};

const checks = ["order", "length"];

function checkNames(text: string, before: readonly string[] = []): readonly string[] {
  if (checks.includes(text)) return [...before, text];
  throw new EipError("bad-option", {
    where: "--check",
    found: `"${text}"`,
    expected: checks.join(" or "),
  });
}

/** Numbers from 0 between commas. */
function numberList(text: string): readonly number[] {
  const one = number("--values", "numbers from 0 between commas", (value) => value >= 0);
  return text.split(",").map(one);
}

function isPort(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 65_535;
}

function smoothing(text: string): number | "auto" {
  if (text === "none") return 0;
  if (text === "auto") return "auto";
  return number(
    "--smoothing",
    "none, auto or a number from 0",
    (value) => value >= 0 && value < Infinity,
  )(text);
}

/** Declares the flags of a command. */
export function addOptions(
  command: Command,
  name: CommandName,
  { labels }: Pick<Harness, "labels"> = {},
): void {
  for (const group of groupsOf[name]) {
    for (const option of options[group]()) command.addOption(option);
    if (group === "read" && labels) command.addOption(labelOption(labels));
  }
}

/** Declares the flags of a command that one program alone has. */
export function addOwnOptions(command: Command, own: readonly OwnOption[]): void {
  for (const { flags, summary, repeats = false } of own) {
    const option = new Option(flags, summary);
    command.addOption(repeats ? option.argParser(several) : option);
  }
}

function labelOption(labels: NonNullable<Harness["labels"]>): Option {
  return new Option(
    "--label <source>",
    `what a model is called after (default: ${labels[0]})`,
  ).choices(labels);
}

/** What to read and how, from flags. */
export interface ReadFlags {
  readonly benchmark?: readonly string[];
  readonly model?: readonly string[];
  readonly metric?: readonly string[];
  readonly name?: string;
  readonly label?: string;
  readonly columns?: readonly string[];
  readonly rows?: "model" | "item";
  readonly ungraded?: "wrong" | "unobserved";
  readonly allowMixed?: readonly string[];
  readonly repair?: boolean;
  readonly strict?: boolean;
  /** A file name, or `false` for `--no-config`. */
  readonly config?: string | boolean;
  readonly quiet?: boolean;
  readonly text?: boolean | "whole";
}

export interface FitFlags {
  readonly missing?: PropagateOptions["missing"];
  readonly smoothing?: number | "auto";
  readonly damping?: number;
  readonly seed?: number;
  readonly exclude?: string;
}

export interface ResampleFlags {
  readonly bootstrap?: number;
  readonly level?: number;
  readonly cluster?: string;
}

export interface OutputFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly markdown?: boolean;
  readonly output?: string;
  readonly wide?: boolean;
  readonly all?: boolean;
  readonly top?: number;
}

/** Which model to call, and how. */
export interface ModelFlags {
  readonly endpoint?: string;
  readonly send?: boolean;
  readonly concurrency?: number;
  /** Seconds. */
  readonly timeout?: number;
  readonly retries?: number;
}

/**
 * `task=metric` pairs as a record; the first `=` parts them.
 *
 * @throws EipError `usage` for a word without `=`.
 */
export function pairs(flag: string, words: readonly string[] = []): Record<string, string> {
  const result: [string, string][] = words.map((word) => {
    const at = word.indexOf("=");
    if (at > 0 && at < word.length - 1) return [word.slice(0, at), word.slice(at + 1)];
    throw new EipError("usage", {
      where: flag,
      found: `"${word}"`,
      expected:
        flag === "--columns"
          ? "ROLE=COLUMN, as in score=resp"
          : "TASK=METRIC, as in gsm8k=exact_match,strict-match",
    });
  });
  return Object.fromEntries(result);
}
