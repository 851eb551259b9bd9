/** The page of a model and the page of an item, in a window over the others. */

import { difficultyShares, itemShares } from "../../analysis/explain.ts";
import { readItem } from "../../matrix/response-matrix.ts";
import { flagsOf } from "../html-items.ts";
import { html, type Fragment, type Markup } from "../html-template.ts";
import {
  figureText,
  itemLink,
  linkToPair,
  modelLink,
  percentText,
  wholeText,
} from "../html-words.ts";
import type { ModelRow } from "../model-rows.ts";
import { itemName, type PageModel } from "../page-model.ts";
import { fill, findAs } from "./dom.ts";

let listens = false;

/** Opens the window, or fills it anew. */
export function openDetail(title: string, content: Markup): void {
  const dialog = findAs(HTMLDialogElement, "detail")!;
  fill(
    dialog,
    html`<form method="dialog"><button>Close</button></form>
      <h2 id="detail-title">${title}</h2>
      ${content}`,
  );
  if (!listens) {
    listens = true;
    // The address of a closed window would open it again at the next visit.
    dialog.addEventListener("close", () => {
      if (/^#(?:model|item)=/.test(location.hash)) history.pushState(null, "", "#");
      for (const row of document.querySelectorAll(".chosen")) row.classList.remove("chosen");
    });
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog) dialog.close();
    });
  }
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

export function closeDetail(): void {
  const dialog = findAs(HTMLDialogElement, "detail")!;
  if (dialog.open) dialog.close();
}

