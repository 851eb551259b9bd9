/** HTML from templates in which every value is escaped unless it is HTML already. */

/** A piece of HTML. Texts from logs never become one without being escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What may stand in a template; `null`, `undefined` and `false` are nothing. */
export type Fragment = Markup | string | number | null | undefined | false | readonly Fragment[];

/**
 * HTML with its values escaped, in attributes too as long as these are quoted.
 *
 * @example
 * ```ts
 * html`<b title="${'"'}">${"<i>"}</b>`.text; // <b title="&quot;">&lt;i&gt;</b>
 * ```
 */
export function html(template: TemplateStringsArray, ...values: readonly Fragment[]): Markup {
  const texts = withoutIndents(template);
  let text = texts[0]!;
  for (const [place, value] of values.entries()) text += fragmentText(value) + texts[place + 1]!;
  return new Markup(text);
}

const prepared = new WeakMap<TemplateStringsArray, readonly string[]>();

/** The indents of our templates are for readers of the code; a table would be half of them. */
function withoutIndents(template: TemplateStringsArray): readonly string[] {
  let texts = prepared.get(template);
  if (!texts) {
    texts = template.map((text) => text.replaceAll(/\s*\n\s*/g, "\n"));
    prepared.set(template, texts);
  }
  return texts;
}

function fragmentText(value: Fragment): string {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  let text = "";
  for (const one of value) text += fragmentText(one);
  return text;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as HTML shows it, in an attribute too. NUL, which HTML cannot hold, becomes U+FFFD. */
export function escapeText(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replaceAll(/[&<>"']/g, (letter) => escapes[letter]!);
}

/** HTML that was made by our own code and is taken as it is, such as a figure. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

/** A script of our own, byte for byte as its hash in the policy of the page was taken. */
export function scriptBlock(code: string): Markup {
  return new Markup(`<script>${code}</script>`);
}

/** A block of data for scripts; nothing in it can end the block or start another element. */
export function dataBlock(id: string, value: unknown): Markup {
  const text = JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
  return new Markup(`<script type="application/json" id="${escapeText(id)}">${text}</script>`);
}
