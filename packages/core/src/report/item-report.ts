/** The items of a pool as plain, versioned data: what `items --json` prints. */

import { auditItems, type Audit, type AuditFlag, type ItemAudit } from "../analysis/audit.ts";
import type { ItemSensitivity } from "../analysis/difficulty-sensitivity.ts";
import { reviewList, strengthThirds, type Suspect } from "../analysis/review.ts";
import { itemKey, type ItemKey } from "../analysis/wording.ts";
import type { Fitted } from "../estimate/fitted.ts";
import type { DropReason } from "../matrix/discriminating.ts";
import { readItem, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { CsvColumn } from "./csv.ts";

export interface ItemReport {
  readonly schema: "eip-items/1";
  readonly data: { readonly models: number; readonly items: number; readonly itemsKept: number };
  /** Items that tell models apart by difficulty, then the others. */
  readonly items: readonly ItemRow[];
  /** Items worth reading, most suspect first. */
  readonly review: readonly ReviewRow[];
  /** The strongest and the weakest third of the models by Rasch ability, which `review` counts. */
  readonly strong: readonly string[];
  readonly weak: readonly string[];
}

export type ItemFlag = DropReason | AuditFlag;

/** One item; values are `null` where they need variation that is not there. */
export interface ItemRow extends ItemKey {
  /** `null` for an item that tells no models apart. */
  readonly difficulty: number | null;
  /** Difficulty times the number of such items: 1 is the average of the pool. */
  readonly relative: number | null;
  /** Where `relative` lay when the models were drawn again; only when that was asked for. */
  readonly relativeLower?: number | null;
  readonly relativeUpper?: number | null;
  /** Mean score of the models that were asked; `null` when none was. */
  readonly facility: number | null;
  /** Mean score of the best less that of the weakest models by the other items, -1 to 1. */
  readonly discrimination: number | null;
  /** Correlation with the total of the other items, -1 to 1. */
  readonly itemRest: number | null;
  /** Weighted and plain mean square misfit to a Rasch model; 1 is expected. */
  readonly infit: number | null;
  readonly outfit: number | null;
  /** Log likelihood ratio of a wrong against a right key, and the probability of a wrong one. */
  readonly evidence: number | null;
  readonly probability: number | null;
  readonly solvedBy: readonly string[];
  readonly failedBy: readonly string[];
  /** Models that were asked. */
  readonly asked: number;
  readonly flags: readonly ItemFlag[];
  /** Too few models were asked to say much about the key. */
  readonly weakEvidence: boolean;
}

export interface ReviewRow extends ItemKey, Omit<Suspect, "item"> {
  readonly itemRest: number | null;
}

export interface ItemReportOptions {
  /** Share of wrong keys to expect before looking. Default .05. */
  readonly keyErrorRate?: number | undefined;
  /** From `difficultySensitivity`: how much each difficulty rests on the choice of models. */
  readonly sensitivity?: readonly ItemSensitivity[] | undefined;
}

/** Difficulty, statistics and flags of every item, and the list of those to read first. */
export function itemReport(pool: Fitted, options: ItemReportOptions = {}): ItemReport {
  const { matrix, fit } = pool;
  const audit = auditItems(pool, options);
  const place = new Map([...fit.keptItems].map((item, index) => [item, index]));
  const { sensitivity } = options;
  const { strong, weak } = strengthThirds(audit.ability);
  const names = (models: readonly number[]) => models.map((model) => matrix.models[model]!);
  const rows = audit.items.map((row) => {
    const index = place.get(row.item);
    const difficulty = index === undefined ? null : fit.difficulty[index]!;
    const relative = difficulty === null ? null : difficulty * fit.keptItems.length;
    const known = index === undefined ? undefined : sensitivity?.[index];
    return {
      ...itemRow(matrix, row, { difficulty, relative }),
      ...(sensitivity && {
        relativeLower: known?.lower ?? null,
        relativeUpper: known?.upper ?? null,
      }),
    };
  });
  return {
    schema: "eip-items/1",
    data: {
      models: matrix.models.length,
      items: matrix.items.length,
      itemsKept: fit.keptItems.length,
    },
    items: rows.toSorted((a, b) => (b.difficulty ?? -1) - (a.difficulty ?? -1)),
    review: reviewRows(matrix, audit),
    strong: names(strong),
    weak: names(weak),
  };
}

function itemRow(
  matrix: ResponseMatrix,
  row: ItemAudit,
  estimate: Pick<ItemRow, "difficulty" | "relative">,
): ItemRow {
  const scores = readItem(matrix, row.item, new Float64Array(matrix.models.length));
  const named = (wanted: number) => matrix.models.filter((_, model) => scores[model] === wanted);
  const { facility, discrimination, itemRest, infit, outfit, evidence, probability } = row;
  return {
    ...itemKey(matrix, row.item),
    ...estimate,
    facility,
    discrimination,
    itemRest,
    infit,
    outfit,
    evidence,
    probability,
    solvedBy: named(1),
    failedBy: named(0),
    asked: row.asked,
    flags: row.dropped === null ? row.flags : [row.dropped],
    weakEvidence: row.weakEvidence,
  };
}

function reviewRows(matrix: ResponseMatrix, audit: Audit): readonly ReviewRow[] {
  return reviewList(matrix, audit).map(({ item, ...suspect }) => ({
    ...itemKey(matrix, item),
    ...suspect,
    itemRest: audit.items[item]!.itemRest,
  }));
}

/** Columns of `items --csv`. */
export const itemCsvColumns: readonly CsvColumn<ItemRow>[] = [
  { name: "item_id", value: (row) => row.item },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "difficulty", value: (row) => row.difficulty },
  { name: "relative", value: (row) => row.relative },
  { name: "relative_lower", value: (row) => row.relativeLower },
  { name: "relative_upper", value: (row) => row.relativeUpper },
  { name: "facility", value: (row) => row.facility },
  { name: "discrimination", value: (row) => row.discrimination },
  { name: "item_rest_r", value: (row) => row.itemRest },
  { name: "infit", value: (row) => row.infit },
  { name: "outfit", value: (row) => row.outfit },
  { name: "evidence", value: (row) => row.evidence },
  { name: "probability", value: (row) => row.probability },
  { name: "solved_by", value: (row) => row.solvedBy.length },
  { name: "failed_by", value: (row) => row.failedBy.length },
  { name: "flags", value: (row) => row.flags.join(" ") },
  { name: "n", value: (row) => row.asked },
];
