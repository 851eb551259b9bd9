/** The review list with its ticks, as a file for `rank --exclude`. */

import { count } from "../../outcomes/wording.ts";
import { reviewText } from "../review-text.ts";
import type { PageModel } from "../page-model.ts";
import { download } from "./copy.ts";
import { find } from "./dom.ts";

export function startReview({ names, review }: PageModel): void {
  const button = find("review-download");
  const status = find("review-count");
  if (!button || !status) return;
  const boxes = [...document.querySelectorAll<HTMLInputElement>("[data-review]")];
  const isDropped = (place: number) => boxes[place]?.checked ?? false;
  const tell = (): void => {
    const dropped = boxes.filter(({ checked }) => checked).length;
    status.textContent = `${count(dropped, "item")} to drop, ${review.length - dropped} to keep.`;
  };
  for (const box of boxes) box.addEventListener("change", tell);
  tell();
  button.addEventListener("click", () => {
    const lines = review.map(({ item, reason }, place) => ({
      verdict: isDropped(place) ? ("drop" as const) : ("keep" as const),
      benchmark: names.benchmarks[names.benchmarkOf[item]!]!,
      item: names.items[item]!,
      reason,
    }));
    download("review.txt", reviewText(lines));
  });
}
