/** Which models share a line of the board. */

import type { ModelRow } from "./model-rows.ts";

/** One model, or several that are told together. */
export interface BoardLine {
  readonly rows: readonly ModelRow[];
  /** Whether a new tier begins here. */
  readonly startsTier: boolean;
}

export interface BoardOptions {
  /** Lines that the board may take. Default: one per model. */
  readonly lines?: number | undefined;
}

/**
 * The lines of a board: every model on its own while there is room; else whole tiers model by model
 * from the top, at least the first, then a line per tier, and one for all that is left.
 */
export function boardLines(
  models: readonly ModelRow[],
  { lines = Infinity }: BoardOptions = {},
): readonly BoardLine[] {
  if (models.length <= lines) return single(models);
  const tiers = byTier(models);
  if (tiers.length < 2) {
    return [...single(models.slice(0, lines - 1)), folded(models.slice(lines - 1))];
  }
  // Half of the room for single models, at least one line for what is left.
  const open: BoardLine[] = [];
  let next = 0;
  while (next < tiers.length && (next === 0 || open.length + tiers[next]!.length <= lines / 2)) {
    open.push(...single(tiers[next]!));
    next += 1;
  }
  const room = Math.max(1, lines - open.length);
  const rest = tiers.slice(next);
  if (rest.length <= room) return [...open, ...rest.map(folded)];
  return [...open, ...rest.slice(0, room - 1).map(folded), folded(rest.slice(room - 1).flat())];
}

function byTier(models: readonly ModelRow[]): readonly (readonly ModelRow[])[] {
  const tiers: ModelRow[][] = [];
  for (const row of models) {
    if (tiers.at(-1)?.[0]?.tier === row.tier) tiers.at(-1)!.push(row);
    else tiers.push([row]);
  }
  return tiers;
}

function single(models: readonly ModelRow[]): readonly BoardLine[] {
  return models.map((row, index) => ({
    rows: [row],
    startsTier: index === 0 || models[index - 1]!.tier !== row.tier,
  }));
}

const folded = (rows: readonly ModelRow[]): BoardLine => ({ rows, startsTier: true });
