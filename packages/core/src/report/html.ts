/** The report as one HTML page that opens from disk and loads nothing. */

import { count } from "../outcomes/wording.ts";
import { answer, distrustBox, movedModels } from "./html-answer.ts";
import { boardTable, writtenRows } from "./html-board.ts";
import { figureBlock } from "./html-figures.ts";
import { glossary } from "./html-glossary.ts";
import { itemTable, reviewPart } from "./html-items.ts";
import { coverage, howMade, stabilityText } from "./html-parts.ts";
import {
  dataBlock,
  html,
  scriptBlock,
  trusted,
  type Fragment,
  type Markup,
} from "./html-template.ts";
import { linkTo, wholeText } from "./html-words.ts";
import { pageScript, pageScriptHash, pageStyle } from "./page-assets.ts";
import type { PageModel } from "./page-model.ts";
import type { PageOrigin } from "./page-origin.ts";
import { pageToWire } from "./page-wire.ts";
import { notCounted, rankLead } from "./rank-view.ts";
import type { StudySection } from "./study-page.ts";
import { themeColours } from "../plot/colours.ts";

/** What the page shows besides what its scripts need. */
export interface PageInput {
  readonly page: PageModel;
  readonly origin: PageOrigin;
  /** The study of stability; `null` where it was not asked for. */
  readonly stability: readonly StudySection[] | null;
}

/**
 * The page. Every text from the logs is escaped; nothing is loaded from elsewhere, and a policy in the
 * page forbids it; the same input gives the same bytes.
 */
export function reportPage(input: PageInput): string {
  const { page, origin } = input;
  const title = `${count(page.report.data.models, "model")}, ${count(page.report.data.items, "item")}: evaluation report`;
  const policy = `default-src 'none'; script-src 'sha256-${pageScriptHash}'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'`;
  return html`${trusted("<!doctype html>")}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${trusted(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="generator" content="${origin.program} ${origin.version}" />
        <title>${title}</title>
        <style>
          ${trusted(`:root{${themeColours("light")}}@media (prefers-color-scheme:dark){:root{${themeColours("dark")}}}@media print{:root{${themeColours("light")}}}`)}
          ${trusted(pageStyle)}
        </style>
      </head>
      <body>
        <a class="skip" href="#board">Skip to the board</a>
        ${header(input)}
        <nav aria-label="Parts of the page">
          ${parts.map(([id, part]) => html`<a href="#${id}">${part}</a>`)}
        </nav>
        <main>
          ${sections(input).map(
            ({ id, title: heading, question, body }) =>
              html`<section id="${id}" aria-labelledby="${id}-title">
                <h2 id="${id}-title">${heading}</h2>
                ${question !== "" && html`<p class="question">${question}</p>`}${body}
              </section>`,
          )}
        </main>
        <dialog id="detail" aria-labelledby="detail-title"></dialog>
        <p id="said" class="unseen" role="status"></p>
        ${dataBlock("eip-page", pageToWire(page))} ${scriptBlock(pageScript)}
      </body>
    </html> `.text;
}

function header({ page, origin }: PageInput): Markup {
  const { data } = page.report;
  const size = [
    count(data.models, "model"),
    ...(data.benchmarks.length > 1 ? [count(data.benchmarks.length, "benchmark")] : []),
    count(data.items, "item"),
  ].join(", ");
  return html`<header>
    <p class="kind">Evaluation report: ${size}</p>
    <h1 class="unseen">Who is ahead</h1>
    ${answer(page.report)}${distrustBox(page.report)}
    <noscript
      ><p>
        Without scripts this page shows the answer, the figures and the first rows.
        <code>${origin.command.split(" ")[0]} rank</code> has the rest.
      </p></noscript
    >
  </header>`;
}

