/** What random draws are made from. */

/** Items in strata; a draw takes from each stratum as many as it has, with replacement. */
export interface Strata {
  /** Stratum after stratum. */
  readonly items: Uint32Array;
  /** Stratum k holds `items[starts[k]]` to `items[starts[k + 1] - 1]`. */
  readonly starts: Uint32Array;
}
