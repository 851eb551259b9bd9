/** The texts in a list of JSON values; none for anything else. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
