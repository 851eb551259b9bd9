/** Texts of an endpoint without keys in them. */

/** What stands in the place of a key. */
const HIDDEN = "[hidden]";

/** So many characters in a row of a key are taken for the key: endpoints echo keys in part, too. */
const PIECE = 6;
/** Shorter keys count as a whole only: their pieces are in any text. */
const SHORTEST_IN_PIECES = 8;
/** Anything shorter is no secret, and in every other word. */
const SHORTEST_KEY = 4;

/** How common kinds of keys look, for those that nobody told us. */
const keyLike =
  /\b(?:bearer|basic)\s+\S{8,}|\b(?:sk|pk|rk|gsk|xai|hf|key|api)[-_][\w*.-]{8,}|\beyJ[\w-]+\.[\w.-]+/gi;

/**
 * A text as {@link withoutSecrets} gives it, in which whatever else looks like a key is hidden, too.
 *
 * @example
 * ```ts
 * redacted("bad key abcdef-123456, try again", ["abcdef-123456"]); // "bad key [hidden] try again"
 * ```
 */
export function redacted(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets).replaceAll(keyLike, HIDDEN);
}

/**
 * A text in which every word that shares six characters in a row with a secret is hidden. A secret of four to
 * seven characters hides the words that hold all of it, and a shorter one none.
 *
 * @example
 * ```ts
 * withoutSecrets("it says abc-123", ["abc-123"]); // "it says [hidden]"
 * ```
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const pieces = secrets.flatMap((secret) => secret.split(/\s+/)).flatMap(piecesOf);
  return text
    .split(/(\s+)/)
    .map((word) => (pieces.some((piece) => word.includes(piece)) ? HIDDEN : word))
    .join("");
}

function piecesOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_KEY) return [];
  if (secret.length < SHORTEST_IN_PIECES) return [secret];
  return Array.from({ length: secret.length - PIECE + 1 }, (_, at) => secret.slice(at, at + PIECE));
}
