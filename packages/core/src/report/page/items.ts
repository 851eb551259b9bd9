/** The table of items: sorted, searched, and drawn only where one looks. */

import { csv, type CsvColumn } from "../csv.ts";
import { flagsOf, hardestFirst, itemColumns, itemRow } from "../html-items.ts";
import { html } from "../html-template.ts";
import { itemFlags, itemName, type PageModel } from "../page-model.ts";
import { copyText } from "./copy.ts";
import { byValue, fill, find, findAs, sortable } from "./dom.ts";
import { virtualRows } from "./virtual-rows.ts";

export function startItems(page: PageModel): void {
  const { names, items } = page;
  const table = findAs(HTMLTableElement, "item-table")!;
  const note = find("item-note")!;
  const search = findAs(HTMLInputElement, "item-search")!;
  const benchmark = findAs(HTMLSelectElement, "item-benchmark");
  const flag = findAs(HTMLSelectElement, "item-flag")!;
  const total = names.items.length;
  let sorted: Uint32Array = hardestFirst(page);
  let shown = sorted;

  const draw = virtualRows(find("item-frame")!, table, (item) => itemRow(page, item));

  const filter = (): void => {
    const wanted = search.value.toLowerCase();
    const group = benchmark?.value ? names.benchmarks.indexOf(benchmark.value) : -1;
    const bit = flag.value === "" ? 0 : 1 << Number(flag.value);
    shown = sorted.filter(
      (item) =>
        (group < 0 || names.benchmarkOf[item] === group) &&
        (bit === 0 || (items.flags[item]! & bit) !== 0) &&
        (wanted === "" || itemName(names, item).toLowerCase().includes(wanted)),
    );
    note.textContent =
      shown.length === total
        ? ""
        : `${shown.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} items shown${shown.length === 0 ? ": none fits" : ""}. Filters hide rows; difficulties stay those of the whole pool.`;
    draw(shown);
  };

  sortable(table, (key, turn) => {
    const column = itemColumns.find((one) => one.key === key)!;
    const descends = turn(key !== "item");
    const values = Array.from(names.items, (_, item) => column.value(page, item));
    const absent = (value: number | string) => (value === "" ? null : value);
    sorted = Uint32Array.from(names.items.keys()).toSorted(
      (a, b) => byValue(absent(values[a]!), absent(values[b]!), descends) || a - b,
    );
    filter();
  });

  const used = items.flags.reduce((all, bits) => all | bits, 0);
  const choices = itemFlags.flatMap((name, place) =>
    (used >> place) & 1 ? html`<option value="${place}">${name.replaceAll("-", " ")}</option>` : [],
  );
  fill(
    flag,
    html`<option value="">all</option>
      ${choices}`,
  );
  for (const input of [search, benchmark, flag]) input?.addEventListener("input", filter);
  find("item-tools")!.addEventListener("submit", (event) => event.preventDefault());
  find("item-csv")!.addEventListener("click", ({ currentTarget }) => {
    void copyText(csv(csvColumns(page), [...shown]), currentTarget as HTMLElement);
  });
  filter();
}

function csvColumns(page: PageModel): readonly CsvColumn<number>[] {
  const { names, items } = page;
  const number = (name: string, column: Float32Array): CsvColumn<number> => ({
    name,
    value: (item) => (Number.isNaN(column[item]!) ? null : column[item]!),
  });
  return [
    { name: "item_id", value: (item) => names.items[item]! },
    { name: "benchmark", value: (item) => names.benchmarks[names.benchmarkOf[item]!]! },
    number("relative", items.relative),
    number("facility", items.facility),
    number("discrimination", items.discrimination),
    number("item_rest_r", items.itemRest),
    number("infit", items.infit),
    number("outfit", items.outfit),
    { name: "flags", value: (item) => flagsOf(page, item).join(" ") },
    { name: "n", value: (item) => items.asked[item]! },
  ];
}
