/**
 * The name that a misspelt one was probably meant to be: at most a third of its letters away (two
 * for short ones). The first in code-unit order wins a tie.
 *
 * @example
 * ```ts
 * nearestName("reslts", ["results", "logs"]); // "results"
 * nearestName("reslts", ["logs"]); // undefined
 * ```
 */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3));
  for (const name of [...names].toSorted()) {
    const distance = editDistance(name, wanted);
    if (distance > least || (distance === least && nearest !== undefined)) continue;
    nearest = name;
    least = distance;
  }
  return nearest;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const swap = row[j]! + Number(a[i] !== b[j]);
      next.push(Math.min(swap, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
