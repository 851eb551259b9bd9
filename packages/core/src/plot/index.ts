export { caterpillar, type CaterpillarData, type CaterpillarModel } from "./caterpillar.ts";
export { colour, inTheme, themeColours, type ColourName } from "./colours.ts";
export {
  difficultyHistogram,
  type BenchmarkDifficulties,
  type DifficultyHistogramData,
} from "./difficulty-histogram.ts";
export { familyMultiples, type FamilyMultiplesData, type FamilyPanel } from "./family-multiples.ts";
export { emptyFigure, type FigureOptions } from "./figure.ts";
export { flips, type FlipsBand, type FlipsData } from "./flips.ts";
export { heatMap, type HeatMapData, type HeatMapOptions } from "./heat-map.ts";
export type { Deflate } from "./png.ts";
export { itemMap, type ItemMapData, type MappedModel } from "./item-map.ts";
export { movers, type MoverModel, type MoversData } from "./movers.ts";
export { profiles, type ProfileData, type ProfileModel, type ProfilePoint } from "./profiles.ts";
export { rankBump, type RankBumpData, type RankOrder } from "./rank-bump.ts";
export {
  stabilityCurves,
  type StabilityAgreement,
  type StabilityCurvesData,
  type StabilityStep,
} from "./stability-curves.ts";
export { caterpillarText, profileText, type TextFigureOptions } from "./text.ts";
