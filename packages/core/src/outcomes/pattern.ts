/**
 * Whether a name fits a pattern in which `*` stands for any run of characters and `?` for one.
 * Every other character stands for itself, case included.
 *
 * @example
 * ```ts
 * matchesPattern("arc_*", "arc_challenge"); // true
 * matchesPattern("arc_*", "mmlu"); // false
 * ```
 */
export function matchesPattern(pattern: string, name: string): boolean {
  let regexp = compiled.get(pattern);
  if (!regexp) {
    const source = pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\*+/g, "[^]*")
      .replaceAll("?", "[^]");
    regexp = new RegExp(`^${source}$`, "u");
    compiled.set(pattern, regexp);
  }
  return regexp.test(name);
}

const compiled = new Map<string, RegExp>();

/** Values kept under patterns; the first pattern that fits a name decides. */
export interface PatternLookup<Value> {
  /** The value for a name; `undefined` where no pattern fits. */
  find(name: string): Value | undefined;
  /** The patterns that decided for no name so far. */
  unused(): readonly string[];
}

/**
 * Looks names up in a record of patterns, in its order.
 *
 * @example
 * ```ts
 * const metrics = patternLookup({ gsm8k: "exact_match", "*": "acc" });
 * metrics.find("arc_easy"); // "acc"
 * metrics.unused(); // ["gsm8k"]
 * ```
 */
export function patternLookup<Value>(
  patterns: Readonly<Record<string, Value>>,
): PatternLookup<Value> {
  const found = new Map<string, string | undefined>();
  return {
    find(name) {
      if (!found.has(name)) {
        found.set(
          name,
          Object.keys(patterns).find((pattern) => matchesPattern(pattern, name)),
        );
      }
      const pattern = found.get(name);
      return pattern === undefined ? undefined : patterns[pattern];
    },
    unused() {
      const used = new Set(found.values());
      return Object.keys(patterns).filter((pattern) => !used.has(pattern));
    },
  };
}
