/** Where a round turns from models to items. */

/** Everything is per item; places count kept items only. */
export interface Turn {
  readonly damping: number;
  /** What every item receives. */
  readonly floor: number;
  /** Share of the models that an item was put to. Absent: all of them. */
  readonly coverage?: Float64Array | undefined;
  /** How often an item counts. Absent: once. */
  readonly copies?: Float64Array | undefined;
  readonly successPerCopy: Float64Array;
  /** Difficulties of the last round. Absent: nobody asks how much they change. */
  readonly before?: Float64Array | undefined;
  /** Sums over models, which become difficulties. */
  readonly after: Float64Array;
  /** Receives difficulty over success mass, times copies. */
  readonly perItem: Float64Array;
}

/** Sums over the items that were turned. */
export interface Turned {
  /** L1 change of the difficulties, each item as often as it counts; 0 where those before are not known. */
  change: number;
  /** Sum of what `perItem` received. */
  weight: number;
}

/** Turns the items from `first` to before `end`, and adds to the sums. */
export function turnItems(turn: Turn, first: number, end: number, sums: Turned): void {
  const { damping, floor, coverage, copies, successPerCopy, before, after, perItem } = turn;
  let { change, weight } = sums;
  for (let item = first; item < end; item += 1) {
    const gain = coverage === undefined ? damping : damping / coverage[item]!;
    const difficulty = gain * after[item]! + floor;
    const passed = difficulty / successPerCopy[item]!;
    after[item] = difficulty;
    perItem[item] = passed;
    if (before !== undefined) {
      const moved = Math.abs(before[item]! - difficulty);
      change += copies === undefined ? moved : copies[item]! * moved;
    }
    weight += passed;
  }
  sums.change = change;
  sums.weight = weight;
}
