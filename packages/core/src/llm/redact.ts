/** Texts of an endpoint without keys in them. */

/** What stands in the place of a key. */
const HIDDEN = "[hidden]";

/** So many characters in a row of a key are taken for the key: endpoints echo keys in part, too. */
const PIECE = 6;

/** How common kinds of keys look, for those that nobody told us. */
const keyLike =
  /\b(?:bearer|basic)\s+\S{8,}|\b(?:sk|pk|rk|gsk|xai|hf|key|api)[-_][\w*.-]{8,}|\beyJ[\w-]+\.[\w.-]+/gi;

/**
 * A text in which every word that shares six characters in a row with a secret is hidden, and whatever else
 * looks like a key.
 *
 * @example
 * ```ts
 * redacted("bad key abcdef-123456, try again", ["abcdef-123456"]); // "bad key [hidden] try again"
 * ```
 */
export function redacted(text: string, secrets: readonly string[]): string {
  const pieces = secrets.flatMap(piecesOf);
  return text
    .split(/(\s+)/)
    .map((word) => (pieces.some((piece) => word.includes(piece)) ? HIDDEN : word))
    .join("")
    .replaceAll(keyLike, HIDDEN);
}

/**
 * A text without the secrets themselves, and otherwise as it was.
 *
 * @example
 * ```ts
 * withoutSecrets("it says abc-123", ["abc-123"]); // "it says [hidden]"
 * ```
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

function piecesOf(secret: string): readonly string[] {
  if (secret === "") return [];
  if (secret.length <= PIECE) return [secret];
  return Array.from({ length: secret.length - PIECE + 1 }, (_, at) => secret.slice(at, at + PIECE));
}
