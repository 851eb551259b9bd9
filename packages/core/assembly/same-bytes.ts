/** Whether the same bytes stand at two places; seven behind either may be anything. */
export function areSame(one: usize, other: usize, length: usize): bool {
  for (; length >= 8; length -= 8, one += 8, other += 8) {
    if (load<u64>(one) != load<u64>(other)) return false;
  }
  return length == 0 || (load<u64>(one) ^ load<u64>(other)) << (64 - (length << 3)) == 0;
}
