/**
 * An amount of bytes for people.
 *
 * @example
 * ```ts
 * megabytes(1_234_567); // "1.2 MB"
 * ```
 */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}
