/** What `judge` prints, in the format that was asked for. */

import { csv } from "../report/csv.ts";
import type { PlanHead, PlannedJudging } from "../report/judge-plan-view.ts";
import type { JudgeReport } from "../report/judge-report.ts";
import {
  bandsLead,
  bandsTable,
  byBenchmarkTable,
  judgeCsvColumns,
  judgeLead,
  judgeSentences,
  judgeTable,
} from "../report/judge-view.ts";
import { markdownTable } from "../report/markdown.ts";
import type { TextTable } from "../report/table.ts";
import { terminalTable } from "../report/terminal.ts";
import { json, widthOf, type Format } from "./output.ts";
import { paragraphs, promptLines } from "./prompt-lines.ts";
import type { CommandContext } from "./program.ts";

interface Rendering {
  readonly context: CommandContext;
  /** The first table alone. */
  readonly quiet: boolean;
}

export function renderJudged(
  report: JudgeReport,
  format: Format,
  { context, quiet }: Rendering,
): string {
  if (format === "json") return json(report);
  if (format === "csv") return csv(judgeCsvColumns, report.groups);
  const draw = (table: TextTable): string =>
    format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
  if (quiet) return draw(judgeTable(report));
  const paragraph = paragraphs(format, context);
  const byBenchmark = byBenchmarkTable(report);
  return [
    paragraph(judgeLead(report)),
    draw(judgeTable(report)),
    ...judgeSentences(report).map(paragraph),
    ...(report.agreement.answers === 0
      ? []
      : [paragraph(bandsLead(report)), draw(bandsTable(report))]),
    ...(byBenchmark.rows.length === 0 ? [] : [draw(byBenchmark)]),
  ].join(format === "markdown" ? "\n" : "");
}

interface Plan {
  readonly head: PlanHead;
  readonly plan: PlannedJudging;
  readonly lines: readonly string[];
}

export function renderPlan(
  { head, plan, lines }: Plan,
  format: Format,
  context: CommandContext,
): string {
  const { example, ...counts } = plan;
  if (format === "json") {
    return json({ schema: "eip-judge-plan/1", ...head, ...counts, example: example ?? null });
  }
  if (format === "csv") {
    const rows = Object.entries(counts);
    return csv<(typeof rows)[number]>(
      [
        {
          name: "what",
          value: ([name]) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        },
        { name: "number", value: ([, value]) => value },
      ],
      rows,
    );
  }
  const said = lines.map(paragraphs(format, context)).join(format === "markdown" ? "\n" : "");
  if (!example) return said;
  const { system, user } = example;
  return `${said}${promptLines("The first prompt in full, system message", system, format)}${promptLines("User message", user, format)}`;
}
