/** From a fitted pool to what the page shows. */

import { auditItems, type ItemAudit } from "../analysis/audit.ts";
import type { Inference } from "../analysis/inference.ts";
import { reviewList } from "../analysis/review.ts";
import { weightedDifference } from "../analysis/weighted-difference.ts";
import type { Fitted } from "../estimate/fitted.ts";
import { rasch } from "../estimate/rasch.ts";
import { discriminating } from "../matrix/discriminating.ts";
import { itemFlags, pairPlace, type ItemColumns, type PageModel } from "./page-model.ts";
import type { RankReport } from "./report.ts";

/** A ranking, and what else the page is to hold. */
export interface PageContent
  extends Fitted, Pick<PageModel, "profiles" | "families" | "stability" | "texts"> {
  readonly report: RankReport;
  readonly inference: Inference;
  readonly cluster: Uint32Array | undefined;
  /** Share of wrong keys to expect before looking. Default .05. */
  readonly keyErrorRate?: number | undefined;
}

/** Answers that a page can carry, in bits: about 24 MB of base64. */
const mostBits = 144e6;

/** Everything the page shows. */
export function pageModel(content: PageContent): PageModel {
  const { matrix, fit, report, inference, keyErrorRate, cluster } = content;
  const { models, items, benchmarks, benchmarkOf } = matrix;
  const audit = auditItems({ matrix, fit }, { keyErrorRate });
  const scale = rasch(matrix);
  const isSmall = matrix.observed * (matrix.binary ? 2 : 8) <= mostBits;
  return {
    report,
    names: { models, items, benchmarks, benchmarkOf },
    pool: isSmall ? () => ({ matrix, fit }) : null,
    items: itemColumns(content, audit.items, scale.difficulty),
    review: reviewList(matrix, audit),
    pairHalfWidths: isSmall ? halfWidths(content, inference) : null,
    cluster: cluster ?? null,
    abilities: scale.competency,
    profiles: content.profiles,
    families: content.families,
    stability: content.stability,
    texts: content.texts,
  };
}

function itemColumns(
  { matrix, fit }: Fitted,
  audit: readonly ItemAudit[],
  logits: Float64Array,
): ItemColumns {
  const size = audit.length;
  const column = (value: (row: ItemAudit) => number | null) =>
    Float32Array.from(audit, (row) => value(row) ?? Number.NaN);
  const relative = new Float32Array(size).fill(Number.NaN);
  for (const [place, item] of fit.keptItems.entries()) {
    relative[item] = fit.difficulty[place]! * fit.keptItems.length;
  }
  const logit = new Float32Array(size).fill(Number.NaN);
  for (const [place, item] of discriminating(matrix).kept.entries()) logit[item] = logits[place]!;
  return {
    relative,
    logit,
    facility: column((row) => row.facility),
    discrimination: column((row) => row.discrimination),
    itemRest: column((row) => row.itemRest),
    infit: column((row) => row.infit),
    outfit: column((row) => row.outfit),
    evidence: column((row) => row.evidence),
    probability: column((row) => row.probability),
    asked: Uint32Array.from(audit, (row) => row.asked),
    solved: Uint32Array.from(audit, (row) => row.solved),
    flags: Uint16Array.from(audit, flagBits),
  };
}

function flagBits({ dropped, flags }: ItemAudit): number {
  return itemFlags.reduce(
    (bits, flag, place) =>
      flag === dropped || (dropped === null && flags.some((own) => own === flag))
        ? bits | (1 << place)
        : bits,
    0,
  );
}

/** Models whose pairs each get an interval; those of more would outweigh the answers. */
const mostPaired = 700;

/** Half of the interval of every pair; the refits themselves would be many times as large. */
function halfWidths({ matrix, fit }: Fitted, { bootstrap, level }: Inference): Float64Array | null {
  const models = matrix.models.length;
  if (bootstrap === undefined || models > mostPaired) return null;
  const weighted = { weightedAccuracy: fit.weightedAccuracy, bootstrap };
  const halves = new Float64Array((models * (models - 1)) / 2).fill(Number.NaN);
  for (let b = 1; b < models; b += 1) {
    for (let a = 0; a < b; a += 1) {
      const found = weightedDifference({ a, b }, { weighted, level });
      const { weightedDifference: middle, weightedLower: low, weightedUpper: high } = found;
      if (middle === null || low === null || high === null) continue;
      // One end may have been cut at -1 or 1, never both.
      halves[pairPlace(a, b)] = Math.max(middle - low, high - middle);
    }
  }
  return halves;
}
