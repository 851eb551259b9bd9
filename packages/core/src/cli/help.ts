/** Help: the first page, and one page per topic. */

import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import { hasPeers } from "../llm/peers.ts";
import { commands, commandsOf } from "./commands.ts";
import type { CommandContext, Program } from "./program.ts";
import { runProgram } from "./program.ts";
import { write } from "./streams.ts";

/** The first page. Commands that call a language model are on it once that is possible. */
export function helpText(
  { name, reads, harness, commands: own = {} }: Program,
  callsModels: boolean = hasPeers(),
): string {
  const line = (command: keyof typeof commands) =>
    `${command.padEnd(10)}${commands[command].summary}`;
  const first = Object.entries(own).map(
    ([command, { summary }], at) =>
      `${(at === 0 ? "  First" : "").padEnd(12)}${command.padEnd(10)}${summary}\n`,
  );
  const models = `  Models    ${line("judge")}\n            ${line("ask")}\n`;
  const automate = `  Automate  ${line("run")}\n            ${line("watch")}\n`;
  return `${name}: Empirical Interaction Propagation (EIP) for ${reads}

Reads per-item results, estimates how hard each item is and how competent each model is from
who solved what, and says how far the order can be trusted.

Usage: ${name} COMMAND PATH... [options]        ${name} PATH...  is  rank

${first.join("")}  Look      ${line("rank")}
            ${line("items")}
            ${line("compare")}
            ${line("explain")}
            ${line("report")}
  In doubt  ${line("check")}
            ${line("outcomes")}
${harness?.live ? automate : ""}  Reuse     ${line("bank")}
            ${line("select")}
            ${line("store")}
  Research  ${line("study")}
${callsModels ? models : ""}
Inputs    --benchmark  --model  --metric  --name        which part of the logs to read
Method    --missing  --smoothing  --damping             the published method unless you say so
Trust     --bootstrap  --level  --cluster  --seed       intervals and tiers, on by default
Output    --json  --csv  --markdown  -o FILE            a table on a terminal, else Markdown

More: ${name} COMMAND --help   |   ${name} help METHOD | TRUST | REUSE | STUDY | MODELS | OUTPUT | EXIT
`;
}