const parts: readonly (readonly [id: string, title: string])[] = [
  ["board", "Board"],
  ["movers", "Movers"],
  ["compare", "Compare"],
  ["items", "Items"],
  ["profiles", "Profiles"],
  ["coverage", "Coverage"],
  ["stability", "Stability"],
  ["made", "How made"],
  ["glossary", "Glossary"],
];

interface Section {
  readonly id: string;
  readonly title: string;
  /** What the section answers. */
  readonly question: string;
  readonly body: Fragment;
}

function sections(input: PageInput): readonly Section[] {
  const { page, origin, stability } = input;
  return [
    {
      id: "board",
      title: "Board",
      question: "Who is ahead, and how sure is that?",
      body: board(page),
    },
    {
      id: "movers",
      title: "Who moves and why",
      question: "Why did my model fall?",
      body: movers(page),
    },
    {
      id: "compare",
      title: "Compare any two",
      question: "Is B better than A?",
      body: compare(page),
    },
    {
      id: "items",
      title: "Items",
      question: "What is hard, what tells nobody apart, what looks broken?",
      body: items(page),
    },
    {
      id: "profiles",
      title: "Profiles",
      question: "Same level, other strengths?",
      body: profiles(page),
    },
    {
      id: "coverage",
      title: "Coverage",
      question: "Was everyone asked the same?",
      body: coverage(page.report),
    },
    {
      id: "stability",
      title: "Stability",
      question: "What if models or items were others?",
      body: [
        page.stability &&
          figureBlock("stability", page, "Agreement of the order with that of the whole pool."),
        stabilityText(stability),
      ],
    },
    { id: "made", title: "How this was made", question: "", body: howMade(page.report, origin) },
    { id: "glossary", title: "Glossary", question: "", body: glossary() },
  ];
}

function board(page: PageModel): Fragment {
  const { report } = page;
  const rest = report.models.length - writtenRows;
  const tiers = [...new Set(report.models.flatMap(({ tier }) => tier ?? []))];
  const choice = (value: string, text: string) => html`<option value="${value}">${text}</option>`;
  const benchmarks = report.data.benchmarks;
  return html`<p>${rankLead(report)}</p>
    <details class="sheet script-only" open>
      <summary>Search and filter</summary>
      <form class="tools" id="board-tools">
        <label>Search <input type="search" id="board-search" autocomplete="off" /></label>${
          tiers.length > 1 &&
          html`<label
            >Tier
            <select id="board-tier">
              ${choice("", "all")}${tiers.map((tier) => choice(String(tier), String(tier)))}
            </select></label
          >`
        }${
          benchmarks.length > 1 &&
          html`<label
            >Benchmark
            <select id="board-benchmark">
              ${choice("", "all")}${benchmarks.map(({ name }) => choice(name, name))}
            </select></label
          >`
        }<label class="phone-only"
          >Sort
          <select id="board-sort"></select></label
        ><button type="button" id="board-csv">Copy as CSV</button>
      </form>
    </details>
    <p id="board-note" class="note" role="status"></p>
    ${boardTable(report)}
    ${rest > 0 && html`<p class="plain-only">${wholeText(rest)} more models need scripts, or: rank --all.</p>`}
    <p class="note">
      Bar: interval, dot: weighted accuracy, thin line: plain accuracy. ${notCounted(report)}
    </p>
    <details>
      <summary>The same as one picture</summary>
      ${figureBlock("caterpillar", page, "Weighted accuracy with its interval, by rank, in tiers.")}
    </details>`;
}

/** Movers in the list; the others are on the board. */
const mostMovers = 30;

