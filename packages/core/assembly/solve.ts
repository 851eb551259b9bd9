/**
 * Solves `a x = b` for a matrix of `size` rows whose diagonal outweighs the rest of each column, by elimination
 * without exchanging rows. Both are used up, and the solution stands in `b`. Rows and columns are counted by
 * the eight bytes.
 */
export function solveDominant(a: usize, b: usize, size: usize): void {
  const length = size << 3;
  for (let pivot: usize = 0; pivot < length; pivot += 8) {
    const pivotRow = a + pivot * size;
    for (let row = pivot + 8; row < length; row += 8) {
      const ofRow = a + row * size;
      const factor = load<f64>(ofRow + pivot) / load<f64>(pivotRow + pivot);
      if (factor == 0) continue;
      for (let column = pivot + 8; column < length; column += 8) {
        const taken = factor * load<f64>(pivotRow + column);
        store<f64>(ofRow + column, load<f64>(ofRow + column) - taken);
      }
      store<f64>(b + row, load<f64>(b + row) - factor * load<f64>(b + pivot));
    }
  }
  for (let row = length; row != 0;) {
    row -= 8;
    const ofRow = a + row * size;
    let sum = load<f64>(b + row);
    for (let column = row + 8; column < length; column += 8) {
      sum -= load<f64>(ofRow + column) * load<f64>(b + column);
    }
    store<f64>(b + row, sum / load<f64>(ofRow + row));
  }
}
