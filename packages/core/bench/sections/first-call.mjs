/** The first call in a fresh process, where nothing is compiled yet. */

import { outputOf } from "../child.mjs";
import { duration, markdownTable, ratio } from "../table.mjs";
import { median } from "../timing.mjs";

const processes = 9;

export async function firstCall() {
  const plain = [];
  const ours = [];
  for (let run = 0; run < processes; run += 1) {
    plain.push(outputOf("first-call.mjs", "plain"));
    ours.push(outputOf("first-call.mjs", "ours"));
  }
  const ofPlain = median(plain.map(({ first }) => first));
  const ofOurs = median(ours.map(({ first }) => first));
  return [
    "## First call in a fresh process",
    "",
    `30 x 35,550, medians of ${processes} processes; modules are loaded and rows are there before the clock starts.`,
    "",
    ...markdownTable(
      ["plain byte loops", "`propagate`", "`matrixFromRows` before it", "plain / ours"],
      [
        [
          duration(ofPlain),
          duration(ofOurs),
          duration(median(ours.map(({ building }) => building))),
          ratio(ofPlain, ofOurs),
        ],
      ],
    ),
  ];
}
