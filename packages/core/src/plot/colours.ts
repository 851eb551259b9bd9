/** Colours as custom properties: a page may set them, a figure alone falls back to these. */

/** A colour by its use. Pairs that must differ do so in lightness as well. */
export type ColourName = keyof typeof lightColours;

/** Light theme: values that a figure uses when nothing else is set. */
const lightColours = {
  ink: "#1b1f24",
  soft: "#57606a",
  line: "#d3d8de",
  band: "#f1f3f6",
  paper: "#ffffff",
  faint: "#b4bcc6",
  first: "#0a58a8",
  second: "#b54708",
  third: "#1d7d5c",
  fourth: "#9b3f86",
  fifth: "#806500",
  sixth: "#4f5d6b",
};

/** Dark theme, for a reader who prefers it. */
const darkColours: Readonly<Record<ColourName, string>> = {
  ink: "#e8ecf1",
  soft: "#a3adb8",
  line: "#39414b",
  band: "#1c222a",
  paper: "#12161c",
  faint: "#5b6672",
  first: "#6fb4ff",
  second: "#ffa05c",
  third: "#5fd0a4",
  fourth: "#e59ad3",
  fifth: "#e0c24d",
  sixth: "#b3c0cc",
};

/**
 * A colour to put into a `fill` or `stroke`.
 *
 * @example
 * ```ts
 * colour("ink"); // "var(--eip-ink,#1b1f24)"
 * ```
 */
export function colour(name: ColourName): string {
  return `var(--eip-${name},${lightColours[name]})`;
}

/** Colours of series in their order; series also differ in marker and dash. */
export const seriesColours: readonly ColourName[] = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
];

/**
 * Declarations of all colours of a theme, for a rule of a page's style sheet.
 *
 * @example
 * ```ts
 * themeColours("dark"); // "--eip-ink:#e8ecf1;--eip-soft:…"
 * ```
 */
export function themeColours(theme: "light" | "dark"): string {
  return Object.entries(theme === "light" ? lightColours : darkColours)
    .map(([name, value]) => `--eip-${name}:${value}`)
    .join(";");
}

/**
 * A figure in the plain colours of one theme, for programs that know no custom properties.
 *
 * @example
 * ```ts
 * inTheme('<g fill="var(--eip-ink,#1b1f24)"/>', "dark"); // '<g fill="#e8ecf1"/>'
 * ```
 */
export function inTheme(svg: string, theme: "light" | "dark"): string {
  const colours: ReadonlyMap<string, string> = new Map(
    Object.entries(theme === "light" ? lightColours : darkColours),
  );
  return svg
    .replaceAll(/<style>[^<]*<\/style>/g, "")
    .replaceAll(
      /var\(--eip-([a-z]+),(#[0-9a-f]{6})\)/g,
      (_, name: string, fallback: string) => colours.get(name) ?? fallback,
    );
}
