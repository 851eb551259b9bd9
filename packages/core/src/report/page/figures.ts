/** Figures are drawn again for the width there is, not shrunk. */

import { drawFigure, type FigureName } from "../html-figures.ts";
import { trusted } from "../html-template.ts";
import type { PageModel } from "../page-model.ts";
import { fill, findAs } from "./dom.ts";

/** A figure that is so much off its width is drawn again. */
const tolerance = 8;

export function startFigures(page: PageModel): void {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) redraw(page, target);
    },
    { rootMargin: "500px" },
  );
  const watched = [...document.querySelectorAll("figure[data-figure]")];
  for (const figure of watched) seen.observe(figure);
  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      for (const figure of watched) {
        seen.unobserve(figure);
        seen.observe(figure);
      }
    }, 150);
  });

  const heat = findAs(HTMLDetailsElement, "heat");
  heat?.addEventListener("toggle", () => {
    const frame = heat.querySelector("[data-later]")!;
    if (!heat.open || frame.childElementCount > 0) return;
    // Wide enough to see something; on a phone it scrolls inside its frame.
    const width = Math.max(720, frame.clientWidth);
    fill(frame, trusted(drawFigure("heat-map", page, { width })));
  });
}

function redraw(page: PageModel, figure: Element): void {
  const drawing = figure.querySelector(".drawing")!;
  const width = drawing.clientWidth;
  const drawn = Number(drawing.querySelector("svg")?.getAttribute("width"));
  if (width === 0 || Math.abs(Math.min(1200, Math.max(340, width)) - drawn) <= tolerance) return;
  const name = (figure as HTMLElement).dataset["figure"] as FigureName;
  fill(drawing, trusted(drawFigure(name, page, { width })));
}
