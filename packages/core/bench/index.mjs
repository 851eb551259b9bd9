/**
 * How fast the method is, as ratios within one run: against plain loops over bytes, and against numpy,
 * scipy, igraph and networkx where python3 has them. Every comparison checks first that the results
 * agree. All data are seeded.
 *
 *     pnpm bench                    all sections, as Markdown
 *     pnpm bench solving gaps       some of them: solving rows first credit gaps graphs bootstrap reading
 *                                   largest
 *     pnpm bench --quote            the table for the README
 *     pnpm bench --smoke            plain loops only; fails below half of the target ratio
 */

import { parseArgs } from "node:util";
import { machine } from "./machine.mjs";
import { describeRivals, startRivals } from "./rivals.mjs";
import { firstCall } from "./sections/first-call.mjs";
import { fromRows } from "./sections/from-rows.mjs";
import { gaps } from "./sections/gaps.mjs";
import { graphs } from "./sections/graphs.mjs";
import { largestPool } from "./sections/largest-pool.mjs";
import { partialCredit } from "./sections/partial-credit.mjs";
import { readingTable } from "./reading.mjs";
import { resampling } from "./sections/resampling.mjs";
import { quote, solving } from "./sections/solving.mjs";
import { smoke } from "./smoke.mjs";

const sections = {
  solving,
  rows: fromRows,
  first: firstCall,
  credit: partialCredit,
  gaps,
  graphs,
  bootstrap: resampling,
  reading: async () => ["## Reading logs", "", ...(await readingTable())],
  largest: largestPool,
};

const { values, positionals } = parseArgs({
  options: { smoke: { type: "boolean" }, quote: { type: "boolean" } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !(name in sections));
if (unknown !== undefined) {
  process.stderr.write(`no section "${unknown}"; there are ${Object.keys(sections).join(" ")}\n`);
  process.exitCode = 2;
} else {
  print(...machine());
  await (values.smoke ? runSmoke() : runSections());
}

async function runSmoke() {
  const { lines, failures } = await smoke();
  print("", ...lines);
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
}

async function runSections() {
  const rivals = await startRivals();
  try {
    for (const line of describeRivals(rivals)) print("", line);
    if (values.quote) {
      print("", ...(await quote(rivals)));
      return;
    }
    const names = positionals.length > 0 ? positionals : Object.keys(sections);
    for (const name of names) print("", ...(await sections[name](rivals)));
  } finally {
    rivals.stop();
  }
}

function print(...lines) {
  process.stdout.write(`${lines.join("\n")}\n`);
}
