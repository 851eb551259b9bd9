/**
 * The method as one would write it down by hand: a byte a cell, model by model. Items that tell no
 * models apart are left out, divisions hoisted, and each inner loop is a function of its own that gets
 * its arrays as parameters, which V8 compiles best; so the difference to `propagate` is the layout and
 * not clumsiness. Nested loops in one function took a tenth longer, branches instead of products twice
 * as long.
 */

/**
 * @param rows One `Uint8Array` of 0 and 1 per model.
 * @returns competency per model, difficulty per kept item, and the number of rounds.
 */
export function plainLoops(rows, { damping = 0.85, tolerance = 1e-10 } = {}) {
  const models = rows.length;
  const { kept, success } = tellingItems(rows);
  const items = kept.length;
  const cells = rows.map((row) => gathered(row, kept, new Uint8Array(items)));
  const failure = cells.map((row) => items - sumOf(row));
  let competency = new Float64Array(models).fill(1 / models);
  let nextCompetency = new Float64Array(models);
  let difficulty = new Float64Array(items).fill(1 / items);
  let nextDifficulty = new Float64Array(items);
  const weight = new Float64Array(items);
  for (let round = 1; ; round += 1) {
    let evenly = 0;
    for (let model = 0; model < models; model += 1) {
      if (failure[model] === 0) evenly += competency[model];
    }
    nextDifficulty.fill((1 - damping + damping * evenly) / items);
    for (let model = 0; model < models; model += 1) {
      if (failure[model] === 0) continue;
      addFailures(cells[model], (damping * competency[model]) / failure[model], nextDifficulty);
    }
    divide(nextDifficulty, success, weight);
    for (let model = 0; model < models; model += 1) {
      const earned = weightOfSolved(cells[model], weight);
      nextCompetency[model] = (1 - damping) / models + damping * earned;
    }
    const settled =
      distance(competency, nextCompetency) < tolerance &&
      distance(difficulty, nextDifficulty) < tolerance;
    [competency, nextCompetency] = [nextCompetency, competency];
    [difficulty, nextDifficulty] = [nextDifficulty, difficulty];
    if (settled || round === 1000) return { competency, difficulty, rounds: round };
  }
}

/** Items that some model solved and some model failed, and how many solved each of them. */
function tellingItems(rows) {
  const solvers = new Uint32Array(rows[0].length);
  for (const row of rows) addTo(solvers, row);
  const kept = Uint32Array.from(solvers.keys()).filter(
    (item) => solvers[item] > 0 && solvers[item] < rows.length,
  );
  return { kept, success: gathered(solvers, kept, new Float64Array(kept.length)) };
}

function addTo(sums, row) {
  for (let item = 0; item < row.length; item += 1) sums[item] += row[item];
}

function gathered(values, places, out) {
  for (let index = 0; index < out.length; index += 1) out[index] = values[places[index]];
  return out;
}

function sumOf(row) {
  let sum = 0;
  for (let item = 0; item < row.length; item += 1) sum += row[item];
  return sum;
}

function addFailures(row, passed, out) {
  for (let item = 0; item < row.length; item += 1) out[item] += (1 - row[item]) * passed;
}

function divide(values, by, out) {
  for (let item = 0; item < values.length; item += 1) out[item] = values[item] / by[item];
}

function weightOfSolved(row, weight) {
  let sum = 0;
  for (let item = 0; item < row.length; item += 1) sum += row[item] * weight[item];
  return sum;
}

function distance(before, after) {
  let sum = 0;
  for (let index = 0; index < before.length; index += 1) {
    sum += Math.abs(before[index] - after[index]);
  }
  return sum;
}
