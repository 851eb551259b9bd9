/** The words of the page. */

import { html, type Markup } from "./html-template.ts";

const terms: readonly (readonly [term: string, meaning: string])[] = [
  ["Item", "One question as it was asked."],
  ["Score", "What a model earned on it, from 0 to 1."],
  ["Accuracy", "Mean score; every item counts the same."],
  ["Difficulty", "Higher when competent models fail the item. Shown as a multiple of the average."],
  [
    "Competency",
    "What a model earned when harder items pay more; shares of this pool that add up to 1.",
  ],
  [
    "Weighted accuracy",
    "The same order as a percentage: 0 % solved none of the items that tell models apart, 100 % all of them.",
  ],
  ["Items that tell models apart", "Not solved by all and not failed by all."],
  [
    "Interval",
    "A range made to hold, 95 times in 100, the number that unlimited questions of the same kind would give.",
  ],
  ["Tier", "Models that are not clearly below the first of the tier."],
  ["Coverage", "Share of the items that tell models apart which this model was asked."],
  [
    "Trust (split halves)",
    "How far two random halves of the items agree on the order: 1 the same, 0 unrelated.",
  ],
  ["Smoothing", "A few pretend answers in every cell, so that no single lucky answer decides."],
];

/** Twelve words, in the order in which a reader meets them. */
export function glossary(): Markup {
  return html`<dl class="glossary">
    ${terms.map(
      ([term, meaning]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${meaning}</dd>
        </div>`,
    )}
  </dl>`;
}
