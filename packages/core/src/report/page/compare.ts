/** Any two models side by side: the same numbers that `compare` prints. */

import { flipBands } from "../../analysis/flip-bands.ts";
import { flipLists, type Pair } from "../../analysis/flips.ts";
import { flips } from "../../plot/flips.ts";
import { EipError } from "../../errors.ts";
import { count } from "../../outcomes/wording.ts";
import { compareLead, compareSentences, compareTable } from "../compare-view.ts";
import { plainTable } from "../html-parts.ts";
import { html, trusted, type Fragment, type Markup } from "../html-template.ts";
import { itemLink, linkToPair, modelLink, withLinks } from "../html-words.ts";
import { itemName, type PageModel } from "../page-model.ts";
import { closest } from "../closest.ts";
import { comparedPair } from "../page-pairs.ts";
import { fill, find, findAs } from "./dom.ts";

const inputs = () =>
  [findAs(HTMLInputElement, "compare-a"), findAs(HTMLInputElement, "compare-b")] as const;

export function startCompare(page: PageModel): void {
  const [a, b] = inputs();
  if (!a || !b) return;
  const names = page.report.models.map(({ model }) => model);
  fill(find("model-names")!, html`${names.map((name) => html`<option value="${name}"></option>`)}`);
  [a.value, b.value] = [names[1]!, names[0]!];
  const follow = (): void => {
    if (a.value !== "" && b.value !== "") location.hash = linkToPair(a.value, b.value);
  };
  for (const input of [a, b]) {
    input.addEventListener("change", follow);
    // The list shows every name only while the field is empty.
    input.addEventListener("focus", () => input.select());
  }
  find("compare-swap")!.addEventListener("click", () => {
    [a.value, b.value] = [b.value, a.value];
    follow();
  });
  find("compare-tools")!.addEventListener("submit", (event) => {
    event.preventDefault();
    follow();
  });
}

/** Shows a pair that a link or the fields name. */
export function showPair(page: PageModel, a: string, b: string): void {
  const place = find("compared");
  const [inputA, inputB] = inputs();
  if (!place || !inputA || !inputB) {
    find("compare")!.scrollIntoView();
    return;
  }
  [inputA.value, inputB.value] = [a, b];
  const pair = { a: page.names.models.indexOf(a), b: page.names.models.indexOf(b) };
  fill(place, unknown(page, [a, b]) ?? (a === b ? sameTwice() : comparison(page, pair)));
  find("compare")!.scrollIntoView();
  if (pair.a >= 0 && pair.b >= 0 && a !== b) bandsLater(page, pair);
}

const sameTwice = () => html`<p>A and B are the same model: choose two.</p>`;

function unknown({ names }: PageModel, wanted: readonly string[]): Markup | undefined {
  const missing = wanted.find((name) => !names.models.includes(name));
  if (missing === undefined) return undefined;
  const near = closest(missing, names.models);
  return html`<p>
    No model called ${missing} is on this
    page.${near !== undefined && html` The closest name: ${modelLink(near)}.`}
  </p>`;
}

function comparison(page: PageModel, pair: Pair): Markup {
  const { names, report } = page;
  try {
    const found = comparedPair(page, pair);
    const both = [found.a, found.b];
    const words = { gates: {}, poolModels: names.models.length, correction: "holm" } as const;
    const sentences = compareSentences(found, words);
    return html`<p class="lead">${withLinks(compareLead(found, {}), both)}</p>
      ${plainTable(compareTable(found, report.settings.level ?? 0.95), "Accuracy of the two")}${sentences.map((text) => html`<p>${withLinks(text, both)}</p>`)}
      <div id="flip-bands"></div>
      ${flipText(page, pair)}`;
  } catch (error) {
    if (!(error instanceof EipError)) throw error;
    return html`<p>${error.message}</p>`;
  }
}

/** Bands need a fit of the other models, which may take a moment: after the numbers are shown. */
function bandsLater(page: PageModel, pair: Pair): void {
  setTimeout(() => {
    const place = find("flip-bands");
    if (!place) return;
    const { matrix } = page.pool!();
    const [a, b] = [matrix.models[pair.a]!, matrix.models[pair.b]!];
    const drawn = flips({ a, b, bands: flipBands(matrix, pair) }, { width: place.clientWidth });
    fill(place, html`<figure><div class="drawing">${trusted(drawn)}</div></figure>`);
  });
}

/** Items of a list on the page. */
const mostItems = 200;

function flipText({ names, pool }: PageModel, pair: Pair): Fragment {
  const lists = flipLists(pool!().matrix, pair);
  const part = (model: number, items: readonly number[], easy: readonly number[]): Fragment => {
    const isEasy = new Set(easy);
    const sorted = [...easy, ...items.filter((item) => !isEasy.has(item))];
    const lines = sorted
      .slice(0, mostItems)
      .map(
        (item) =>
          html`<li>
            ${itemLink(itemName(names, item))}${isEasy.has(item) && html` <small>every other model solves it</small>`}
          </li>`,
      );
    const rest = items.length - lines.length;
    return html`<details>
      <summary>
        Only ${names.models[model]} (${model === pair.a ? "A" : "B"}):
        ${count(items.length, "item")}${easy.length > 0 && `, ${easy.length} of them solved by every other model`}
      </summary>
      <ul class="people">
        ${lines}
      </ul>
      ${rest > 0 && html`<p>${count(rest, "more item")}: compare --show flips lists them.</p>`}
    </details>`;
  };
  return [part(pair.a, lists.onlyA, lists.onlyAEasy), part(pair.b, lists.onlyB, lists.onlyBEasy)];
}
