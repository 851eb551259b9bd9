import type { ScoreScale } from "@eip-eval/core";

/**
 * The grader's answer had no choice in it that the harness could find (format document, section
 * 2.4).
 */
export const INVALID = "__invalid__";

type ChoiceMap = Readonly<Record<string, number>>;

const YES_NO: ChoiceMap = { Y: 1, N: 0 };
const YES_NO_UNSURE: ChoiceMap = { Yes: 1, No: 0, Unsure: 0.5 };
const RIGHT_WRONG: ChoiceMap = { Correct: 1, Incorrect: 0 };

/** What the choices of the registry's modelgraded specs are worth; the others have no order. */
const MAPS: ReadonlyMap<string, ChoiceMap> = new Map<string, ChoiceMap>([
  ["closedqa", YES_NO],
  ["arithmetic-expression", YES_NO],
  ["regression-equation", YES_NO],
  ["translation", YES_NO],
  ["battle", { Yes: 1, No: 0 }],
  ["diversity", { Yes: 1, No: 0 }],
  ["humor", YES_NO_UNSURE],
  ["humor_out_message", YES_NO_UNSURE],
  ["iambic_pentameter", YES_NO_UNSURE],
  ["security", YES_NO_UNSURE],
  ["sql", RIGHT_WRONG],
  ["singlestore", RIGHT_WRONG],
  ["onomatopoeia", { A: 1, B: 0.8, C: 0.6, D: 0.4, E: 0.2, F: 0 }],
]);

interface Range {
  readonly min: number;
  readonly max: number;
}

/** Specs whose choices are numbers, and so are the scores. */
const RANGES: ReadonlyMap<string, Range> = new Map([
  ["seo_keywords", { min: 0, max: 3 }],
  ["humor_likert", { min: 1, max: 5 }],
  ["humor_jp", { min: 1, max: 5 }],
  ["research-question-extraction", { min: 1, max: 5 }],
]);

/**
 * The scale of the choices of a modelgraded spec; `undefined` for one without an official order.
 *
 * @example
 * ```ts
 * scaleOfChoices("humor"); // { labels: { Yes: 1, No: 0, Unsure: 0.5 } }
 * scaleOfChoices("humor_likert"); // { min: 1, max: 5 }
 * scaleOfChoices("fact"); // undefined
 * ```
 */
export function scaleOfChoices(modelgradedSpec: string | undefined): ScoreScale | undefined {
  const labels = MAPS.get(modelgradedSpec ?? "");
  return labels ? { labels } : RANGES.get(modelgradedSpec ?? "");
}

/** The scale of the scores that a modelgraded spec gives: from 0 to 1 but for the numbered ones. */
export function scaleOfScores(modelgradedSpec: string | undefined): ScoreScale {
  return RANGES.get(modelgradedSpec ?? "") ?? "unit";
}

/** Specs that compare two completions: what comes out is not one model's score. */
export function comparesCompletions(modelgradedSpec: string | undefined): boolean {
  return modelgradedSpec === "battle";
}
