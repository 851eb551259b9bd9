/** What the first record of a JSON text looks like, as far as the text goes. */
export interface JsonOutline {
  /** Whether the text begins with a list. */
  readonly isList: boolean;
  /**
   * The keys of the first object and of the objects inside it, three levels deep and joined by
   * dots, each with the first character of its value: `{`, `[`, `"`, or `.` for anything else. A
   * list stands for what is in it: `[{"a": [{"b": 1}]}]` has the keys `a` and `a.b`.
   */
  readonly keys: ReadonlyMap<string, string>;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|$)|[{}[\]:,]/gs;
const MAX_LEVEL = 3;

interface Frame {
  readonly opener: string;
  /** Key path of the value that this is. */
  readonly path: string;
  /** How many objects this is inside of, itself included. */
  readonly level: number;
}

/**
 * Reads the keys at the front of a JSON text that may break off anywhere; does not check it.
 *
 * @example
 * ```ts
 * jsonOutline('[{"doc_id": 0, "doc": {"question": "How m').keys;
 * // Map { "doc_id" => ".", "doc" => "{", "doc.question" => "\"" }
 * ```
 */
export function jsonOutline(text: string): JsonOutline {
  const keys = new Map<string, string>();
  const frames: Frame[] = [];
  let lastText = "";
  let awaited: string | undefined;
  let openObjects = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    const frame = frames.at(-1);
    const opener = token[0]!;
    if (awaited !== undefined && keys.has(awaited) && '{["'.includes(opener)) {
      keys.set(awaited, opener);
    }
    if (opener === '"') lastText = token;
    if (opener === ":" && frame) {
      awaited = [frame.path, lastText.slice(1, -1)].filter((part) => part !== "").join(".");
      if (frame.level <= MAX_LEVEL && !keys.has(awaited)) keys.set(awaited, ".");
      continue;
    }
    if (opener === "{" || opener === "[") {
      const level = (frame?.level ?? 0) + Number(opener === "{");
      frames.push({ opener, path: awaited ?? frame?.path ?? "", level });
      if (opener === "{") openObjects += 1;
    }
    if ((opener === "}" || opener === "]") && frames.pop()?.opener === "{") openObjects -= 1;
    awaited = undefined;
    if (openObjects === 0 && keys.size > 0) break;
  }
  return { isList: /^\s*\[/.test(text), keys };
}
