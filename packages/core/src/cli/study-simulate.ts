/** `study simulate` and `simulate`: estimators where the truth is known. */

import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import { worldNamed, worlds, type WorldName } from "../analysis/named-worlds.ts";
import { simulate, type Simulation } from "../analysis/simulate.ts";
import { csv } from "../report/csv.ts";
import {
  simulateCsvColumns,
  simulateCsvRows,
  simulateReport,
  simulateSections,
} from "../report/study-simulate.ts";
import type { CommandContext } from "./program.ts";
import type { StudyFlags } from "./study-flags.ts";
import { refuseStudyFlags } from "./study-flags.ts";
import { formatOf } from "./output.ts";
import { deliverStudy, withProgress } from "./study-output.ts";

/** As many pools as the reference figures have. */
const usualSeeds = (world: string): number => (world === "equal-accuracy" ? 200 : 100);

export async function run(
  context: CommandContext,
  words: readonly unknown[],
  flags: StudyFlags,
): Promise<number> {
  refuseStudyFlags("simulate", flags);
  formatOf(flags, context);
  const named = (words.flat() as string[]).map(knownWorld);
  const names = named.length === 0 ? worlds.map(({ name }) => name) : [...new Set(named)];
  const { damping, smoothing, missing, seed, seeds, estimator } = flags;
  const simulations = await withProgress(context, flags.quiet ?? false, async (onStep) => {
    const done: Simulation[] = [];
    for (const name of names) {
      done.push(
        await simulate(name, {
          damping,
          smoothing,
          missing,
          seeds: seeds ?? usualSeeds(name),
          firstSeed: seed,
          estimators: estimator,
          onStep,
        }),
      );
    }
    return done;
  });
  const reports = simulations.map((simulation) =>
    simulateReport(simulation, {
      damping: damping ?? 0.85,
      smoothing: smoothing ?? 0,
      missing: missing ?? "weighted",
    }),
  );
  await deliverStudy(
    {
      json: () =>
        reports.length === 1 ? reports[0] : { schema: "eip-simulate/1", worlds: reports },
      csv: () => csv(simulateCsvColumns, simulateCsvRows(reports)),
      sections: () => simulateSections(simulations),
    },
    flags,
    context,
  );
  return 0;
}

function knownWorld(word: string): string {
  const names = worlds.map(({ name }) => name);
  const nearest = nearestName(word, names);
  if (names.includes(word as WorldName) || nearest === undefined) return worldNamed(word).name;
  throw new EipError("bad-option", { found: `no world called "${word}"`, try: nearest });
}
