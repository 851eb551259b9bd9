/** A number for JSON, which has no NaN: `null` where there is none. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
