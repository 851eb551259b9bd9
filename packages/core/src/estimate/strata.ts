/** What random draws are made from. */

/**
 * Units in strata; a draw takes from each stratum as many as it has, with replacement. A unit is an item, or
 * several that are drawn together.
 */
export interface Strata {
  /** Unit after unit, stratum after stratum. */
  readonly items: Uint32Array;
  /** Unit u holds `items[units[u]]` to `items[units[u + 1] - 1]`. Absent where each item is one. */
  readonly units?: Uint32Array | undefined;
  /** Stratum k holds units `starts[k]` to `starts[k + 1] - 1`. */
  readonly starts: Uint32Array;
}
