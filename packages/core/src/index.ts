export { EipError, type ErrorCode, type ErrorParts } from "./errors.ts";
export type {
  Adapter,
  BenchmarkSummary,
  IgnoredFile,
  MeanCheck,
  Notice,
  NoticeCode,
  Outcome,
  Problem,
  ReadOptions,
  ReadProgress,
  ReadSummary,
  RunSummary,
  ScoreScale,
} from "./outcomes/adapter.ts";
export type { GradedMetric, GradedRun, RunHead } from "./outcomes/graded-run.ts";
export { groupBy } from "./outcomes/group-by.ts";
export { matchesPattern, patternLookup, type PatternLookup } from "./outcomes/pattern.ts";
export { scoreFromGrade } from "./outcomes/score.ts";
export {
  isComplete,
  matrixFromRows,
  readItem,
  scoreAt,
  type ResponseMatrix,
  type RowOptions,
  type Rows,
  type Storage,
} from "./matrix/response-matrix.ts";
export { collect, type CollectOptions } from "./matrix/collect.ts";
export { selectFrom, type Selection } from "./matrix/select.ts";
export { discriminating, type Discriminating, type DropReason } from "./matrix/discriminating.ts";
export { exactSum, type ExactSum } from "./numeric/sum.ts";
export type { Estimate, Estimator } from "./estimate/estimate.ts";
export {
  propagate,
  type MissingPolicy,
  type PropagateOptions,
  type PropagateSettings,
  type Propagation,
} from "./estimate/propagate.ts";
export { meanScore } from "./estimate/mean-score.ts";
export { simpleRank } from "./estimate/simple-rank.ts";
export {
  bradleyTerry,
  type BradleyTerryFit,
  type BradleyTerryOptions,
} from "./estimate/bradley-terry.ts";
export {
  multidimensional,
  type MultidimensionalFit,
  type MultidimensionalOptions,
} from "./estimate/multidimensional.ts";
export { pageRank, type PageRankFit, type PageRankOptions } from "./estimate/page-rank.ts";
export {
  twoParameter,
  type TwoParameterFit,
  type TwoParameterOptions,
} from "./estimate/two-parameter.ts";
export { ranks } from "./stats/ranks.ts";
export { kendallTau } from "./stats/rank-correlation.ts";
export {
  accuracies,
  benchmarkWeights,
  type BenchmarkWeight,
  type ModelAccuracy,
} from "./analysis/benchmarks.ts";
export { decisiveItems, type DecisiveItem } from "./analysis/decisive-items.ts";
export {
  competencyTerms,
  differenceTerms,
  difficultyShares,
  effectiveItems,
  itemShares,
  type ItemTerm,
  type ModelShare,
} from "./analysis/explain.ts";
export { poolWarnings, type Warning, type WarningCode } from "./analysis/warnings.ts";
export type { Fitted } from "./estimate/fitted.ts";
export { rasch, type LogitScale, type RaschFit, type RaschOptions } from "./estimate/rasch.ts";
export { bootstrap, type Bootstrap, type BootstrapOptions } from "./stats/bootstrap.ts";
export type { Crew } from "./stats/crew.ts";
export type {
  MakeReplicates,
  ReplicateRange,
  ReplicateRows,
  ReplicateTask,
} from "./stats/replicates.ts";
export {
  intervals,
  type EstimateInterval,
  type IntervalCaution,
  type IntervalOptions,
  type Intervals,
  type ModelIntervals,
} from "./stats/intervals.ts";
export {
  pairedDifference,
  type PairedOptions,
  type PairedResult,
  type PairedScores,
} from "./stats/paired.ts";
export {
  fullLengthTau,
  reliability,
  type ReliabilityOptions,
  type SplitHalfReliability,
} from "./stats/reliability.ts";
export {
  tiers,
  type ModelTier,
  type TierBoundary,
  type TierOptions,
  type Tiers,
} from "./stats/tiers.ts";
export {
  auditItems,
  type Audit,
  type AuditFlag,
  type AuditOptions,
  type ItemAudit,
} from "./analysis/audit.ts";
export {
  chooseSmoothing,
  smoothingGrid,
  type ChooseSmoothingOptions,
  type ChosenSmoothing,
} from "./analysis/choose-smoothing.ts";
export {
  compare,
  type BenchmarkComparison,
  type CompareOptions,
  type Comparison,
  type ItemComparison,
} from "./analysis/compare.ts";
export { flipBands, type FlipBand, type FlipBandOptions } from "./analysis/flip-bands.ts";
export { flipLists, type FlipLists, type Pair } from "./analysis/flips.ts";
export { infer, type Inference, type InferenceOptions } from "./analysis/inference.ts";
export {
  expectedHitRate,
  reviewList,
  type Answers,
  type Suspect,
  type Suspicion,
} from "./analysis/review.ts";
export type { GateResult, Gates, Verdict } from "./analysis/verdict.ts";
export { humanAgreement, type AgreeOptions, type HumanAgreement } from "./analysis/agreement.ts";
export { benchmarkProfiles, type BenchmarkProfile } from "./analysis/benchmark-profiles.ts";
export { estimatorNamed, estimatorNames, type NamedEstimator } from "./analysis/estimators.ts";
export { modelGroups, type ModelGroup } from "./analysis/families.ts";
export {
  judgedPairs,
  raterAgreement,
  type Choice,
  type JudgedPair,
  type Judgement,
  type RaterAgreement,
} from "./analysis/judgements.ts";
export { worlds, type NamedWorld, type WorldName } from "./analysis/named-worlds.ts";
export {
  profilePairs,
  type ProfilePair,
  type ProfilePairOptions,
} from "./analysis/profile-pairs.ts";
export {
  familyProfiles,
  profileShapes,
  type FamilyProfile,
  type ProfileShape,
} from "./analysis/profile-shapes.ts";
export {
  modelProfiles,
  type ModelProfile,
  type ProfileBand,
  type ProfileOptions,
} from "./analysis/profiles.ts";
export { simulate, type SimulateOptions, type Simulation } from "./analysis/simulate.ts";
export { pearson, spearman } from "./analysis/spearman.ts";
export { stability, type Stability, type StabilityOptions } from "./analysis/stability.ts";
export type { OnStep, StudyProgress } from "./analysis/study-progress.ts";
export type { Summary } from "./analysis/summary.ts";
export {
  dampingGrid,
  sweepDamping,
  sweepSmoothing,
  type Sweep,
  type SweepOptions,
  type SweepPoint,
} from "./analysis/sweep.ts";
export { bankFromRecords, recordsOfBank } from "./analysis/bank-records.ts";
export {
  bankWarnings,
  namesakeWarnings,
  type BankWarning,
  type BankWarningCode,
  type NewRuns,
} from "./analysis/bank-warnings.ts";
export { heldOutAccuracy } from "./analysis/held-out.ts";
export {
  freezeBank,
  type BankItem,
  type BankMetric,
  type BankModel,
  type BankOptions,
  type BankSettings,
  type ItemBank,
} from "./analysis/item-bank.ts";
export {
  answersByBank,
  joinItems,
  openBank,
  type JoinedItems,
  type JoinOptions,
  type OpenBank,
} from "./analysis/open-bank.ts";
export { placeInBank, type Placement, type PlaceOptions } from "./analysis/place-in-bank.ts";
export {
  preparePlacing,
  type Placing,
  type PlacingBank,
  type PlacingOptions,
  type SeriesOptions,
  type Standing,
} from "./analysis/placing.ts";
export {
  placingStudy,
  type NarrowSeries,
  type PlacingFigures,
  type PlacingOfOrder,
  type PlacingStudy,
  type PlacingStudyOptions,
  type QuestionsNeeded,
} from "./analysis/placing-study.ts";
export type { AskingOrder } from "./analysis/next-item.ts";
export { placementWarnings } from "./analysis/placement-warnings.ts";
export { itemPool, selectItems, type ItemPool } from "./analysis/select-items.ts";
export {
  validateSizes,
  type Calibration,
  type SetQuality,
  type SizeQuality,
  type ValidationOptions,
} from "./analysis/select-validation.ts";
