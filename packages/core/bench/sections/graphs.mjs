/** Libraries for graphs: the fixed point is a personalised PageRank of models and items. */

import { checkAgreement } from "../agreement.mjs";
import { answeredPool, byteRows } from "../answered-pool.mjs";
import { solve } from "../ours.mjs";
import { writePool } from "../rivals.mjs";
import { duration, markdownTable, ratio } from "../table.mjs";
import { alternating, timed } from "../timing.mjs";
import { warmUp } from "../warm-up.mjs";

const runs = 3;

export async function graphs(rivals) {
  const { found, oneThread: rival } = rivals;
  const title = "## Graph libraries";
  // PageRank of networkx is made of scipy.
  const usable = { igraph: found.igraph, networkx: found.networkx && found.scipy };
  const libraries = Object.keys(usable).filter((name) => rival && usable[name]);
  if (libraries.length === 0) return [title, "", "None is installed."];
  warmUp();
  const pool = answeredPool(30, 35_550);
  const fit = solve(pool.matrix);
  const written = writePool(pool, rivals, byteRows(pool));
  const builds = {};
  const contenders = { ours: () => timed(() => solve(pool.matrix)) };
  for (const library of libraries) {
    contenders[library] = async () => {
      const answer = await rival.graph(library, written);
      checkAgreement(library, fit, answer);
      builds[library] = answer.build;
      return answer.milliseconds;
    };
  }
  const times = await alternating(contenders, runs);
  return [
    title,
    "",
    "30 x 35,550; half of the teleport to models and half to items, and the result doubled.",
    "",
    ...markdownTable(
      ["library", "building the graph", "solving", "solving / ours"],
      [
        ["`propagate`", "", duration(times.ours), ""],
        ...libraries.map((library) => [
          library,
          duration(builds[library]),
          duration(times[library]),
          ratio(times[library], times.ours),
        ]),
      ],
    ),
  ];
}
