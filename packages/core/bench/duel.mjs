/** One pool, solved by us and by rivals in turn, to the same tolerance and to the same error. */

import { checkAgreement } from "./agreement.mjs";
import { looseEnough, sameError } from "./equal-error.mjs";
import { solvers } from "./ours.mjs";
import { writePool } from "./rivals.mjs";
import { duration, markdownTable, ratio, size } from "./table.mjs";
import { alternating, timed, turnsFor } from "./timing.mjs";

/**
 * Checks that all agree, then times them. Per contender, ours first: rounds, milliseconds to prepare
 * the pool where that is apart, to the tolerance, and to the same error (`undefined`: never reached).
 *
 * @param against Rival processes by the name of their row.
 * @param rows The bytes of a pool of packed words.
 */
export async function duel(pool, { rivals, against, rows }) {
  const { matrix, models } = pool;
  const reference = solvers[0].solve(matrix, { tolerance: 1e-14 });
  const contenders = [];
  for (const { label, solve } of solvers) {
    const fit = solve(matrix);
    checkAgreement(label, reference, fit);
    contenders.push({
      name: `${label} (${fit.kernel})`,
      rounds: fit.iterations,
      preparation: undefined,
      fit: (settings) => solve(matrix, settings),
      milliseconds: (settings) => timed(() => solve(matrix, settings)),
    });
  }
  for (const [name, rival] of Object.entries(against)) {
    const preparation = await rival.load(writePool(pool, rivals, rows));
    const fit = await rival.fit(models);
    checkAgreement(name, reference, fit);
    contenders.push({
      name,
      rounds: fit.rounds,
      preparation,
      fit: (settings) => rival.fit(models, settings),
      milliseconds: (settings) => rival.milliseconds(settings),
    });
  }
  const works = {};
  for (const { name, fit, milliseconds } of contenders) {
    works[name] = () => milliseconds();
    const tolerance = await looseEnough((at) => fit({ tolerance: at }), reference);
    if (tolerance) works[errorOf(name)] = () => milliseconds({ tolerance });
  }
  const times = await alternating(works, turnsFor(pool));
  return contenders.map(({ name, rounds, preparation }) => ({
    pool,
    name,
    rounds,
    preparation,
    time: times[name],
    timeToError: times[errorOf(name)],
  }));
}

const errorOf = (name) => `${name}, to the same error`;

/** What the columns of `duelTable` mean. */
export const duelNote = [
  "Rounds end when both vectors change by less than 1e-10 in L1, or at the loosest tolerance that leaves an",
  "L1 error below 1e-10. Ours prepares its pool in every run; a rival does it once, in both orders of its",
  "matrices, and keeps the faster one.",
];

/** A row per contender; ratios are to our first row of the same pool. */
export function duelTable(duels) {
  const header = [
    "models x items",
    "by",
    "rounds",
    "preparing",
    "change below 1e-10",
    `error below ${sameError}`,
    "error / ours",
    "with preparing / ours",
  ];
  const rows = duels.flatMap(([ours, ...others]) => [
    duelRow(ours),
    ...others.map((other) => duelRow(other, ours)),
  ]);
  return markdownTable(header, rows);
}

function duelRow({ pool, name, rounds, preparation, time, timeToError }, ours) {
  return [
    size(pool),
    name,
    rounds,
    duration(preparation),
    duration(time),
    duration(timeToError) || "never",
    ours ? ratio(timeToError, ours.timeToError) : "",
    ours && preparation ? ratio(timeToError + preparation, ours.timeToError) : "",
  ];
}
