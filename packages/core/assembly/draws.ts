/** Draws with replacement, the same as `tally` of numeric/random.ts makes them. */

/** What mulberry32 adds to its state. */
const STEP: u32 = 0x6d2b79f5;

/**
 * Draws `count` of `count` units, below 2^21, and counts each in the byte at the place that `places` has for
 * it: the chance that any is drawn 256 times is below 1e-500. Returns the state of the generator after that.
 */
export function drawUnits(state: u32, places: usize, count: u32, counts: usize): u32 {
  const length = i32x4.splat(count);
  let states = i32x4.add(i32x4.splat(state), i32x4(STEP, 2 * STEP, 3 * STEP, 4 * STEP));
  let left = count;
  for (; left >= 4; left -= 4) {
    const bits = scrambled(states);
    // floor(bits / 2^32 * count): the upper halves of four products.
    const low = i64x2.extmul_low_i32x4_u(bits, length);
    const high = i64x2.extmul_high_i32x4_u(bits, length);
    tally(places, i64x2.extract_lane(low, 0), counts);
    tally(places, i64x2.extract_lane(low, 1), counts);
    tally(places, i64x2.extract_lane(high, 0), counts);
    tally(places, i64x2.extract_lane(high, 1), counts);
    states = i32x4.add(states, i32x4.splat(4 * STEP));
  }
  for (let at = state + (count - left) * STEP; left > 0; left--) {
    at += STEP;
    const bits = <u32>i32x4.extract_lane(scrambled(i32x4.splat(at)), 0);
    tally(places, <u64>bits * count, counts);
  }
  return state + count * STEP;
}

/** The numbers that mulberry32 makes of four states. */
// @ts-ignore: a decorator of AssemblyScript
@inline
function scrambled(state: v128): v128 {
  const mixed = i32x4.mul(
    v128.xor(state, i32x4.shr_u(state, 15)),
    v128.or(state, i32x4.splat(1)),
  );
  const more = i32x4.mul(
    v128.xor(mixed, i32x4.shr_u(mixed, 7)),
    v128.or(mixed, i32x4.splat(61)),
  );
  const last = v128.xor(i32x4.add(mixed, more), mixed);
  return v128.xor(last, i32x4.shr_u(last, 14));
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function tally(places: usize, product: u64, counts: usize): void {
  const unit = <usize>(product >> 32);
  const at = counts + <usize>load<u32>(places + (unit << 2));
  store<u8>(at, load<u8>(at) + 1);
}
