/** What is left of an order when models or items are left out. */

import type { EstimatorAgreement, PerturbationFigures } from "../analysis/stability.ts";
import { emptyFigure, type FigureOptions } from "./figure.ts";

/** Figures of a study of stability; a `Stability` fits. */
export interface StabilityCurvesData {
  readonly perturbations: readonly StabilityStep[];
}

/** One change of the pool, with the agreement of each estimator before and after. */
export interface StabilityStep extends Pick<PerturbationFigures, "kind" | "what"> {
  readonly agreements: readonly Pick<
    EstimatorAgreement,
    "estimator" | "title" | "tau" | "tauShuffled"
  >[];
}

export function stabilityCurves(data: StabilityCurvesData, options: FigureOptions = {}): string {
  return emptyFigure(
    { title: "Stability", sentence: `${data.perturbations.length} changes.` },
    options,
  );
}
