/** `study`: the experiments of the paper, on simulated pools and on one's own. */

import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import type { CommandModule } from "./commands.ts";
import type { CommandContext } from "./program.ts";
import type { StudyName } from "./study-flags.ts";

const studies: Readonly<Record<StudyName, () => Promise<CommandModule>>> = {
  stability: () => import("./study-stability.ts"),
  damping: async () => (await import("./study-sweep.ts")).sweepCommand("damping"),
  smoothing: async () => (await import("./study-sweep.ts")).sweepCommand("smoothing"),
  placing: () => import("./study-placing.ts"),
  profiles: () => import("./study-profiles.ts"),
  agree: () => import("./study-agree.ts"),
  simulate: () => import("./study-simulate.ts"),
};

export async function run(
  context: CommandContext,
  [name, words]: readonly unknown[],
  flags: Record<string, unknown>,
): Promise<number> {
  const names = Object.keys(studies);
  if (!names.includes(name as string)) {
    throw new EipError("usage", {
      found: name === undefined ? "no study named" : `no study called "${name as string}"`,
      expected: `one of ${names.join(", ")}`,
      try: `${context.program.name} study ${nearestName(String(name), names) ?? "stability results/"}`,
    });
  }
  const study = await studies[name as StudyName]();
  return study.run(context, words as readonly string[], flags);
}
