/** The settings of a comparison, from flags and file, and the comparison by them. */

import { compare, type Comparison } from "../analysis/compare.ts";
import type { Gates } from "../analysis/verdict.ts";
import { bootstrap } from "../stats/bootstrap.ts";
import type { CompareFlags, Operands } from "./compare-operands.ts";
import type { Config } from "./config-schema.ts";
import { marginFrom } from "./margin.ts";
import { fitPool, seedOf } from "./pool.ts";
import { exitCode } from "./program.ts";
import { threadCrew } from "./thread-crew.ts";

/** Below this many models nothing is said about hard items. */
const FEWEST_MODELS = 5;

export interface Compared {
  readonly pairs: readonly Comparison[];
  readonly gates: Gates;
  readonly level: number;
  readonly correction: "holm" | "bh";
}

/** Compares the pairs of a pool. */
export function compared({ pool, pairs }: Operands, flags: CompareFlags): Compared {
  const { config } = pool.reading.settings;
  const gates = gatesOf(flags, config);
  const level = flags.level ?? 0.95;
  const correction = flags.correction ?? config.compare?.correction ?? "holm";
  const seed = seedOf(pool.reading, flags);
  const fitted = fitPool(pool, flags);
  const replicates = flags.bootstrap ?? 1000;
  const { cluster } = pool;
  const spread = () => bootstrap(fitted, { replicates, seed, cluster, crew: threadCrew() });
  const weighted =
    pool.matrix.models.length < FEWEST_MODELS
      ? undefined
      : {
          weightedAccuracy: fitted.fit.weightedAccuracy,
          bootstrap: replicates === 0 ? undefined : spread(),
        };
  const options = { ...gates, level, correction, cluster, seed, weighted };
  return { pairs: compare(pool.matrix, pairs, options), gates, level, correction };
}

/**
 * The gates that flags ask for, else the settings file.
 *
 * @throws EipError `bad-option` for a margin that is none.
 */
export function gatesOf(flags: CompareFlags, { compare: settings = {} }: Config): Gates {
  const margin = (flag: string, text: string | undefined) =>
    text === undefined ? undefined : marginFrom(flag, text);
  return {
    maxDrop: margin("--max-drop", flags.maxDrop ?? settings["max-drop"]),
    minGain: margin("--min-gain", flags.minGain ?? settings["min-gain"]),
  };
}

/** The worst gate of all pairs decides. */
export function gateExit(pairs: readonly Comparison[]): number {
  const gates = pairs.map(({ gate }) => gate);
  if (gates.includes("failed")) return exitCode.gateFailed;
  return gates.includes("undecided") ? exitCode.undecided : exitCode.fine;
}
