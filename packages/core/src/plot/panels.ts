/** Small multiples: panels of equal size in rows. */

/** A rectangle for one panel. */
export interface Panel {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room for panels. */
export interface PanelRoom {
  readonly width: number;
  readonly top: number;
  /** Height of a panel, or of the panels in each row. */
  readonly height: number | readonly number[];
  /** Least width of a panel; as many stand in a row as fit. */
  readonly narrowest: number;
}

/** Panels that stand in a row. */
export function columnsOf(
  count: number,
  { width, narrowest }: Pick<PanelRoom, "width" | "narrowest">,
): number {
  return Math.max(1, Math.min(count, Math.floor(width / narrowest)));
}

/** Places for `count` panels, in rows from the top left, and where the last row ends. */
export function panelsOf(
  count: number,
  { width, top, height, narrowest }: PanelRoom,
): { readonly panels: readonly Panel[]; readonly bottom: number } {
  const columns = columnsOf(count, { width, narrowest });
  const each = width / columns;
  const rows = Array.from({ length: Math.ceil(count / columns) }, (_, row) =>
    typeof height === "number" ? height : height[row]!,
  );
  const tops = rows.map((_, row) => top + rows.slice(0, row).reduce((sum, one) => sum + one, 0));
  const panels = Array.from({ length: count }, (_, index) => {
    const left = (index % columns) * each;
    const row = Math.floor(index / columns);
    return { left, right: left + each, top: tops[row]!, bottom: tops[row]! + rows[row]! };
  });
  return { panels, bottom: top + rows.reduce((sum, one) => sum + one, 0) };
}
