/** The ranking as a file for a spreadsheet or a notebook. */

import type { CsvColumn } from "./csv.ts";
import type { ModelRow } from "./model-rows.ts";
import type { RankReport } from "./report.ts";

/** Columns of `rank --csv`. */
export function rankCsvColumns({ data }: RankReport): readonly CsvColumn<ModelRow>[] {
  return [
    { name: "model", value: (row) => row.model },
    { name: "competency", value: (row) => row.competency },
    { name: "relative", value: (row) => row.relative },
    { name: "lower", value: (row) => row.lower },
    { name: "upper", value: (row) => row.upper },
    { name: "weighted_accuracy", value: (row) => row.weightedAccuracy },
    { name: "weighted_lower", value: (row) => row.weightedLower },
    { name: "weighted_upper", value: (row) => row.weightedUpper },
    { name: "rank", value: (row) => row.rank },
    { name: "rank_lower", value: (row) => row.rankLower },
    { name: "rank_upper", value: (row) => row.rankUpper },
    { name: "smoothed_rank", value: (row) => row.smoothedRank },
    { name: "tier", value: (row) => row.tier },
    { name: "accuracy", value: (row) => row.accuracy },
    { name: "accuracy_kept", value: (row) => row.accuracyKept },
    { name: "accuracy_rank", value: (row) => row.accuracyRank },
    { name: "task_mean", value: (row) => row.taskMean },
    ...data.benchmarks.map(({ name }) => ({
      name: `accuracy:${name}`,
      value: (row: ModelRow) => row.benchmarks[name],
    })),
    { name: "n", value: (row) => row.answered },
    { name: "coverage", value: (row) => row.coverage },
  ];
}
