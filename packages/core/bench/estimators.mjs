/**
 * How long a fit takes, all estimators on one pool in one run, beside packages of R where these are
 * installed (eRm, psychotools).
 *
 *     node bench/estimators.mjs                 30 models x 35,550 items, prints a Markdown table
 *     node bench/estimators.mjs --items 2000    a smaller pool
 *     node bench/estimators.mjs --no-r          without R
 *
 * Each fit of ours is run three times after a first one on a small pool, and the shortest time counts
 * (once, if it takes more than five seconds); the matrix is in memory before the clock starts. In R one
 * fit is timed, after the answers are read; there models are the test and items take it, as conditional
 * likelihood needs few columns. Every method stops by its own rule and answers its own question, so the
 * table says what to wait for and nothing about which is better. Data: the seeded two-parameter logistic
 * pool of the other benches.
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  bradleyTerry,
  meanScore,
  multidimensional,
  pageRank,
  propagate,
  rasch,
  scoreAt,
  simpleRank,
  twoParameter,
} from "../dist/index.js";
import { logisticWorld } from "./worlds.mjs";

const { values } = parseArgs({
  options: {
    items: { type: "string", default: "35550" },
    r: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const models = 30;
const items = Number(values.items);
const runs = 3;

/** @type {readonly (readonly [string, import("../dist/index.js").Estimator])[]} */
const estimators = [
  ["EIP (`propagate`)", propagate],
  ["mean score", meanScore],
  ["Simple Rank", simpleRank],
  ["PageRank", pageRank],
  ["Bradley-Terry", bradleyTerry],
  ["Rasch, joint with priors", rasch],
  ["2PL, marginal with priors", twoParameter],
  ["3 dimensions, variational", multidimensional],
];

const count = (number) => number.toLocaleString("en-US");
const seconds = (time) =>
  time < 100 ? `${time.toPrecision(2)} ms` : `${(time / 1000).toPrecision(2)} s`;

const small = logisticWorld(1, { models, items: 300 }).matrix;
const { matrix } = logisticWorld(1, { models, items });

const lines = [
  `${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}, one thread, load ${loadavg()[0].toFixed(1)} at the start`,
  "",
  `${models} models x ${count(items)} items, ${count(propagate(matrix).keptItems.length)} of them kept`,
  "",
  "| fit | time | rounds | settled |",
  "| --- | --: | --: | --- |",
];
for (const [name, estimator] of estimators) {
  estimator(small);
  let best = Infinity;
  let fit;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    fit = estimator(matrix);
    best = Math.min(best, performance.now() - start);
    // A slow fit is long enough to be measured once.
    if (best > 5_000) break;
  }
  lines.push(
    `| ${name} | ${seconds(best)} | ${fit.iterations} | ${fit.converged ? "yes" : "no"} |`,
  );
}
lines.push(...(values.r ? timesInR() : []));
process.stdout.write(`${lines.join("\n")}\n`);

/** Rows of the table for the fits that R has packages for, or a line that says what is not there. */
function timesInR() {
  const folder = mkdtempSync(join(tmpdir(), "eip-estimators-"));
  try {
    const answers = join(folder, "answers.csv");
    writeFileSync(answers, keptAnswers());
    const script = `
args <- commandArgs(TRUE)
answers <- as.matrix(read.csv(args[1], header = FALSE))
fits <- list(
  eRm = list("R eRm, \`RM\`, conditional Rasch, no standard errors", function() eRm::RM(answers, se = FALSE)),
  psychotools = list("R psychotools, \`raschmodel\`, conditional Rasch, no Hessian", function() psychotools::raschmodel(answers, hessian = FALSE))
)
cat(R.version.string, "\\n", sep = "")
for (name in names(fits)) {
  if (!requireNamespace(name, quietly = TRUE)) { cat(name, "", "\\n", sep = "\\t"); next }
  time <- tryCatch(system.time(fits[[name]][[2]]())[["elapsed"]], error = function(e) NA)
  cat(name, fits[[name]][[1]], as.character(packageVersion(name)), time, "\\n", sep = "\\t")
}`;
    const { stdout, error } = spawnSync("Rscript", ["--vanilla", "-e", script, answers], {
      encoding: "utf8",
      timeout: 1_200_000,
    });
    if (error) return ["", `R: ${error.code === "ENOENT" ? "not installed" : error.message}`];
    const [version, ...rows] = stdout.trimEnd().split("\n");
    const table = [];
    const absent = [];
    for (const row of rows) {
      const [name, what, release, time] = row.split("\t");
      if (!what) absent.push(name);
      else {
        const shown = time === "NA" ? "failed" : seconds(Number(time) * 1000);
        table.push(`| ${what} (${release}) | ${shown} | | |`);
      }
    }
    return [
      ...table,
      "",
      `${version}${absent.length > 0 ? `; not installed: ${absent.join(", ")}` : ""}`,
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One line per kept item: what each model scored. */
function keptAnswers() {
  const { keptItems } = propagate(matrix);
  const rows = Array.from(keptItems, (item) =>
    Array.from({ length: models }, (_, model) => scoreAt(matrix, model, item)).join(","),
  );
  return `${rows.join("\n")}\n`;
}