function movers(page: PageModel): Fragment {
  const { report } = page;
  if (report.models.length < 2) {
    return html`<p>
      There is nothing to compare with; the accuracy of the one model is on the board.
    </p>`;
  }
  const moved = movedModels(report);
  const list = moved.slice(0, mostMovers).map(
    ({ model, rank, accuracyRank }) =>
      html`<li>
        <a href="${linkTo("model", model)}" data-why="${model}">${model}</a>
        ${rank! < accuracyRank! ? "up" : "down"} from ${accuracyRank} to ${rank}
      </li>`,
  );
  return html`${figureBlock("movers", page, "Each model by accuracy and by weighted accuracy; triangles show whose place changes when hard items count more.")}
    ${
      moved.length === 0
        ? html`<p>No model has another place by weighted accuracy than by accuracy.</p>`
        : html`<p>Choose a model to see the ten items that make the difference.</p>
            <ul class="movers">
              ${list}
            </ul>
            ${moved.length > mostMovers && html`<p>${wholeText(moved.length - mostMovers)} more move less.</p>`}`
    }
    <div id="why" aria-live="polite"></div>
    ${figureBlock("bump", page, "The same models by accuracy, by Empirical Interaction Propagation and by a Rasch model.")}`;
}

function compare(page: PageModel): Fragment {
  const { models } = page.report;
  if (models.length < 2) return html`<p>There is only one model: nothing to compare it with.</p>`;
  if (page.pool === null)
    return html`<p>${tooMany(page)} To compare two models: compare A B PATH.</p>`;
  return html`<p class="plain-only">
      Needs scripts, or: compare ${models[0]!.model} ${models[1]!.model} PATH.
    </p>
    <form class="tools script-only" id="compare-tools">
      <label
        >A <input list="model-names" id="compare-a" autocomplete="off" spellcheck="false" /></label
      ><label
        >B <input list="model-names" id="compare-b" autocomplete="off" spellcheck="false" /></label
      ><button>Compare</button><button type="button" id="compare-swap">Swap</button>
      <datalist id="model-names"></datalist>
    </form>
    <div id="compared" aria-live="polite"></div>`;
}

function tooMany({ report }: PageModel): string {
  return `This pool has ${wholeText(report.data.observed)} answers, more than a page can carry.`;
}

function items(page: PageModel): Fragment {
  const { names, report } = page;
  const chosen = names.benchmarks.map((name) => html`<option value="${name}">${name}</option>`);
  return html`${report.data.itemsKept === 0 ? html`<p>${noneKept(report.data.models)}</p>` : html`${figureBlock("histogram", page, "Difficulty of the items that tell models apart; 1 is the average.")}${figureBlock("item-map", page, "Models and items on one axis, from a Rasch model: a model solves about half of the items beside it.")}`}
    ${
      page.pool !== null &&
      html`<details id="heat" class="script-only">
        <summary>Every answer at a glance</summary>
        <div class="frame" data-later="heat-map"></div>
      </details>`
    }
    <h3>All items</h3>
    <form class="tools script-only" id="item-tools">
      <label>Search <input type="search" id="item-search" autocomplete="off" /></label>${
        names.benchmarks.length > 1 &&
        html`<label
          >Benchmark
          <select id="item-benchmark">
            <option value="">all</option>
            ${chosen}
          </select></label
        >`
      }<label
        >Remark
        <select id="item-flag">
          <option value="">all</option>
        </select></label
      ><button type="button" id="item-csv">Copy as CSV</button>
    </form>
    <p id="item-note" class="note" role="status"></p>
    ${itemTable(page)}
    <h3>To review</h3>
    ${reviewPart(page)}`;
}

const noneKept = (models: number) =>
  models === 1
    ? "There is only one model: no item can tell models apart."
    : "No item tells these models apart: all gave the same answers where it counts.";

function profiles(page: PageModel): Fragment {
  const { profiles: found, families } = page;
  if (typeof found === "string") return html`<p>${found}</p>`;
  const rest = page.names.models.length - found.length;
  return html`${figureBlock("profiles", page, "Accuracy from easy to hard items; how hard an item is comes from the other models alone.")}${rest > 0 && html`<p>Only the first ${found.length} models of the board are here; study profiles has all.</p>`}${typeof families === "string" ? html`<p>${families}</p>` : figureBlock("families", page, "The models of each family, the others behind them.")}`;
}
