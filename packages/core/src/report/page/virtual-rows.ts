/** A long table of which only the rows in sight are in the document. */

import { html, type Markup } from "../html-template.ts";
import { fill } from "./dom.ts";

/** Rows beyond the frame at either side, so that fast scrolling does not outrun the drawing. */
const beyond = 60;
/** With fewer rows than this left at a side it is drawn again. */
const margin = 20;
/** A column more than there are would take its share of the width. */
const isShown = (cell: HTMLElement) => getComputedStyle(cell).display !== "none";

/** In pixels, until a row can be measured. */
const usualHeight = 28;

/**
 * Draws the rows that a frame shows, between two empty rows as high as all the others.
 *
 * @returns what draws another list, from its beginning.
 */
export function virtualRows(
  frame: HTMLElement,
  table: HTMLTableElement,
  row: (item: number) => Markup,
): (items: Uint32Array) => void {
  const body = table.tBodies[0]!;
  let list: Uint32Array = new Uint32Array(0);
  let from = -1;
  let to = -1;
  let height = body.rows[0]?.getBoundingClientRect().height ?? 0;

  const draw = (): void => {
    height ||= usualHeight;
    const first = Math.floor(frame.scrollTop / height);
    const count = Math.ceil(frame.clientHeight / height);
    const isCovered =
      (from === 0 || first - margin >= from) &&
      (to === list.length || first + count + margin <= to);
    if (from >= 0 && isCovered) return;
    from = Math.max(0, first - beyond);
    to = Math.min(list.length, first + count + beyond);
    const columns = [...table.tHead!.rows[0]!.cells].filter(isShown).length;
    const rows = [...list.subarray(from, to)].map(row);
    const space = (rowsAway: number) =>
      rowsAway > 0 &&
      html`<tr class="space" aria-hidden="true">
        <td colspan="${columns}" style="height:${rowsAway * height}px"></td>
      </tr>`;
    fill(body, html`${space(from)}${rows}${space(list.length - to)}`);
    numberRows();
  };

  /** For screen readers, which would count the drawn rows only. */
  const numberRows = (): void => {
    let place = from;
    for (const drawn of body.querySelectorAll("tr:not(.space)")) {
      place += 1;
      drawn.setAttribute("aria-rowindex", String(place + 1));
    }
  };

  frame.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(() => {
    from = -1;
    // The first row may be an empty one: heights are those of real rows.
    height = body.querySelector("tr:not(.space)")?.getBoundingClientRect().height ?? 0;
    draw();
  }).observe(frame);

  return (items) => {
    list = items;
    from = -1;
    table.setAttribute("aria-rowcount", String(items.length + 1));
    frame.scrollTop = 0;
    draw();
  };
}
