/** 1,000 bootstrap replicates, against refits by numpy. */

import { bootstrap } from "../../dist/index.js";
import { threadCrew } from "../../dist/cli/thread-crew.js";
import { randomStream } from "../../dist/numeric/random.js";
import { checkVector } from "../agreement.mjs";
import { answeredPool, byteRows } from "../answered-pool.mjs";
import { solve } from "../ours.mjs";
import { writePool } from "../rivals.mjs";
import { count, duration, markdownTable, ratio, size } from "../table.mjs";
import { alternating, timed } from "../timing.mjs";

const replicates = 1000;
const seed = 1;
const crew = threadCrew({ threads: 2 });
/** Models, items, how often all replicates are timed, and how many of them numpy makes. */
const cases = [
  { models: 30, items: 35_550, turns: 3, ofNumpy: 100 },
  { models: 400, items: 35_550, turns: 1, ofNumpy: 20 },
];

export async function resampling(rivals) {
  const table = [];
  for (const { models, items, turns, ofNumpy } of cases) {
    const pool = answeredPool(models, items);
    const fitted = { matrix: pool.matrix, fit: solve(pool.matrix) };
    const rows = byteRows(pool);
    const contenders = {
      ours: () => timed(() => bootstrap(fitted, { replicates, seed })),
      oursByTwo: () => timed(() => bootstrap(fitted, { replicates, seed, crew })),
    };
    const first = bootstrap(fitted, { replicates: 1, seed });
    for (const [name, rival] of [
      ["one", rivals.oneThread],
      ["two", rivals.twoThreads],
    ]) {
      if (!rival) continue;
      await rival.load(writePool(pool, rivals, rows));
      const refit = await rival.refit(models, firstDraw(items));
      checkVector("numpy, first replicate", first.logCompetency.map(Math.exp), refit.competency);
      contenders[name] = async () => ((await rival.resample(ofNumpy)) * replicates) / ofNumpy;
    }
    const times = await alternating(contenders, turns);
    table.push([
      `${size(pool)}, ${first.method}`,
      duration(times.ours),
      duration(times.oursByTwo),
      duration(times.one),
      duration(times.two),
      ratio(times.one, times.ours),
      ratio(times.two, times.oursByTwo),
      rivals.oneThread ? count(ofNumpy) : "",
    ]);
  }
  return [
    `## ${count(replicates)} bootstrap replicates`,
    "",
    "numpy draws the items as counts and refits from the point estimate to 1e-8. It makes only some of the",
    "replicates; its times are scaled from these. Our second thread is started anew each time.",
    "",
    ...markdownTable(
      [
        "models x items, method",
        "`bootstrap`, 1 thread",
        "2 threads",
        "numpy, 1 thread",
        "numpy, 2 threads",
        "1 thread / ours",
        "2 threads / ours by 2",
        "replicates by numpy",
      ],
      table,
    ),
  ];
}

/** How often replicate 0 counts each item. */
function firstDraw(items) {
  const copies = new Uint32Array(items);
  randomStream(seed, { purpose: "bootstrap", index: 0 }).tally(copies, items);
  return copies;
}
