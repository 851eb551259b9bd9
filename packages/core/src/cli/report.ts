/** `report`: everything about a pool as one page to send around. */

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { EipError } from "../errors.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import { count } from "../outcomes/wording.ts";
import { reportPage } from "../report/html.ts";
import { caveats } from "./caveats.ts";
import { coloursFor } from "./colours.ts";
import { commandLine } from "./command-line.ts";
import type { FitFlags, ReadFlags, ResampleFlags } from "./options.ts";
import { tell } from "./output.ts";
import { readPool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { writeFigures } from "./report-figures.ts";
import { pageInput } from "./report-input.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

export interface ReportFlags extends ReadFlags, FitFlags, ResampleFlags {
  readonly output?: string;
  readonly open?: boolean;
  readonly full?: boolean;
  readonly figures?: string;
  readonly png?: boolean;
  readonly keyErrorRate?: number;
}

const defaultName = "eip-report.html";

export async function run(
  context: CommandContext,
  [words]: readonly unknown[],
  flags: ReportFlags,
): Promise<number> {
  const paths = words as string[];
  const { output = defaultName } = flags;
  checkName(output);
  if (flags.png && flags.figures === undefined) throw noPlaceForPictures();
  const pool = await readPool(context, paths, flags);
  const check = commandLine(context, "check", paths);
  if (!flags.quiet) await tell(context.stderr, readingSummary(pool, check));
  const input = await pageInput(context, pool, { flags, paths });
  const page = reportPage(input);
  await writeFileAtomic(output, page);
  const { warnings } = input.page.report;
  if (!flags.quiet) {
    await tell(context.stderr, caveats(warnings, check, await coloursFor(context.stderr)));
  }
  await write(
    context.stderr,
    `Wrote ${output} (${sizeText(page)}). It opens from disk and loads nothing.\n`,
  );
  if (flags.figures !== undefined) {
    const figures = await writeFigures(flags.figures, input.page, { png: flags.png });
    await write(context.stderr, `Wrote ${count(figures, "figure")} to ${flags.figures}.\n`);
  }
  if (flags.open) openInBrowser(resolve(output));
  return strictExit(flags.strict ?? false, pool, warnings);
}

function noPlaceForPictures(): EipError {
  return new EipError("usage", {
    where: "--png",
    found: "no folder for the pictures",
    expected: "--figures FOLDER beside it",
  });
}

function checkName(output: string): void {
  if (/\.html?$/i.test(output) || output.startsWith("/dev/")) return;
  throw new EipError("usage", {
    where: `-o ${output}`,
    found: "an ending that is not that of a page",
    expected: ".html",
    try: `-o ${output}.html`,
  });
}

function sizeText(page: string): string {
  const bytes = Buffer.byteLength(page);
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Hands the file to whatever shows pages here; that it cannot be shown is no failure of the page. */
function openInBrowser(path: string): void {
  const [command, ...args]: readonly [string, ...string[]] =
    process.platform === "darwin"
      ? ["open", path]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", path]
        : ["xdg-open", path];
  const child = spawn(command, args, { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
