/** SVG as text: elements, attributes, numbers. */

/** Attributes of an element; `undefined` leaves one out. Numbers are rounded to a hundredth. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/**
 * One element. Attribute values are escaped; the content is markup, so texts go through
 * {@link escaped} first.
 *
 * @throws TypeError for a number that is not finite: a figure never holds `NaN`.
 * @example
 * ```ts
 * element("rect", { x: 1 / 3, fill: "none" }); // '<rect x="0.33" fill="none"/>'
 * ```
 */
export function element(
  name: string,
  attributes: Attributes,
  content: string | readonly string[] = "",
): string {
  const inside = typeof content === "string" ? content : content.join("");
  const opening = `<${name}${attributesText(attributes)}`;
  return inside === "" ? `${opening}/>` : `${opening}>${inside}</${name}>`;
}

function attributesText(attributes: Attributes): string {
  let text = "";
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === "number" ? rounded(value) : escaped(value)}"`;
  }
  return text;
}

/**
 * A number with at most two decimals, the same text everywhere.
 *
 * @throws TypeError for a number that is not finite.
 * @example
 * ```ts
 * rounded(-0.001); // "0"
 * ```
 */
export function rounded(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`a figure cannot hold ${value}`);
  return String(Math.round(value * 100) / 100 || 0);
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/**
 * A text as content or attribute value. What XML has no character for, and what would turn the
 * direction of the text around, becomes visible.
 *
 * @example
 * ```ts
 * escaped("<b>\u0000"); // "&lt;b&gt;\\u0000"
 * ```
 */
export function escaped(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (character) => entities.get(character)!);
}

/**
 * A text with control characters, half surrogates and marks of direction written out.
 *
 * @example
 * ```ts
 * visible("a\u202Eb"); // "a\\u202eb"
 * ```
 */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029\uFFFE\uFFFF]/gu,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}