const topics: Readonly<Record<string, (name: string) => string>> = {
  TRUST: (name) => `How far to trust an order

  interval   "weighted [95 %]": made to hold, 95 times in 100, what unlimited questions of the same kind
             would give. The items are drawn again 1,000 times and everything is refitted. It says
             nothing about other models, prompts or reruns. Overlapping intervals are no tie: models
             answer the same items, so use tiers or compare.
  rank 2-4   where the model could stand. The table is sorted by the point order.
  tier       nobody in a tier is clearly below its first model; with about 95 % confidence no border
             between tiers is false. Neighbours across a border may still be close.
  Trust      two random halves of the items are ranked apart; 1 is the same order, 0 no relation.
             Accuracy is close to the most reliable order there is: reliable is not yet right.
  compare    the same items, item by item: McNemar's mid-p test for right and wrong, sign flips for
             partial credit and clusters. Undecided is not equal.
  review     items whose answers fit a wrong key better than a right one. A reason to read, not to drop.

  ${name} compare A B PATH --max-drop 1pt     exit 0: such a drop is ruled out; 1: it happened; 2: undecided
`,
  METHOD: (name) => `Empirical Interaction Propagation (EIP)

A model gains competency by solving difficult items; an item gains difficulty by being failed by
competent models. Both are estimated together: scores are passed back and forth between models and
items until they no longer change. Nothing is trained and no curve is fitted.

  --damping D     the share that is passed on in each round (default 0.85); the rest is spread evenly
  --smoothing S   pretend answers in every cell. 0 ("none", the default) is the published method.
                  With few failures or few solvers one lucky answer can carry a model; a smoothing
                  of 0.1 or 0.5 stops that. Towards large S the order becomes that of accuracy.
                  "auto" takes the smallest S whose rankings by two halves of the items agree.
  --missing       items that a model was not asked:
                    weighted   compare on what each was asked, hard items counting more (default)
                    common     only items that every model was asked
                    wrong      not asked counts as failed
  --ungraded      answers that could not be graded: wrong (default) or unobserved

"weighted" on the board is difficulty-weighted accuracy: 0 % solved none of the items that tell models
apart, 100 % all of them. Items that all models solve, or none, say nothing about who is better and
are not counted. Numbers of two pools must never be compared: rank the models in one pool instead.

When to trust plain accuracy more: small or saturated pools, four-choice guessing, many wrong keys.
${name} prints accuracy beside every place.
`,
  STUDY: (name) => `Experiments: how far the method, and your own ranking, can be trusted

  Each prints tables and what they say in words; --json and --csv hold every figure.

  simulate [WORLD...]   pools whose truth is known: which estimator finds it. All eight worlds
                        without a name; in most of them plain accuracy is closer to the truth.
  stability PATH...     models left out, added and doubled, items and benchmarks left out, small
                        pools; beside each figure the same on shuffled answers, which is what mere
                        overlap gives. Only the split halves measure reliability.
  damping PATH...       the order at other values of the method's own parameter
  smoothing PATH...     the order between the published method (0) and accuracy (large values)
  placing PATH...       how few questions place a model that the others' bank does not know, chosen by
                        what they tell and at random
  profiles PATH...      accuracy of each model from easy to hard items, families of models,
                        pairs of equal accuracy that solve different items, benchmark by benchmark
  agree FILE PATH...    do people find the same items hard? FILE is a CSV with item_a, item_b,
                        rater and harder (a, b or tie), one judgement a line

  Families and other groups of models come from eip.yaml:
      families: { wren: ["wren-*"] }
      groups:   { open-weight: ["wren-*", "heron-*"] }

  ${name} study --help     the flags
`,
  MODELS: (name) => `A language model as judge, and a language model to place

  Exact match counts a right answer in other words as wrong. judge has a language model give each answer
  a score from 0 to 1, by its question and its reference, under a metric of its own. It needs logs with
  texts, an OpenAI-compatible endpoint, and once: npm install ai @ai-sdk/openai-compatible

  ${name} judge results/ --endpoint http://localhost:8000/v1#my-model
      Sends nothing: says how many calls and tokens it would take, and shows the first prompt.
  ... --limit 50 --send --labels mine.csv
      Judges 50 answers and compares with labels of yours (model, benchmark, item, score).
  ... --send -o judged.jsonl
      All answers. What was paid for is kept, so the same command again costs nothing. Then:
      ${name} rank judged.jsonl
  ... --send --store pool/
      Both metrics side by side: ${name} rank pool/ --metric 'task=judge:my-model'

  --repeats 3       does it say the same again?       --check order    does the order of the prompt matter?
  --rubric FILE     what earns which score            --check length   do long answers get more?

  Where does a new model stand? ask puts questions of a bank to it, each chosen by the answers so far, until
  its place is known well enough.

  ${name} bank make results/ -o pool.bank.jsonl
  ${name} ask pool.bank.jsonl results/ --grade numeric --endpoint http://localhost:8000/v1#new-model
      Sends nothing: says which questions it has, what it would take, and shows one.
  ... --send --budget 50 --within 5
      Asks until it could hold at most 5 places, or 50 questions are spent. Every answer is kept, so
      the same command goes on after a break. ${name} study placing results/ says how few would do.

  The key of the endpoint is taken from EIP_API_KEY (or OPENAI_API_KEY for api.openai.com), goes nowhere
  else and is never printed; a judge of ask at another address gets EIP_JUDGE_API_KEY instead. A call or a
  reply that fails leaves its answer without a score, never with 0.
  Answers that speak to their judge ("ignore your instructions") are named; --flagged ungraded
  leaves them out. That scan knows usual phrases only.
`,
  OUTPUT: () => `Output

A table on a terminal, Markdown when the output goes to a pipe or a .md file.
  --json          everything, as one object with a "schema"; names are camelCase
  --csv           one line per row; names are snake_case
  -o FILE         written whole or not at all; .json, .csv and .md say the format
  --wide, --all, --top N                more columns, all rows, only the first rows
  -q, --quiet     the table alone

The result goes to standard output. What was read, progress and warnings go to standard error.
The same input and seed give the same bytes. Refits use up to eight threads, or as many as the
environment says in EIP_THREADS; the bytes do not depend on it.
`,
  REUSE: (name) => `A pool once, and then again

  ${name} bank make results/ -o pool.bank.jsonl
      Freezes what each item is worth: how hard it is for these models, and what solving it pays. One
      file with the models' answers, the settings, the hash of each question where the logs have it,
      and a SHA-256 over everything, so that an edited bank is refused.
  ${name} bank score pool.bank.jsonl new-run/
      Places new models by these weights, without fitting anything again: weighted accuracy with its
      interval, the place among the bank's models and the range it could be in. Says when the bank does
      not fit: other questions under the same ids, benchmarks that were not asked, too few items, a model
      above all of the bank. Make the bank anew now and then; numbers of two banks are not comparable.
  ${name} select results/
      How many items keep the order of the models: for 25, 50, 100 … items the agreement with the order by
      all (tau: 1 is the same, 0 is chance) and the error, both for models that had no part in choosing,
      beside random items.
  ${name} select results/ --items 100 --for lm-eval
      The items as --samples takes them. Use a set for new models: it flatters those it was chosen by.
`,
  EXIT: () => `Exit codes

  0    fine
  1    a gate failed
  2    undecided, or not everything that was asked for is there
  3    bad input or usage
  130  interrupted

"run" passes the exit code of the command it started on, whatever becomes of its own part.
"compare --format github" ends with 2 where there is no baseline yet, and with 3 where the two runs
are not the same test: tasks, items, metrics, questions or few-shot examples changed.
Warnings do not change the code unless --strict is given; then anything left out or warned about is 3.
`,
};

/** `help [TOPIC]` */
export async function run(context: CommandContext, [topic]: readonly unknown[]): Promise<number> {
  const { program, stdout } = context;
  if (topic === undefined) {
    await write(stdout, helpText(program));
    return 0;
  }
  const word = topic as string;
  const page = Object.hasOwn(topics, word.toUpperCase()) ? topics[word.toUpperCase()] : undefined;
  if (page) {
    await write(stdout, page(program.name));
    return 0;
  }
  if (word === "all") {
    const pages = Object.values(topics).map((one) => one(program.name));
    await write(stdout, [helpText(program), ...pages].join("\n"));
    return 0;
  }
  const all = commandsOf(program);
  if (Object.hasOwn(all, word)) return runProgram(program, [word, "--help"], context);
  const names = [...Object.keys(topics), ...Object.keys(all)];
  throw new EipError("not-found", {
    found: `no help on "${word}"`,
    try: nearestName(word, names) ?? `one of ${Object.keys(topics).join(", ")}`,
  });
}
