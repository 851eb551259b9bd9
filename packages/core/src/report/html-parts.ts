/** The parts of the page that no script touches: coverage, stability, how it was made. */

import { count } from "../outcomes/wording.ts";
import { html, type Fragment, type Markup } from "./html-template.ts";
import { modelLink, percentText, wholeText } from "./html-words.ts";
import type { PageOrigin } from "./page-origin.ts";
import type { RankReport } from "./report.ts";
import type { StudySection } from "./study-page.ts";
import type { TextTable } from "./table.ts";

/** A table of texts. */
export function plainTable({ columns, rows }: TextTable, caption: string): Markup {
  const head = columns.map(
    ({ header, align }) => html`<th scope="col" class="${align}">${header}</th>`,
  );
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, place) => html`<td class="${columns[place]!.align}">${cell}</td>`)}
      </tr>`,
  );
  return html`<div class="frame">
    <table class="plain">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

/** More models than this get no row each. */
const mostRows = 60;

/** Which model was asked how much of which benchmark. */
export function coverage({ models, data }: RankReport): Fragment {
  const cells = `${wholeText(data.observed)} of ${wholeText(data.models * data.items)} answers`;
  if (data.coverage === 1) {
    return html`<p>Every model was asked every item: ${cells}, no gaps.</p>`;
  }
  const gaps = models.filter((row) => row.coverage !== 1);
  const shown = gaps.toSorted((a, b) => (a.coverage ?? 0) - (b.coverage ?? 0)).slice(0, mostRows);
  const hasSome = data.benchmarks.length <= 20 && data.benchmarks.length > 1;
  const head = hasSome ? data.benchmarks.map(({ name }) => html`<th scope="col">${name}</th>`) : [];
  const body = shown.map(
    (row) =>
      html`<tr>
        <th scope="row" class="name">${modelLink(row.model)}</th>
        <td>${percentText(row.coverage)}</td>
        <td>${wholeText(row.answered)}</td>
        ${hasSome && data.benchmarks.map(({ name }) => html`<td>${row.benchmarks[name] === null ? "not asked" : "asked"}</td>`)}
      </tr>`,
  );
  const rest = gaps.length - shown.length;
  return html`<p>
      ${cells} are there, ${percentText(data.coverage)}; ${count(gaps.length, "model")} with gaps,
      the largest gaps first.
    </p>
    <div class="frame">
      <table class="plain">
        <caption class="unseen">
          Models with gaps
        </caption>
        <thead>
          <tr>
            <th scope="col" class="left">model</th>
            <th scope="col">coverage</th>
            <th scope="col">answered</th>
            ${head}
          </tr>
        </thead>
        <tbody>
          ${body}
        </tbody>
      </table>
    </div>
    ${rest > 0 && html`<p>${count(rest, "more model")}: see the page of each.</p>`}`;
}

/** What a study of stability found, or how to ask for it. */
export function stabilityText(sections: readonly StudySection[] | null): Fragment {
  if (sections === null) {
    return html`<p>
      Not computed. Write the page with <code>--full</code> to leave out models, items and
      benchmarks and see what is left of the order.
    </p>`;
  }
  return sections.map(
    ({ heading, before = [], table, after = [] }) =>
      html`${heading !== undefined && html`<h3>${heading}</h3>`}${before.map((text) => html`<p>${text}</p>`)}${table && plainTable(table, heading ?? "Figures")}${after.map((text) => html`<p>${text}</p>`)}`,
  );
}

/** Command, versions, inputs and settings. */
export function howMade(report: RankReport, origin: PageOrigin): Markup {
  const { settings, data, fit } = report;
  const lines = (texts: readonly string[], none: string): Fragment =>
    texts.length === 0
      ? none
      : html`<details>
          <summary>${count(texts.length, "line")}</summary>
          <ul>
            ${texts.map((text) => html`<li>${text}</li>`)}
          </ul>
        </details>`;
  const facts: readonly (readonly [string, Fragment])[] = [
    ["Command", html`<code>${origin.command}</code>`],
    ["Program", `${origin.program} ${origin.version}`],
    [
      "Method",
      `Empirical Interaction Propagation (EIP), damping ${settings.damping}, smoothing ${settings.smoothing === 0 ? "none" : settings.smoothing}; ${howSolved(fit)}`,
    ],
    [
      "Intervals",
      settings.replicates === null || settings.replicates === 0
        ? "by formula"
        : `${wholeText(settings.replicates)} refits, seed ${settings.seed ?? 1}`,
    ],
    [
      "Gaps and blanks",
      `items a model was not asked: ${settings.missing}; ${count(data.ungraded, "answer")} without a grade, counted as ${settings.ungraded}`,
    ],
    [
      "Items",
      `${wholeText(data.itemsKept)} of ${wholeText(data.items)} tell models apart; solved by all ${wholeText(data.droppedAllSolved)}, by none ${wholeText(data.droppedAllFailed)}`,
    ],
    ["Fingerprint of the answers", html`<code>${origin.fingerprint}</code>`],
    ["Files", `${wholeText(origin.files.read)} of ${wholeText(origin.files.found)} read`],
    ["Metrics", lines(origin.metrics, "as the table has them")],
    ["Inputs", lines(origin.inputs, "none named")],
    ["Ignored", lines(origin.ignored, "nothing")],
    ["Left out", lines(origin.leftOut, "nothing")],
    ["Notes of the reader", lines(origin.notices, "none")],
  ];
  return html`<dl class="facts">
    ${facts.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** How the fixed point was found, and how far off it may be. */
function howSolved({ kernel, iterations, converged, residual }: RankReport["fit"]): string {
  if (kernel.startsWith("exact")) return "solved exactly";
  const rounds = count(iterations, "round");
  return converged
    ? `${rounds}, settled`
    : `${rounds}, not settled (residual ${residual.toExponential(1)})`;
}
