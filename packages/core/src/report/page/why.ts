/** Why a model stands elsewhere by weighted accuracy than by accuracy. */

import { differenceTerms } from "../../analysis/explain.ts";
import { readItem, scoreAt } from "../../matrix/response-matrix.ts";
import { count } from "../../outcomes/wording.ts";
import { html, type Fragment, type Markup } from "../html-template.ts";
import { itemLink, linkToPair, modelLink } from "../html-words.ts";
import { rivalOf } from "../page-pairs.ts";
import { itemName, type PageModel } from "../page-model.ts";
import { fill, find } from "./dom.ts";

export function startWhy(page: PageModel): void {
  const place = find("why");
  if (!place) return;
  for (const link of document.querySelectorAll<HTMLElement>("[data-why]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      fill(place, whyText(page, link.dataset["why"]!));
      place.scrollIntoView({ block: "nearest" });
    });
  }
}

const mostItems = 10;

function whyText(page: PageModel, name: string): Markup {
  const { report, names, pool } = page;
  const row = report.models.find(({ model }) => model === name)!;
  const rival = rivalOf(report.models, row);
  if (rival === undefined) {
    return html`<p>${modelLink(name)} passes no model; its place changes because of ties.</p>`;
  }
  if (pool === null) {
    return html`<p>
      The answers are not on this page. Ask: <code>explain ${name} ${rival.model} PATH</code>
    </p>`;
  }
  const [above, below] = row.rank! < rival.rank! ? [row, rival] : [rival, row];
  const fitted = pool();
  const { matrix, fit } = fitted;
  const [high, low] = [above, below].map(({ model }) => names.models.indexOf(model)) as [
    number,
    number,
  ];
  const terms = differenceTerms(fitted, high, low);
  const speakFor = terms.filter(({ term }) => term > 0).length;
  const whole = Math.abs(fit.competency[high]! - fit.competency[low]!);
  const rows = terms.slice(0, mostItems).map(({ item, term }) => {
    const asked = readItem(matrix, item, new Float64Array(matrix.models.length)).filter(
      (score) => !Number.isNaN(score),
    );
    const solved = asked.filter((score) => score === 1).length;
    return html`<tr>
      <th scope="row" class="left">${itemLink(itemName(names, item))}</th>
      <td>${shareText(term / whole)}</td>
      <td>${scoreText(scoreAt(matrix, high, item))}</td>
      <td>${scoreText(scoreAt(matrix, low, item))}</td>
      <td>${solved} of ${asked.length}</td>
    </tr>`;
  });
  return html`<h3>Why ${modelLink(above.model)} stands above ${modelLink(below.model)}</h3>
    <p>
      By accuracy it is the other way round. ${count(speakFor, "item")} speak for ${above.model},
      ${count(terms.length - speakFor, "item")} for ${below.model}; these weigh most. The shares of
      all of them add up to 100 % of the difference.
      <a href="${linkToPair(below.model, above.model)}">Compare the two</a>
    </p>
    <div class="frame">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col" class="left">item</th>
            <th scope="col">share</th>
            <th scope="col">${above.model}</th>
            <th scope="col">${below.model}</th>
            <th scope="col">solved by</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

const shareText = (share: number) =>
  Number.isFinite(share) ? `${(share * 100).toFixed(1)} %` : "none";

function scoreText(score: number): Fragment {
  if (Number.isNaN(score)) return "not asked";
  return score === 1 ? "solved" : score === 0 ? "failed" : score.toFixed(2);
}
