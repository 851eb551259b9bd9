import { createHash } from "node:crypto";

const PLAIN = /[a-z0-9_-]/;
const INNER = /[a-z0-9_.-]/;
/** Folder names end at 255 bytes; `benchmark=` and a margin go off. */
const LONGEST = 200;

/**
 * A name as part of a folder name, percent-encoded so that Hive-style readers get it back. Capitals
 * are encoded too, since some file systems take `A` for `a`; a name that is too long or no Unicode
 * becomes `~` and its SHA-256.
 *
 * @example
 * ```ts
 * encodedName("acme/ant-1b"); // "acme%2Fant-1b"
 * encodedName("A.."); // "%41%2E%2E"
 * ```
 */
export function encodedName(name: string): string {
  const bytes = Buffer.from(name, "utf8");
  const encoded = Array.from(bytes, (byte, at) => {
    const character = String.fromCodePoint(byte);
    const isInside = at > 0 && at < bytes.length - 1;
    return (isInside ? INNER : PLAIN).test(character) && !isDotBeside(bytes, at)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
  if (encoded !== "" && encoded.length <= LONGEST && isUnicode(name)) return encoded;
  return `~${createHash("sha256").update(name, "utf16le").digest("hex")}`;
}

const DOT = 0x2e;

/** Two dots in a row are never written as they are. */
function isDotBeside(bytes: Buffer, at: number): boolean {
  return bytes[at] === DOT && (bytes[at - 1] === DOT || bytes[at + 1] === DOT);
}

/** Whether a text can be written as UTF-8 and read back unchanged. */
export function isUnicode(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * The folder of the runs of one model on one benchmark, relative to the store.
 *
 * @example
 * ```ts
 * runFolder({ benchmark: "gsm8k", model: "acme/ant" }); // ["benchmark=gsm8k", "model=acme%2Fant"]
 * ```
 */
export function runFolder(run: { readonly benchmark: string; readonly model: string }): string[] {
  return [benchmarkFolder(run.benchmark), `model=${encodedName(run.model)}`];
}

/** The folder of a benchmark; its merged files lie in it. */
export function benchmarkFolder(benchmark: string): string {
  return `benchmark=${encodedName(benchmark)}`;
}

/** What a name of a merged file begins with. */
export const MERGED = "merged-";
