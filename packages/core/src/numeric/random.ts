/** Seeded random numbers, the same on every machine. */

/** A stream of random numbers. Reading from it moves it on. */
export interface Random {
  /** The next 32 bits, 0 to 2^32 - 1. */
  bits(): number;
  /** Uniform in [0, 1): the next bits over 2^32. */
  uniform(): number;
  /** Standard normal, from two uniforms: `sqrt(-2 ln(1 - u1)) cos(2 pi u2)`. */
  normal(): number;
  /** Draws `draws` places of `counts` with replacement, `floor(u * length)`, and counts each. */
  tally(counts: Uint32Array, draws: number): void;
}

/**
 * The generator mulberry32: 32 bits of state, all arithmetic modulo 2^32. Fast and good enough for
 * resampling; not for secrets.
 *
 * @example
 * ```ts
 * const random = mulberry32(1);
 * [random.bits(), random.bits()]; // [2693262067, 11749833]
 * ```
 */
export function mulberry32(seed: number): Random {
  let state = seed | 0;
  const bits = () => {
    state = (state + step) | 0;
    return scrambled(state);
  };
  const uniform = () => bits() / 2 ** 32;
  return {
    bits,
    uniform,
    normal() {
      const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
      return radius * Math.cos(2 * Math.PI * uniform());
    },
    tally(counts, draws) {
      state = tallyFrom(state, counts, draws);
    },
  };
}

const step = 0x6d2b79f5;

function scrambled(state: number): number {
  const mixed = Math.imul(state ^ (state >>> 15), state | 1);
  const last = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
  return (last ^ (last >>> 14)) >>> 0;
}

/** A loop of its own, since a variable that closures share is slow to write. */
function tallyFrom(state: number, counts: Uint32Array, draws: number): number {
  const share = counts.length / 2 ** 32;
  let current = state;
  for (let draw = 0; draw < draws; draw += 1) {
    current = (current + step) | 0;
    counts[Math.floor(scrambled(current) * share)]! += 1;
  }
  return current;
}

/**
 * A random order of 0 to n - 1: for i from n - 1 down to 1, places i and floor(u (i + 1)) change.
 *
 * @example
 * ```ts
 * permutation(mulberry32(1), 5); // Uint32Array [4, 2, 1, 0, 3]
 * ```
 */
export function permutation(random: Random, n: number): Uint32Array {
  const order = Uint32Array.from({ length: n }, (_, index) => index);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = Math.floor(random.uniform() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Which of the many streams of a seed. */
export interface StreamKey {
  /** What the numbers are for, such as `bootstrap`. */
  readonly purpose: string;
  /** Which replicate. */
  readonly index: number;
}

/**
 * A stream of its own for one replicate, so that results do not depend on which replicates were
 * drawn before it or on another thread.
 *
 * @example
 * ```ts
 * randomStream(1, { purpose: "bootstrap", index: 0 }).bits(); // 1540299495
 * ```
 */
export function randomStream(seed: number, key: StreamKey): Random {
  return mulberry32(streamSeed(seed, key));
}

/**
 * 32 bits that stand for a seed, a purpose and an index (FNV-1a over their 16-bit units, finished as
 * in MurmurHash3).
 *
 * @example
 * ```ts
 * streamSeed(1, { purpose: "bootstrap", index: 0 }); // 2375435923
 * ```
 */
export function streamSeed(seed: number, { purpose, index }: StreamKey): number {
  const text = `${seed}/${purpose}/${index}`;
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