/** A list of names and values. */
function facts(rows: readonly (readonly [string, Fragment])[]): Markup {
  return html`<dl class="facts">
    ${rows.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Items that are named as the reason for a place. */
const mostItems = 10;

export function showModel(page: PageModel, row: ModelRow): void {
  const { report } = page;
  markRow(row.model);
  const place = report.models.indexOf(row);
  const others = [report.models[place - 1], report.models[place + 1]].filter(
    (other) => other !== undefined,
  );
  const compared = others.map(
    ({ model }) =>
      html`<li><a href="${linkToPair(row.model, model)}">${row.model} and ${model}</a></li>`,
  );
  openDetail(
    row.model,
    html`${facts([
      ["Rank", rankSentence(row)],
      [
        "Weighted accuracy",
        intervalText(row.weightedAccuracy, row.weightedLower, row.weightedUpper),
      ],
      [
        "Accuracy",
        `${intervalText(row.accuracy, row.accuracyLower, row.accuracyUpper)}; rank ${wholeText(row.accuracyRank)}`,
      ],
      [
        "With smoothing",
        `rank ${wholeText(row.smoothedRank)} at ${report.settings.smoothedRankAt}`,
      ],
      [
        "Competency",
        row.competency === null
          ? "none: it was asked no item that tells models apart"
          : `${row.competency.toPrecision(5)}, ${row.relative!.toFixed(3)} times the average`,
      ],
      [
        "Answered",
        `${wholeText(row.answered)} items, ${percentText(row.coverage)} of those that tell models apart`,
      ],
      ["Mean of tasks", percentText(row.taskMean)],
    ])}${
      compared.length > 0 &&
      html`<h3>Compare with its neighbours</h3>
        <ul>
          ${compared}
        </ul>`
    }${benchmarkTable(page, row)}${largestItems(page, row)}`,
  );
}

/** Marks the row of a model, so that it is found again when the window is closed. */
function markRow(model: string): void {
  for (const row of document.querySelectorAll<HTMLElement>("#board-table tbody tr")) {
    const isIt = row.dataset["model"] === model;
    row.classList.toggle("chosen", isIt);
    if (isIt) row.scrollIntoView({ block: "center" });
  }
}

function rankSentence({ rank, rankLower, rankUpper, tier }: ModelRow): string {
  if (rank === null) return "none";
  const range = rankLower === null ? "" : `, somewhere from ${rankLower} to ${rankUpper!}`;
  return `${wholeText(rank)}${range}${tier === null ? "" : `; tier ${tier}`}`;
}

function intervalText(value: number | null, low: number | null, high: number | null): string {
  if (value === null) return "none";
  const exact = (share: number) => (share * 100).toFixed(2);
  const range = low === null || high === null ? "" : ` [${exact(low)}, ${exact(high)}]`;
  return `${exact(value)} %${range}`;
}

function benchmarkTable({ report }: PageModel, row: ModelRow): Fragment {
  const { benchmarks } = report.data;
  if (benchmarks.length < 2) return null;
  const lines = benchmarks.map(
    ({ name, items }) =>
      html`<tr>
        <th scope="row" class="left">${name}</th>
        <td>${percentText(row.benchmarks[name] ?? null)}</td>
        <td>${wholeText(items)}</td>
      </tr>`,
  );
  return html`<h3>By benchmark</h3>
    <table>
      <thead>
        <tr>
          <th scope="col" class="left">benchmark</th>
          <th scope="col">accuracy</th>
          <th scope="col">items</th>
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>`;
}

function largestItems({ names, pool }: PageModel, row: ModelRow): Fragment {
  if (pool === null || row.competency === null) return null;
  const fitted = pool();
  const shares = itemShares(fitted, names.models.indexOf(row.model));
  const largest = [...shares.keys()]
    .filter((place) => shares[place]! > 0)
    .toSorted((a, b) => shares[b]! - shares[a]! || a - b)
    .slice(0, mostItems);
  if (largest.length === 0) return html`<p>It earned nothing on items that tell models apart.</p>`;
  const lines = largest.map((place) => {
    const item = fitted.fit.keptItems[place]!;
    return html`<li>
      ${itemLink(itemName(names, item))}: ${(shares[place]! * 100).toFixed(2)} % of its score
    </li>`;
  });
  return html`<h3>The items it owes most to</h3>
    <ol>
      ${lines}
    </ol>`;
}

export function showItem(page: PageModel, item: number): void {
  const { names, items, review, texts } = page;
  const suspect = review.find((one) => one.item === item);
  const text = texts?.get(item);
  const flags = flagsOf(page, item);
  openDetail(
    itemName(names, item),
    html`${questionText(page, item)}${facts([
      ["Benchmark", names.benchmarks[names.benchmarkOf[item]!]!],
      [
        "Difficulty",
        Number.isNaN(items.relative[item]!)
          ? "none: it tells no models apart"
          : `${items.relative[item]!.toFixed(3)} times the average`,
      ],
      [
        "Solved by",
        `${wholeText(items.solved[item]!)} of ${wholeText(items.asked[item]!)} models asked`,
      ],
      ...(text?.key === undefined ? [] : [["Key", html`<code>${text.key}</code>`] as const]),
      ...(suspect ? [["Why to read it", suspect.reason] as const] : []),
      ...(flags.length > 0 ? [["Remarks", flags.join(", ").replaceAll("-", " ")] as const] : []),
      ["Item-rest correlation", figureText(items.itemRest[item])],
      ["Discrimination", figureText(items.discrimination[item])],
      [
        "Infit, outfit",
        `${figureText(items.infit[item])}, ${figureText(items.outfit[item])}; 1 is expected`,
      ],
      ["Evidence of a wrong key", evidenceText(items.evidence[item]!, items.probability[item]!)],
    ])}${whoSolved(page, item)}`,
  );
}

function evidenceText(evidence: number, probability: number): string {
  if (Number.isNaN(evidence)) return "none";
  return `${evidence.toFixed(2)}, ${(probability * 100).toFixed(1)} % likely to be wrong`;
}

function questionText({ texts }: PageModel, item: number): Fragment {
  if (texts === null) {
    return html`<p class="note">The question is not on this page: write it with --text.</p>`;
  }
  const text = texts.get(item)?.text;
  if (text === undefined)
    return html`<p class="note">
      No text of this question: the logs hold none, or the page was full.
    </p>`;
  return html`<pre>${text}</pre>`;
}

function whoSolved({ pool, names, texts }: PageModel, item: number): Fragment {
  if (pool === null) return null;
  const { matrix } = pool();
  const scores = readItem(matrix, item, new Float64Array(matrix.models.length));
  const answers = texts?.get(item)?.answers;
  const group = (title: string, fits: (score: number) => boolean): Fragment => {
    const models = [...scores.keys()].filter((model) => fits(scores[model]!));
    if (models.length === 0) return null;
    const lines = models.map((model) => {
      const answer = answers?.get(model);
      return html`<li>
        ${modelLink(names.models[model]!)}${partOf(scores[model]!)}${answer !== undefined && html`: <code>${answer}</code>`}
      </li>`;
    });
    return html`<h3>${title} (${models.length})</h3>
      <ul class="people">
        ${lines}
      </ul>`;
  };
  const hard = difficultyShares(pool(), item).slice(0, 5);
  return [
    group("Solved by", (score) => score === 1),
    group("In part", (score) => score > 0 && score < 1),
    group("Failed by", (score) => score === 0),
    group("Not asked", (score) => Number.isNaN(score)),
    hard.length > 0 &&
      html`<h3>Who makes it hard</h3>
        <p>
          ${hard.map(({ model, share }, place) => html`${place > 0 && ", "}${modelLink(names.models[model]!)} ${(share * 100).toFixed(0)} %`)}
          of its difficulty comes from their failing it.
        </p>`,
  ];
}

const partOf = (score: number) => (score > 0 && score < 1 ? ` ${score.toFixed(2)}` : "");
