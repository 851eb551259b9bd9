/** Blocks of 64 bytes as words of 64 bits: bit n says something about byte n. */

export const BLOCK: usize = 64;

const EVEN: u64 = 0x5555555555555555;

/** The first block from `at` on, of those that begin before `end`, that has one of two bytes; else none that does. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function blockWith(at: usize, end: usize, one: u8, other: u8): usize {
  for (; at < end; at += BLOCK) {
    const low = v128.or(areEither(at, one, other), areEither(at + 16, one, other));
    const high = v128.or(areEither(at + 32, one, other), areEither(at + 48, one, other));
    if (v128.any_true(v128.or(low, high))) break;
  }
  return at;
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function areEither(at: usize, one: u8, other: u8): v128 {
  const bytes = v128.load(at);
  const areOne = i8x16.eq(bytes, i8x16.splat(one));
  return one == other ? areOne : v128.or(areOne, i8x16.eq(bytes, i8x16.splat(other)));
}

/** Which bytes of the block at `at` are this one. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function equalTo(at: usize, byte: u8): u64 {
  const wanted = i8x16.splat(byte);
  return maskOf(
    i8x16.eq(v128.load(at), wanted),
    i8x16.eq(v128.load(at, 16), wanted),
    i8x16.eq(v128.load(at, 32), wanted),
    i8x16.eq(v128.load(at, 48), wanted),
  );
}

/** Which bytes are this one once `bit` is set in them. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function equalWith(at: usize, bit: u8, byte: u8): u64 {
  const bits = i8x16.splat(bit);
  const wanted = i8x16.splat(byte);
  return maskOf(
    i8x16.eq(v128.or(v128.load(at), bits), wanted),
    i8x16.eq(v128.or(v128.load(at, 16), bits), wanted),
    i8x16.eq(v128.or(v128.load(at, 32), bits), wanted),
    i8x16.eq(v128.or(v128.load(at, 48), bits), wanted),
  );
}

// @ts-ignore: a decorator of AssemblyScript
@inline
function maskOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16);
  const high = <u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16);
  return <u64>low | (<u64>high << 32);
}

/** Which bytes are escaped, given the backslashes and, as 1 or 0, whether the first byte is. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function escapedBy(backslashes: u64, first: u64): u64 {
  const escaping = backslashes & ~first;
  const behind = (escaping << 1) | first;
  // Adding to the runs that begin at odd places carries out of those of odd length.
  const odd = escaping & ~EVEN & ~behind;
  return (EVEN ^ ((odd + escaping) << 1)) & behind;
}

/** Which bytes have an odd number of set bits up to and with their own: those within a text. */
// @ts-ignore: a decorator of AssemblyScript
@inline
export function oddUpTo(bits: u64): u64 {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}
