/** What `ask` prints, in the format that was asked for. */

import type { AskPlan, AskReport } from "../report/ask-report.ts";
import {
  askCsvColumns,
  askLead,
  askPlanLines,
  askSentences,
  askTable,
} from "../report/ask-view.ts";
import { csv } from "../report/csv.ts";
import { markdownTable } from "../report/markdown.ts";
import { terminalTable } from "../report/terminal.ts";
import type { AskFlags } from "./ask-flags.ts";
import { json, widthOf, type Format } from "./output.ts";
import { promptLines, paragraphs } from "./prompt-lines.ts";
import type { CommandContext } from "./program.ts";

/** Rows of a path on a screen. */
const screenful = 20;

export function renderAsked(
  report: AskReport,
  format: Format,
  { context, flags }: { readonly context: CommandContext; readonly flags: AskFlags },
): string {
  if (format === "json") return json(report);
  if (format === "csv") return csv(askCsvColumns, report.path);
  const isScreen = format === "terminal" && flags.output === undefined && !flags.all;
  const shown = flags.top === undefined && isScreen ? -screenful : 0;
  const path = flags.top === undefined ? report.path.slice(shown) : report.path.slice(0, flags.top);
  const table = askTable({ path });
  const drawn =
    format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
  if (flags.quiet) return drawn;
  const paragraph = paragraphs(format, context);
  const isCut = flags.top === undefined && path.length < report.path.length;
  const more = isCut ? [`The last ${path.length} questions; --all shows the others.`] : [];
  return [
    paragraph(askLead(report)),
    drawn,
    ...[...more, ...askSentences(report)].map(paragraph),
  ].join(format === "markdown" ? "\n" : "");
}

export function renderAskPlan(plan: AskPlan, format: Format, context: CommandContext): string {
  if (format === "json") return json(plan);
  if (format === "csv") {
    const { calls, inputTokens, maxOutputTokens, earlier } = plan;
    return csv(
      [
        { name: "calls", value: (row) => row.calls },
        { name: "input_tokens", value: (row) => row.inputTokens },
        { name: "max_output_tokens", value: (row) => row.maxOutputTokens },
        { name: "earlier", value: (row) => row.earlier },
      ],
      [{ calls, inputTokens, maxOutputTokens, earlier }],
    );
  }
  const said = askPlanLines(plan)
    .map(paragraphs(format, context))
    .join(format === "markdown" ? "\n" : "");
  return plan.example === null
    ? said
    : `${said}${promptLines("A question as it would be sent", plan.example, format)}`;
}
