/** What every part does with the document. */

import type { Markup } from "../html-template.ts";

/** An element by its id, where the page has it. */
export function find(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${id}`);
}

/** The same where what it can do depends on its kind. */
export function findAs<Kind extends HTMLElement>(
  kind: abstract new () => Kind,
  id: string,
): Kind | null {
  const element = find(id);
  return element instanceof kind ? element : null;
}

/** Puts HTML, in which every text was escaped, into an element. */
export function fill(element: Element, content: Markup): void {
  element.innerHTML = content.text;
}

/** Reads something out to those who do not see it happen. */
export function say(text: string): void {
  const place = find("said");
  if (place) place.textContent = text;
}

/** Makes the heads of a table buttons that sort it, and tells which one was chosen. */
export function sortable(
  table: HTMLTableElement,
  onSort: (key: string, turn: (descends: boolean) => boolean) => void,
): void {
  for (const head of table.querySelectorAll<HTMLElement>("th[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.ariaSort;
      for (const other of table.querySelectorAll<HTMLElement>("th[data-sort]")) {
        other.ariaSort = "none";
      }
      // A second click turns the order around.
      onSort(head.dataset["sort"]!, (descends) => {
        const now = before === "none" ? descends : before === "ascending";
        head.ariaSort = now ? "descending" : "ascending";
        return now;
      });
    });
  }
}

/** Values with a number order before texts; nothing goes last either way. */
export function byValue(
  a: number | string | null,
  b: number | string | null,
  descends: boolean,
): number {
  const [aIsNothing, bIsNothing] = [isNothing(a), isNothing(b)];
  if (aIsNothing || bIsNothing) return Number(aIsNothing) - Number(bIsNothing);
  const order =
    typeof a === "number" && typeof b === "number" ? a - b : names.compare(String(a), String(b));
  return descends ? -order : order;
}

const isNothing = (value: number | string | null) => value === null || Number.isNaN(value);

const names = new Intl.Collator("en", { numeric: true });
