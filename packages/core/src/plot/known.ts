/** Whether a value is there, and a number that can be drawn. */
export function isKnown(value: number | null | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
