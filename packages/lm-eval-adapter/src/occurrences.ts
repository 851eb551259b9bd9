const FIRST_ROOM = 4096;
/** Numbers may be so many times as far apart as there are of them. */
const SPREAD = 16;

/**
 * Counts how often whole numbers occur that are close together for the most part, as those of the documents
 * of one benchmark are. Far ones take more time and room.
 *
 * @example
 * ```ts
 * const seen = new Occurrences();
 * [seen.add(7), seen.add(7), seen.add(9e9), seen.add(7)]; // [0, 1, 0, 2]
 * ```
 */
export class Occurrences {
  #near = new Uint32Array(FIRST_ROOM);
  readonly #far = new Map<number, number>();
  /** The number that is first in `#near`; there is none yet below 0. */
  #first = -1;
  #added = 0;

  /** Counts a number; how often it was counted before. */
  add(number: number): number {
    if (this.#first < 0) this.#first = Math.max(0, number - FIRST_ROOM / 2);
    this.#added += 1;
    const place = number - this.#first;
    if (place >= this.#near.length && place < SPREAD * this.#added) this.#grow(place);
    if (place >= 0 && place < this.#near.length) return this.#near[place]!++;
    const before = this.#far.get(number) ?? 0;
    this.#far.set(number, before + 1);
    return before;
  }

  #grow(place: number): void {
    const near = new Uint32Array(2 * place);
    near.set(this.#near);
    this.#near = near;
    for (const [number, count] of this.#far) {
      const moved = number - this.#first;
      if (moved < 0 || moved >= near.length) continue;
      near[moved] = count;
      this.#far.delete(number);
    }
  }
}
