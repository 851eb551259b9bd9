/** Whether a judge says the same when it is asked again. */

export interface RepeatAgreement {
  /** Answers with at least two judgements. */
  readonly answers: number;
  /** Share of them on which all judgements are equal. */
  readonly allEqual: number;
  /** Mean distance of two judgements of one answer, every answer counting the same. */
  readonly meanDifference: number;
}

/**
 * Agreement of repeated judgements; `null` is a judgement that did not come, and is left out.
 *
 * @returns `NaN` for both figures where no answer has two judgements.
 * @example
 * ```ts
 * repeatAgreement([[1, 1], [0.5, 1], [0, null]]); // answers 2, allEqual 0.5, meanDifference 0.25
 * ```
 */
export function repeatAgreement(scores: Iterable<readonly (number | null)[]>): RepeatAgreement {
  let [answers, equal, distance] = [0, 0, 0];
  for (const all of scores) {
    const given = all.filter((score) => score !== null);
    if (given.length < 2) continue;
    answers += 1;
    if (given.every((score) => score === given[0])) equal += 1;
    distance += meanDistance(given);
  }
  return { answers, allEqual: equal / answers, meanDifference: distance / answers };
}

function meanDistance(values: readonly number[]): number {
  const distances = values.flatMap((one, at) =>
    values.slice(at + 1).map((other) => Math.abs(one - other)),
  );
  return distances.reduce((sum, value) => sum + value, 0) / distances.length;
}
