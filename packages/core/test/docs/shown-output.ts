/** A line that stands for any number of lines. */
const GAP = "…";

/** What a status line begins with when it is drawn over. */
const REDRAWN = "\r\u001B[K";

/** Whether a page shows what was printed; lines may be left out where it says so. */
export function isShown(shown: string, printed: string): boolean {
  const parts = partsOf(masked(shown));
  const lines = linesOf(masked(printed));
  if (parts.length === 1) return parts[0]!.join("\n") === lines.join("\n");
  const ends = parts[0]!.length + parts.at(-1)!.length;
  return (
    lines.length >= ends &&
    standsAt(lines, parts[0]!, 0) &&
    standsAt(lines, parts.at(-1)!, lines.length - parts.at(-1)!.length) &&
    inOrder(lines, parts.slice(1, -1))
  );
}

/** What was printed, shortened as it was shown before: as many lines at its start and its end. */
export function shownAnew(shown: string, printed: string): string {
  if (isShown(shown, printed)) return shown;
  const lines = linesOf(readable(printed));
  const parts = partsOf(shown);
  if (parts.length === 1) return ended(lines);
  const head = lines.slice(0, parts[0]!.length);
  const tail = lines.slice(Math.max(head.length, lines.length - parts.at(-1)!.length));
  const middle = parts.slice(1, -1).flatMap((part) => [GAP, ...part]);
  return ended([...head, ...middle, GAP, ...tail]);
}

/** Without what differs from run to run, or with every word of a page: durations and sizes. */
function masked(text: string): string {
  return readable(text).replaceAll(/\b\d+(?:\.\d+)?(?= (?:s|ms|min|kB)\b)/g, "0");
}

/** As it stands on the page: the Hub's own name, no spaces at line ends, no line that was drawn over. */
function readable(text: string): string {
  return text
    .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, "https://huggingface.co")
    .replaceAll(/127\.0\.0\.1:\d+/g, "huggingface.co")
    .split("\n")
    .map((line) => line.split(REDRAWN).at(-1)!.trimEnd())
    .join("\n");
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}

function ended(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function partsOf(text: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (line === GAP) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  return parts;
}

function standsAt(lines: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((line, index) => lines[at + index] === line);
}

function inOrder(lines: readonly string[], parts: readonly (readonly string[])[]): boolean {
  let from = 0;
  for (const part of parts) {
    while (from <= lines.length - part.length && !standsAt(lines, part, from)) from += 1;
    if (from > lines.length - part.length) return false;
    from += part.length;
  }
  return true;
}
