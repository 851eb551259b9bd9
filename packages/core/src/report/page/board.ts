/** The board: sorting, searching, filters, copying. */

import { csv } from "../csv.ts";
import { boardColumns, boardRows } from "../html-board.ts";
import { html } from "../html-template.ts";
import type { ModelRow } from "../model-rows.ts";
import type { PageModel } from "../page-model.ts";
import { rankCsvColumns } from "../rank-csv.ts";
import { copyText } from "./copy.ts";
import { byValue, fill, find, findAs, sortable } from "./dom.ts";

export function startBoard({ report }: PageModel): void {
  const table = findAs(HTMLTableElement, "board-table")!;
  const body = table.tBodies[0]!;
  const note = find("board-note")!;
  const columns = boardColumns(report);
  const search = findAs(HTMLInputElement, "board-search")!;
  const tier = findAs(HTMLSelectElement, "board-tier");
  const benchmark = findAs(HTMLSelectElement, "board-benchmark");
  const phoneSort = findAs(HTMLSelectElement, "board-sort")!;
  let order = { key: "rank", descends: false };

  const shownRows = (): readonly ModelRow[] => {
    const wanted = search.value.toLowerCase();
    const column = columns.find(({ key }) => key === order.key)!;
    const rows = report.models.filter(
      (row) =>
        row.model.toLowerCase().includes(wanted) &&
        (!tier?.value || String(row.tier) === tier.value) &&
        (!benchmark?.value || (row.benchmarks[benchmark.value] ?? null) !== null),
    );
    return order.key === "rank" && !order.descends
      ? rows
      : rows.toSorted((a, b) => byValue(column.value(a), column.value(b), order.descends));
  };

  const draw = (): void => {
    const rows = shownRows();
    const inOrder = order.key === "rank" || order.key === "tier";
    fill(body, boardRows(rows, { columns, inOrder }));
    const hidden = report.models.length - rows.length;
    note.textContent =
      hidden > 0 || benchmark?.value
        ? `${rows.length} of ${report.models.length} models shown${rows.length === 0 ? ": none fits" : ""}. Filters hide rows; ranks, weights and intervals stay those of the whole pool.`
        : "";
    for (const cell of table.querySelectorAll<HTMLElement>(".benchmark")) {
      const name = cell.dataset["label"] ?? cell.dataset["sort"]?.slice("benchmark:".length);
      cell.hidden = Boolean(benchmark?.value) && name !== benchmark?.value;
    }
  };

  const sortBy = (key: string, turn: (descends: boolean) => boolean): void => {
    const column = columns.find((one) => one.key === key)!;
    order = { key, descends: turn(column.descends ?? false) };
    draw();
  };
  sortable(table, sortBy);

  fill(
    phoneSort,
    html`${columns.filter(({ key }) => key !== "bar").map(({ key, header }) => html`<option value="${key}">${header}</option>`)}`,
  );
  phoneSort.value = "rank";
  phoneSort.addEventListener("change", () => sortBy(phoneSort.value, (descends) => descends));
  for (const input of [search, tier, benchmark]) input?.addEventListener("input", draw);
  find("board-tools")!.addEventListener("submit", (event) => event.preventDefault());
  find("board-csv")!.addEventListener("click", ({ currentTarget }) => {
    void copyText(csv(rankCsvColumns(report), shownRows()), currentTarget as HTMLElement);
  });
  if (matchMedia("(max-width: 640px)").matches) {
    (document.querySelector(".sheet") as HTMLDetailsElement).open = false;
  }
  draw();
}
