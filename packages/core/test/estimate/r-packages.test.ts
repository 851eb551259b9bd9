/** Against packages of R, where these are installed: psychotools (Bradley-Terry, Rasch) and igraph. */

import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { bradleyTerry } from "../../src/estimate/bradley-terry.ts";
import { pageRank } from "../../src/estimate/page-rank.ts";
import { twoParameter } from "../../src/estimate/two-parameter.ts";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { knownWorld, recovery } from "./known-worlds.ts";

/** Numbers that a script prints, one per line, with `answers` as models in rows. */
function numbersFromR(script: string, rows: readonly (readonly number[])[]): number[] {
  const answers = `answers <- matrix(c(${rows.flat().join(",")}), ${rows.length}, byrow = TRUE)\n`;
  const { stdout, stderr } = spawnSync("Rscript", ["--vanilla", "-"], {
    input: `${answers}${script}`,
    encoding: "utf8",
  });
  const lines = stdout.trim().split("\n");
  if (lines[0] === "") throw new Error(stderr);
  return lines.map(Number);
}

/** Installed packages among those asked for. */
function installed(names: readonly string[]): ReadonlySet<string> {
  const script = names
    .map((name) => `if (requireNamespace("${name}", quietly = TRUE)) cat("${name}\\n")`)
    .join("\n");
  const { stdout } = spawnSync("Rscript", ["--vanilla", "-"], { input: script, encoding: "utf8" });
  return new Set((stdout ?? "").split("\n"));
}

const here = installed(["psychotools", "igraph"]);
const reason = (name: string) =>
  here.has(name) ? `R package ${name}` : `skipped: no R package ${name} here`;

const { matrix } = knownWorld(51, { models: 10, items: 120 });
const all = matrix.models.map((_, model) => {
  const { storage } = matrix;
  if (storage.kind !== "bits") throw new Error("complete 0/1 answers are kept as bits");
  return Array.from(storage.solved, (word) => (word >>> model) & 1);
});
/** Items that tell models apart. */
const kept = [...all[0]!.keys()].filter((item) => new Set(all.map((row) => row[item])).size > 1);
const rows = all.map((row) => kept.map((item) => row[item]!));
const pool = matrixFromRows(rows);

const print = `cat(format(x, digits = 17), sep = "\\n")\n`;

describe.skipIf(!here.has("psychotools"))(`Bradley-Terry (${reason("psychotools")})`, () => {
  it("without a prior to speak of has the strengths of btmodel within 1e-5", () => {
    const theirs = numbersFromR(
      `suppressMessages(library(psychotools))
pairs <- t(which(upper.tri(diag(nrow(answers))), arr.ind = TRUE))
duels <- t(answers[pairs[1, ], ] - answers[pairs[2, ], ])
duels[duels == 0] <- NA
names <- sprintf("m%02d", seq_len(nrow(answers)))
x <- itempar(btmodel(paircomp(duels, labels = names)), log = TRUE, vcov = FALSE)
x <- as.vector(x) - mean(as.vector(x))
${print}`,
      rows,
    );
    const { competency } = bradleyTerry(pool, { priorSd: 1e4 });
    expect(theirs).toHaveLength(10);
    for (const [model, value] of theirs.entries()) {
      expect(Math.abs(competency[model]! - value)).toBeLessThan(1e-5);
    }
  });
});

describe.skipIf(!here.has("psychotools"))(`2PL (${reason("psychotools")})`, () => {
  it("with slopes held at 1 has the difficulties of raschmodel but for shrinking", () => {
    const theirs = numbersFromR(
      `suppressMessages(library(psychotools))
x <- as.vector(itempar(raschmodel(answers, hessian = FALSE), vcov = FALSE))
${print}`,
      rows,
    );
    const { difficulty } = twoParameter(pool, { slopeSd: 1e-4, priorSd: 5 });
    expect(theirs).toHaveLength(kept.length);
    // Conditional likelihood is another criterion; it agrees on what the totals of the items say.
    expect(recovery(difficulty, theirs).correlation).toBeGreaterThan(0.999);
  });
});

describe.skipIf(!here.has("igraph"))(`PageRank (${reason("igraph")})`, () => {
  it.each(["sides", "uniform"] as const)(
    "with the teleport %s is page_rank's within 1e-9",
    (teleport) => {
      const theirs = numbersFromR(
        `suppressMessages(library(igraph))
m <- nrow(answers); q <- ncol(answers)
failed <- which(answers == 0, arr.ind = TRUE)
solved <- which(answers == 1, arr.ind = TRUE)
edges <- rbind(cbind(failed[, 1], m + failed[, 2]), cbind(m + solved[, 2], solved[, 1]))
jump <- ${teleport === "sides" ? "rep(c(0.5 / m, 0.5 / q), c(m, q))" : "rep(1, m + q)"}
x <- page_rank(graph_from_edgelist(edges), damping = 0.85, personalized = jump)$vector
${print}`,
        rows,
      );
      const { competency, difficulty } = pageRank(pool, { teleport, tolerance: 1e-13 });
      const ours = [...competency, ...difficulty];
      expect(theirs).toHaveLength(ours.length);
      for (const [node, value] of theirs.entries()) {
        expect(Math.abs(ours[node]! - value)).toBeLessThan(1e-9);
      }
    },
  );
});
