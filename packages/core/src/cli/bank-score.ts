/** `bank score BANK PATH…`: new models placed by frozen weights. */

import { bankFromRecords } from "../analysis/bank-records.ts";
import { joinItems, openBank, type JoinedItems, type OpenBank } from "../analysis/open-bank.ts";
import { EipError } from "../errors.ts";
import { readSealed } from "../io/bank-file.ts";
import { count } from "../outcomes/wording.ts";
import { bankReport, type BankReport } from "../report/bank-report.ts";
import { bankCsvColumns, bankLead, bankSentences, bankTable } from "../report/bank-view.ts";
import { csv } from "../report/csv.ts";
import { markdownTable, markdownText } from "../report/markdown.ts";
import { plainText } from "../report/plain-text.ts";
import type { ReportWarning } from "../report/report.ts";
import { terminalTable } from "../report/terminal.ts";
import { wrapLines } from "../report/wrap.ts";
import type { BankFlags } from "./bank-flags.ts";
import { caveats } from "./caveats.ts";
import { coloursFor } from "./colours.ts";
import { commandLine } from "./command-line.ts";
import { metricsOf, newestRunOf, readHashedPool, type HashedPool } from "./hashed-pool.ts";
import { deliver, formatOf, json, tell, widthOf, type Format } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";

/** Places every model behind the paths in the bank that is named first. */
export async function scoreByBank(
  context: CommandContext,
  [file, ...paths]: readonly string[],
  flags: BankFlags,
): Promise<number> {
  const format = formatOf(flags, context);
  if (file === undefined || paths.length === 0) throw noPaths(context, file);
  refuseFrozen(flags);
  const { records, sha256 } = await readSealed(file);
  const bank = openBank(bankFromRecords(records, file));
  const pool = await readHashedPool(context, paths, frozenFlags(bank, flags));
  const check = commandLine(context, "check", paths);
  if (!flags.quiet) await tell(context.stderr, readingSummary(pool, check));
  const trustIds = flags.trustIds ?? false;
  const joined = joinItems(bank, pool.matrix, { contentHashes: pool.contentHashes, trustIds });
  refuseNothingShared(file, bank, joined);
  const report = bankReport({
    bank,
    sha256,
    matrix: pool.matrix,
    level: flags.level,
    cluster: clusterOfBank(bank, pool, joined),
    runs: {
      joined,
      trustIds,
      metrics: metricsOf(pool.reading),
      newestRun: newestRunOf(pool.reading),
    },
  });
  await deliver(render(report, format, { flags, context }), flags, context);
  if (!flags.quiet) {
    const colours = await coloursFor(context.stderr);
    // Only severity, message and hint are read.
    const warnings = report.warnings as readonly Pick<
      ReportWarning,
      "severity" | "message" | "try"
    >[];
    await tell(context.stderr, caveats(warnings, "--json lists them", colours));
  }
  return strictExit(flags.strict ?? false, pool, report.warnings);
}

function noPaths({ program }: CommandContext, file: string | undefined): EipError {
  return new EipError("usage", {
    where: "bank score",
    found: file === undefined ? "no bank" : "no runs to place",
    expected: "the bank, then files or folders with new runs",
    try: `${program.name} bank score ${file ?? "pool.bank.jsonl"} new-run/`,
  });
}

/** What a bank has settled cannot be asked for again. */
function refuseFrozen(flags: BankFlags): void {
  for (const name of ["smoothing", "damping", "missing", "exclude"] as const) {
    if (flags[name] === undefined) continue;
    throw new EipError("usage", {
      where: `--${name}`,
      found: "a setting that the bank has frozen",
      expected: "it at bank make",
      try: `bank make PATH --${name} ${String(flags[name])} -o FILE`,
    });
  }
}

function frozenFlags({ settings }: OpenBank, flags: BankFlags): BankFlags {
  const { ungraded } = settings;
  if (flags.ungraded === undefined || flags.ungraded === ungraded) return { ...flags, ungraded };
  throw new EipError("usage", {
    where: `--ungraded ${flags.ungraded}`,
    found: `a bank in which answers without a grade count as ${ungraded}`,
    expected: "the same for new runs",
  });
}

function refuseNothingShared(
  file: string,
  bank: OpenBank,
  { placeOf, differing }: JoinedItems,
): void {
  if (placeOf.some((place) => place >= 0)) return;
  const other = differing.reduce((sum, { items }) => sum + items, 0);
  throw new EipError("nothing-shared", {
    where: file,
    found:
      other > 0
        ? `all ${count(other, "common item")} have questions with another hash`
        : `none of the new items is among its ${count(bank.items.length, "item")} (${bank.benchmarks.slice(0, 3).join(", ")}${bank.benchmarks.length > 3 ? " and others" : ""})`,
    expected: "runs of the same benchmarks, with the same items",
    try: other > 0 ? "--trust-ids if you know that the questions are the same" : undefined,
  });
}

/** Clusters of the new logs by the items of the bank; items that were not asked are on their own. */
function clusterOfBank(
  bank: OpenBank,
  { cluster }: HashedPool,
  { placeOf }: JoinedItems,
): Float64Array | undefined {
  if (!cluster) return undefined;
  const numbers = Float64Array.from(bank.items.keys(), (place) => -1 - place);
  for (const [item, place] of placeOf.entries()) if (place >= 0) numbers[place] = cluster[item]!;
  return numbers;
}

interface Rendering {
  readonly flags: BankFlags;
  readonly context: CommandContext;
}

function render(report: BankReport, format: Format, { flags, context }: Rendering): string {
  if (format === "json") return json(report);
  if (format === "csv") return csv(bankCsvColumns, report.models.slice(0, flags.top));
  const table = bankTable({ ...report, models: report.models.slice(0, flags.top) });
  const drawn =
    format === "terminal" ? terminalTable(table, widthOf(context)) : markdownTable(table);
  if (flags.quiet) return drawn;
  const [lead, ...sentences] = [bankLead(report), ...bankSentences(report)];
  if (format === "markdown") {
    return `${markdownText(lead)}\n\n${drawn}\n${sentences.map(markdownText).join("\n\n")}\n`;
  }
  const paragraph = (text: string) => `${wrapLines(plainText(text), widthOf(context))}\n`;
  return `${paragraph(lead)}\n${drawn}${sentences.map(paragraph).join("")}`;
}
