/** A number as people write it: `0.75`, `2/3`. */
const number = String.raw`-?\d+(?:\.\d+)?(?:/\d+)?`;
const literal = new RegExp(
  `^(?:${number}|true|false|null|undefined|"[^"]*"|\\[${number}(?:, ${number})*\\])(?=$|[:,;])`,
);

/** The plain value that a comment begins with, as it is written; nothing for words. */
export function literalOf(said: string): string | undefined {
  return said.match(literal)?.[0];
}

/** Whether a value is what a comment says, to the digits that it gives. */
export function isSaid(value: unknown, said: string): boolean {
  const text = literalOf(said) ?? "";
  if (text.startsWith("[")) {
    const parts = text.slice(1, -1).split(", ");
    const values = Array.from(value as ArrayLike<number>);
    return parts.length === values.length && parts.every((part, at) => isNumber(values[at]!, part));
  }
  if (typeof value === "number") return isNumber(value, text);
  return value === undefined ? text === "undefined" : JSON.stringify(value) === text;
}

function isNumber(value: number, text: string): boolean {
  const [above, below = "1"] = text.split("/");
  const digits = below === "1" ? (above!.split(".")[1]?.length ?? 0) : 12;
  return Math.abs(value - Number(above) / Number(below)) <= 0.5 * 10 ** -digits + 1e-12;
}
