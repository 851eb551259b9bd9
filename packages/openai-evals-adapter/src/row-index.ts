/** The rows of a table by sample. */
export interface RowIndex {
  /** Rows of one sample in order, equal ones once. */
  readonly rowsOf: (sample: number) => Uint32Array;
  /** Pairs of rows with the same sample, order and type. */
  readonly equals: readonly (readonly [number, number])[];
}

/** Rows by sample: counted, placed, and sorted within a sample only where they are out of order. */
export function indexRows(
  samples: number,
  { sampleOf, orders, types }: Readonly<Record<"sampleOf" | "orders" | "types", readonly number[]>>,
): RowIndex {
  const starts = new Uint32Array(samples + 1);
  for (const sample of sampleOf) starts[sample + 1]! += 1;
  for (let sample = 0; sample < samples; sample += 1) starts[sample + 1]! += starts[sample]!;
  const next = starts.slice();
  const rows = new Uint32Array(sampleOf.length);
  for (const [row, sample] of sampleOf.entries()) rows[next[sample]!++] = row;
  const equals: [number, number][] = [];
  const ends = new Uint32Array(samples);
  const before = (a: number, b: number): number =>
    orders[a]! - orders[b]! || types[a]! - types[b]! || a - b;
  for (let sample = 0; sample < samples; sample += 1) {
    const own = rows.subarray(starts[sample], starts[sample + 1]);
    if (own.some((row, at) => at > 0 && before(own[at - 1]!, row) > 0)) own.sort(before);
    let end = 0;
    for (const row of own) {
      const last = own[end - 1];
      const isEqual = end > 0 && orders[last!] === orders[row] && types[last!] === types[row];
      if (isEqual) equals.push([last!, row]);
      else own[end++] = row;
    }
    ends[sample] = starts[sample]! + end;
  }
  return {
    equals,
    rowsOf: (sample) => rows.subarray(starts[sample], ends[sample]),
  };
}
