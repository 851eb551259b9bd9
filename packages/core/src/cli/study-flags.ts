/** The flags of studies, and which study takes which. */

import { EipError } from "../errors.ts";
import type { FitFlags, OutputFlags, ReadFlags } from "./options.ts";

/** The experiments that `study` knows. */
export type StudyName =
  | "simulate"
  | "stability"
  | "damping"
  | "smoothing"
  | "placing"
  | "profiles"
  | "agree";

/** The flags of every study. */
export interface StudyFlags extends ReadFlags, FitFlags, OutputFlags {
  readonly estimator?: readonly string[];
  readonly seeds?: number;
  readonly repeats?: number;
  readonly budget?: number;
  readonly within?: number;
  readonly values?: readonly number[];
  readonly picture?: boolean;
}

/** Flags that not every study has a use for. */
const users = {
  estimator: ["simulate", "stability", "agree"],
  seeds: ["simulate"],
  repeats: ["stability", "placing"],
  budget: ["placing"],
  within: ["placing"],
  values: ["damping", "smoothing"],
  picture: ["profiles"],
  top: [],
  wide: [],
} as const satisfies Readonly<Record<string, readonly StudyName[]>>;

/**
 * Refuses a flag that the study would pass over in silence.
 *
 * @throws EipError `usage` with the studies that take it.
 */
export function refuseStudyFlags(study: StudyName, flags: StudyFlags): void {
  for (const [flag, takers] of Object.entries(users)) {
    if (flags[flag as keyof typeof users] === undefined) continue;
    if ((takers as readonly StudyName[]).includes(study)) continue;
    throw new EipError("usage", {
      where: `study ${study}`,
      found: `--${flag} has no meaning here`,
      expected: takers.length > 0 ? `it with study ${takers.join(" or ")}` : undefined,
    });
  }
}
