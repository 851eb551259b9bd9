/** Addresses within the page: `#model=…`, `#item=…`, `#compare=a,b`. */

/** What an address names. */
export type Target =
  | { readonly what: "model" | "item"; readonly name: string }
  | { readonly what: "compare"; readonly a: string; readonly b: string };

/**
 * What stands behind the `#`; `undefined` for the name of a part of the page, and for nonsense.
 *
 * @example
 * ```ts
 * targetOf("#compare=a%2C1,b"); // { what: "compare", a: "a,1", b: "b" }
 * ```
 */
export function targetOf(hash: string): Target | undefined {
  const [, what, rest = ""] = /^#(model|item|compare)=(.*)$/.exec(hash) ?? [];
  try {
    if (what === "model" || what === "item") return { what, name: decodeURIComponent(rest) };
    if (what !== "compare") return undefined;
    const [a = "", b = ""] = rest.split(",").map(decodeURIComponent);
    return { what, a, b };
  } catch {
    return undefined;
  }
}
