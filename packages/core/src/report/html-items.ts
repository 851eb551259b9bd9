/** The part of the page about items: what stands there without scripts. */

import type { Suspect } from "../analysis/review.ts";
import { expectedHitRate } from "../analysis/review.ts";
import { percent } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { html, type Fragment, type Markup } from "./html-template.ts";
import { figureText, itemLink, wholeText } from "./html-words.ts";
import { itemFlags, itemName, type PageModel } from "./page-model.ts";

/** Flags of an item in words. */
export function flagsOf({ items }: PageModel, item: number): readonly string[] {
  return itemFlags.filter((_, place) => (items.flags[item]! >> place) & 1);
}

/** Items by difficulty, hardest first; those that tell no models apart last. */
export function hardestFirst({ items }: PageModel): Uint32Array {
  const { relative } = items;
  const key = (item: number) => (Number.isNaN(relative[item]!) ? -1 : relative[item]!);
  return Uint32Array.from(relative.keys()).toSorted((a, b) => key(b) - key(a) || a - b);
}

/** Items that stay for readers without scripts. */
const writtenItems = 50;

/** The head of the table of items and its first rows. */
export function itemTable(page: PageModel): Markup {
  const first = [...hardestFirst(page).subarray(0, writtenItems)];
  const head = itemColumns.map(
    ({ key, header, title }) =>
      html`<th
        scope="col"
        class="${key}"
        data-sort="${key}"
        aria-sort="${key === "relative" ? "descending" : "none"}"
        title="${title}"
      >
        <span>${header}</span>
      </th>`,
  );
  const rest = page.names.items.length - first.length;
  return html`<div class="frame tall" id="item-frame" tabindex="0" role="region" aria-label="Items">
      <table class="items" id="item-table">
        <caption class="unseen">
          Items, hardest first
        </caption>
        <thead>
          <tr>
            ${head}
          </tr>
        </thead>
        <tbody>
          ${first.map((item) => itemRow(page, item))}
        </tbody>
      </table>
    </div>
    ${rest > 0 && html`<p class="plain-only">${wholeText(rest)} more items need scripts, or: items --csv.</p>`}`;
}

/** A column of the table of items. */
export interface ItemColumn {
  readonly key: string;
  readonly header: string;
  readonly title: string;
  readonly value: (page: PageModel, item: number) => number | string;
  readonly text: (page: PageModel, item: number) => Fragment;
}

export const itemColumns: readonly ItemColumn[] = [
  {
    key: "item",
    header: "item",
    title: "name of the item",
    value: ({ names }, item) => itemName(names, item),
    text: ({ names }, item) => itemLink(itemName(names, item)),
  },
  {
    key: "relative",
    header: "difficulty",
    title: "difficulty as a multiple of the average; none where the item tells no models apart",
    value: ({ items }, item) => items.relative[item]!,
    text: ({ items }, item) =>
      Number.isNaN(items.relative[item]!) ? "none" : `${items.relative[item]!.toFixed(2)}x`,
  },
  {
    key: "solved",
    header: "solved by",
    title: "models that earned full credit, of those that were asked",
    value: ({ items }, item) => items.facility[item]!,
    text: ({ items }, item) => `${items.solved[item]!} of ${items.asked[item]!}`,
  },
  {
    key: "rest",
    header: "item-rest",
    title: "correlation with the total of the other items; below 0, weaker models do better",
    value: ({ items }, item) => items.itemRest[item]!,
    text: ({ items }, item) => figureText(items.itemRest[item]),
  },
  {
    key: "flags",
    header: "remarks",
    title: "reasons to read the item",
    value: (page, item) => flagsOf(page, item).join(", "),
    text: (page, item) => flagsOf(page, item).join(", ").replaceAll("-", " "),
  },
];

/** One item. */
export function itemRow(page: PageModel, item: number): Markup {
  const cells = itemColumns.map(({ key, text }) =>
    key === "item"
      ? html`<th scope="row" class="name">${text(page, item)}</th>`
      : html`<td class="${key}">${text(page, item)}</td>`,
  );
  return html`<tr data-item="${item}">
    ${cells}
  </tr>`;
}

/** Items of the review list that are in the file. */
const mostReviewed = 500;

/** What the review list is, and the list with a choice for each item. */
export function reviewPart(page: PageModel): Markup {
  const { review, report } = page;
  if (review.length === 0) return html`<p>Nothing to review: no item looks suspect.</p>`;
  const shown = review.slice(0, mostReviewed);
  const rest = review.length - shown.length;
  return html`<p>${hitRate(review, report.data.models)}</p>
    <div class="frame tall">
      <table class="plain review">
        <caption class="unseen">
          Items to review, most suspect first
        </caption>
        <thead>
          <tr>
            <th scope="col">drop</th>
            <th scope="col" class="left">item</th>
            <th scope="col" class="left">likely reason</th>
            <th scope="col">strong solved</th>
            <th scope="col">weak solved</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map((suspect, place) => reviewRow(page, suspect, place))}
        </tbody>
      </table>
    </div>
    ${rest > 0 && html`<p>${count(rest, "more item")} in the list that items --todo writes.</p>`}
    <p class="script-only">
      <button type="button" id="review-download">Download review.txt</button>
      <span id="review-count" role="status"></span> Then:
      <code>rank PATH --exclude review.txt</code>
    </p>`;
}

function reviewRow(page: PageModel, suspect: Suspect, place: number): Markup {
  const { item, suspicion, reason, strong, weak } = suspect;
  const name = itemName(page.names, item);
  const credit = ({ earned, asked }: Suspect["strong"]) =>
    `${Number(earned.toFixed(1))} of ${asked}`;
  return html`<tr>
    <td>
      <input
        type="checkbox"
        data-review="${place}"
        aria-label="drop ${name}"
        ${suspicion === "key" && " checked"}
      />
    </td>
    <th scope="row" class="name">${itemLink(name)}</th>
    <td class="left">${reason}</td>
    <td>${credit(strong)}</td>
    <td>${credit(weak)}</td>
  </tr>`;
}

function hitRate(review: readonly Suspect[], models: number): string {
  const keys = review.filter(({ suspicion }) => suspicion === "key").length;
  const open = expectedHitRate(models, { guessing: false });
  const guessing = expectedHitRate(models, { guessing: true });
  const rate =
    open === null || guessing === null
      ? "With fewer than five models nothing can be said about how often such a list is right."
      : `Of the first 25 of such a list about ${percent(guessing)} are truly wrong where answers can be guessed, ${percent(open)} where they cannot (simulated, ${count(models, "model")}).`;
  return `${count(review.length, "item")} to review, ${wholeText(keys)} with a key that is more likely wrong than right. ${rate} A flag is a reason to read an item, not to drop it.`;
}
