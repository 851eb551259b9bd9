/** Markdown tables of measurements; what was not measured is empty. */

export function markdownTable(header, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const rule = header.map((_, column) => (column === 0 ? "---" : "--:"));
  return [line(header), line(rule), ...rows.map(line)];
}

export const count = (number) => number.toLocaleString("en-US");

export const size = ({ models, items }) => `${count(models)} x ${count(items)}`;

/** Milliseconds with three digits, seconds from ten of them on; empty for nothing. */
export function duration(milliseconds) {
  if (milliseconds === undefined) return "";
  if (milliseconds >= 9_950) return `${(milliseconds / 1000).toPrecision(3)} s`;
  if (milliseconds >= 99.5) return `${count(Math.round(milliseconds))} ms`;
  return `${milliseconds.toPrecision(3)} ms`;
}

/** How many times as long as ours. */
export function ratio(theirs, ours) {
  if (theirs === undefined || ours === undefined) return "";
  const times = theirs / ours;
  return times >= 9.95 ? count(Math.round(times)) : times.toPrecision(2);
}
