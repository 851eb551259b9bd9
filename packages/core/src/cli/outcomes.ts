/** `outcomes`: every graded answer as rows. */

import { EipError } from "../errors.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { csv, csvLine, type CsvColumn } from "../report/csv.ts";
import { writeFileAtomic } from "../io/atomic.ts";
import { outcomesToParquet } from "../io/outcome-parquet.ts";
import type { ReadFlags } from "./options.ts";
import { everyEvalEverLines, pyIrtLines } from "./outcome-formats.ts";
import type { CommandContext } from "./program.ts";
import { openReading } from "./reading.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

interface OutcomesFlags extends ReadFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly format?: "parquet" | "py-irt" | "every-eval-ever";
  readonly output?: string;
}

/** Lines are handed on in pieces of about this many characters. */
const pieceSize = 1 << 16;

export async function run(
  context: CommandContext,
  [paths]: readonly unknown[],
  flags: OutcomesFlags,
): Promise<number> {
  if (flags.format === "parquet") parquetFile(flags);
  const reading = await openReading(context, paths as string[], flags);
  if (flags.format === "parquet") {
    await writeFileAtomic(parquetFile(flags), await outcomesToParquet(reading.outcomes));
  } else if (flags.output === undefined) {
    for await (const piece of pieces(linesOf(reading.outcomes, flags))) {
      await write(context.stdout, piece);
    }
  } else await writeFileAtomic(flags.output, pieces(linesOf(reading.outcomes, flags)));
  if (!flags.quiet) {
    for (const { message } of reading.problems)
      await write(context.stderr, `Left out: ${message}\n`);
    for (const { severity, message } of reading.notices()) {
      if (severity === "warning") await write(context.stderr, `  ! ${message}\n`);
    }
  }
  return strictExit(flags.strict ?? false, { reading }, reading.notices());
}

/** A Parquet file is binary: it goes to a file and never to a terminal. */
function parquetFile({ output }: OutcomesFlags): string {
  if (output !== undefined) return output;
  throw new EipError("usage", {
    where: "--format parquet",
    found: "no file to write to",
    expected: "-o FILE.parquet beside it",
  });
}

async function* pieces(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceSize) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

async function* linesOf(
  outcomes: AsyncIterable<Outcome>,
  flags: OutcomesFlags,
): AsyncGenerator<string> {
  if (flags.format === "py-irt") yield* pyIrtLines(outcomes);
  else if (flags.format === "every-eval-ever") yield* everyEvalEverLines(outcomes);
  else {
    if (flags.csv) yield csv(csvColumns, []);
    for await (const outcome of outcomes) {
      yield flags.csv ? csvLine(csvColumns, outcome) : `${JSON.stringify(outcome)}\n`;
    }
  }
}

const csvColumns: readonly CsvColumn<Outcome>[] = [
  { name: "model", value: (row) => row.model },
  { name: "benchmark", value: (row) => row.benchmark },
  { name: "item", value: (row) => row.item },
  { name: "score", value: (row) => row.score },
  { name: "trial", value: (row) => row.trial },
  { name: "metric", value: (row) => row.metric },
  { name: "filter", value: (row) => row.filter },
  { name: "run", value: (row) => row.run },
  { name: "content_hash", value: (row) => row.contentHash },
  { name: "text", value: (row) => row.text },
  { name: "key", value: (row) => row.key },
  { name: "answer", value: (row) => row.answer },
];
