import { EipError } from "@eip-eval/core";
import { listText } from "@eip-eval/core/io";
import type { GradeColumn } from "./grade-column.ts";
import type { GradedItems, RefusedMetric } from "./outcomes.ts";
import { usualMetric } from "./usual-metric.ts";

const MOST_REASONS = 2;

/**
 * The metrics that are scores per item, the one that counts first: the one asked for, else the usual
 * one of the task.
 *
 * @throws EipError `not-an-item-score` or `predictions-only` where there is none, `choose-metric`
 * where several are there and none is usual.
 */
export function chosenFirst(
  { usable, refused, family }: GradedItems,
  {
    benchmark,
    task,
    where,
    asked,
  }: { benchmark: string; task: string; where: string; asked: string | undefined },
): GradeColumn[] {
  const names = usable.map(({ metric }) => metric);
  const chosen = asked ?? usualMetric(names, { task, family });
  const first = usable.find(({ metric }) => metric === chosen);
  if (first) return [first, ...usable.filter((column) => column !== first)];
  if (asked !== undefined && names.length > 0)
    throw askedError(asked, { names, refused, benchmark, where });
  if (names.length === 0) throw nothingGraded(refused, { benchmark, where });
  throw new EipError("choose-metric", {
    where,
    found: `${benchmark} has several possible scores and no usual one: ${listText(names)}`,
    try: `--metric '${benchmark}=${names[0]!}'`,
  });
}

function askedError(
  asked: string,
  {
    names,
    refused,
    benchmark,
    where,
  }: {
    names: readonly string[];
    refused: readonly RefusedMetric[];
    benchmark: string;
    where: string;
  },
): EipError {
  const refusal = refused.find(({ metric }) => metric === asked);
  return new EipError("not-an-item-score", {
    where,
    found: refusal ? said(refusal) : `no metric "${asked}"`,
    try: names.map((name) => `--metric '${benchmark}=${name}'`).join(" or "),
  });
}

function nothingGraded(
  refused: readonly RefusedMetric[],
  { benchmark, where }: { benchmark: string; where: string },
): EipError {
  const isEmpty = refused.every(({ reason }) => reason === "is null for every item");
  if (isEmpty) {
    return new EipError("predictions-only", {
      where,
      found: "no grade in any row",
      try: `leave the task out: --benchmark '!${benchmark}'`,
    });
  }
  const more = refused.length - MOST_REASONS;
  return new EipError("not-an-item-score", {
    where,
    found:
      refused.slice(0, MOST_REASONS).map(said).join("; ") +
      (more > 0 ? `; and ${more} more such metrics` : ""),
    try: `leave the task out: --benchmark '!${benchmark}'`,
  });
}

function said({ metric, reason }: RefusedMetric): string {
  return `"${metric}" ${reason}`;
}
