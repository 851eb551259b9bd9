/** Agreement of two raters beyond chance. */

/**
 * Cohen's kappa of a square table of counts, rows by one rater and columns by the other:
 * `(agreed - chance) / (1 - chance)`, where `agreed` is the share on the diagonal and `chance` the sum over
 * categories of both raters' shares, multiplied (J. Cohen, "A coefficient of agreement for nominal scales",
 * Educational and Psychological Measurement 20, 1960). 1 is full agreement, 0 what chance gives, below 0 less.
 *
 * @returns `NaN` without counts, and where both raters know one category only.
 * @example
 * ```ts
 * cohenKappa([[20, 5], [10, 15]]); // 0.4
 * ```
 */
export function cohenKappa(table: readonly (readonly number[])[]): number {
  const total = sumOf(table.map(sumOf));
  const agreed = sumOf(table.map((row, at) => row[at]!)) / total;
  const byColumns = table.map((_, at) => sumOf(table.map((row) => row[at]!)));
  const chance = sumOf(table.map((row, at) => (sumOf(row) * byColumns[at]!) / total ** 2));
  return chance === 1 ? Number.NaN : (agreed - chance) / (1 - chance);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
