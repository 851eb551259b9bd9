/** The scripts of the report page: everything works without them, only less of it. */

import { pageFromWire, type PageWire } from "../page-wire.ts";
import { startBoard } from "./board.ts";
import { startCompare } from "./compare.ts";
import { startFigures } from "./figures.ts";
import { startItems } from "./items.ts";
import { startLinks } from "./links.ts";
import { startReview } from "./review.ts";
import { startWhy } from "./why.ts";

const wire = JSON.parse(document.querySelector("#eip-page")!.textContent) as PageWire;
const page = pageFromWire(wire);

document.documentElement.classList.add("scripted");
startBoard(page);
startWhy(page);
startCompare(page);
startItems(page);
startReview(page);
startFigures(page);
startLinks(page);
