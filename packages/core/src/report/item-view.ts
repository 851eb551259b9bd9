/** Items as people read them. */

import type { Answers } from "../analysis/review.ts";
import type { ItemFlag, ItemReport, ItemRow, ReviewRow } from "./item-report.ts";
import { cutInMiddle } from "./cut-in-middle.ts";
import { textTable, type Column, type TextTable } from "./table.ts";

export interface ItemTableOptions {
  readonly top?: number | undefined;
  readonly wide?: boolean | undefined;
}

export function itemTable({ items }: ItemReport, options: ItemTableOptions = {}): TextTable {
  const { top, wide = false } = options;
  const figure = (header: string, value: (row: ItemRow) => number | null): Column<ItemRow> => ({
    header,
    align: "right",
    cell: (row) => value(row)?.toFixed(2) ?? "",
    dropFirst: 2,
  });
  const columns: readonly Column<ItemRow>[] = [
    { header: "item", align: "left", cell: nameIn(items), mayShrink: true },
    {
      header: "difficulty",
      align: "right",
      cell: ({ relative }) => (relative === null ? "none" : `${relative.toFixed(2)}x`),
    },
    ...(items.some(({ relativeLower }) => typeof relativeLower === "number")
      ? [
          {
            header: "other models would say",
            align: "right" as const,
            cell: ({ relativeLower, relativeUpper }: ItemRow) =>
              typeof relativeLower === "number" && typeof relativeUpper === "number"
                ? `${relativeLower.toFixed(2)} to ${relativeUpper.toFixed(2)}x`
                : "",
          },
        ]
      : []),
    {
      header: "solved by",
      align: "right",
      cell: ({ solvedBy, asked }) => `${solvedBy.length} of ${asked}`,
    },
    ...(wide
      ? [
          figure("item-rest", ({ itemRest }) => itemRest),
          figure("discrimination", ({ discrimination }) => discrimination),
          figure("infit", ({ infit }) => infit),
          figure("outfit", ({ outfit }) => outfit),
          figure("evidence", ({ evidence }) => evidence),
        ]
      : []),
    {
      header: "namely",
      align: "left",
      cell: ({ solvedBy }) => namedFew(solvedBy, wide ? Infinity : 3),
      dropFirst: 1,
    },
    { header: "note", align: "left", cell: noteText },
  ];
  return textTable(columns, items.slice(0, top));
}

/** `benchmark:item`, or the item alone where there is one benchmark. */
function nameIn(
  rows: readonly { readonly benchmark: string }[],
): (row: { readonly benchmark: string; readonly item: string }) => string {
  const several = new Set(rows.map(({ benchmark }) => benchmark)).size > 1;
  return ({ benchmark, item }) => (several ? `${benchmark}:${item}` : item);
}

function namedFew(names: readonly string[], most: number): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

const flagTexts: Readonly<Record<ItemFlag, string>> = {
  "all-solved": "solved by all",
  "all-failed": "solved by none",
  "same-observed": "all who were asked did the same",
  unobserved: "put to no model",
  "likely-wrong-key": "key likely wrong",
  "no-discrimination": "answers look like chance",
  "guess-floor": "solved no more than by guessing",
  "near-duplicate": "answered like another item",
  saturated: "all strong models solve it",
  decisive: "decides a model's place",
};

function noteText({ flags, asked, weakEvidence }: ItemRow): string {
  const text = (flag: ItemFlag) => {
    // Under `common` an item is unobserved as soon as one model was not asked.
    if (flag === "unobserved" && asked > 0) return "not put to every model";
    if (flag === "likely-wrong-key" && weakEvidence) return "key likely wrong (weak evidence)";
    return flagTexts[flag];
  };
  return flags.map(text).join(", ");
}

/** What the log says about an item under review; blank where it has no texts. */
export interface ReviewAnswers {
  readonly key: string;
  /** The answer that most of the strong models gave, and how many: `D (11 of 12)`. */
  readonly strongSay: string;
}

export interface ReviewTableOptions {
  readonly top?: number | undefined;
  /** By benchmark, a tab, and item. */
  readonly answers?: ReadonlyMap<string, ReviewAnswers> | undefined;
}

/** The list of items to read, most suspect first. */
export function reviewTable(
  { review, items }: ItemReport,
  { top, answers = new Map() }: ReviewTableOptions = {},
): TextTable {
  const name = nameIn(items);
  const said = (row: ReviewRow) => answers.get(`${row.benchmark}\t${row.item}`);
  const hasAnswers = answers.size > 0;
  const numbered = review.slice(0, top).map((row, index) => ({ ...row, number: index + 1 }));
  type Row = (typeof numbered)[number];
  const columns: readonly Column<Row>[] = [
    { header: "#", align: "right", cell: ({ number }) => String(number) },
    { header: "item", align: "left", cell: name, mayShrink: true },
    ...(hasAnswers
      ? [
          {
            header: "key",
            align: "left" as const,
            cell: (row: Row) => cutInMiddle(said(row)?.key ?? "", 12),
            dropFirst: 1,
          },
          {
            header: "strong models say",
            align: "left" as const,
            cell: (row: Row) => cutInMiddle(said(row)?.strongSay ?? "", 17),
            dropFirst: 1,
          },
        ]
      : []),
    {
      header: "solved by strong",
      align: "right",
      cell: ({ strong }) => earnedText(strong),
      dropFirst: 2,
    },
    { header: "by weak", align: "right", cell: ({ weak }) => earnedText(weak), dropFirst: 3 },
    {
      header: "item-rest",
      align: "right",
      cell: ({ itemRest }) => itemRest?.toFixed(2) ?? "",
      dropFirst: 4,
    },
    { header: "likely reason", align: "left", cell: ({ reason }) => reason },
  ];
  return textTable(columns, numbered);
}

function earnedText({ asked, earned }: Answers): string {
  return `${Number(earned.toFixed(1))} of ${asked}`;
}
