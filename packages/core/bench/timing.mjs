/** Times of contenders that take turns, so that a slow moment of the machine hits all of them. */

/** Milliseconds that some work takes in this process. */
export function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Work that is shorter than this finds caches cold after others had their turn. */
const short = 100;

/**
 * Median time of each contender over `runs` turns. Short work is done twice a turn, and the second
 * time counts.
 *
 * @param contenders By name, functions that run once and give their milliseconds or a promise of them.
 */
export async function alternating(contenders, runs) {
  const names = Object.keys(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let turn = 0; turn < runs; turn += 1) {
    for (const name of names) {
      const first = await contenders[name]();
      times[name].push(first < short ? await contenders[name]() : first);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Turns that are enough for a median: more for short work. */
export function turnsFor({ models, items }) {
  const cells = models * items;
  return cells > 1e8 ? 3 : cells > 5e6 ? 5 : 9;
}
