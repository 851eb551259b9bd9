/** Numbers and names as the page writes them. */

import { html, type Fragment, type Markup } from "./html-template.ts";

/** A share in percent with one digit; a word where there is none. */
export function percentText(share: number | null): string {
  return share === null || Number.isNaN(share) ? "none" : `${bareText(share)} %`;
}

/** The same without its sign. */
export function bareText(share: number | null): string {
  return share === null ? "" : (share * 100).toFixed(1);
}

export function wholeText(value: number | null): string {
  return value === null ? "" : value.toLocaleString("en-US");
}

/** A number with two digits; a word where there is none. */
export function figureText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "none" : value.toFixed(2);
}

/** The address of a model, an item or a pair within the page. */
export function linkTo(what: "model" | "item", name: string): string {
  return `#${what}=${encodeName(name)}`;
}

/** The address of a comparison. */
export function linkToPair(a: string, b: string): string {
  return `#compare=${encodeName(a)},${encodeName(b)}`;
}

/** A name in an address; half a pair of surrogates has none, so that it becomes U+FFFD. */
function encodeName(name: string): string {
  return encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
}

export function modelLink(name: string): Markup {
  return html`<a href="${linkTo("model", name)}">${name}</a>`;
}

export function itemLink(name: string): Markup {
  return html`<a href="${linkTo("item", name)}">${name}</a>`;
}

/** Names are looked for in a sentence only if they cannot be mistaken for a word of it. */
const shortestName = 3;

/**
 * A sentence whose names of models and items lead to them, and whose flags stay in one piece. A name of
 * both kinds is taken for a model.
 */
export function withLinks(
  sentence: string,
  models: readonly string[],
  items: readonly string[] = [],
): Fragment {
  const names = [...models, ...items]
    .filter((name) => name.length >= shortestName && sentence.includes(name))
    .toSorted((a, b) => b.length - a.length);
  const wanted = [...names.map(literal), "--[a-z][a-z-]*"].join("|");
  const pattern = new RegExp(`(?<![\\w-])(?:${wanted})(?![\\w-])`, "g");
  const parts: Fragment[] = [];
  let end = 0;
  for (const found of sentence.matchAll(pattern)) {
    const [text] = found;
    parts.push(sentence.slice(end, found.index), linked(text));
    end = found.index + text.length;
  }
  return [...parts, sentence.slice(end)];

  function linked(text: string): Fragment {
    if (models.includes(text)) return modelLink(text);
    return items.includes(text) ? itemLink(text) : flagText(text);
  }
}

const flagText = (flag: string) => html`<code class="flag">${flag}</code>`;

const literal = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
