/**
 * The members of a list by a key, in the order of the list.
 *
 * @example
 * ```ts
 * groupBy([1, 2, 3], (n) => n % 2); // Map { 1 => [1, 3], 0 => [2] }
 * ```
 */
export function groupBy<T, K>(list: Iterable<T>, keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
