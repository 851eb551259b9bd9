import { hash } from "node:crypto";

const DIGITS = 13;

/**
 * The first 52 bits of the SHA-256 of a text, as a number: plenty to see whether two texts are the
 * same, and eight bytes to keep.
 *
 * @example
 * ```ts
 * fingerprintText(fingerprint("abc")); // "ba7816bf8f01c"
 * ```
 */
export function fingerprint(text: string): number {
  return Number.parseInt(hash("sha256", text).slice(0, DIGITS), 16);
}

/** A fingerprint as 13 hexadecimal digits; `undefined` for NaN, which stands for none. */
export function fingerprintText(number: number): string | undefined {
  return Number.isNaN(number) ? undefined : number.toString(16).padStart(DIGITS, "0");
}
