/** The two products that every step of the propagation is made of. */

import type { Turn, Turned } from "./turn.ts";

/** What a cell contributes: `solved` is A + s, `failed` is 1 - A + s; an unobserved cell nothing. */
export interface Side {
  readonly of: "solved" | "failed";
  /** Pseudo-answers in every observed cell; 0 is the published method. */
  readonly smoothing: number;
}

/** Products with the observed cells of the kept items; places of items count kept items only. */
export interface Kernel {
  /** How the cells are held and who adds them up, for instance `bits, WebAssembly`. */
  readonly name: string;
  /** `out[item] = sum over models of side(model, item) * perModel[model]` */
  byItem(side: Side, perModel: Float64Array, out: Float64Array): void;
  /** `out[model] = sum over items of side(model, item) * perItem[item]` */
  byModel(side: Side, perItem: Float64Array, out: Float64Array): void;
  /** Both products with nothing but ones, in one pass over the cells. */
  sums(side: Side, ofItem: Float64Array, ofModel: Float64Array): void;
  /** A round: both products in one pass over the cells. */
  thereAndBack(pass: Pass): Turned;
  /** Gives memory back for the next kernel; this one must not be used again. Needs not be called. */
  release(): void;
}

/** There, from models to items, and back, from items to models. */
export interface Pass {
  readonly there: Side;
  readonly perModel: Float64Array;
  readonly turn: Turn;
  readonly back: Side;
  /** `out[model] = sum over items of back(model, item) * turn.perItem[item]` */
  readonly out: Float64Array;
}

/** What an observed cell contributes, as `offset + slope * score`. */
export function contribution({ of, smoothing }: Side): {
  readonly slope: 1 | -1;
  readonly offset: number;
} {
  return of === "solved" ? { slope: 1, offset: smoothing } : { slope: -1, offset: 1 + smoothing };
}
