import { EipError, groupBy } from "@eip-eval/core";
import type { LabelledRun } from "./run.ts";

/** In what runs of one benchmark may differ so that they are two tests. */
export type SetupPart = "output-type" | "n-shot" | "version" | "metric" | "filter";

/**
 * Whether `allowed` names a part of the set-up, in any spelling: `n-shot`, `n_shot`, `versions`.
 *
 * @example
 * ```ts
 * isAllowed("n-shot", ["N_shot"]); // true
 * ```
 */
export function isAllowed(part: SetupPart, allowed: readonly string[] = []): boolean {
  return allowed.some(
    (one) => one.toLowerCase().replaceAll(/[_\s]/g, "-").replace(/s$/, "") === part,
  );
}

const SAID: Record<SetupPart, (run: LabelledRun, value: string, isFirst: boolean) => string> = {
  "output-type": ({ model }, value) => `${model} ran it as ${value}`,
  "n-shot": ({ model }, value, isFirst) =>
    isFirst ? `${model} was asked ${value}-shot` : `${model} ${value}-shot`,
  version: ({ model }, value) => `${model} ran version ${value}`,
  metric: ({ model }, value, isFirst) =>
    isFirst ? `${model} was scored by ${value}` : `${model} by ${value}`,
  filter: ({ model }, value, isFirst) =>
    isFirst ? `${model} was filtered by ${value}` : `${model} by ${value}`,
};

/**
 * Refuses to pool runs that differ in one part of their set-up; runs of which it is unknown fit any.
 *
 * @throws EipError `mixed-setup`
 */
export function checkPart(
  part: SetupPart,
  runs: readonly LabelledRun[],
  valueOf: (run: LabelledRun) => string | undefined,
): void {
  const groups = groupBy(
    runs.filter((run) => valueOf(run) !== undefined),
    (run) => valueOf(run)!,
  );
  if (groups.size > 1)
    throw mixedSetup(
      part,
      [...groups.values()].map((group) => group[0]!),
      valueOf,
    );
}

/** The error for runs that differ; one run for each of at most three values is named. */
export function mixedSetup(
  part: SetupPart,
  runs: readonly LabelledRun[],
  valueOf: (run: LabelledRun) => string | undefined,
): EipError {
  const said = runs.slice(0, 3).map((run, at) => SAID[part](run, valueOf(run)!, at === 0));
  return new EipError("mixed-setup", {
    where: runs[0]!.benchmark,
    found: `${said.join(", ")}; these are ${runs.length === 2 ? "two" : runs.length} tests`,
    try: `leave one out, or --allow-mixed ${part}`,
  });
}

/** Refuses to pool runs of one benchmark whose set-ups are different tests (section 7). */
export function checkSetups(runs: readonly LabelledRun[], allowed: readonly string[] = []): void {
  if (!isAllowed("output-type", allowed)) {
    checkPart("output-type", runs, ({ setup }) => setup?.outputType);
  }
  if (!isAllowed("n-shot", allowed)) checkPart("n-shot", runs, ({ setup }) => setup?.shots);
  if (!isAllowed("version", allowed))
    checkPart("version", runs, ({ setup }) => versionOf(setup?.version));
}

/** The first releases wrote "Yaml" where a task had no version. */
function versionOf(version: string | undefined): string | undefined {
  return version === "Yaml" || version === "N/A" ? undefined : version;
}
