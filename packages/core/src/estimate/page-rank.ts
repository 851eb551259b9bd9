/** PageRank on the graph of models and items: a reference, and another way to compute EIP. */

import { EipError } from "../errors.ts";
import { discriminating } from "../matrix/discriminating.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { distance } from "../numeric/vectors.ts";
import type { Estimate } from "./estimate.ts";
import { observedCells, type ObservedCells } from "./observed-cells.ts";
import { checkPositive } from "./positive-options.ts";

export interface PageRankOptions {
  /** Chance of following an edge, 0 < d < 1. Default 0.85. */
  readonly damping?: number | undefined;
  /**
   * Where a jump lands. `sides`, the default: on a model or on an item with probability 1/2 each.
   * `uniform`: on every node alike.
   */
  readonly teleport?: "sides" | "uniform" | undefined;
  /** L1 change of the ranks of all nodes below which they have settled. Default 1e-10. */
  readonly tolerance?: number | undefined;
  /** Rounds at most. Default: the bound that convergence is proved for. */
  readonly maxIterations?: number | undefined;
}

/** Stationary probabilities: those of the models (`competency`) and of the items add up to 1. */
export interface PageRankFit extends Estimate {
  /** Models that fail nothing, so that no edge leaves them. */
  readonly dangling: readonly number[];
}

/**
 * PageRank by power iteration on the directed graph in which each model points to the items it fails
 * and each item to the models that solve it; a score splits between the two. With `damping` the walk
 * follows an edge, else it jumps; from a model that fails nothing it always jumps.
 *
 *     rank = d * P' rank + (d * rank of dangling nodes + 1 - d) * teleport
 *
 * With the teleport `sides`, 1/(2M) per model and 1/(2Q) per item, and no model that fails nothing,
 * complete data get exactly half of {@link propagate}'s competencies and difficulties. The two treat
 * such a model, and gaps, differently: here a cell that nobody observed is no edge, which rewards
 * items that few models were asked. Use it as a reference.
 *
 * A model without an observed cell of a kept item gets `NaN`; without such items, each model has 1/M.
 *
 * @throws EipError `bad-option` for a setting out of range.
 * @example
 * ```ts
 * pageRank(matrixFromRows([[1, 1, 0], [0, 1, 1], [1, 0, 1]])).competency; // 1/6 each
 * ```
 */
export function pageRank(matrix: ResponseMatrix, options: PageRankOptions = {}): PageRankFit {
  const { damping = 0.85, teleport = "sides", tolerance = 1e-10 } = options;
  checkSettings(damping, teleport);
  const limit =
    options.maxIterations ?? 1 + Math.ceil(Math.log(2 / tolerance) / -Math.log(damping));
  checkPositive({ tolerance, maxIterations: limit });
  const cells = observedCells(matrix, discriminating(matrix).kept);
  if (cells.items.length === 0) return withoutItems(cells.models);

  const graph = graphOf(cells);
  const jump = jumpsTo(graph, teleport);
  let rank: Float64Array = jump.slice();
  let next: Float64Array = new Float64Array(rank.length);
  let residual = Number.POSITIVE_INFINITY;
  let iterations = 0;
  while (residual >= tolerance && iterations < limit) {
    const lost = follow(graph, rank, next);
    for (let node = 0; node < next.length; node += 1) {
      next[node] = damping * next[node]! + (damping * lost + 1 - damping) * jump[node]!;
    }
    residual = distance(rank, next);
    [rank, next] = [next, rank];
    iterations += 1;
  }
  const competency = rank.slice(0, cells.models);
  for (const [model, asked] of graph.asked.entries()) if (!asked) competency[model] = Number.NaN;
  return {
    competency,
    difficulty: rank.slice(cells.models),
    keptItems: cells.items,
    dangling: [...graph.asked.keys()].filter(
      (model) => graph.asked[model] === 1 && graph.failed[model] === 0,
    ),
    iterations,
    residual,
    converged: residual < tolerance,
    kernel: "power iteration",
  };
}

function checkSettings(damping: number, teleport: string): void {
  const checks: readonly [where: string, found: unknown, fits: boolean, expected: string][] = [
    ["damping", damping, damping > 0 && damping < 1, "a number between 0 and 1, both excluded"],
    ["teleport", teleport, ["sides", "uniform"].includes(teleport), "sides or uniform"],
  ];
  for (const [where, found, fits, expected] of checks) {
    if (!fits) throw new EipError("bad-option", { where, found: String(found), expected });
  }
}

function withoutItems(models: number): PageRankFit {
  return {
    competency: new Float64Array(models).fill(1 / models),
    difficulty: new Float64Array(0),
    keptItems: new Uint32Array(0),
    dangling: [],
    iterations: 0,
    residual: 0,
    converged: true,
    kernel: "none",
  };
}

interface Graph {
  readonly cells: ObservedCells;
  /** 1 for a model with an observed cell. */
  readonly asked: Uint8Array;
  /** Weight of the edges that leave a model, and of those that leave an item. */
  readonly failed: Float64Array;
  readonly solved: Float64Array;
}

function graphOf(cells: ObservedCells): Graph {
  const { starts, model, scores, items } = cells;
  const asked = new Uint8Array(cells.models);
  const failed = new Float64Array(cells.models);
  const solved = new Float64Array(items.length);
  for (let item = 0; item < items.length; item += 1) {
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      asked[model[cell]!] = 1;
      failed[model[cell]!]! += 1 - scores[cell]!;
      solved[item]! += scores[cell]!;
    }
  }
  return { cells, asked, failed, solved };
}

/** Nodes are models and then items. */
function jumpsTo({ cells, asked }: Graph, teleport: "sides" | "uniform"): Float64Array {
  const items = cells.items.length;
  const models = asked.reduce((sum, one) => sum + one, 0);
  const [perModel, perItem] =
    teleport === "sides"
      ? [1 / (2 * models), 1 / (2 * items)]
      : [1 / (models + items), 1 / (models + items)];
  const jump = new Float64Array(cells.models + items).fill(perItem);
  for (const [model, one] of asked.entries()) jump[model] = one * perModel;
  return jump;
}

/** One step along the edges into `next`; returns the probability of standing where none leaves. */
function follow(graph: Graph, rank: Float64Array, next: Float64Array): number {
  const { starts, model, scores, models, items } = graph.cells;
  const perFailure = new Float64Array(models);
  let lost = 0;
  for (let row = 0; row < models; row += 1) {
    if (graph.failed[row]! > 0) perFailure[row] = rank[row]! / graph.failed[row]!;
    else lost += rank[row]!;
  }
  next.fill(0);
  for (let item = 0; item < items.length; item += 1) {
    const perSuccess = rank[models + item]! / graph.solved[item]!;
    let arrived = 0;
    for (let cell = starts[item]!; cell < starts[item + 1]!; cell += 1) {
      const row = model[cell]!;
      arrived += (1 - scores[cell]!) * perFailure[row]!;
      next[row]! += scores[cell]! * perSuccess;
    }
    next[models + item] = arrived;
  }
  return lost;
}
