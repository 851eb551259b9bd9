/** A local hub with a generated leaderboard, for `fetch.mjs`; writes its address and answers questions. */

import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

const print = (line) => process.stdout.write(`${line}\n`);
const [module, models, items] = process.argv.slice(2);
const { startFakeHub } = await import(module);

const STAMP = "2025-01-27T10-10-36.877664";
const TASKS = ["bbh", "gpqa", "ifeval", "math", "mmlu_pro", "musr"].map(
  (name) => `leaderboard_${name}`,
);
const hash = (text) => createHash("sha256").update(text).digest("hex");

/** Invented questions, as long as those of the real thing. */
function samples(model, task) {
  let text = "";
  for (let item = 0; item < Number(items); item += 1) {
    const question = `How many legs have ${item} spiders in ${task}? `.repeat(12);
    const draw = Number.parseInt(hash(`${model} ${task} ${item}`).slice(0, 8), 16) / 2 ** 32;
    const score = draw < 0.2 + (0.6 * (Number(model.slice(-3)) % 97)) / 97 ? 1 : 0;
    const doc = { input: question, target: String(8 * item) };
    const record = {
      doc_id: item,
      doc,
      target: doc.target,
      arguments: { gen_args_0: { arg_0: question, arg_1: ` ${doc.target}` } },
      resps: [[["-1.5", "False"]]],
      filtered_resps: [["-1.5", "False"]],
      filter: "none",
      metrics: ["acc_norm"],
      doc_hash: hash(question),
      prompt_hash: hash(question),
      target_hash: hash(doc.target),
      acc_norm: score,
    };
    text += `${JSON.stringify(record)}\n`;
  }
  return text;
}

const repos = {};
for (let number = 0; number < Number(models); number += 1) {
  const model = `acme__m-${String(number).padStart(3, "0")}`;
  const files = { "README.md": `# ${model}\n` };
  for (const task of TASKS) files[`${model}/samples_${task}_${STAMP}.jsonl`] = samples(model, task);
  const counts = Object.fromEntries(
    TASKS.map((task) => [task, { original: Number(items), effective: Number(items) }]),
  );
  files[`${model}/results_${STAMP}.json`] = JSON.stringify({
    results: Object.fromEntries(TASKS.map((task) => [task, { alias: task }])),
    "n-samples": counts,
    model_name: model.replace("__", "/"),
  });
  repos[`open-llm-leaderboard/${model}-details`] = files;
}

const hub = await startFakeHub({ repos, gated: { "*-details": "auto" }, lfsSize: 10_000 });
print(hub.url);

/** `log`: what was asked since the last question, as JSON. */
createInterface({ input: process.stdin }).on("line", () => {
  const log = hub.log.map(({ origin, target, bytes, status, range }) => ({
    origin,
    target,
    bytes,
    status,
    range,
  }));
  hub.resetLog();
  print(JSON.stringify(log));
});
