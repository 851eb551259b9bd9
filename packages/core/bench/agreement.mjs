/** Whether two fits of a pool are the same; nothing is compared in time before. */

const allowed = 1e-9;

/** Throws unless both competencies and difficulties are within 1e-9 of each other in L1. */
export function checkAgreement(name, ours, theirs) {
  checkVector(`${name}, competency`, ours.competency, theirs.competency);
  checkVector(`${name}, difficulty`, ours.difficulty, theirs.difficulty);
}

export function checkVector(what, ours, theirs) {
  const apart = distance(ours, theirs);
  if (!(apart <= allowed)) throw new Error(`${what}: ${apart} away from propagate`);
}

/** L1 distance of both vectors of two fits. */
export function fitDistance(one, other) {
  return distance(one.competency, other.competency) + distance(one.difficulty, other.difficulty);
}

function distance(one, other) {
  if (one.length !== other.length) {
    throw new Error(`vectors of ${one.length} and ${other.length} values`);
  }
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += Math.abs(one[index] - other[index]);
  return sum;
}
