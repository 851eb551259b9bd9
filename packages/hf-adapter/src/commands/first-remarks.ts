const MOST_REMARKS = 8;

/**
 * The first few remarks, and a line that counts the others.
 *
 * @example
 * ```ts
 * firstRemarks(["a", "b"], "more: --json lists them."); // ["a", "b"]; of ten, the last is "2 more: …"
 * ```
 */
export function firstRemarks(remarks: readonly string[], more: string): string[] {
  const rest = remarks.length - MOST_REMARKS;
  const shown = remarks.slice(0, MOST_REMARKS);
  return rest > 0 ? [...shown, `${rest} ${more}`] : shown;
}
