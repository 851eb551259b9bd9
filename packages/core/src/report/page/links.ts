/** Follows addresses within the page. */

import { itemName, type PageModel } from "../page-model.ts";
import { html } from "../html-template.ts";
import { itemLink, modelLink } from "../html-words.ts";
import { targetOf } from "../page-target.ts";
import { closest } from "../closest.ts";
import { showPair } from "./compare.ts";
import { closeDetail, openDetail, showItem, showModel } from "./detail.ts";

export function startLinks(page: PageModel): void {
  const follow = (): void => {
    const target = targetOf(location.hash);
    if (target === undefined) {
      closeDetail();
      // A part of the page, which the browser finds by itself.
      return;
    }
    if (target.what === "compare") {
      closeDetail();
      showPair(page, target.a, target.b);
    } else if (target.what === "model") followModel(page, target.name);
    else followItem(page, target.name);
  };
  addEventListener("hashchange", follow);
  follow();
}

function followModel(page: PageModel, name: string): void {
  const row = page.report.models.find(({ model }) => model === name);
  if (row) return showModel(page, row);
  const near = closest(name, page.names.models);
  openDetail(
    "No such model",
    html`<p>
      No model called ${name} is on this
      page.${near !== undefined && html` The closest name: ${modelLink(near)}.`}
    </p>`,
  );
}

/** Many names are looked through once per page, not once per link. */
let places: ReadonlyMap<string, number> | undefined;

function followItem(page: PageModel, name: string): void {
  const { names } = page;
  places ??= new Map([...names.items.keys()].map((item) => [itemName(names, item), item]));
  const item = places.get(name);
  if (item !== undefined) return showItem(page, item);
  const near = closest(name, [...places.keys()]);
  openDetail(
    "No such item",
    html`<p>
      No item called ${name} is on this
      page.${near !== undefined && html` The closest name: ${itemLink(near)}.`}
    </p>`,
  );
}
