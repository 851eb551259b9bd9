/** The first screen: four sentences, and what to know before quoting a number. */

import { list } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { html, type Fragment, type Markup } from "./html-template.ts";
import { withLinks } from "./html-words.ts";
import type { ModelRow } from "./model-rows.ts";
import type { RankReport } from "./report.ts";
import { exclusionText, inWords, trustLine } from "./words.ts";

/** The answer in four sentences. */
export function answer(report: RankReport): Markup {
  const names = report.models.map(({ model }) => model);
  const lines: readonly (readonly [string, string])[] = [
    ["Who is ahead", inWords(report)],
    ["Who cannot be told apart", apartSentence(report)],
    ["What weighting changes", [movedSentence(report), exclusionText(report)].join(" ").trim()],
    ["How far to trust it", `${capital(trustLine(report))}.`],
  ];
  return html`<dl class="answer">
    ${lines.map(
      ([term, text]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${withLinks(text, names)}</dd>
        </div>`,
    )}
  </dl>`;
}

const capital = (text: string) => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** Who shares the first tier, and how many tiers there are. */
export function apartSentence({ models, settings, data }: RankReport): string {
  const ranked = models.filter(({ rank }) => rank !== null);
  if (ranked.length < 2) return "There is one model only: nothing to compare it with.";
  if (data.itemsKept === 0) {
    return "All models gave the same answers where it counts: no item tells them apart.";
  }
  const tiers = new Set(ranked.flatMap(({ tier }) => tier ?? []));
  if (tiers.size === 0) {
    return settings.replicates === 0
      ? "There are no tiers: the refits behind them were switched off (--bootstrap 0)."
      : "There are no tiers: too few items tell these models apart.";
  }
  if (tiers.size === 1) {
    return `No model is clearly below the first: all ${ranked.length} are in one tier.`;
  }
  const named = [...tiers]
    .slice(0, namedTiers)
    .map((tier) => list(ranked.filter((row) => row.tier === tier).map(({ model }) => model)));
  const rest = tiers.size > namedTiers ? `; ${count(tiers.size - namedTiers, "more tier")}` : "";
  return `${count(ranked.length, "model")} fall into ${count(tiers.size, "tier")}: ${named.join("; ")}${rest}. Inside a tier nobody is clearly below its first.`;
}

/** Tiers whose models are named in a sentence. */
const namedTiers = 3;

/** Models by how many places weighting moves them, most first. */
export function movedModels({ models }: RankReport): readonly ModelRow[] {
  const moved = (row: ModelRow) => Math.abs((row.accuracyRank ?? 0) - (row.rank ?? 0));
  return models
    .filter(({ rank, accuracyRank }) => rank !== null && accuracyRank !== null)
    .filter((row) => moved(row) > 0)
    .toSorted((a, b) => moved(b) - moved(a) || a.rank! - b.rank!);
}

function movedSentence(report: RankReport): string {
  const movers = movedModels(report);
  if (report.models.length < 2) return "Nothing: there is no other model.";
  if (movers.length === 0) return "Nothing: by accuracy the order is the same.";
  const named = movers
    .slice(0, 3)
    .map(
      ({ model, rank, accuracyRank }) =>
        `${model} ${rank! < accuracyRank! ? "rises" : "falls"} from ${accuracyRank!} to ${rank!}`,
    );
  const rest = movers.length > named.length ? `; ${movers.length - named.length} more move` : "";
  return `Against plain accuracy, ${named.join(", ")}${rest}.`;
}

/** Codes of warnings that say one model or item decides, and that models were asked other things. */
const fragile = new Set(["single-item", "near-perfect", "fails-nothing"]);
const unequal = new Set([
  "gap-bias",
  "low-coverage",
  "disconnected",
  "partial-run",
  "prompt-differs",
  "metric-mismatch",
]);

/** What to know before a number is quoted. */
export function distrustBox(report: RankReport): Markup {
  const names = report.models.map(({ model }) => model);
  const { warnings, data } = report;
  const items = warnings
    .flatMap((warning) => ("items" in warning && warning.items) || [])
    .map(({ benchmark, item }) => (data.benchmarks.length === 1 ? item : `${benchmark}:${item}`));
  const of = (codes: ReadonlySet<string>) => warnings.filter(({ code }) => codes.has(code));
  const rest = warnings.filter(({ code }) => !fragile.has(code) && !unequal.has(code));
  const messages = (found: typeof warnings) =>
    found.map(
      ({ message, try: hint }) => `${message}${hint === undefined ? "" : ` Try: ${hint}.`}`,
    );
  const part = (term: string, texts: readonly string[]): Fragment =>
    texts.length > 0 &&
    html`<div>
      <dt>${term}</dt>
      ${folded(texts.map((text) => withLinks(text, names, items)))}
    </div>`;
  return html`<aside class="box" id="distrust" aria-labelledby="distrust-title">
    <h2 id="distrust-title">Read this before you quote a number</h2>
    <dl>
      ${[
        part("Strong", strongSentences(report)),
        part("Weak", weakSentences(report)),
        part("Fragile", messages(of(fragile))),
        part("Unequal", messages(of(unequal))),
        part("Also", messages(rest)),
        part("Not told here", [
          "Nothing about questions that are not in this pool; and no number here may be compared with another pool's.",
        ]),
      ]}
    </dl>
  </aside>`;
}

/** More lines than this under one heading are a click away. */
const mostLines = 3;

function folded(lines: readonly Fragment[]): Fragment {
  const shown = lines.slice(0, mostLines).map((line) => html`<dd>${line}</dd>`);
  const rest = lines.slice(mostLines);
  if (rest.length === 0) return shown;
  return [
    shown,
    html`<dd>
      <details>
        <summary>${rest.length} more</summary>
        <ul>
          ${rest.map((line) => html`<li>${line}</li>`)}
        </ul>
      </details>
    </dd>`,
  ];
}

/** Borders between tiers that accuracy and both smoothings draw at the same place. */
function strongSentences({ models }: RankReport): readonly string[] {
  const { tiers, held } = bordersOf(models);
  if (tiers.length < 2) return [];
  if (held.length === tiers.length - 1) {
    return [`All ${tiers.length} tiers keep their order ${measures}.`];
  }
  if (held.length === 0) return [];
  return [
    `${count(held.length, "border")} of ${tiers.length - 1} between tiers ${held.length === 1 ? "is" : "are"} the same ${measures}: below tier ${list(held.map(String))}.`,
  ];
}

const measures = "by accuracy, by EIP and with smoothing";

/** The tiers, and those below which all measures draw the border. */
function bordersOf(models: readonly ModelRow[]) {
  const tiers = [...new Set(models.flatMap(({ tier }) => tier ?? []))].toSorted((a, b) => a - b);
  return { tiers, held: tiers.slice(0, -1).filter((tier) => bordersHold(models, tier)) };
}

function bordersHold(models: readonly ModelRow[], tier: number): boolean {
  const above = models.filter((row) => row.tier !== null && row.tier <= tier);
  const below = models.filter((row) => row.tier !== null && row.tier > tier);
  return (["accuracyRank", "smoothedRank", "publishedRank"] as const).every((key) => {
    const worst = above.reduce((most, row) => Math.max(most, row[key] ?? Infinity), 0);
    const best = below.reduce((least, row) => Math.min(least, row[key] ?? Infinity), Infinity);
    return worst < best;
  });
}

function weakSentences({ models, settings, data }: RankReport): readonly string[] {
  const sentences = [];
  const { tiers, held } = bordersOf(models);
  if (tiers.length > 1 && held.length === 0) {
    sentences.push(`Tiers: no border between them is the same ${measures}.`);
  }
  if (tiers.length > 0) {
    sentences.push("Places inside a tier; and neighbours across a border may still be close.");
  }
  if (
    settings.intervals === "none" ||
    models.every(({ weightedLower }) => weightedLower === null)
  ) {
    sentences.push(
      `There are no intervals: ${count(data.itemsKept, "item")} that tell models apart are too few.`,
    );
  } else if (settings.smoothing === 0) {
    sentences.push(
      "On public pools intervals like these held the large-sample value 84 to 92 % of the time, not 95 %.",
    );
  }
  return sentences;
}
