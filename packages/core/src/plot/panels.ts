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
  readonly height: number;
  /** Least width of a panel; as many stand in a row as fit. */
  readonly narrowest: number;
}

/** Places for `count` panels, in rows from the top left, and where the last row ends. */
export function panelsOf(
  count: number,
  { width, top, height, narrowest }: PanelRoom,
): { readonly panels: readonly Panel[]; readonly columns: number; readonly bottom: number } {
  const columns = Math.max(1, Math.min(count, Math.floor(width / narrowest)));
  const each = width / columns;
  const panels = Array.from({ length: count }, (_, index) => {
    const left = (index % columns) * each;
    const above = top + Math.floor(index / columns) * height;
    return { left, right: left + each, top: above, bottom: above + height };
  });
  return { panels, columns, bottom: top + Math.ceil(count / columns) * height };
}
